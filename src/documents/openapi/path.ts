import type { DiagnosticCode, Report } from '../../shared/diagnostics.js';
import { scanPath } from './path-scan.js';
import type { PathPart } from './path-scan.js';

/** A route path as the document spells it. */
export interface PathTemplate {
  /** `/users/{id}`. */
  readonly path: string;
  /** Names of its parameters, each once, in order. */
  readonly parameters: readonly string[];
  /** The same for all templates that differ in the parameters' names only, which OpenAPI holds to be identical. */
  readonly shape: string;
}

/** A path in which there is nothing to read. */
const TEXT = /^\/[^\\{}:*[?]*$/;

/** Spells a route path of any style as OpenAPI does. */
export function normalizePath(source: string, report: Report, place: string): PathTemplate {
  if (TEXT.test(source)) return { path: source, parameters: [], shape: source };
  const warn: Warn = (code, message) => {
    report({ code, message, place });
  };
  const { parts: scanned, optional } = scanPath(source);
  const parts = cutQuery(scanned, warn);
  if (optional) {
    warn(
      'optional-path-parameter',
      'A part of the path is optional, which OpenAPI cannot say: it is documented as present. Add an endpoint for the path without it.',
    );
  }
  const names = nameWildcards(parts);
  const path = parts
    .map((part, index) => ('text' in part ? encodeBraces(part.text) : `{${names[index] ?? ''}}`))
    .join('');
  if (parts.some((part) => 'text' in part && part.text !== encodeBraces(part.text))) {
    warn(
      'unbalanced-brace',
      'A brace of the path is not part of a {parameter}: it is documented as text. Close it, or remove it.',
    );
  }
  const parameters = names.filter((name) => name !== undefined);
  const unique = [...new Set(parameters)];
  if (unique.length < parameters.length) {
    warn(
      'repeated-path-parameter',
      'A parameter occurs twice in the path, so neither can be told from the other. Give each its own name.',
    );
  }
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return { path: rooted, parameters: unique, shape: rooted.replace(/\{[^}]*\}/g, '{}') };
}

/** The name of each parameter by its position; unnamed wildcards get theirs here. */
function nameWildcards(parts: readonly PathPart[]): (string | undefined)[] {
  const taken = new Set(parts.map((part) => ('text' in part ? undefined : part.parameter)));
  return parts.map((part) => {
    if ('text' in part) return undefined;
    if (part.parameter !== undefined) return part.parameter;
    let name = 'wildcard';
    for (let count = 2; taken.has(name); count++) name = `wildcard${count}`;
    taken.add(name);
    return name;
  });
}

/** A brace that is text would read as a parameter. */
function encodeBraces(text: string): string {
  return text.replace(/[{}]/g, encodeURIComponent);
}

type Warn = (code: DiagnosticCode, message: string) => void;

/** In a URL whatever follows a question mark is no part of the path. */
function cutQuery(parts: readonly PathPart[], warn: Warn): readonly PathPart[] {
  const end = parts.findIndex((part) => 'text' in part && part.text === '?');
  if (end === -1) return parts;
  warn(
    'query-in-path',
    'What follows the question mark in the path is left out. Document a query string with queryParams or parameters.',
  );
  return parts.slice(0, end);
}
