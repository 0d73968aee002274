import { setMember } from '../../shared/values.js';

/** Begins every symbolic reference. NUL cannot begin a reference that a user wrote. */
const PREFIX = '\u0000dtospec:';

/** Returns the symbolic reference of the component with this number. */
export function symbolicRef(number: number): string {
  return `${PREFIX}${number}`;
}

export function isSymbolicRef(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(PREFIX);
}

/** Returns the symbolic references in a value, in the order in which they occur. */
export function findRefs(value: unknown, found = new Set<string>()): Set<string> {
  if (isSymbolicRef(value)) found.add(value);
  else if (Array.isArray(value)) for (const item of value as unknown[]) findRefs(item, found);
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) findRefs(member, found);
  return found;
}

/** Returns the value with each symbolic reference replaced. Parts without one are shared with the given value. */
export function replaceRefs<T>(value: T, refOf: (ref: string) => string): T {
  if (isSymbolicRef(value)) return refOf(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => replaceRefs(item, refOf));
    return items.some((item, index) => item !== value[index]) ? (items as T) : value;
  }
  let replaced: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const named: unknown = replaceRefs(member as unknown, refOf);
    if (named === member) continue;
    replaced ??= { ...value } as Record<string, unknown>;
    setMember(replaced, name, named);
  }
  return (replaced ?? value) as T;
}
