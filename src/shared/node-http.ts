import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Returns the headers as strings, as fetch joins them. Node.js keeps `set-cookie` as a list (RFC 9110, 5.3),
 * and drops a second Authorization, which a proxy may have used.
 */
export function headersOf({
  headers,
  rawHeaders,
}: IncomingMessage): Readonly<Record<string, string | undefined>> {
  const { 'set-cookie': cookies } = headers;
  const credentials = valuesOf(rawHeaders, 'authorization');
  if (cookies === undefined && credentials.length < 2) return headers as Readonly<Record<string, string>>;
  return {
    ...(headers as Readonly<Record<string, string>>),
    ...(cookies && { 'set-cookie': cookies.join(', ') }),
    ...(credentials.length > 1 && { authorization: credentials.join(', ') }),
  };
}

/** @param name in lower case */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const value = rawHeaders[index] ?? '';
    if (value.length === name.length && value.toLowerCase() === name)
      values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}

export function isAnswered(response: ServerResponse): boolean {
  return response.headersSent || response.writableEnded || response.destroyed;
}
