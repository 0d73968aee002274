import type fastCheck from 'fast-check';
import { isRecord } from 'dtospec/internal';
import { pathsOf, removeAt, replaceAt } from './json-path.js';
import * as pool from './pool.js';

type Mutation = (
  value: unknown,
  context: { readonly keys: readonly string[]; readonly number: number },
) => unknown;

const MUTATIONS: readonly Mutation[] = [
  () => null,
  (_, { number }) => pick(pool.values, number),
  (_, { number }) => pick(pool.texts, number),
  (_, { number }) => pick(pool.wanted, number),
  (_, { number }) => pick(pool.numbers, number),
  (value) => [value],
  (value) => [[value]],
  (value) => (Array.isArray(value) ? ((value as unknown[])[0] ?? null) : [value, value]),
  (value) => (Array.isArray(value) ? [...(value as unknown[]), ...(value as unknown[])] : value),
  (value) => (Array.isArray(value) ? [] : {}),
  (value) => (Array.isArray(value) ? Object.assign({}, value) : value),
  (value) => (Array.isArray(value) ? [...(value as unknown[]), null] : { inner: value }),
  (value) => nudge(value),
  (value) => (typeof value === 'string' ? ` ${value}` : JSON.stringify(value)),
  (value) => (typeof value === 'string' ? swapCase(value) : Number(value === true)),
  (value) => (typeof value === 'string' ? value.slice(0, -1) : Boolean(value)),
  (value) => (typeof value === 'string' ? `${value}😀` : value),
  (value, { number }) => dropKey(value, number),
  (value, { number }) => dropKey(value, number),
  (value, { keys, number }) => renameKey(value, pick(keys, number), number),
  (value, { keys, number }) =>
    addKey(value, pick([...pool.keys, ...keys], number), pick(pool.values, number >> 5)),
];

/**
 * Returns valid values with up to three changes at any depth.
 * @param fc fast-check, an optional peer dependency
 * @param keys possible names of properties
 */
export function mutationsOf(
  fc: typeof fastCheck,
  values: fastCheck.Arbitrary<unknown>,
  keys: readonly string[],
): fastCheck.Arbitrary<unknown> {
  const change = fc.tuple(fc.nat(), fc.nat({ max: MUTATIONS.length - 1 }), fc.nat({ max: 1 << 20 }));
  const changes = fc.array(change, { minLength: 1, maxLength: 3, size: 'max' });
  return fc.tuple(values, changes).map(([value, all]) =>
    all.reduce((before, [place, mutation, number]) => {
      const path = pick(pathsOf(before), place);
      return replaceAt(before, path, (one) => pick(MUTATIONS, mutation)(one, { keys, number }));
    }, value),
  );
}

function dropKey(value: unknown, number: number): unknown {
  if (!isRecord(value) || Object.keys(value).length === 0) return value;
  return removeAt(value, [pick(Object.keys(value), number)]);
}

function renameKey(value: unknown, to: string, number: number): unknown {
  if (!isRecord(value) || Object.keys(value).length === 0) return value;
  const from = pick(Object.keys(value), number >> 4);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key === from ? to : key, item]));
}

function addKey(value: unknown, key: string, added: unknown): unknown {
  return isRecord(value) ? Object.fromEntries([...Object.entries(value), [key, added]]) : value;
}

function nudge(value: unknown): unknown {
  if (typeof value === 'number') return value + (Number.isInteger(value) ? 1 : 0.001);
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? value + (value.at(-1) ?? 'a') : value;
}

function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}
