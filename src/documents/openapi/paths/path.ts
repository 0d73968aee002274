import type { DiagnosticCode, Report } from '../../../shared/diagnostics.js';

export interface PathTemplate {
  readonly path: string;
  readonly parameters: readonly string[];
  /**
   * Regular expressions of parameters, as the router applies them to a whole value: `\\d+` of `:id(\\d+)`.
   */
  readonly expressions: Readonly<Record<string, string>>;
  /** The path with anonymous parameters: templates with equal shapes are identical in OpenAPI. */
  readonly shape: string;
}

const PLAIN_PATH = /^\/[^\\{}:*[?]*$/;

export function normalizePath(source: string, report: Report, place: string): PathTemplate {
  return PLAIN_PATH.test(source)
    ? { path: source, parameters: [], expressions: {}, shape: source }
    : readTemplate(source, report, place);
}

function readTemplate(source: string, report: Report, place: string): PathTemplate {
  const warn: Warn = (code, message) => {
    report({ code, message, place });
  };
  const { parts: scanned, optional } = scanPath(source);
  const parts = cutQuery(scanned, warn);
  const verb = CUSTOM_METHOD.exec(source)?.[2];
  if (verb !== undefined) {
    warn(
      'colon-in-path',
      `":${verb}" is documented as text, as in Google's custom methods, but Express, Fastify and Koa read a parameter there. Write "\\\\:${verb}" for text (Fastify: "::${verb}"), or {${verb}} for a parameter. Operations need no change.`,
    );
  }
  if (optional) {
    warn(
      'optional-path-parameter',
      'A part of the path is optional, which OpenAPI cannot express: it is documented as present. Add an endpoint for the path without it.',
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
      'A parameter occurs twice in the path, so they cannot be distinguished. Give each its own name.',
    );
  }
  const expressions = Object.fromEntries(
    parts.flatMap((part) =>
      'text' in part || part.parameter === undefined || part.expression === undefined
        ? []
        : [[part.parameter, part.expression] as const],
    ),
  );
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return { path: rooted, parameters: unique, expressions, shape: rooted.replace(/\{[^}]*\}/g, '{}') };
}

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

/** Percent-encodes literal braces, which OpenAPI would read as a parameter. */
function encodeBraces(text: string): string {
  return text.replace(/[{}]/g, encodeURIComponent);
}

type Warn = (code: DiagnosticCode, message: string) => void;

function cutQuery(parts: readonly PathPart[], warn: Warn): readonly PathPart[] {
  const end = parts.findIndex((part) => 'text' in part && part.text === '?');
  if (end === -1) return parts;
  warn(
    'query-in-path',
    'The part of the path after the question mark is left out. Document a query string with query or parameters.',
  );
  return parts.slice(0, end);
}

type PathPart =
  | { readonly text: string }
  | { readonly parameter: string | undefined; readonly expression?: string | undefined };

interface Reading {
  readonly end: number;
  readonly parts: readonly PathPart[];
  readonly optional: boolean;
}

type Reader = (path: string, at: number) => Reading | undefined;

const NAME = /^(?:"((?:[^"\\]|\\.)+)"|([\p{ID_Continue}$]+))/u;

/** A colon after a letter or digit of literal text, at the end of the path, as in `/products:batch`. */
const CUSTOM_METHOD = /((?:^|\/)[^/:*[\]\\()?]*[\p{L}\p{N}]):([\p{ID_Continue}$]+)$/u;

/** Escapes the colon of a custom method, so that no router reads a parameter there. */
export function escapeCustomMethod(path: string): string {
  return path.replace(CUSTOM_METHOD, String.raw`$1\:$2`);
}

/** Returns the path of a router that reads a parameter where others read a custom method. */
export function readCustomMethod(path: string): string {
  return path.replace(CUSTOM_METHOD, '$1{$2}');
}

/** Literal text, up to a character that may start a parameter or a query. */
const TEXT = /[^\\{:*[?]+/y;

export function scanPath(path: string): { parts: PathPart[]; optional: boolean } {
  const parts: PathPart[] = [];
  let optional = false;
  for (let at = 0; at < path.length;) {
    TEXT.lastIndex = at;
    const text = TEXT.exec(path)?.[0];
    if (text !== undefined) {
      parts.push({ text });
      at += text.length;
      continue;
    }
    const reading = read(path, at);
    parts.push(...reading.parts);
    optional ||= reading.optional;
    at = reading.end;
  }
  return { parts, optional };
}

function read(path: string, at: number): Reading {
  for (const reader of READERS[path.charAt(at)] ?? []) {
    const reading = reader(path, at);
    if (reading !== undefined) return reading;
  }
  return { end: at + 1, parts: [{ text: path.charAt(at) }], optional: false };
}

const READERS: Readonly<Record<string, readonly Reader[]>> = {
  '\\': [readEscape],
  '{': [readBraceWildcard, readBraceParameter, readOptionalGroup],
  ':': [readColonParameter],
  '*': [readWildcard],
  '[': [readBrackets],
};

function readEscape(path: string, at: number): Reading | undefined {
  const text = path.charAt(at + 1);
  return text === '' ? undefined : { end: at + 2, parts: [{ text }], optional: false };
}

function readBraceWildcard(path: string, at: number): Reading | undefined {
  const match = /^\{\*([^{}/:*]*)\}/.exec(path.slice(at));
  return match === null ? undefined : parameter(at + match[0].length, match[1]);
}

function readBraceParameter(path: string, at: number): Reading | undefined {
  const end = closing(path, at);
  if (end === undefined) return undefined;
  const match = /^([\p{L}\p{N}_$][^:/{}]*?)(\?|\.{3}|[*+])?(?::.*)?$/su.exec(path.slice(at + 1, end - 1));
  return match === null ? undefined : parameter(end, match[1]?.trim(), match[2] === '?');
}

function readOptionalGroup(path: string, at: number): Reading | undefined {
  const end = closing(path, at);
  if (end === undefined || end === at + 2) return undefined;
  return { end, parts: scanPath(path.slice(at + 1, end - 1)).parts, optional: true };
}

function readColonParameter(path: string, at: number): Reading | undefined {
  const match = NAME.exec(path.slice(at + 1));
  // After `}` a colon is text: `/users/{id}:activate` is a custom verb in OpenAPI's own style.
  if (match === null || path.charAt(at - 1) === '}') return undefined;
  if (CUSTOM_METHOD.exec(path)?.[2] === path.slice(at + 1)) return undefined;
  const start = at + 1 + match[0].length;
  const end = skipRegex(path, start);
  const modifier = /^[?*+]/.exec(path.slice(end))?.[0] ?? '';
  const isOptional = modifier === '?' || modifier === '*';
  // With `*` and `+`, the value is several segments, each of which matches.
  const isWhole = end > start && (modifier === '' || modifier === '?');
  const expression = isWhole ? path.slice(start + 1, end - 1) : undefined;
  return parameter(end + modifier.length, match[1] ?? match[2], isOptional, expression);
}

/** Reads the brackets of Next.js: `[id]`, `[...path]` and the optional `[[...path]]`. */
function readBrackets(path: string, at: number): Reading | undefined {
  const match = /^\[(?:(?:\.{3})?([\p{ID_Continue}$-]+)\]|\[\.{3}([\p{ID_Continue}$-]+)\]\])/u.exec(
    path.slice(at),
  );
  if (match === null) return undefined;
  return parameter(at + match[0].length, match[1] ?? match[2], match[2] !== undefined);
}

function readWildcard(path: string, at: number): Reading {
  const stars = /^\*+/.exec(path.slice(at))?.[0].length ?? 1;
  const match = NAME.exec(path.slice(at + stars));
  return parameter(at + stars + (match?.[0].length ?? 0), match?.[1] ?? match?.[2]);
}

function parameter(end: number, name: string | undefined, optional = false, expression?: string): Reading {
  return { end, parts: [{ parameter: name === '' ? undefined : name, expression }], optional };
}

function skipRegex(path: string, at: number): number {
  const rest = path.slice(at);
  const isRegex =
    rest.startsWith('(') || (rest.startsWith('{') && !/^\{(?:\/|[.~-]?:["\p{ID_Start}_])/u.test(rest));
  return isRegex ? (closing(path, at) ?? at) : at;
}

/** Returns the position after the closing bracket. It ignores brackets in escapes and character classes. */
function closing(path: string, at: number): number | undefined {
  const open = path.charAt(at);
  const close = open === '(' ? ')' : '}';
  let depth = 0;
  let inClass = false;
  for (let i = at; i < path.length; i++) {
    const char = path.charAt(i);
    if (char === '\\') i++;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = path.includes(']', i);
    else if (char === open) depth++;
    else if (char === close && --depth === 0) return i + 1;
  }
  return undefined;
}
