/**
 * JSON text in which the order of members does not matter, for sorting and for keys of a map.
 * Where only equality is asked, `sameJson` is faster.
 */
export function canonical(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (hasToJson(value)) return canonical(value.toJSON());
  if (Array.isArray(value)) {
    return `[${value.map((item) => (isJson(item) ? canonical(item) : 'null')).join(',')}]`;
  }
  const members = value as Readonly<Record<string, unknown>>;
  const texts = Object.keys(members)
    .filter((key) => isJson(members[key]))
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(members[key])}`);
  return `{${texts.join(',')}}`;
}

/** Whether two values are the same JSON: members in any order, `undefined` members as absent ones. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (hasToJson(a) || hasToJson(b)) return canonical(a) === canonical(b);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameJson(item, b[index]));
  }
  return sameMembers(a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>);
}

function sameMembers(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  let count = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    if (!Object.hasOwn(b, key) || !sameJson(a[key], b[key])) return false;
    count += 1;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) count -= 1;
  return count === 0;
}

/** Dates and the like, whose members are not what travels. */
function hasToJson(value: object): value is { toJSON: () => unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function';
}

function isJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
