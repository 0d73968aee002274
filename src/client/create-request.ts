import { setHeader } from './set-header.js';

export interface CallInput {
  readonly params?: Values;
  readonly query?: Values;
  readonly headers?: Values;
  readonly body?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Creates the URL, the headers and the body of a call.
 * @throws TypeError for a value that a request cannot contain
 */
export function createRequest(
  base: string,
  path: string,
  { params = {}, query = {}, headers: own = {}, body }: CallInput,
  common: Readonly<Record<string, string | undefined>>,
): { readonly url: string; readonly init: RequestInit } {
  const headers = new Headers();
  for (const [name, value] of Object.entries(common))
    if (value !== undefined) setHeader(headers, name, textOf(value, name));
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) headers.delete(name);
    else setHeader(headers, name, textOf(value, name));
  }
  const url = base + fill(path, params) + queryOf(query);
  if (body === undefined) return { url, init: { headers } };
  // The browser sets the content type of these bodies.
  if (body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob)
    return { url, init: { headers, body } };
  headers.set('Content-Type', 'application/json');
  return { url, init: { headers, body: JSON.stringify(body) } };
}

/** A parameter, but no colon after `}` and none of a custom method, as in `/products:batch`. */
const PATH_PARAMETER = /\{([^}]+)\}|(?<!\}|[\p{L}\p{N}](?=:[\p{ID_Continue}$]+$)):([\p{ID_Continue}$]+)/gu;

/**
 * Fills in path parameters. It rejects empty segments, `.` and `..`, since they would lead to another route.
 */
function fill(path: string, params: Values): string {
  return path.replace(PATH_PARAMETER, (_, braced?: string, colon?: string) => {
    const name = braced ?? colon ?? '';
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    const text = encodeURIComponent(textOf(value, name));
    if (/^\.{0,2}$/.test(text))
      throw new TypeError(`The path parameter ${name} of ${path} cannot be ${JSON.stringify(text)}.`);
    return text;
  });
}

function queryOf(query: Values): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) pairs.push(pairOf(name, item));
    else if (isObject(value))
      for (const [key, member] of Object.entries(value)) add(`${name}[${encodeURIComponent(key)}]`, member);
    else if (value !== undefined) pairs.push(pairOf(name, value));
  };
  for (const [name, value] of Object.entries(query)) add(encodeURIComponent(name), value);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
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
