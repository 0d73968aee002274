import type { Report } from '../base/diagnostics.js';

/** An object whose members may still be undefined. */
export type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** The object without its undefined members, keys in the order they are written. */
export function compact<T extends object>(object: Loose<T>): T {
  const kept: Partial<T> = {};
  for (const name of Object.keys(object) as (keyof T)[])
    if (object[name] !== undefined) kept[name] = object[name];
  return kept as T;
}

/** A text that says something; empty ones count as absent. */
export function text(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

/** A list or map that holds something, else undefined. */
export function filled<T extends object>(value: T | undefined): T | undefined {
  return value !== undefined && Object.keys(value).length > 0 ? value : undefined;
}

/** The extensions among the members; anything that is not named `x-…` would make the document invalid. */
export function extensions(
  value: Readonly<Record<string, unknown>> | undefined,
  place: string,
  report: Report,
): Record<string, unknown> {
  const isExtension = (name: string): boolean => name.startsWith('x-');
  const names = Object.keys(value ?? {}).filter((name) => !isExtension(name));
  for (const name of names)
    report({
      code: 'invalid-extension',
      message: `${JSON.stringify(name)} is not the name of an extension and is left out. Begin it with x-.`,
      place: `${place} extensions`,
    });
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => isExtension(name)));
}
