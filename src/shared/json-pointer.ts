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
 * Decodes a key of a pointer in a URI fragment, which is also
 * percent-encoded. An invalid percent sign does not change.
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
  // A path is joined at once: V8 keeps each step of a text that grows.
  const keys = path.every(isPlain) ? path : path.map(encodeKey);
  return keys.length === 0 ? '#' : `#/${keys.join('/')}`;
}

function isPlain(key: string): boolean {
  return PLAIN_KEY.test(key);
}

function encodeKey(key: string): string {
  return isPlain(key) ? key : encodeURIComponent(wellFormed(escapeKey(key)));
}

/** Characters that are not encoded. */
const PLAIN_KEY = /^[\w.-]*$/;

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
