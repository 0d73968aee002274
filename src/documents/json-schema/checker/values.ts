import { isRecord, kindOf } from '../../../shared/values.js';
import type { Schema, SchemaType } from '../schema.js';
import { IS_OF_TYPE, isOfType } from '../types.js';
import { canonical, sameJson, valuesOf } from '../values.js';
import { matches, type Members, namesIn } from './members.js';
import type { Assertion, CompileKeyword, Verdict } from './assertion.js';

// Keywords that look at a value itself. Each has a test and the rest of a sentence about a refused value.

/** Longest list or pattern that a message quotes, in characters. */
const MAX_QUOTE = 200;

export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
}

function assertion(
  keyword: string,
  test: (value: unknown) => Verdict,
  say: (value: unknown) => string,
): Assertion {
  return {
    test,
    explain: (value, faults) => {
      faults.add(keyword, say(value));
    },
  };
}

const A_TYPE: Readonly<Record<SchemaType, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  null: 'null',
  array: 'an array',
  object: 'an object',
};

const compileType: CompileKeyword = (type: SchemaType | SchemaType[], schema) => {
  const types = [type].flat();
  const unknown = types.find((type) => !Object.hasOwn(IS_OF_TYPE, type));
  const [only] = types;
  const test = types.length === 1 && only !== undefined ? IS_OF_TYPE[only] : undefined;
  const explain: Assertion['explain'] = (value, faults) => {
    // The list of values is more precise.
    if (isListed(schema) && !valuesOf(schema)?.some((known) => sameJson(known, value))) return;
    const names = types.map((type) => A_TYPE[type]).join(' or ');
    faults.add('type', `must be ${names}, not ${describeKind(value)}`);
  };
  if (unknown === undefined) return { test: test ?? ((value) => isOfType(value, types)), explain };
  return {
    test: (value) => isOfType(value, types) || undefined,
    explain,
    undecidable: `${quote(unknown)} is not a type of JSON Schema`,
  };
};

function isListed(schema: Schema): boolean {
  return Array.isArray(schema.enum) || schema.const !== undefined;
}

function describeKind(value: unknown): string {
  if (typeof value !== 'number') return kindOf(value);
  // `1e400` in JSON text is parsed as Infinity.
  if (!Number.isFinite(value)) return String(value);
  return Number.isInteger(value) ? 'an integer' : 'a number';
}

function count(limit: number, noun: string): string {
  if (limit === 1) return `1 ${noun}`;
  return `${limit} ${noun === 'property' ? 'properties' : `${noun}s`}`;
}

type Bound = readonly [test: (value: never, limit: number) => Verdict, say: (limit: number) => string];

const NUMBERS: Readonly<Record<string, Bound>> = {
  minimum: [(value: number, limit) => value >= limit, (limit) => `must not be less than ${limit}`],
  maximum: [(value: number, limit) => value <= limit, (limit) => `must not be greater than ${limit}`],
  exclusiveMinimum: [(value: number, limit) => value > limit, (limit) => `must be greater than ${limit}`],
  exclusiveMaximum: [(value: number, limit) => value < limit, (limit) => `must be less than ${limit}`],
  multipleOf: [isMultiple, (divisor) => `must be a multiple of ${divisor}`],
};

const STRINGS: Readonly<Record<string, Bound>> = {
  minLength: [
    (value: string, limit) => value.length >= limit && lengthOf(value) >= limit,
    (limit) => `must have at least ${count(limit, 'character')}`,
  ],
  maxLength: [
    (value: string, limit) => value.length <= limit || lengthOf(value) <= limit,
    (limit) => `must have at most ${count(limit, 'character')}`,
  ],
};

const ARRAYS: Readonly<Record<string, Bound>> = {
  minItems: [
    (value: unknown[], limit) => value.length >= limit,
    (limit) => `must have at least ${count(limit, 'item')}`,
  ],
  maxItems: [
    (value: unknown[], limit) => value.length <= limit,
    (limit) => `must have at most ${count(limit, 'item')}`,
  ],
};

const OBJECTS: Readonly<Record<string, Bound>> = {
  minProperties: [
    (value: Members, limit) => namesIn(value).length >= limit,
    (limit) => `must have at least ${count(limit, 'property')}`,
  ],
  maxProperties: [
    (value: Members, limit) => namesIn(value).length <= limit,
    (limit) => `must have at most ${count(limit, 'property')}`,
  ],
};

function bounds(
  table: Readonly<Record<string, Bound>>,
  applies: (value: unknown) => boolean,
): readonly (readonly [string, CompileKeyword])[] {
  return Object.entries(table).map(([keyword, [test, say]]) => [
    keyword,
    (limit: unknown) =>
      typeof limit === 'number'
        ? assertion(
            keyword,
            (value) => !applies(value) || test(value as never, limit),
            () => say(limit),
          )
        : undefined,
  ]);
}

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * Divides in floating point, as validators do: 0.3 is not a multiple of 0.1. Validators disagree about
 * quotients beyond 1e21.
 */
export function isMultiple(value: number, divisor: number): Verdict {
  const quotient = value / divisor;
  return Math.abs(quotient) < 1e21 ? Number.isInteger(quotient) : undefined;
}

const compilePattern: CompileKeyword = (pattern: unknown) => {
  if (typeof pattern !== 'string') return undefined;
  const test = matches(pattern);
  return {
    ...assertion(
      'pattern',
      (value) => typeof value !== 'string' || test(value),
      () => `must match ${quote(pattern)}`,
    ),
    ...(test('') === undefined && { undecidable: `ECMAScript cannot compile the pattern ${quote(pattern)}` }),
  };
};

/** Accepts every value: another keyword of the schema decides. */
const DECIDED: Assertion = { test: () => true, explain: () => undefined };

const compileEnum: CompileKeyword = (values: unknown, schema) => {
  if (!Array.isArray(values)) return undefined;
  // A constant that is listed, too, has one fault.
  if (schema.const !== undefined && values.some((value) => sameJson(value, schema.const))) return DECIDED;
  const scalars = new Set(values.filter((value) => typeof value !== 'object' || value === null));
  const others = values.filter((value) => typeof value === 'object' && value !== null);
  const listed = quote(values.map((value) => JSON.stringify(value)).join(', '));
  return assertion(
    'enum',
    (value) => scalars.has(value) || others.some((candidate) => sameJson(candidate, value)),
    () => (values.length === 0 ? 'must be absent' : `must be one of ${listed}`),
  );
};

const compileConst: CompileKeyword = (constant: unknown) =>
  assertion(
    'const',
    (value) => sameJson(value, constant),
    () => `must be ${quote(JSON.stringify(constant))}`,
  );

const compileUnique: CompileKeyword = (unique: unknown) =>
  assertion(
    'uniqueItems',
    (value) =>
      unique !== true || !Array.isArray(value) || new Set(value.map(canonical)).size === value.length,
    () => 'must not contain the same item twice',
  );

const compileFormat: CompileKeyword = (format: string, _, within) =>
  assertion(
    'format',
    (value) => within.format(format, value),
    () => `must have the format ${quote(format)}`,
  );

export const VALUE_KEYWORDS: readonly (readonly [string, CompileKeyword])[] = [
  ['type', compileType],
  ['const', compileConst],
  ['enum', compileEnum],
  ...bounds(NUMBERS, (value) => typeof value === 'number'),
  ...bounds(STRINGS, (value) => typeof value === 'string'),
  ...bounds(ARRAYS, Array.isArray),
  ...bounds(OBJECTS, isRecord),
  ['pattern', compilePattern],
  ['format', compileFormat],
];

export const LATE_VALUE_KEYWORDS: readonly (readonly [string, CompileKeyword])[] = [
  ['uniqueItems', compileUnique],
];
