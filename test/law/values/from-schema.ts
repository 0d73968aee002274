import fc from 'fast-check';
import { anyCharacter } from '../../fixtures/any-character.js';
import { stringsMatching } from '../../fixtures/strings-matching.js';
import type { Schema } from '../../../src/documents/json-schema/schema.js';
import { intersect } from '../../../src/documents/json-schema/intersect.js';
import * as pool from '../../../src/tools/fuzz/values/pool.js';

/** Where references lead to, and how deep the walk is. */
interface Walk {
  readonly defs: Readonly<Record<string, Schema>>;
  readonly depth: number;
  /** References on the way here. */
  readonly above?: ReadonlySet<string>;
}

/** Beyond this depth optional parts stay away, so that recursion ends. */
const MAX_DEPTH = 4;

/**
 * Values meant to satisfy a schema. Not every one does (a pattern beside a length, a `not`): the comparison
 * asks a validator and never takes validity for granted.
 */
export function valuesOf(schema: Schema | boolean, walk: Walk): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean' || isOpen(schema)) return fc.constantFrom(...pool.values);
  const { $ref, oneOf, anyOf, allOf, if: condition, then, else: otherwise, ...rest } = schema;
  if ($ref !== undefined) return referred($ref, rest, walk);
  const branches = oneOf ?? anyOf;
  if (branches !== undefined) {
    const { oneOf: _one, anyOf: _any, ...others } = schema;
    return fc.oneof(...branches.map((branch) => valuesOf(intersect(others, branch), walk)));
  }
  if (allOf !== undefined) {
    const { allOf: _all, ...others } = schema;
    // What two parts say apart they may not say together, so each has its turn; most values satisfy only one.
    return fc.oneof(...allOf.map((part) => valuesOf({ ...others, ...part }, walk)));
  }
  if (condition !== undefined)
    return fc.oneof(
      valuesOf(intersect(intersect(rest, condition), then ?? {}), walk),
      valuesOf(intersect(rest, otherwise ?? {}), walk),
    );
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = schema.type === undefined ? guessTypes(schema) : [schema.type].flat();
  return fc.oneof(...types.map((type) => BY_TYPE[type](schema, walk)));
}

/** What refers to itself goes on with its first alternative only, or lists of lists would never end. */
function referred($ref: string, rest: Schema, walk: Walk): fc.Arbitrary<unknown> {
  const { anyOf, ...schema } = walk.defs[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {};
  const known = anyOf && { anyOf: walk.above?.has($ref) === true ? anyOf.slice(0, 1) : anyOf };
  const above = new Set(walk.above).add($ref);
  return valuesOf(intersect(rest, { ...schema, ...known }), { ...walk, above });
}

const BY_TYPE: Readonly<
  Record<
    Exclude<Schema['type'], undefined | unknown[]>,
    (schema: Schema, walk: Walk) => fc.Arbitrary<unknown>
  >
> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: numberOf,
  number: numberOf,
  string: stringOf,
  array: arrayOf,
  object: objectOf,
};

function isOpen(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'not' || keyword === 'description');
}

/** The types that a schema without `type` says something about. */
function guessTypes(schema: Schema): Exclude<Schema['type'], undefined | unknown[]>[] {
  if (schema.properties !== undefined || schema.required !== undefined) return ['object'];
  if (schema.items !== undefined || schema.minItems !== undefined) return ['array'];
  if (schema.pattern !== undefined || schema.minLength !== undefined) return ['string'];
  if (schema.minimum !== undefined || schema.maximum !== undefined) return ['number'];
  return ['string', 'number', 'object', 'array', 'boolean'];
}

function numberOf(schema: Schema): fc.Arbitrary<number> {
  const low = schema.minimum ?? schema.exclusiveMinimum ?? -1000;
  const high = Math.max(low, schema.maximum ?? schema.exclusiveMaximum ?? low + 2000);
  const step = schema.multipleOf ?? 1;
  const whole = fc
    .integer({ min: Math.ceil(low / step), max: Math.max(Math.ceil(low / step), Math.floor(high / step)) })
    .map((count) => count * step);
  const edges = fc.constantFrom(low, high, low + step, high - step);
  if (schema.type === 'integer' || schema.multipleOf !== undefined) return fc.oneof(whole, edges);
  const real = fc.double({ min: low, max: high, noNaN: true });
  return fc.oneof(
    whole,
    edges,
    real,
    real.map((one) => Math.round(one * 100) / 100),
  );
}

const written = fc.oneof(
  fc.constantFrom(...pool.wanted, ...pool.texts),
  fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
);

function stringOf(schema: Schema): fc.Arbitrary<string> {
  const { pattern, minLength = 0, maxLength = minLength + 12 } = schema;
  const most = Math.max(minLength, maxLength);
  const size = { minLength, maxLength: Math.min(most, minLength + 40) };
  const plain = fc.oneof(
    fc.string({ ...size, unit: fc.constantFrom(...Array.from('abcXYZ019_-. ')) }),
    fc.string({ ...size, unit: anyCharacter }),
    fc.constantFrom(minLength, most).chain((length) => fc.constant('a'.repeat(length))),
  );
  const matching = pattern === undefined ? undefined : matchingOf(pattern);
  if (matching !== undefined) return fc.oneof({ weight: 4, arbitrary: matching }, plain);
  const free = schema.format === 'date-time' ? written : fc.constantFrom(...pool.wanted, ...pool.texts);
  return fc.oneof(plain, {
    weight: pattern === undefined && schema.format === undefined ? 1 : 3,
    arbitrary: free,
  });
}

/** `undefined` for what fast-check cannot generate from: look-around, and a class without printable ASCII, for which it looks for ever. */
function matchingOf(pattern: string): fc.Arbitrary<string> | undefined {
  if (!matching.has(pattern)) matching.set(pattern, makeMatching(pattern));
  return matching.get(pattern);
}

/** Slow to make, and the same patterns come again and again. */
const matching = new Map<string, fc.Arbitrary<string> | undefined>();

function makeMatching(pattern: string): fc.Arbitrary<string> | undefined {
  if (classesExcluding(pattern).some((excluding) => !PRINTABLE.some((letter) => excluding.test(letter))))
    return undefined;
  try {
    const arbitrary = stringsMatching(pattern);
    fc.sample(arbitrary, 1);
    return arbitrary;
  } catch {
    return undefined;
  }
}

/** fast-check draws from these, and leaves out what a class excludes. */
const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

function classesExcluding(pattern: string): RegExp[] {
  return (pattern.match(/\[\^(?:\\.|[^\]\\])*\]/gu) ?? []).map((one) => new RegExp(one, 'u'));
}

function arrayOf(schema: Schema, walk: Walk): fc.Arbitrary<unknown[]> {
  const deeper = { ...walk, depth: walk.depth + 1 };
  const { minItems = 0, prefixItems, items = {}, contains } = schema;
  if (prefixItems !== undefined) return fc.tuple(...prefixItems.map((item) => valuesOf(item, deeper)));
  const most = Math.min(schema.maxItems ?? minItems + 4, minItems + (walk.depth > MAX_DEPTH ? 0 : 4));
  if (most === 0 && contains === undefined) return fc.constant([]);
  const item = valuesOf(items, deeper);
  const list = fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, most) });
  if (contains === undefined) return list;
  return fc.tuple(list, valuesOf(contains, deeper)).map(([some, one]) => [one, ...some]);
}

function objectOf(schema: Schema, walk: Walk): fc.Arbitrary<unknown> {
  const deeper = { ...walk, depth: walk.depth + 1 };
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = [...new Set([...Object.keys(properties), ...required])].filter(
    (name) => walk.depth <= MAX_DEPTH || required.includes(name),
  );
  const members = Object.fromEntries(names.map((name) => [name, valuesOf(properties[name] ?? {}, deeper)]));
  const known = fc.record(members, { requiredKeys: required });
  if (typeof additionalProperties !== 'object' && (schema.minProperties ?? 0) === 0) return known;
  const others = fc.dictionary(
    fc.constantFrom('a', 'b', 'long name', ...pool.keys),
    valuesOf(typeof additionalProperties === 'object' ? additionalProperties : {}, deeper),
    { minKeys: schema.minProperties ?? 0, maxKeys: 3 },
  );
  return fc.tuple(known, others).map(([one, two]) => ({ ...two, ...one }));
}
