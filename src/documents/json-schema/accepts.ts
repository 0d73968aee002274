import { isRecord } from '../../shared/values.js';
import { checkRef, LIST, MAP, ONE } from './applicators.js';
import { BOUNDS, LISTS, NAMES, VALUES } from './assertions.js';
import type { Schema } from './schema.js';
import { UNEVALUATED } from './unevaluated.js';
import type { Check, Checks, Verdict, Walk } from './verdict.js';

/**
 * Whether a schema of JSON Schema 2020-12 accepts a JSON value. Content keywords are annotations, and so are formats
 * without a `format` function.
 *
 * @param resolve finds the schema behind a `$ref`
 * @param format judges a value by a format
 * @returns `undefined` where it cannot be told: a reference that nothing resolves or that only leads back to itself, a
 * pattern that ECMAScript does not read, a keyword whose argument is of the wrong type
 */
export function accepts(
  schema: Schema | boolean,
  value: unknown,
  resolve: (ref: string) => Schema | undefined = () => undefined,
  format: Walk['format'] = () => true,
): boolean | undefined {
  return judge(schema, value, { judge, resolve, format, followed: [], known: new Map() });
}

function judge(schema: Schema | boolean, value: unknown, walk: Walk): Verdict {
  if (typeof schema === 'boolean') return schema;
  let all: Verdict = true;
  for (const keyword of Object.keys(schema)) {
    const argument: unknown = (schema as Readonly<Record<string, unknown>>)[keyword];
    const check: Check | undefined = argument === undefined ? undefined : CHECKS.get(keyword);
    if (check === undefined) continue;
    const verdict = check(value, argument as never, schema, walk);
    if (verdict === false) return false;
    all = verdict && all;
  }
  return all;
}

/** A document under way may hold an override that no validator would read. */
function checksOf(isArgument: (argument: unknown) => boolean, checks: Checks): [string, Check][] {
  return Object.entries(checks).map(([keyword, check]) => [
    keyword,
    (value, argument, schema, walk) =>
      isArgument(argument) ? check(value, argument, schema, walk) : undefined,
  ]);
}

const isAnything = (): boolean => true;
const isNumber = (argument: unknown): boolean => typeof argument === 'number';
const isSchema = (argument: unknown): boolean => typeof argument === 'boolean' || isRecord(argument);

/** Keywords that assert something; all others annotate. */
const CHECKS: ReadonlyMap<string, Check> = new Map([
  ...checksOf(isAnything, VALUES),
  ...checksOf(isNumber, BOUNDS),
  ...checksOf(Array.isArray, { ...LISTS, ...LIST }),
  ...checksOf(isRecord, { ...NAMES, ...MAP }),
  ...checksOf(isSchema, { ...ONE, ...UNEVALUATED }),
  ['$ref', checkRef],
  ['$dynamicRef', () => undefined],
  ['format', (value, format: string, _, walk) => walk.format(format, value)],
]);
