import { isRecord } from '../../shared/values.js';
import { isCovered } from './applicators.js';
import type { Schema } from './schema.js';
import { every, has, judgeInside, namesOf, negate } from './verdict.js';
import type { Checks, Verdict, Walk } from './verdict.js';

/** JSON Schema 2020-12 core, 11: what no other keyword here or in the schemas applied in place has looked at. */
export const UNEVALUATED = {
  unevaluatedProperties: (value, schema: Schema | boolean, { unevaluatedProperties: _, ...others }, walk) =>
    !isRecord(value) || every(namesOf(value), (name) => judgeLeft(name, value, schema, others, walk)),
  unevaluatedItems: (value, schema: Schema | boolean, { unevaluatedItems: _, ...others }: Schema, walk) =>
    !Array.isArray(value) || every(value, (_item, index) => judgeLeft(index, value, schema, others, walk)),
} as const satisfies Checks;

/** An object, or an array whose keys are indexes. */
type Holder = Readonly<Record<string, unknown>> | readonly unknown[];
type Key = string | number;
type Indexed = Readonly<Record<Key, unknown>>;

function judgeLeft(key: Key, value: Holder, schema: Schema | boolean, others: Schema, walk: Walk): Verdict {
  const isKnown = isEvaluated(key, value, others, walk);
  if (isKnown === true) return true;
  const verdict = judgeInside(schema, (value as Indexed)[key], walk);
  return isKnown === false || verdict === true ? verdict : undefined;
}

/** Whether a schema, which the value satisfies or is one of these keywords' own, has looked at a member or item. */
function isEvaluated(key: Key, value: Holder, schema: Schema | boolean, walk: Walk): Verdict {
  if (typeof schema === 'boolean') return false;
  return anyOf([
    typeof key === 'string' ? isMemberEvaluated(key, schema) : isItemEvaluated(key, value, schema, walk),
    evaluatedByRef(key, value, schema, walk),
    ...inPlace(value, schema).map(({ applies, schema: inner }) =>
      both(applies(walk), isEvaluated(key, value, inner, walk)),
    ),
  ]);
}

function isMemberEvaluated(name: string, schema: Schema): Verdict {
  if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined) return true;
  return isCovered(name, schema);
}

function isItemEvaluated(index: number, value: Holder, schema: Schema, walk: Walk): Verdict {
  const { prefixItems = [], items, unevaluatedItems, contains } = schema;
  if (items !== undefined || unevaluatedItems !== undefined || index < prefixItems.length) return true;
  return contains === undefined ? false : judgeInside(contains, (value as Indexed)[index], walk);
}

function evaluatedByRef(key: Key, value: Holder, { $ref }: Schema, walk: Walk): Verdict {
  if ($ref === undefined) return false;
  const target = walk.followed.includes($ref) ? undefined : walk.resolve($ref);
  if (target === undefined) return undefined;
  return isEvaluated(key, value, target, { ...walk, followed: [...walk.followed, $ref] });
}

interface InPlace {
  readonly schema: Schema;
  readonly applies: (walk: Walk) => Verdict;
}

/** The schemas that judge the same value, and when: a branch that refuses it has looked at nothing. */
function inPlace(value: Holder, schema: Schema): InPlace[] {
  const { allOf = [], anyOf: any = [], oneOf = [], if: condition, then, else: fallback } = schema;
  const accepted = (inner: Schema): InPlace => ({
    schema: inner,
    applies: (walk) => walk.judge(inner, value, walk),
  });
  const holds = (walk: Walk): Verdict => condition && walk.judge(condition, value, walk);
  const conditional: InPlace[] = [];
  if (condition !== undefined) {
    conditional.push({ schema: condition, applies: holds });
    if (then) conditional.push({ schema: then, applies: holds });
    if (fallback) conditional.push({ schema: fallback, applies: (walk) => negate(holds(walk)) });
  }
  const dependent = isRecord(value)
    ? Object.entries(schema.dependentSchemas ?? {}).filter(([name]) => has(value, name))
    : [];
  return [
    ...[...allOf, ...any, ...oneOf, ...dependent.map(([, inner]) => inner)].map(accepted),
    ...conditional,
  ];
}

function anyOf(verdicts: readonly Verdict[]): Verdict {
  return negate(every(verdicts, negate));
}

function both(a: Verdict, b: Verdict): Verdict {
  return every([a, b], (verdict) => verdict);
}
