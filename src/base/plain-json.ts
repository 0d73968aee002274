import { isSettled } from './settled.js';
import { recordFor, setMember } from './values.js';

/** Deeper than any document: only a value that contains itself goes there. */
const MAX_DEPTH = 1000;

/** Says each string on the way. */
type MapText = ((text: string) => string) | undefined;

/**
 * A copy as plain JSON: dates as strings, nothing undefined, a bigint as a number where one holds it exactly.
 * @param mapText given each string in it, in the order they stand there, says what stands there; not given names of members
 * @throws TypeError for a value that contains itself
 */
export function plainJson<T>(value: T, mapText?: MapText): T {
  return copy(value, '', 0, mapText) as T;
}

function copy(value: unknown, key: string, depth: number, mapText: MapText): unknown {
  if (typeof value === 'string') return mapText === undefined ? value : mapText(value);
  if (typeof value === 'bigint') return plainBigint(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (isSettled(value)) return value;
  if (depth > MAX_DEPTH) throw new TypeError('the value contains itself');
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') {
    const said: unknown = toJSON.call(value, key);
    return said === value ? copyMembers(value, depth, mapText) : copy(said, key, depth + 1, mapText);
  }
  if (Array.isArray(value))
    return value.map((item: unknown, index) => copy(item, String(index), depth + 1, mapText) ?? null);
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return value.valueOf();
  return copyMembers(value, depth, mapText);
}

function copyMembers(value: object, depth: number, mapText: MapText): Record<string, unknown> {
  const names = Object.keys(value);
  const copied = recordFor<unknown>(names);
  for (const name of names) {
    const member = copy((value as Readonly<Record<string, unknown>>)[name], name, depth + 1, mapText);
    if (member !== undefined) setMember(copied, name, member);
  }
  return copied;
}

function plainBigint(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
