import { isRecord } from '../../shared/values.js';
import type { Schema } from './schema.js';
import {
  type Check,
  type Checks,
  counted,
  every,
  has,
  judgeInside,
  matches,
  namesOf,
  negate,
  type Verdict,
  type Walk,
} from './verdict.js';

type Schemas = Readonly<Record<string, Schema | boolean>>;

export const ONE = {
  not: (value, schema: Schema, _, walk) => negate(walk.judge(schema, value, walk)),
  if: (value, condition: Schema, { then = {}, else: fallback = {} }, walk) => {
    const verdict = walk.judge(condition, value, walk);
    if (verdict !== undefined) return walk.judge(verdict ? then : fallback, value, walk);
    const [yes, no] = [walk.judge(then, value, walk), walk.judge(fallback, value, walk)];
    return yes === no ? yes : undefined;
  },
  items: (value, schema: Schema | boolean, { prefixItems = [] }, walk) =>
    !Array.isArray(value) ||
    every(value.slice(prefixItems.length), (item) => judgeInside(schema, item, walk)),
  contains: (value, schema: Schema, { minContains = 1, maxContains = Infinity }, walk) =>
    !Array.isArray(value) ||
    counted(value, (item) => judgeInside(schema, item, walk), minContains, maxContains),
  additionalProperties: (value, schema: Schema | boolean, siblings, walk) =>
    !isRecord(value) ||
    every(namesOf(value), (name) => {
      const isKnown = isCovered(name, siblings);
      return isKnown === true ? true : unless(isKnown, judgeInside(schema, value[name], walk));
    }),
  propertyNames: (value, schema: Schema, _, walk) =>
    !isRecord(value) || every(namesOf(value), (name) => judgeInside(schema, name, walk)),
} as const satisfies Checks;

export const LIST = {
  allOf: (value, schemas: Schema[], _, walk) => every(schemas, (schema) => walk.judge(schema, value, walk)),
  anyOf: (value, schemas: Schema[], _, walk) =>
    orUnknown(schemas, negate(every(schemas, (schema) => negate(walk.judge(schema, value, walk))))),
  oneOf: (value, schemas: Schema[], _, walk) =>
    orUnknown(
      schemas,
      counted(schemas, (schema) => walk.judge(schema, value, walk), 1, 1),
    ),
  prefixItems: (value, schemas: Schema[], _, walk) =>
    !Array.isArray(value) ||
    every(schemas.slice(0, value.length), (schema, index) => judgeInside(schema, value[index], walk)),
} as const satisfies Checks;

export const MAP = {
  properties: (value, schemas: Schemas, _, walk) =>
    !isRecord(value) ||
    every(
      Object.entries(schemas),
      ([name, schema]) => !has(value, name) || judgeInside(schema, value[name], walk),
    ),
  patternProperties: (value, schemas: Schemas, _, walk) =>
    !isRecord(value) ||
    every(Object.entries(schemas), ([pattern, schema]) => {
      const test = matches(pattern);
      return every(namesOf(value), (name) => {
        const applies = test(name);
        return applies === false || unless(negate(applies), judgeInside(schema, value[name], walk));
      });
    }),
  dependentSchemas: (value, schemas: Schemas, _, walk) =>
    !isRecord(value) ||
    every(Object.entries(schemas), ([name, schema]) => !has(value, name) || walk.judge(schema, value, walk)),
} as const satisfies Checks;

/** Follows a reference at most once for each value, so that a recursive schema ends. */
export const checkRef: Check = (value, ref: string, _, walk: Walk) => {
  if (walk.followed.includes(ref)) return undefined;
  const target = walk.resolve(ref);
  if (target === undefined) return undefined;
  return walk.judge(target, value, { ...walk, followed: [...walk.followed, ref] });
};

function isCovered(name: string, { properties, patternProperties }: Schema): Verdict {
  if (properties !== undefined && Object.hasOwn(properties, name)) return true;
  return negate(every(Object.keys(patternProperties ?? {}), (pattern) => negate(matches(pattern)(name))));
}

/** Returns undecidable for an empty list of alternatives, which JSON Schema 2020-12 (core, 10.2.1) forbids. */
function orUnknown(schemas: readonly Schema[], verdict: Verdict): Verdict {
  return schemas.length === 0 ? undefined : verdict;
}

function unless(exempt: Verdict, verdict: Verdict): Verdict {
  return exempt === false || verdict === true ? verdict : undefined;
}

/**
 * JSON Schema 2020-12 core, 11: `unevaluatedProperties` and `unevaluatedItems` apply to members and items that no other
 * keyword or subschema has evaluated.
 */
export const UNEVALUATED = {
  unevaluatedProperties: (value, schema: Schema | boolean, { unevaluatedProperties: _, ...others }, walk) =>
    !isRecord(value) || every(namesOf(value), (name) => judgeLeft(name, value, schema, others, walk)),
  unevaluatedItems: (value, schema: Schema | boolean, { unevaluatedItems: _, ...others }: Schema, walk) =>
    !Array.isArray(value) || every(value, (_item, index) => judgeLeft(index, value, schema, others, walk)),
} as const satisfies Checks;

type Holder = Readonly<Record<string, unknown>> | readonly unknown[];
type Key = string | number;
type Indexed = Readonly<Record<Key, unknown>>;

function judgeLeft(key: Key, value: Holder, schema: Schema | boolean, others: Schema, walk: Walk): Verdict {
  const isKnown = isEvaluated(key, value, others, walk);
  if (isKnown === true) return true;
  const verdict = judgeInside(schema, (value as Indexed)[key], walk);
  return isKnown === false || verdict === true ? verdict : undefined;
}

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

/**
 * Returns the subschemas that apply to the same value. It omits branches that reject the value, since they evaluate
 * nothing.
 */
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
