import type { ParameterObject } from '../../documents/openapi/types/document.js';
import type { RawValues } from './parameter-sources.js';

export type RawValue = string | RawValue[] | RawObject;

// An interface, because a Record type cannot refer to itself.
interface RawObject {
  [name: string]: RawValue;
}

export type Written = Pick<ParameterObject, 'name' | 'in' | 'style' | 'explode'> & {
  readonly members: readonly string[];
  readonly shape: 'scalar' | 'list' | 'object';
  /**
   * True if no item of the list contains a comma. Then `%2C`, which some clients write, separates items, too.
   */
  readonly splitsEncodedComma?: boolean;
  /** Names of the members that are lists. Others are sent once. */
  readonly listMembers?: readonly string[];
  /** True for a cookie that is a credential. Sent twice, it remains a list, which the schema refuses. */
  readonly isCredential?: boolean;
};

/**
 * Returns whether the first of several values counts. Browsers send a cookie for each path and domain that
 * has set it, the longest path first (RFC 6265, 5.4).
 */
function takesFirst({ in: location, isCredential = false }: Written): boolean {
  return location === 'cookie' && !isCredential;
}

/** Styles whose `explode` defaults to true (OpenAPI 3.2, 4.12). */
const EXPLODED: readonly Written['style'][] = ['form', 'deepObject', 'cookie'];

export type ReadRaw = (raw: RawValues) => RawValue | undefined;

/**
 * Creates the reader of a parameter, which returns undefined if it is absent (OpenAPI 3.1, 4.8.12.4, "Style
 * Examples"). A documented name in another style is a value of another shape, which the schema refuses:
 * `filter=x` for `filter[a]=x`.
 */
export function rawReader(written: Written): ReadRaw {
  const read = styleReader(written);
  // The style `cookie` has no percent-encoding (OpenAPI 3.2, appendix D).
  return written.style === 'cookie' ? ({ pairs }) => read({ pairs, decode: (text) => text }) : read;
}

function styleReader(written: Written): ReadRaw {
  const { name, in: location, style, shape, members } = written;
  const { explode = EXPLODED.includes(style) } = written;
  if (style === 'deepObject')
    return (raw) => {
      const values = valuesOf(name, raw.pairs);
      return values.length > 0 ? scalar(written, values, raw) : deepObject(name, raw);
    };
  if (shape === 'object' && (style === 'form' || style === 'cookie') && explode) {
    const isMember = members.includes(name);
    return (raw) => {
      const values = isMember ? [] : valuesOf(name, raw.pairs);
      return values.length > 0 ? scalar(written, values, raw) : spreadObject(written, raw);
    };
  }
  const readValues = valuesReader(written, explode);
  const opening = `${name}[`;
  return (raw) => {
    if (location === 'query' && raw.pairs.some(([key]) => key.startsWith(opening)))
      return deepObject(name, raw);
    const values = valuesOf(name, raw.pairs);
    return values.length === 0 ? undefined : readValues(values, raw);
  };
}

type ReadValues = (values: readonly string[], raw: RawValues) => RawValue;

function valuesReader(written: Written, explode: boolean): ReadValues {
  const { in: location, style, shape } = written;
  if (shape === 'scalar') return (values, raw) => scalar(written, values, raw);
  if (shape === 'object')
    // A repeated object remains a list, so validation rejects it.
    return (values, raw) =>
      values.length > 1 && !takesFirst(written)
        ? values.map(raw.decode)
        : objectOf(pieces(written, values[0] ?? '', explode), explode, raw);
  const isInPath = style === 'matrix' || style === 'label';
  const hasOneText = isInPath || location === 'path' || location === 'header';
  if (explode && !hasOneText) return (values, { decode }) => values.map(decode);
  return (values, { decode }) => values.flatMap((value) => pieces(written, value, explode)).map(decode);
}

function valuesOf(name: string, pairs: RawValues['pairs']): string[] {
  const values: string[] = [];
  for (const [key, value] of pairs) if (key === name) values.push(value);
  return values;
}

function scalar(written: Written, values: readonly string[], { decode }: RawValues): RawValue {
  const { name, style } = written;
  const [first = ''] = values;
  if (values.length > 1 && !takesFirst(written)) return values.map(decode);
  if (style === 'label') return decode(first.replace(/^\./, ''));
  return decode(style === 'matrix' ? first.replace(`;${name}=`, '') : first);
}

const COMMA = /,/;

const SEPARATORS: Readonly<Record<string, RegExp>> = {
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /\||%7C/i,
  simple: COMMA,
  form: COMMA,
};

function pieces(
  { name, style = 'simple', in: location, splitsEncodedComma = false }: Written,
  value: string,
  explode: boolean,
): string[] {
  // The examples of OpenAPI before 3.1.1 have dots in both.
  if (style === 'label') return value.replace(/^\./, '').split(!explode && value.includes(',') ? ',' : '.');
  if (style === 'matrix') {
    const rest = value.replace(/^;/, '');
    if (!explode) return rest.replace(`${name}=`, '').split(',');
    return rest
      .split(';')
      .map((piece) => (piece.startsWith(`${name}=`) ? piece.slice(name.length + 1) : piece));
  }
  const separator = SEPARATORS[style] ?? COMMA;
  const parts = value.split(splitsEncodedComma && separator === COMMA ? /,|%2C/i : separator);
  return location === 'header' ? parts.map((part) => part.trim()) : parts;
}

function objectOf(parts: readonly string[], explode: boolean, { decode }: RawValues): RawValue {
  const [first = '', ...others] = parts;
  // A single text names no member. It is a scalar.
  if (others.length === 0 && first !== '' && !(explode && first.includes('='))) return decode(first);
  const entries = explode ? parts.map(assignment) : pairsOf(parts);
  return Object.fromEntries(entries.map(([name, value]) => [decode(name), decode(value)]));
}

/** Returns the name and the value of `name=value`. */
function assignment(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Returns the pairs of names and values that follow each other. */
function pairsOf(parts: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < parts.length; index += 2)
    pairs.push([parts[index] ?? '', parts[index + 1] ?? '']);
  return pairs;
}

function spreadObject(written: Written, { pairs, decode }: RawValues): RawValue | undefined {
  const { members, listMembers = [] } = written;
  const entries = members.flatMap((member): [string, RawValue][] => {
    const values = pairs.filter(([key]) => key === member).map(([, value]) => decode(value));
    const [first] = values;
    if (first === undefined) return [];
    const isFirst = values.length === 1 || (takesFirst(written) && !listMembers.includes(member));
    return [[member, isFirst ? first : values]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * Reads `filter[price][min]=1&filter[tags]=a&filter[tags]=b`. An empty index, as in `tags[]`, adds an item.
 */
function deepObject(name: string, { pairs, decode }: RawValues): RawValue | undefined {
  const object: RawObject = {};
  let isFound = false;
  for (const [key, value] of pairs) {
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue;
    isFound = true;
    put(object, key.slice(name.length + 1, -1).split(']['), decode(value));
  }
  return isFound ? object : undefined;
}

const MAX_DEPTH = 20;

function put(target: RawObject, keys: readonly string[], value: string): void {
  const path = keys.at(-1) === '' ? keys.slice(0, -1) : keys;
  const at = objectAt(target, path.slice(0, Math.min(path.length - 1, MAX_DEPTH)));
  const last = path.at(-1) ?? '';
  const before = Object.hasOwn(at, last) ? at[last] : undefined;
  const isList = keys.length > path.length;
  if (Array.isArray(before)) before.push(value);
  else if (before !== undefined) define(at, last, [before, value]);
  else define(at, last, isList ? [value] : value);
}

/** Returns the object at a path, and creates the objects that are not there. */
function objectAt(target: RawObject, path: readonly string[]): RawObject {
  let at = target;
  for (const key of path) {
    const next = Object.hasOwn(at, key) ? at[key] : undefined;
    if (typeof next === 'object' && !Array.isArray(next)) at = next;
    else {
      const inside: RawObject = {};
      define(at, key, inside);
      at = inside;
    }
  }
  return at;
}

/** Defines a member. A plain assignment of `__proto__` would change the prototype. */
function define(target: object, key: string, value: RawValue): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
