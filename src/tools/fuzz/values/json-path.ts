import { sameJson } from 'dtospec/internal';

export type JsonPath = readonly (string | number)[];

export function pathsOf(value: unknown, path: JsonPath = []): JsonPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Object.entries(value).flatMap(([key, member]) =>
    pathsOf(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...members];
}

export function replaceAt(value: unknown, path: JsonPath, change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? replaceAt(item, rest, change) : item));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, item]) => [
      name,
      name === key ? replaceAt(item, rest, change) : (item as unknown),
    ]),
  );
}

export function removeAt(value: unknown, path: JsonPath): unknown {
  const last = path.at(-1);
  return replaceAt(value, path.slice(0, -1), (holder) =>
    Array.isArray(holder)
      ? holder.filter((_, index) => index !== last)
      : Object.fromEntries(Object.entries(holder as object).filter(([key]) => key !== last)),
  );
}

export function changedPath(a: unknown, b: unknown): JsonPath {
  if (typeof a !== 'object' || a === null) return [];
  if (typeof b !== 'object' || b === null) return [];
  if (Array.isArray(a) !== Array.isArray(b)) return [];
  const before = a as Readonly<Record<string, unknown>>;
  const after = b as Readonly<Record<string, unknown>>;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => !sameJson(before[key], after[key]));
  const [key] = changed;
  if (key === undefined || changed.length > 1) return [];
  return [Array.isArray(a) ? Number(key) : key, ...changedPath(before[key], after[key])];
}

export function lastName(path: JsonPath): string {
  return path.findLast((key) => typeof key === 'string') ?? '';
}

export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (one, key) =>
      typeof one === 'object' && one !== null ? (one as Readonly<Record<string, unknown>>)[key] : undefined,
    value,
  );
}
