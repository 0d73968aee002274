import { setMember } from './values.js';

/** Deeper than any document: only a value that contains itself goes there. */
const MAX_DEPTH = 1000;

/**
 * Returns a copy as plain JSON: dates become strings, undefined members are left out, and a bigint becomes a number where
 * one holds it exactly.
 * @throws TypeError for a value that contains itself
 */
export function plainJson<T>(value: T): T {
  return copy(value, '', 0) as T;
}

function copy(value: unknown, key: string, depth: number): unknown {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return plainBigint(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new TypeError('the value contains itself');
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') {
    const said: unknown = toJSON.call(value, key);
    return said === value ? copyMembers(value, depth) : copy(said, key, depth + 1);
  }
  if (Array.isArray(value)) return value.map((item, index) => copy(item, String(index), depth + 1) ?? null);
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return value.valueOf();
  return copyMembers(value, depth);
}

function copyMembers(value: object, depth: number): Record<string, unknown> {
  const copied: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = copy((value as Readonly<Record<string, unknown>>)[name], name, depth + 1);
    if (member !== undefined) setMember(copied, name, member);
  }
  return copied;
}

function plainBigint(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
