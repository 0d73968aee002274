import type { Node } from '../diff/schema/translate.js';
import { canonical, isRecord } from 'dtospec/internal';
import { type CaseContext, judgeCase } from './judge/judge-case.js';
import type { RequestCase } from './write/request.js';
import { BODY, type BodyContent, type FuzzTarget } from './operations.js';
import { lastName, replaceAt, valueAt } from './values/json-path.js';
import { writeParameter } from './write/body.js';

interface Part {
  readonly key: string;
  readonly node: Node;
  readonly isRequired: boolean;
  readonly usable: readonly unknown[];
}

interface Bases {
  readonly all: readonly RequestCase[];
  readonly missing: readonly string[];
}

export function basesOf(target: FuzzTarget, context: CaseContext): Bases {
  const contents = target.contents.length === 0 ? [undefined] : target.contents;
  const missing = new Set<string>();
  const all = contents.flatMap((content) => {
    const parts = inputParts(target, content, context);
    for (const { key, isRequired, usable } of parts) if (isRequired && usable.length === 0) missing.add(key);
    const usable = parts.filter((part) => part.usable.length > 0);
    const variants = [
      usable.filter((part) => part.isRequired).map((part) => [part.key, part.usable[0]] as const),
      usable.map((part) => [part.key, largest(part.usable)] as const),
    ];
    return variants.map((values): RequestCase => ({
      values: new Map(values),
      content,
      varied: { key: '', path: [] },
    }));
  });
  const valid = all.filter((request) => judgeCase(target, request, context)?.mismatches.length === 0);
  return { all: valid, missing: [...missing] };
}

function inputParts(
  target: FuzzTarget,
  content: BodyContent | undefined,
  { values, suggest }: CaseContext,
): Part[] {
  const { path } = target.documented;
  const parameters = target.parameters.map((parameter): Part => {
    const { key, name, node, isRequired } = parameter;
    const usable = [...suggest(path, name), ...values.samples(node)].filter(
      (value) => values.accepts(node, value, true) && writeParameter(parameter, value) !== undefined,
    );
    return { key, node, isRequired, usable };
  });
  if (content === undefined) return parameters;
  const usable = values
    .samples(content.node)
    .map((value) => withPlain(value, content.node, path, { values, suggest }));
  return [...parameters, { key: BODY, node: content.node, isRequired: target.isBodyRequired, usable }];
}

/** Replaces ids by known ones, and shortens text that was repeated to reach a minimum length. */
function withPlain(
  value: unknown,
  node: Node,
  path: string,
  { values, suggest }: Pick<CaseContext, 'values' | 'suggest'>,
): unknown {
  return values.placesOf(node, value).reduce((before, place) => {
    const there = valueAt(value, place.path);
    const short = typeof there === 'string' && /^(.)\1+$/su.test(there) ? ['a'] : [];
    const plain = [...suggest(path, lastName(place.path)), ...short].find((text) =>
      values.accepts(place.node, text, false),
    );
    const after = plain === undefined ? before : replaceAt(before, place.path, () => plain);
    // A list may require different items.
    return values.accepts(node, after, false) ? after : before;
  }, value);
}

function largest(values: readonly unknown[]): unknown {
  return values.reduce(
    (a, b) => (canonical(b).length > canonical(a).length && isRecord(b) ? b : a),
    values[0],
  );
}
