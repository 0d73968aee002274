import { omit, type Schema } from 'dtospec/internal';
import type { Difference, Walk, Location } from '../location.js';
import { finiteValues, typesIn } from '../keywords/bounds.js';
import { isAssertion, type Schemas } from '../schemas.js';
import { asSchema, type Node } from '../translate.js';

type Union = 'anyOf' | 'oneOf';

export function* branchDifferences(
  keyword: Union,
  location: Location,
  old: Schema,
  current: Schema,
  walk: Walk,
): Generator<Difference> {
  const before = old[keyword];
  const after = current[keyword];
  if (before === undefined && after === undefined) return;
  if (before === undefined || after === undefined) {
    yield whole(keyword, location);
    return;
  }
  yield* pairDifferences(keyword, location, before, after, [old, current], walk);
}

/**
 * Compares a schema with a union as if the schema were a union of one alternative. Returns undefined unless
 * exactly one of the two is a union without other keywords.
 */
export function unionDifferences(
  location: Location,
  old: Schema,
  current: Schema,
  walk: Walk,
): Iterable<Difference> | undefined {
  const before = unionOf(old);
  const after = unionOf(current);
  if (before === after || (before !== undefined && after !== undefined)) return undefined;
  const keyword = before ?? after ?? 'anyOf';
  const branchesOf = (schema: Schema): readonly Schema[] =>
    unionOf(schema) === undefined ? [schema] : (schema[keyword] ?? []);
  return pairDifferences(
    keyword,
    location,
    branchesOf(old),
    branchesOf(current),
    [before === undefined ? {} : old, after === undefined ? {} : current],
    walk,
  );
}

function unionOf(schema: Schema): Union | undefined {
  const asserted = Object.keys(schema).filter((keyword) => isAssertion(keyword) && keyword !== 'type');
  return asserted.length === 1 && (asserted[0] === 'anyOf' || asserted[0] === 'oneOf')
    ? asserted[0]
    : undefined;
}

function* pairDifferences(
  keyword: Union,
  location: Location,
  before: readonly Schema[],
  after: readonly Schema[],
  [old, current]: readonly [Schema, Schema],
  walk: Walk,
): Generator<Difference> {
  const { pairs, gone, come } = pairBranches(before, after, walk);
  if (gone.length === 0 && come.length === 0 && pairs.length === 0) return;
  if (pairs.length === 0) {
    yield whole(keyword, location);
    return;
  }
  const change = (rule: Difference['rule'], branch: Schema, side: Schemas, isNew: boolean): Difference => {
    const pointer = side.pointerOf(branch);
    return {
      rule,
      location,
      message: `The alternative ${labelOf(branch, side)} was ${isNew ? 'added' : 'removed'}.`,
      ...(pointer !== undefined && { pointer }),
      changed: (sender) => {
        const own = sender[keyword] ?? [sender];
        const left = own.includes(branch) ? own.filter((other) => other !== branch) : [...own, branch];
        return { ...(sender[keyword] === undefined ? {} : sender), [keyword]: left };
      },
    };
  };
  for (const branch of gone) yield change('alternative-removed', branch, walk.old, false);
  for (const branch of come) yield change('alternative-added', branch, walk.new, true);
  for (const [own, other] of pairs)
    yield* walk.descend(
      { kind: 'branch', keyword, label: labelOf(other, walk.new) },
      location,
      withRest(own, omit(old, [keyword]), walk.old),
      withRest(other, omit(current, [keyword]), walk.new),
    );
}

function withRest(branch: Schema, rest: Schema, side: Schemas): Node {
  return Object.keys(rest).some(isAssertion)
    ? side.both(side.expand(branch), omit(rest, ['discriminator']))
    : branch;
}

function whole(keyword: Union, location: Location): Difference {
  return {
    rule: 'alternatives-changed',
    location,
    message: `${keyword} changed as a whole.`,
    changed: (_, receiver) => receiver,
  };
}

interface Pairing {
  readonly pairs: readonly (readonly [Schema, Schema])[];
  readonly gone: readonly Schema[];
  readonly come: readonly Schema[];
}

function pairBranches(
  before: readonly Schema[],
  after: readonly Schema[],
  { old, new: current, same }: Walk,
): Pairing {
  const pairs: (readonly [Schema, Schema])[] = [];
  let gone = [...before];
  let come = [...after];
  const tests: ((a: Schema, b: Schema) => boolean)[] = [
    (a, b) => same.areEqual(a, b),
    (a, b) => old.refName(a) !== undefined && old.refName(a) === current.refName(b),
    (a, b) => a.title !== undefined && a.title === b.title,
    (a, b) => {
      const tag = tagOf(old, a);
      return tag !== undefined && tag === tagOf(current, b);
    },
    // Pairs alternatives that are the only ones of their kind on both sides.
    (a, b) =>
      kindOf(old, a) === kindOf(current, b) &&
      gone.filter((branch) => kindOf(old, branch) === kindOf(old, a)).length === 1 &&
      come.filter((branch) => kindOf(current, branch) === kindOf(old, a)).length === 1,
  ];
  for (const test of tests)
    for (const a of [...gone]) {
      const b = come.find((branch) => test(a, branch));
      if (b === undefined) continue;
      pairs.push([a, b]);
      gone = gone.filter((branch) => branch !== a);
      come = come.filter((branch) => branch !== b);
    }
  return { pairs, gone, come };
}

function tagOf(side: Schemas, node: Node): string | undefined {
  const { properties = {}, required = [] } = asSchema(side.expand(node));
  for (const name of required) {
    const property = Object.hasOwn(properties, name) ? side.expand(properties[name] ?? true) : true;
    const values =
      typeof property === 'object' && property.type !== 'boolean' ? finiteValues(property) : undefined;
    if (values?.length === 1) return `${name}=${JSON.stringify(values[0])}`;
  }
  return undefined;
}

function kindOf(side: Schemas, node: Node): string {
  const schema = asSchema(side.expand(node));
  if (schema.properties !== undefined) return 'object';
  return schema.type === undefined ? '' : typesIn(schema).join();
}

function labelOf(node: Schema, side: Schemas): string {
  const schema = asSchema(side.expand(node));
  return (
    side.refName(node) ??
    node.title ??
    schema.title ??
    tagOf(side, node) ??
    (kindOf(side, node) || 'without a type')
  );
}
