import type { OperationNames, ParameterNames } from '../operations/contract/client-api.js';
import type { Rename } from './rename.js';

export interface CallInput {
  readonly params?: Values;
  readonly query?: Values;
  readonly headers?: Values;
  readonly body?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Creates the URL, the headers and the body of a call. @throws TypeError for a value that a request cannot contain */
export function createRequest(
  base: string,
  path: string,
  { params = {}, query = {}, headers: own = {}, body }: CallInput,
  common: Readonly<Record<string, string | undefined>>,
  names: OperationNames,
  rename: Rename,
): { readonly url: string; readonly init: RequestInit } {
  const headers = new Headers();
  for (const [name, value] of Object.entries(common))
    if (value !== undefined) headers.set(name, textOf(value, name));
  for (const { name, value, join } of parametersOf(own, names.headers, rename)) {
    const write = (): string | undefined =>
      join === undefined ? textOf(value, name) : joined(value, name, join, headerText);
    const text = value === undefined ? undefined : write();
    if (text === undefined) headers.delete(name);
    else headers.set(name, text);
  }
  const url =
    base +
    fill(path, parametersOf(params, names.params, rename)) +
    queryOf(parametersOf(query, names.query, rename));
  if (body === undefined) return { url, init: { headers } };
  // The browser sets the content type of these bodies.
  if (body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob)
    return { url, init: { headers, body } };
  headers.set('Content-Type', 'application/json');
  return { url, init: { headers, body: JSON.stringify(rename(body, names.body)) } };
}

interface Parameter extends ParameterNames {
  readonly name: string;
  readonly value: unknown;
}

function parametersOf(
  values: Values,
  names: Readonly<Record<string, ParameterNames>> = {},
  rename: Rename,
): Parameter[] {
  return Object.entries(values).map(([key, given]) => {
    const own = Object.hasOwn(names, key) ? names[key] : undefined;
    return { name: key, ...own, value: rename(given, own?.type) };
  });
}

/** A parameter, but no colon after `}` and none of a custom method, as in `/products:batch`. */
const PATH_PARAMETER = /\{([^}]+)\}|(?<!\}|[\p{L}\p{N}](?=:[\p{ID_Continue}$]+$)):([\p{ID_Continue}$]+)/gu;

/** Fills in path parameters. It rejects empty segments, `.` and `..`, since they would lead to another route. */
function fill(path: string, params: readonly Parameter[]): string {
  return path.replace(PATH_PARAMETER, (_, braced?: string, colon?: string) => {
    const name = braced ?? colon ?? '';
    const { value, join } = params.find((one) => one.name === name) ?? {};
    const text =
      join === undefined ? encodeURIComponent(textOf(value, name)) : (joined(value, name, join) ?? '');
    if (/^\.{0,2}$/.test(text))
      throw new TypeError(`The path parameter ${name} of ${path} cannot be ${JSON.stringify(text)}.`);
    return text;
  });
}

function queryOf(query: readonly Parameter[]): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) pairs.push(pairOf(name, item));
    else if (isObject(value))
      for (const [key, member] of Object.entries(value)) add(`${name}[${encodeURIComponent(key)}]`, member);
    else if (value !== undefined) pairs.push(pairOf(name, value));
  };
  for (const { name, value, join, spread } of query) {
    const encoded = encodeURIComponent(name);
    if (value === undefined) continue;
    if (join !== undefined) {
      const text = joined(value, name, join);
      if (text !== undefined) pairs.push(`${encoded}=${text}`);
    } else if (spread && isObject(value))
      for (const [key, member] of Object.entries(value)) add(encodeURIComponent(key), member);
    else add(encoded, value);
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function joined(value: unknown, name: string, join: string, encode = encodeURIComponent): string | undefined {
  const isRead = encode !== encodeURIComponent || join !== ',';
  const given = Array.isArray(value)
    ? value
    : isObject(value)
      ? Object.entries(value).flatMap((pair) => (pair[1] === undefined ? [] : pair))
      : [value];
  const parts = given.map((part) => {
    const text = textOf(part, name);
    // Servers split at these separators before they decode the text.
    if (isRead && text.includes(decodeURIComponent(join)))
      throw new TypeError(`The parameter ${name} cannot contain its separator: ${JSON.stringify(text)}.`);
    return encode(text);
  });
  return parts.length === 0 ? undefined : parts.join(join);
}

function headerText(text: string | number | boolean): string {
  return String(text);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function pairOf(name: string, value: unknown): string {
  return `${name}=${encodeURIComponent(textOf(value, name))}`;
}

function textOf(value: unknown, name: string): string {
  if (['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return String(value);
  throw new TypeError(
    `The parameter ${name} needs a string, a number or a boolean, not ${value === null ? 'null' : typeof value}.`,
  );
}
