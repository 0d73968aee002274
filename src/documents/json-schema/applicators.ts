import { isRecord } from '../../shared/values.js';
import type { Schema } from './schema.js';
import { counted, every, has, judgeInside, matches, namesOf, negate } from './verdict.js';
import type { Check, Checks, Verdict, Walk } from './verdict.js';

type Schemas = Readonly<Record<string, Schema | boolean>>;

/** Keywords that hold one schema. */
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

/** Keywords that hold an array of schemas. */
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

/** Keywords that hold schemas by name. */
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

/** A reference, followed once for one value. */
export const checkRef: Check = (value, ref: string, _, walk: Walk) => {
  if (walk.followed.includes(ref)) return undefined;
  const target = walk.resolve(ref);
  if (target === undefined) return undefined;
  return walk.judge(target, value, { ...walk, followed: [...walk.followed, ref] });
};

/** Whether `properties` or `patternProperties` judge a member, so that `additionalProperties` does not. */
export function isCovered(name: string, { properties, patternProperties }: Schema): Verdict {
  if (properties !== undefined && Object.hasOwn(properties, name)) return true;
  return negate(every(Object.keys(patternProperties ?? {}), (pattern) => negate(matches(pattern)(name))));
}

/** JSON Schema 2020-12 core, 10.2.1: a list of alternatives must not be empty. */
function orUnknown(schemas: readonly Schema[], verdict: Verdict): Verdict {
  return schemas.length === 0 ? undefined : verdict;
}

/** Holds if the first does (known not to, or unknown), or the second. */
function unless(exempt: Verdict, verdict: Verdict): Verdict {
  return exempt === false || verdict === true ? verdict : undefined;
}
