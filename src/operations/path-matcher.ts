import { ConfigError } from '../shared/errors.js';
import { scanPath } from '../documents/openapi/paths/path.js';
import type { PathParameters } from '../shared/http.js';

export type RoutePart = { readonly text: string } | { readonly parameter: string };

/**
 * Returns the parts of an operation's path, which must not use extensions of a router.
 * @throws ConfigError for a wildcard, an optional part or a regular expression
 */
export function routeParts(path: string, place: string): RoutePart[] {
  const { parts, optional } = scanPath(path);
  const hasExpression = parts.some((part) => 'parameter' in part && part.expression !== undefined);
  if (optional || hasExpression || EXTENSIONS.test(path))
    throw new ConfigError(
      `operation ${place} has a wildcard, an optional part or an expression in its path. Write one operation for each path, with a rule on the parameter's property, as in /users/{id}.`,
    );
  const joined = joinTexts(parts, place);
  const [first] = joined;
  const hasSlash = first !== undefined && 'text' in first && first.text.startsWith('/');
  return hasSlash ? joined : [{ text: '/' }, ...joined];
}

/** Joins neighbouring texts, and refuses neighbouring parameters. */
function joinTexts(parts: ReturnType<typeof scanPath>['parts'], place: string): RoutePart[] {
  const joined: RoutePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if ('parameter' in part && last !== undefined && 'parameter' in last)
      throw new ConfigError(
        `operation ${place} has the parameters ${last.parameter} and ${part.parameter ?? ''} without text between them, so their values cannot be separated. Put a slash or a dash between them.`,
      );
    if ('parameter' in part) joined.push({ parameter: part.parameter ?? '' });
    else if (last !== undefined && 'text' in last)
      joined[joined.length - 1] = { text: last.text + part.text };
    else joined.push({ text: part.text });
  }
  return joined;
}

/** Matches a wildcard, a group, `...` and a parameter with an expression, as in `{id:[0-9]+}`. */
const EXTENSIONS = /[*?()]|\.\.\.|\{[^}]*:/;

/**
 * Ranks the segments of a path, for sorting: text first, then text with a parameter, then a parameter alone.
 * "Concrete (non-templated) paths would be matched before their templated counterparts" (OpenAPI 3.2, 4.8.1).
 */
export function rankOf(path: string): string {
  return path.split('/').map(rankOfSegment).join('');
}

function rankOfSegment(segment: string): string {
  if (!segment.includes('{')) return '0';
  return /^\{[^}]*\}$/.test(segment) ? '2' : '1';
}

/** Returns the path before a template at the end of a path, or undefined if the path does not end with it. */
export function pathBefore(parts: readonly RoutePart[], pathname: string): string | undefined {
  const own = sourceOf(parts);
  // A router serves the template `/` at its own path.
  return new RegExp(`^(.*?)${own === textOf('/') ? '' : own}/?$`, 'i').exec(pathname)?.[1];
}

function sourceOf(parts: readonly RoutePart[]): string {
  return parts
    .map((part, index) => ('parameter' in part ? valueAt(parts, index) : textOf(part.text)))
    .join('');
}

export type MatchPath = (pathname: string) => PathParameters | undefined;

/**
 * @param anchored `'whole'` if the template is the whole path; `'end'` if a router has matched it, perhaps
 *   below a prefix and case-insensitively
 */
export function pathMatcher(parts: readonly RoutePart[], anchored: 'whole' | 'end'): MatchPath {
  const names = parts.flatMap((part) => ('parameter' in part ? [part.parameter] : []));
  const source = sourceOf(parts);
  const regex = anchored === 'whole' ? new RegExp(`^${source}$`) : new RegExp(`${source}/?$`, 'i');
  return (pathname) => {
    const match = regex.exec(pathname);
    if (match === null) return undefined;
    return names.map((name, index) => [name, match[index + 1] ?? '']);
  };
}

/**
 * Returns the pattern of a parameter's value. After another parameter of the segment, the value must not
 * contain the text between them, as in path-to-regexp 8. Otherwise matching could take exponential time.
 */
function valueAt(parts: readonly RoutePart[], index: number): string {
  const [before, between] = index < 2 ? [] : parts.slice(index - 2, index);
  const isAlone = before === undefined || 'text' in before || between === undefined || !('text' in between);
  if (isAlone || between.text.includes('/')) return '([^/]+)';
  const text = textOf(between.text);
  return `((?:(?!${text})[^/])+|${text})`;
}

function textOf(text: string): string {
  return `(?:${texts(text).map(escapeRegex).join('|')})`;
}

function texts(text: string): string[] {
  return [...new Set([text, encodeURI(text)])];
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
