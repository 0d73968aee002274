import { isSettled } from './settled.js';
import { recordFor, setMember } from './values.js';

/** Deeper than any document: only a value that contains itself goes there. */
const MAX_DEPTH = 1000;

/** Told of each string that is a member of an object, and where it stands in the copy. */
type OnText = ((text: string, name: string, copied: Record<string, unknown>) => void) | undefined;

/**
 * A copy as plain JSON: dates as strings, nothing undefined, a bigint as a number where one holds it exactly.
 * @throws TypeError for a value that contains itself
 */
export function plainJson<T>(value: T, onText?: OnText): T {
  return copy(value, '', 0, onText) as T;
}

function copy(value: unknown, key: string, depth: number, onText: OnText): unknown {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return plainBigint(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (isSettled(value)) return value;
  if (depth > MAX_DEPTH) throw new TypeError('the value contains itself');
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') {
    const said: unknown = toJSON.call(value, key);
    return said === value ? copyMembers(value, depth, onText) : copy(said, key, depth + 1, onText);
  }
  if (Array.isArray(value)) return copyItems(value, depth, onText);
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return value.valueOf();
  return copyMembers(value, depth, onText);
}

function copyItems(items: readonly unknown[], depth: number, onText: OnText): unknown[] {
  const copied: unknown[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    copied.push(typeof item === 'string' ? item : (copy(item, String(index), depth + 1, onText) ?? null));
  }
  return copied;
}

function copyMembers(value: object, depth: number, onText: OnText): Record<string, unknown> {
  const names = Object.keys(value);
  const copied = recordFor<unknown>(names);
  for (const name of names) {
    const given = (value as Readonly<Record<string, unknown>>)[name];
    // As most are.
    const isScalar = typeof given === 'string' || typeof given === 'boolean' || Number.isFinite(given);
    const member = isScalar ? given : copy(given, name, depth + 1, onText);
    if (member === undefined) continue;
    if (name === '__proto__') setMember(copied, name, member);
    else copied[name] = member;
    if (onText !== undefined && typeof member === 'string') onText(member, name, copied);
  }
  return copied;
}

function plainBigint(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
