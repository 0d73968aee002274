import { sameJson } from '../../../documents/json-schema/values.js';
import type { FuzzTarget } from '../operations.js';
import type { RandomValues } from '../values/random.js';
import type { RequestCase } from '../request-case.js';
import { pathsOf, replaceAt, valueAt } from '../values/json-path.js';

/** Yields smaller requests: without one part, member or item, or with one simpler value. The simplest come first. */
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
  for (const path of pathsOf(value)) {
    const there = valueAt(value, path);
    const usual = valueAt(plain, path);
    if (sameJson(there, usual)) continue;
    if (usual !== undefined) yield replaceAt(value, path, () => usual);
    for (const simpler of random.simpler(there))
      if (!sameJson(simpler, there)) yield replaceAt(value, path, () => simpler);
  }
}
