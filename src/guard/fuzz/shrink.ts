import { sameJson } from '../../documents/json-schema/values.js';
import type { FuzzTarget } from './operations.js';
import type { RandomValues } from './values/random.js';
import type { RequestCase } from './request-case.js';
import { pathsOf, removeAt, replaceAt, valueAt, valueIn } from './values/json-path.js';

/**
 * Yields requests that are smaller in one step: without a part, a member or an item, or with a simpler value, the
 * plainest first.
 */
export function* smallerCases(
  { parameters }: FuzzTarget,
  given: RequestCase,
  plainest: RequestCase,
  random: RandomValues,
): Generator<RequestCase> {
  const required = new Set(parameters.filter(({ isRequired }) => isRequired).map(({ key }) => key));
  const optional = [...given.values.keys()].filter((key) => !required.has(key));
  if (optional.length > 1) yield without(given, optional);
  for (const key of optional) yield without(given, [key]);
  for (const [key, value] of given.values)
    for (const smaller of smallerValues(value, plainest.values.get(key), random))
      yield { ...given, values: new Map(given.values).set(key, smaller) };
}

function without(given: RequestCase, keys: readonly string[]): RequestCase {
  return { ...given, values: new Map([...given.values].filter(([key]) => !keys.includes(key))) };
}

function* smallerValues(value: unknown, plain: unknown, random: RandomValues): Generator {
  if (sameJson(value, plain)) return;
  const places = pathsOf(value);
  for (const path of places) {
    const there = valueAt(value, path);
    if (typeof there !== 'object' || there === null) continue;
    const keys: (string | number)[] = Array.isArray(there) ? [...there.keys()] : Object.keys(there);
    if (keys.length > 1) {
      const half = new Set(keys.slice(keys.length / 2));
      yield replaceAt(value, path, () => withoutKeys(there, half));
    }
    for (const key of [...keys].reverse()) yield removeAt(value, [...path, key]);
  }
  for (const path of places) {
    const there = valueAt(value, path);
    const usual = valueIn(plain, path);
    if (sameJson(there, usual)) continue;
    if (usual !== undefined) yield replaceAt(value, path, () => usual);
    for (const scalar of random.simpler(there))
      if (!sameJson(scalar, there)) yield replaceAt(value, path, () => scalar);
  }
}

function withoutKeys(holder: object, keys: ReadonlySet<string | number>): unknown {
  return Array.isArray(holder)
    ? holder.filter((_, index) => !keys.has(index))
    : Object.fromEntries(Object.entries(holder).filter(([key]) => !keys.has(key)));
}
