import { type Schema, valuesOf } from 'dtospec/internal';
import { FORMAT_SAMPLES, type PatternStrings } from './pattern-strings.js';

export const OF_EACH_TYPE: readonly unknown[] = ['a', 1, 0.5, true, null, {}, []];

/** Maximum length of strings to try. Schemas that differ only for longer strings are `unclear`. */
const MAX_LENGTH = 100_000;

export function* scalarCandidates(schemas: readonly Schema[], patterns: PatternStrings): Generator {
  for (const schema of schemas) yield* examplesOf(schema);
  for (const schema of schemas) yield* valuesOf(schema) ?? [];
  yield* stringCandidates(schemas, patterns);
  yield* numberCandidates(schemas);
  yield* [true, false, null];
}

function* examplesOf(schema: Schema): Generator {
  if (Array.isArray(schema.examples)) yield* schema.examples;
  if ('example' in schema) yield (schema as { example: unknown }).example;
  if ('default' in schema) yield schema.default;
}

function* stringCandidates(schemas: readonly Schema[], patterns: PatternStrings): Generator<string> {
  const formats = schemas.flatMap(({ format }) => (format === undefined ? [] : [format]));
  const bases = [
    ...formats.flatMap((format) =>
      Object.hasOwn(FORMAT_SAMPLES, format) ? (FORMAT_SAMPLES[format] ?? []) : [],
    ),
    ...schemas.flatMap(({ pattern }) => (typeof pattern === 'string' ? patterns.of(pattern) : [])),
  ];
  yield* bases;
  const lengths = boundsOf(schemas, ['minLength', 'maxLength']).filter((length) => length <= MAX_LENGTH);
  for (const length of lengths) {
    yield 'a'.repeat(length);
    // A base of the required length, for a pattern or a format.
    const longer = bases.find((base) => base.length === length);
    if (longer !== undefined) yield longer;
    for (const base of bases)
      if (base.length > 0 && base.length < length) yield base + base.slice(-1).repeat(length - base.length);
  }
  yield* [
    'a',
    'b',
    '',
    'A',
    '0',
    '1',
    '12',
    'abc',
    'a b',
    ' ',
    '-',
    'é',
    '😀',
    '-1',
    '1.5',
    'true',
    'Abc-123_',
  ];
  if (formats.length > 0) for (const samples of Object.values(FORMAT_SAMPLES)) yield* samples;
}

function* numberCandidates(schemas: readonly Schema[]): Generator<number> {
  const bounds = BOUNDS.flatMap((keyword) =>
    schemas.flatMap((schema) => (typeof schema[keyword] === 'number' ? [schema[keyword]] : [])),
  );
  const near = [...bounds, 0].flatMap((bound) => [bound, bound + 1, bound - 1, bound + 0.5, bound - 0.5]);
  const steps = schemas.flatMap(({ multipleOf }) =>
    typeof multipleOf === 'number' && multipleOf > 0 ? [multipleOf] : [],
  );
  yield* near;
  for (const step of steps) {
    for (const number of near) yield* [Math.ceil(number / step) * step, Math.floor(number / step) * step];
    for (const factor of [1, 2, 3, 5, 7]) yield step * factor;
  }
  for (const first of steps) for (const second of steps) yield first * second;
  yield* [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53, 1e15, 1.25, -1.5];
}

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

export function boundsOf(
  schemas: readonly Schema[],
  keywords: readonly (
    | 'minLength'
    | 'maxLength'
    | 'minItems'
    | 'maxItems'
    | 'minProperties'
    | 'maxProperties'
  )[],
): number[] {
  const bounds = schemas.flatMap((schema) =>
    keywords.flatMap((keyword) => {
      const bound = schema[keyword];
      return typeof bound === 'number' ? [bound, bound + 1, bound - 1] : [];
    }),
  );
  return [...new Set(bounds)].filter((bound) => bound >= 0 && Number.isInteger(bound)).sort((a, b) => a - b);
}
