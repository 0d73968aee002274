import type { Schema } from '../schema.js';
import { textsOfPattern } from './pattern-text.js';

const TEXT = 'string';

/** Longest text that is made for a minimum length. */
const LONGEST = 10_000;

/** A readable value of each format. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['date', '2026-01-31'],
  ['time', '13:45:30Z'],
  ['date-time', '2026-01-31T13:45:30Z'],
  ['duration', 'P1D'],
  ['email', 'user@example.com'],
  ['idn-email', 'user@example.com'],
  ['hostname', 'example.com'],
  ['idn-hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com'],
  ['url', 'https://example.com'],
  ['iri', 'https://example.com'],
  ['uri-reference', 'https://example.com'],
  ['iri-reference', 'https://example.com'],
  ['uri-template', '/path/{id}'],
  ['uuid', '123e4567-e89b-42d3-a456-426614174000'],
  ['byte', 'c3RyaW5n'],
  ['password', 'pa55-Word-4711'],
  ['regex', '^[a-z]+$'],
  ['json-pointer', '/path'],
  ['relative-json-pointer', '1/path'],
]);

/**
 * Values of rules whose short pattern accepts more than the rule does; a law test compares them with
 * class-validator.
 */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  ['^[0-9A-Fa-f]*[.:][0-9A-Fa-f.:]*(%[0-9A-Za-z.-]+)?$', '192.0.2.1'],
  ['^[^!-~]*[Hh][Ss][Ll][Aa]?\\([^()]*\\)[^!-~]*$', 'hsl(120, 50%, 50%)'],
  ['^[ \\t\\n\\r]*[{\\[]', '{"key":"value"}'],
  ['^[A-Za-z0-9_+:/-]+$', 'Europe/Paris'],
  ['^[A-Za-z]+/[A-Za-z0-9.+_-]+(;[^;]+)*$', 'text/plain'],
  ['^magnet:\\?', 'magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a'],
  ['^[A-Za-z]{1,8}([-_][A-Za-z0-9_-]*)?$', 'en-GB'],
  ['[^@]@[^@]', 'User <user@example.com>'],
  ['^[0-9 -]+$', '4111111111111111'],
  ['^([0-9]{8}|[0-9]{13,14})$', '4006381333931'],
  ['^[A-Z]{2}[0-9A-Z]{9}[0-9]$', 'US0378331005'],
  ['^[0-9 -]{13,}$', '978-3-16-148410-0'],
  ['^[0-9]{4}-?[0-9]{3}[0-9Xx]$', '0378-5955'],
  ['^[0-9]{4}-[0-9]{3}[0-9X]$', '0378-5955'],
  ['^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$', 'DE89370400440532013000'],
  ['^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$', 'DEUTDEFF'],
]);

function textsOfFormat({ format = '', contentEncoding = '' }: Schema): string[] {
  const known = FORMATS.get(format);
  const ofFormat = known === undefined ? [] : [known];
  return contentEncoding.startsWith('base64') ? [...ofFormat, 'c3RyaW5n'] : ofFormat;
}

function textsOfItsPattern({ pattern }: Schema): readonly string[] {
  if (typeof pattern !== 'string') return [];
  const known = PATTERNS.get(pattern);
  return known === undefined ? textsOfPattern(pattern) : [known, ...textsOfPattern(pattern)];
}

/** Yields texts, the most readable first. The caller checks them against all schemas. */
export function* exampleStrings(schemas: readonly Schema[]): Generator<string> {
  const bases = [...schemas.flatMap(textsOfFormat), ...schemas.flatMap(textsOfItsPattern)];
  yield* bases;
  yield TEXT;
  for (const length of lengthsOf(schemas)) {
    yield TEXT.repeat(Math.ceil(length / TEXT.length)).slice(0, length);
    yield '1'.repeat(length);
    for (const base of bases)
      if (base !== '' && base.length < length) yield base + base.slice(-1).repeat(length - base.length);
  }
  // Texts of numbers, dates and booleans, which several rules ask for.
  yield* ['1', '1.5', 'true', 'a', '', ...FORMATS.values()];
}

function lengthsOf(schemas: readonly Schema[]): number[] {
  const lengths = schemas.flatMap(({ minLength, maxLength }) => [minLength, maxLength]);
  return lengths.filter((length): length is number => typeof length === 'number' && length <= LONGEST);
}

/** Yields numbers, the most readable first. The caller checks them against all schemas. */
export function* exampleNumbers(schemas: readonly Schema[]): Generator<number> {
  const lower = numbersOf(schemas, ['minimum', 'exclusiveMinimum']);
  const upper = numbersOf(schemas, ['maximum', 'exclusiveMaximum']);
  const near = [1, 0, ...lower.flatMap((bound) => [bound, Math.floor(bound) + 1])];
  near.push(...upper.flatMap((bound) => [bound, Math.ceil(bound) - 1]));
  yield* near;
  for (const step of numbersOf(schemas, ['multipleOf']))
    for (const number of near) yield* [Math.ceil(number / step) * step, Math.floor(number / step) * step];
  for (const low of lower) for (const high of upper) yield (low + high) / 2;
}

function numbersOf(
  schemas: readonly Schema[],
  keywords: readonly ('minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf')[],
): number[] {
  const numbers = schemas.flatMap((schema) => keywords.map((keyword) => schema[keyword]));
  return numbers.filter((number) => typeof number === 'number');
}
