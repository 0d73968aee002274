export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function below(pointer: string, ...keys: readonly (string | number)[]): string {
  return [pointer, ...keys.map((key) => escapeKey(String(key)))].join('/');
}

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

/**
 * Decodes a key of a pointer in a URI fragment, which is also percent-encoded. An invalid percent sign does not change.
 */
export function unescapeKey(token: string): string {
  if (!/[%~]/.test(token)) return token;
  let text = token;
  try {
    text = decodeURIComponent(token);
  } catch {
    // An invalid percent sign does not change.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns a JSON Pointer as a URI fragment (RFC 6901, 6). Half a surrogate pair becomes U+FFFD. */
export function pointerTo(path: readonly string[]): string {
  let pointer = '#';
  for (const key of path)
    pointer += `/${PLAIN_KEY.test(key) ? key : encodeURIComponent(wellFormed(escapeKey(key)))}`;
  return pointer;
}

/** Characters that are not encoded. */
const PLAIN_KEY = /^[\w.-]*$/;

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
