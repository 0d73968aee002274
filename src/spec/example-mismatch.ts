import type { Schema } from '../json-schema/schema.js';
import { IS, isRecord, typesOf } from './examples.js';

/** Finds the schema behind a `$ref`; undefined for one that is not in the document. */
export type Resolve = (ref: string) => Schema | undefined;

/**
 * Why a value does not satisfy a schema, or undefined. A light check for examples, not a validator: it knows
 * the common keywords and takes everything else for satisfied.
 */
export function findMismatch(value: unknown, schema: Schema, resolve: Resolve): string | undefined {
  return findIn(value, schema, { resolve, followed: [] });
}

interface Walk {
  readonly resolve: Resolve;
  /** References that led to this schema for this same value: a union that contains itself ends here. */
  readonly followed: readonly string[];
}

function findIn(value: unknown, schema: Schema, walk: Walk): string | undefined {
  for (const check of CHECKS) {
    const mismatch = check(value, schema, walk);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

/** A member or an item is another value, for which every reference may be followed again. */
function findInside(value: unknown, schema: Schema, { resolve }: Walk): string | undefined {
  return findIn(value, schema, { resolve, followed: [] });
}

type Check = (value: unknown, schema: Schema, walk: Walk) => string | undefined;

const CHECKS: readonly Check[] = [
  checkRef,
  checkType,
  checkValues,
  checkNumber,
  checkText,
  checkList,
  checkMembers,
  checkCombined,
];

function checkRef(value: unknown, { $ref }: Schema, walk: Walk): string | undefined {
  if ($ref === undefined || walk.followed.includes($ref)) return undefined;
  const target = walk.resolve($ref);
  return target && findIn(value, target, { ...walk, followed: [...walk.followed, $ref] });
}

function checkType(value: unknown, schema: Schema): string | undefined {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => IS[type](value))
    ? undefined
    : `its type is not ${types.join(' or ')}`;
}

function checkValues(value: unknown, schema: Schema): string | undefined {
  const same = (other: unknown): boolean => JSON.stringify(other) === JSON.stringify(value);
  if ('const' in schema && !same(schema.const)) return `it is not ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined && !schema.enum.some(same))
    return `it is none of ${JSON.stringify(schema.enum)}`;
  return undefined;
}

function checkNumber(value: unknown, schema: Schema): string | undefined {
  if (typeof value !== 'number') return undefined;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined && value < minimum) return `it is less than ${minimum}`;
  if (maximum !== undefined && value > maximum) return `it is more than ${maximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return `it is not more than ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return `it is not less than ${exclusiveMaximum}`;
  return undefined;
}

function checkText(value: unknown, { minLength, maxLength, pattern }: Schema): string | undefined {
  if (typeof value !== 'string') return undefined;
  // JSON Schema counts characters, not UTF-16 units.
  const { length } = Array.from(value);
  if (minLength !== undefined && length < minLength) return `it is shorter than ${minLength}`;
  if (maxLength !== undefined && length > maxLength) return `it is longer than ${maxLength}`;
  return pattern === undefined || matches(pattern, value) ? undefined : `it does not match ${pattern}`;
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

function checkList(value: unknown, schema: Schema, walk: Walk): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const { minItems, maxItems, items, prefixItems = [] } = schema;
  if (minItems !== undefined && value.length < minItems) return `it has fewer than ${minItems} items`;
  if (maxItems !== undefined && value.length > maxItems) return `it has more than ${maxItems} items`;
  return firstMismatch(value, (item, index) => {
    const itemSchema = prefixItems[index] ?? items;
    if (itemSchema === false) return `item ${index} is one too many`;
    const mismatch = typeof itemSchema === 'object' ? findInside(item, itemSchema, walk) : undefined;
    return mismatch && `item ${index}: ${mismatch}`;
  });
}

function checkMembers(value: unknown, schema: Schema, walk: Walk): string | undefined {
  if (!isRecord(value)) return undefined;
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${missing} is missing`;
  return firstMismatch(Object.entries(value), ([name, member]) => {
    const isDeclared = Object.hasOwn(properties, name);
    const memberSchema = isDeclared
      ? properties[name]
      : schema.patternProperties
        ? undefined
        : additionalProperties;
    if (memberSchema === false) return `${name} is not a property`;
    const mismatch = typeof memberSchema === 'object' ? findInside(member, memberSchema, walk) : undefined;
    return mismatch && `${name}: ${mismatch}`;
  });
}

function checkCombined(value: unknown, schema: Schema, walk: Walk): string | undefined {
  const refused = firstMismatch(schema.allOf ?? [], (part) => findIn(value, part, walk));
  if (refused !== undefined) return refused;
  for (const options of [schema.anyOf, schema.oneOf]) {
    const mismatches = options?.map((option) => findIn(value, option, walk)) ?? [];
    if (mismatches.length > 0 && mismatches.every((mismatch) => mismatch !== undefined)) {
      return `it is none of the alternatives (${mismatches.join('; ')})`;
    }
  }
  return undefined;
}

function firstMismatch<T>(
  values: readonly T[],
  find: (value: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, value] of values.entries()) {
    const mismatch = find(value, index);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}
