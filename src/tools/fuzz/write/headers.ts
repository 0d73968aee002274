export type Headers = readonly (readonly [name: string, value: string])[];

/**
 * Returns the headers of a request: the `fixed` ones of every request, and its own, which do not replace
 * these. Cookies are joined to one header.
 */
export function sentHeaders(fixed: Headers, own: Headers): Headers {
  const isCookie = ([name]: Headers[number]): boolean => name.toLowerCase() === 'cookie';
  const names = new Set(fixed.map(([name]) => name.toLowerCase()));
  const all = [...fixed, ...own.filter((header) => isCookie(header) || !names.has(header[0].toLowerCase()))];
  const cookies = all.filter(isCookie).map(([, value]) => value);
  const others = all.filter((header) => !isCookie(header));
  return cookies.length === 0 ? others : [...others, ['Cookie', cookies.join('; ')]];
}

export function cookieNames(headers: Headers): Set<string> {
  const cookies = headers.filter(([name]) => name.toLowerCase() === 'cookie');
  return new Set(
    cookies.flatMap(([, value]) => value.split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '')),
  );
}
