/** A key within a JSON Pointer (RFC 6901, 3). */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A pointer one step, or several, further. */
export function below(pointer: string, ...keys: readonly (string | number)[]): string {
  return [pointer, ...keys.map((key) => escapeKey(String(key)))].join('/');
}

/** What a fragment such as `#/components/schemas/User` points to; undefined for one that leads nowhere. */
export function lookUp(document: unknown, fragment: string): unknown {
  if (fragment === '#') return document;
  if (!fragment.startsWith('#/')) return undefined;
  let value = document;
  for (const token of fragment.slice(2).split('/')) {
    const key = unescapeKey(token);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The key of a pointer in a fragment, which is percent-encoded besides; a bare percent sign stands for itself. */
export function unescapeKey(token: string): string {
  if (!/[%~]/.test(token)) return token;
  let text = token;
  try {
    text = decodeURIComponent(token);
  } catch {
    // As it is.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
