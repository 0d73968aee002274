/** Headers as a receiver has them: Node's, Express's, Fastify's and Koa's objects, or fetch's `Headers`. */
export type ReceivedHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | {
      /** The value of a header, or null. */
      get(name: string): string | null;
    };

/** One header's value, whatever the case of its name. Missing or repeated gives undefined. */
export function readHeader(headers: ReceivedHeaders, name: string): string | undefined {
  if (isFetchHeaders(headers)) return headers.get(name) ?? undefined;
  const values = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const value = values.length === 1 ? values[0]?.[1] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function isFetchHeaders(headers: ReceivedHeaders): headers is { get(name: string): string | null } {
  return 'get' in headers && typeof headers.get === 'function';
}
