import { encodeTarget, splitTarget } from '../shared/http.js';
import type { CompiledOperation } from '../operations/compile-operation.js';
import { pathMatcher } from '../operations/path-matcher.js';
import { decodePercent, isDecodable } from '../operations/request/parameter-sources.js';
import type { PathParameters } from '../shared/http.js';

interface RouteSyntax {
  /** @param next the text after the parameter; `previous` is the text before it */
  readonly parameter: (name: string, next: string, previous: string) => string;
  readonly text: (text: string) => string;
}

/**
 * Syntax of path-to-regexp in Express 5 and @koa/router, which compares text with the target as it was sent.
 * A parameter's name ends at the first character that an identifier cannot contain.
 */
export const COLON: RouteSyntax = {
  // The backslash escapes the text that follows.
  parameter: (name, next) => (/^[$\p{ID_Continue}]/u.test(next) ? `:${name}\\` : `:${name}`),
  text: (text) => encodeTarget(text).replace(/[\\{}()[\]+?!:*]/g, '\\$&'),
};

/**
 * Syntax of path-to-regexp in Express 4. Text is a regular expression, so an escaped letter may be a
 * character class. An expression ends a parameter's name.
 */
export const COLON_4: RouteSyntax = {
  parameter: (name, next) => (/^\w/.test(next) ? `:${name}([^/]+?)` : `:${name}`),
  text: (text) => encodeTarget(text).replace(/[\\^$.*+?()[\]{}|:!]/g, '\\$&'),
};

/**
 * Syntax of find-my-way, Fastify's router. A parameter's name ends at `/`, `-`, `.` or an expression. A
 * parameter after text gets an expression, since it may be empty otherwise: `/x:id` would match `/x`.
 */
export const DOUBLE_COLON: RouteSyntax = {
  parameter: (name, next, previous) =>
    /^[^/]/.test(next) || /[^/]$/.test(previous) ? `:${name}(^[^]+)` : `:${name}`,
  text: (text) => text.replaceAll(':', '::'),
};

export function routePath({ parts }: CompiledOperation, syntax: RouteSyntax): string {
  return parts
    .map((part, index) => {
      if ('text' in part) return syntax.text(part.text);
      return syntax.parameter(
        parameterName(part.parameter, index),
        textOf(parts[index + 1]),
        textOf(parts[index - 1]),
      );
    })
    .join('');
}

function textOf(part: CompiledOperation['parts'][number] | undefined): string {
  return part !== undefined && 'text' in part ? part.text : '';
}

/**
 * Returns the path in Hono's syntax. If a segment has text beside
 * its parameter, an expression describes the whole segment.
 */
export function honoPath({ parts }: CompiledOperation): string {
  const segments: (string | { readonly name: string })[][] = [[]];
  for (const [index, part] of parts.entries()) {
    if ('parameter' in part) segments.at(-1)?.push({ name: parameterName(part.parameter, index) });
    else
      for (const [turn, text] of part.text.split('/').entries()) {
        if (turn > 0) segments.push([]);
        if (text !== '') segments.at(-1)?.push(text);
      }
  }
  return segments.map(honoSegment).join('/');
}

function honoSegment(parts: readonly (string | { readonly name: string })[], index: number): string {
  const [only = ''] = parts;
  if (parts.length < 2 && typeof only !== 'string') return `:${only.name}`;
  // A segment with characters of Hono's syntax becomes an expression, too.
  if (parts.length < 2 && typeof only === 'string' && !/^[:*]|[?{}]/.test(only)) return only;
  const expression = parts.map((part) =>
    typeof part === 'string' ? part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : '[^/]+',
  );
  return `:s${index}{${expression.join('')}}`;
}

function parameterName(parameter: string, index: number): string {
  return /^[A-Za-z_]\w*$/.test(parameter) ? parameter : `unnamed${index}`;
}

/**
 * @param target the matched path, percent-encoded, with or without the query
 * @param params the router's own parameters, decoded
 */
type ReadPathParameters = (target: string, params: object | undefined) => PathParameters;

type Names = readonly { readonly name: string; readonly routerName: string }[];

function ownNames(parts: CompiledOperation['parts']): Names {
  return parts.flatMap((part, index) =>
    'parameter' in part ? [{ name: part.parameter, routerName: parameterName(part.parameter, index) }] : [],
  );
}

/** Returns the names of a prefix, which is the application's own route. */
function prefixNames(prefix: CompiledOperation['prefix']): Names {
  return prefix.flatMap((part) =>
    'parameter' in part ? [{ name: part.parameter, routerName: part.parameter }] : [],
  );
}

/** A value that looks the same encoded and decoded, and that no style splits. */
const PLAIN = /^[\w-]+$/;

/**
 * Reads path parameters from the router, so that middleware and operation see the same values. The path shows
 * only how a value was encoded, since a list distinguishes `a,b` from `a%2Cb`.
 */
export function routerParameters({ prefix, parts }: CompiledOperation): ReadPathParameters {
  const match = pathMatcher([...prefix, ...parts], 'end');
  const names = [...prefixNames(prefix), ...ownNames(parts)];
  if (names.length === 0) return () => [];
  return (target, params = {}) => {
    const plain = isEncoded(target) ? undefined : plainParameters(names, params);
    if (plain !== undefined) return plain;
    const written = new Map(match(splitTarget(target).pathname));
    return names.flatMap(({ name, routerName }): (readonly [string, string])[] => {
      const encoded = written.get(name);
      const routed = parameterText((params as Readonly<Record<string, unknown>>)[routerName]);
      if (routed === undefined) return encoded === undefined ? [] : [[name, encoded]];
      return [[name, encoded !== undefined && isSame(routed, encoded) ? encoded : encodeValue(routed)]];
    });
  };
}

/**
 * Returns whether a router's value is that of the path. polka and restana decode nothing. Hono decodes the valid
 * part of an invalid value; the operation rejects the whole value.
 */
function isSame(routed: string, encoded: string): boolean {
  return routed === encoded || decodePercent(encoded) === routed || !isDecodable(encoded);
}

/** Returns whether the path of a target contains a percent sign. */
function isEncoded(target: string): boolean {
  const percent = target.indexOf('%');
  if (percent < 0) return false;
  const query = target.indexOf('?');
  return query < 0 || percent < query;
}

/** Returns the router's values, or undefined if one of them could be written in several ways. */
function plainParameters(names: Names, params: object): PathParameters | undefined {
  const parameters: (readonly [string, string])[] = [];
  for (const { name, routerName } of names) {
    const value = (params as Readonly<Record<string, unknown>>)[routerName];
    if (typeof value !== 'string' || !PLAIN.test(value)) return undefined;
    parameters.push([name, value]);
  }
  return parameters;
}

/** Returns a parameter as text: middleware such as `app.param` may have converted it to a number. */
function parameterText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** Percent-encodes a value except for the separators of lists and objects (RFC 6570, 3.2). */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replace(/%(?:2C|3B|3D)/g, decodeURIComponent);
}
