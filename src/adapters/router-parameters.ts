import type { BoundOperation } from '../operations/bind.js';
import { pathMatcher } from '../operations/path-matcher.js';
import { decodePercent } from '../operations/raw-value.js';
import type { PathParameters } from '../operations/types.js';
import { parameterName } from './route-path.js';

/**
 * Returns the path parameters of a request.
 *
 * @param pathname the path that the router matched, percent-encoded
 * @param params the router's own parameters, decoded
 */
type ReadPathParameters = (pathname: string, params: object | undefined) => PathParameters;

/**
 * Reads path parameters from the router that matched, so that the operation runs for the path that middleware has seen.
 * The router's value decides. The path only adds how the value was encoded, which tells `a,b` from `a%2Cb` in a list.
 */
export function routerParameters({ parts }: BoundOperation): ReadPathParameters {
  const match = pathMatcher(parts, 'end');
  const names = parts.flatMap((part, index) =>
    'parameter' in part ? [{ name: part.parameter, routerName: parameterName(part.parameter, index) }] : [],
  );
  if (names.length === 0) return () => [];
  return (pathname, params = {}) => {
    const written = new Map(match(pathname));
    return names.flatMap(({ name, routerName }): (readonly [string, string])[] => {
      const encoded = written.get(name);
      const routed = textOf((params as Readonly<Record<string, unknown>>)[routerName]);
      if (routed === undefined) return encoded === undefined ? [] : [[name, encoded]];
      const isSame = encoded !== undefined && decodePercent(encoded) === routed;
      return [[name, isSame ? encoded : encodeValue(routed)]];
    });
  };
}

/** Returns a parameter as text: middleware such as `app.param` may have made a number of it. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** Percent-encodes a value, but for the characters that separate the items of lists and objects (RFC 6570, 3.2). */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replace(/%(?:2C|3B|3D)/g, decodeURIComponent);
}
