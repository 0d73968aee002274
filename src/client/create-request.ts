export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Creates the URL, the headers and the body of a call. @throws TypeError for a value that a request cannot contain */
export function createRequest(
  base: string,
  path: string,
  { params = {}, query = {}, headers: own = {}, body }: CallInput,
  common: Readonly<Record<string, string | undefined>>,
): { readonly url: string; readonly init: RequestInit } {
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...common, ...own }))
    if (value !== undefined) headers.set(name, textOf(value, name));
  const url = base + fill(path, params) + queryOf(query);
  if (body === undefined) return { url, init: { headers } };
  // These have their content type with them.
  if (body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob)
    return { url, init: { headers, body } };
  headers.set('Content-Type', 'application/json');
  return { url, init: { headers, body: JSON.stringify(body) } };
}

/** Fills in path parameters. It rejects empty segments, `.` and `..`, since they would lead to another route. */
function fill(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{([^}]+)\}|:([\p{ID_Continue}$]+)/gu, (_, braced?: string, colon?: string) => {
    const name = braced ?? colon ?? '';
    const text = textOf(params[name], name);
    if (/^\.{0,2}$/.test(text))
      throw new TypeError(`The path parameter ${name} of ${path} cannot be ${JSON.stringify(text)}.`);
    return encodeURIComponent(text);
  });
}

/** Writes the query. It repeats lists and writes objects as `name[member]`. */
function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) pairs.push(pairOf(name, item));
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) add(`${name}[${encodeURIComponent(key)}]`, member);
    else if (value !== undefined) pairs.push(pairOf(name, value));
  };
  for (const [name, value] of Object.entries(query)) add(encodeURIComponent(name), value);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
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
