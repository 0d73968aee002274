import { isJson, isRecord } from 'dtospec/internal';
import { headerOf, textOf } from '../exchanges/message.js';
import type { FuzzTarget } from './operations.js';
import type { Outcome } from './send.js';

const MAX_ITEMS = 10;
const MAX_DEPTH = 3;
/** Maximum number of names, since a response may have a member for each of thousands of keys. */
const MAX_NAMES = 1000;

export const WRAPPERS: ReadonlySet<string> = new Set(['data', 'result', 'item']);

/**
 * Collects ids of existing objects from responses, by path. They are used as path parameters and for
 * properties such as `customerId`.
 */
export class KnownValues {
  readonly #values = new Map<string, unknown[]>();
  readonly #ids = new Map<string, string[]>();

  readonly suggest = (path: string, name: string): readonly unknown[] => {
    const at = path.indexOf(`{${name}}`);
    const before = at < 0 ? undefined : path.slice(0, at).replace(/\/$/, '');
    const keys = before === undefined ? [] : [`${before} ${name}`, `${before} id`];
    const noun = /^(.+?)[_-]?ids?$/i.exec(name)?.[1]?.toLowerCase();
    if (noun !== undefined)
      for (const owner of new Set([noun, `${noun}s`, `${noun}es`, noun.replace(/y$/, 'ies')]))
        keys.push(...(this.#ids.get(owner) ?? []));
    return [...new Set(keys.flatMap((key) => this.#values.get(key.toLowerCase()) ?? []))];
  };

  readonly learn = (
    { documented: { method, path } }: FuzzTarget,
    outcome: Outcome,
    values: ReadonlyMap<string, unknown>,
  ): void => {
    if (outcome.kind !== 'answer') return;
    const { status, headers, body } = outcome.response;
    if (isGone(method, status)) this.#forget(path, values);
    if (status >= 300) return;
    const text = isJson(headerOf(headers, 'content-type') ?? '') ? textOf(body) : undefined;
    if (text === undefined) return;
    try {
      this.#keep(path, JSON.parse(text), 0);
    } catch {
      // A body that is not JSON is a separate finding.
    }
  };

  #forget(path: string, values: ReadonlyMap<string, unknown>): void {
    const [, before = '', name = ''] = /^(.*)\/\{([^{}]*)\}[^{}]*$/.exec(path) ?? [];
    const id = values.get(`path parameter ${name}`);
    for (const key of [`${before} ${name}`, `${before} id`].map((key) => key.toLowerCase()))
      this.#values.set(key, this.#values.get(key)?.filter((known) => known !== id) ?? []);
  }

  /** @param prefix the path and the names of the objects around the value, such as `/orders customer` */
  #keep(prefix: string, value: unknown, depth: number): void {
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_ITEMS)) this.#keep(prefix, item, depth + 1);
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      if (Array.isArray(member)) this.#keep(prefix, member, depth + 1);
      else if (isRecord(member))
        this.#keep(WRAPPERS.has(name) ? prefix : `${prefix} ${name}`, member, depth + 1);
      if (typeof member !== 'string' && typeof member !== 'number') continue;
      this.#keepValue(`${prefix} ${name}`.toLowerCase(), member);
    }
  }

  #keepValue(key: string, value: string | number): void {
    const known = this.#values.get(key);
    if (known === undefined) {
      if (this.#values.size >= MAX_NAMES) return;
      const owner = /([^/ ]*) id$/.exec(key)?.[1];
      if (owner !== undefined) this.#ids.set(owner, [...(this.#ids.get(owner) ?? []), key]);
    }
    // The latest object is the most likely to exist.
    if (known?.includes(value) !== true) this.#values.set(key, [value, ...(known ?? [])].slice(0, MAX_ITEMS));
  }
}

function isGone(method: string, status: number): boolean {
  return status === 404 || status === 410 || (method === 'DELETE' && status < 300);
}
