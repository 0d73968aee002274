import fc from 'fast-check';
import type { ContractCase } from '../corpus/case.js';
import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import { samples } from '../samples.js';
import { valuesOf } from '../values/from-schema.js';
import { mutationsOf } from '../../../src/tools/fuzz/values/mutate.js';
import { pathsOf, replaceAt, type JsonPath } from '../../../src/tools/fuzz/values/json-path.js';
import { values as pool } from '../../../src/tools/fuzz/values/pool.js';
import { verdictOf, type Failure } from '../verdict.js';
import { judgeOf } from './schema.js';
import { nameOfKey } from './metadata.js';
import { classOf, valueAt } from './property-place.js';

/** Values to ask about, for one class. */
export interface Values {
  /** Accepted under default options, where any could be found. */
  readonly bases: readonly unknown[];
  /** Made by the schema, whatever the verdict. */
  readonly others: readonly unknown[];
}

/** From the schema, and mended where validation wants what no schema says. */
export async function valuesFor(
  tested: ContractCase,
  options: ValidationOptions,
  count: number,
  seed: number,
): Promise<Values> {
  const { schema } = judgeOf(tested, options);
  const { values: given = [] } = tested;
  const made = fc.sample(valuesOf(schema, { defs: schema.$defs, depth: 0 }), { numRuns: count, seed });
  const bases: unknown[] = [];
  const others: unknown[] = [];
  for (const value of [...given, ...made]) {
    const mended = await mend(tested, options, value);
    (mended.accepted ? bases : others).push(mended.value);
    if (mended.value !== value) others.push(value);
  }
  const largest = bases.sort((a, b) => sizeOf(a) - sizeOf(b)).filter((one) => sizeOf(one) < LARGE);
  return {
    bases: (largest.length === 0 ? bases.slice(0, 1) : largest).slice(-MOST),
    others: others.slice(0, MOST),
  };
}

/** Values around the accepted ones, and a few that have nothing to do with the class. */
export function around(
  { bases, others }: Values,
  keys: readonly string[],
  count: number,
  seed: number,
): unknown[] {
  // Where no object passes, nothing around one does.
  if (bases.length === 0) return [...others];
  const from = fc.constantFrom(...bases);
  const mutated = fc.sample(mutationsOf(fc, from, keys), { numRuns: count, seed });
  const unrelated = fc.sample(fc.constantFrom(...pool), { numRuns: 3, seed });
  return [...bases, ...others.slice(0, 4), ...mutated, ...unrelated];
}

/** All names in a value: a property may get each of them. */
export function keysIn(values: readonly unknown[]): string[] {
  const paths = values.flatMap((value) => pathsOf(value));
  return [...new Set(paths.flatMap((path) => path.filter((step) => typeof step === 'string')))];
}

const sizeOf = (value: unknown): number => pathsOf(value).length;

const MOST = 8;
/** Values of recursive classes are as large as they may be. */
const LARGE = 80;
const ROUNDS = 3;

/** Puts in place what the rules that failed are known to accept. */
async function mend(
  tested: ContractCase,
  options: ValidationOptions,
  first: unknown,
): Promise<{ value: unknown; accepted: boolean }> {
  let value = first;
  for (let round = 0; ; round += 1) {
    const { accepted, failures, instance } = await verdictOf(tested, value, options);
    const mendable = failures.filter(({ rules }) => rules.some((rule) => rule in samples));
    if (accepted || round === ROUNDS || mendable.length === 0) return { value, accepted };
    for (const failure of mendable) value = mendAt(value, instance(), failure);
  }
}

function mendAt(value: unknown, instance: unknown, { keys, rules }: Failure): unknown {
  const path = wirePath(instance, keys);
  const sample = samples[rules.find((rule) => rule in samples)!];
  const isList = Array.isArray(valueAt(value, path)) && !Array.isArray(sample);
  return putAt(value, path, isList ? [sample] : sample);
}

function wirePath(instance: unknown, keys: readonly string[]): JsonPath {
  let made = instance;
  return keys.map((key) => {
    const owner = classOf(made);
    const holder = made as Record<string, unknown> | undefined;
    made = made instanceof Map ? (made as Map<string, unknown>).get(key) : holder?.[key];
    return owner === undefined ? key : nameOfKey(owner, key);
  });
}

/** A copy with a value at a place, whether something stood there or not. */
export function putAt(value: unknown, path: JsonPath, put: unknown): unknown {
  const last = path.at(-1);
  if (last === undefined) return put;
  return replaceAt(value, path.slice(0, -1), (holder) => {
    if (Array.isArray(holder))
      return holder.map((one: unknown, index) => (String(index) === String(last) ? put : one));
    const isObject = typeof holder === 'object' && holder !== null;
    const members = isObject ? Object.entries(holder) : [];
    return Object.fromEntries([...members.filter(([name]) => name !== last), [last, put]]);
  });
}
