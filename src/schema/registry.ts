import type { Constructor, View } from '../model/types.js';
import type { Tag } from './context.js';
import type { Schema } from '../json-schema/schema.js';

/** Begins every symbolic reference. NUL cannot begin a reference that a user wrote. */
const PREFIX = '\u0000dtospec:';

/** A component in the making. */
export interface Entry {
  /** Stands for the component until it has a name. */
  readonly token: string;
  /** What the entry is a view of: a class, or the text of a named schema. Views of one thing may be one component. */
  readonly source: unknown;
  /** Name before views and clashes are settled. */
  readonly name: string;
  readonly view: View | undefined;
  readonly tag: Tag | undefined;
  /** Where it was first needed. */
  readonly place: string;
  /** `undefined` between reservation and filling: recursion ends here. */
  schema: Schema | undefined;
}

/** Reserves a component before its class is walked, so that recursion needs no detector. */
export class Registry {
  readonly #entries = new Map<string, Entry>();
  readonly #classIds = new Map<Constructor, number>();
  readonly #pending: (() => void)[] = [];

  /** All entries, in the order they were first needed. */
  get entries(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  /** The reference of a class in a view; `fill` makes its schema when the walk comes to it. */
  reserveClass(
    request: { target: Constructor; name: string; view: View; tag: Tag | undefined; place: string },
    fill: () => Schema,
  ): Schema {
    const { target, name, view, tag, place } = request;
    const key = JSON.stringify([this.#idOf(target), view, tag]);
    const known = this.#entries.get(key);
    if (known !== undefined) return { $ref: known.token };
    const entry = this.#reserve(key, { source: target, name, view, tag, place, schema: undefined });
    this.#pending.push(() => {
      entry.schema = fill();
    });
    return { $ref: entry.token };
  }

  /** The reference of a schema that has a name of its own. */
  reserveNamed(name: string, schema: Schema, place: string): Schema {
    const source = `${name} ${JSON.stringify(schema)}`;
    const entry =
      this.#entries.get(source) ??
      this.#reserve(source, { source, name, view: undefined, tag: undefined, place, schema });
    return { $ref: entry.token };
  }

  /** The reference of a schema that refers to itself; `make` is given that reference. */
  reserveRecursive(
    { name, view, place }: { name: string; view: View; place: string },
    make: (self: Schema) => Schema,
  ): Schema {
    const key = `${name} ${JSON.stringify([view, make({})])}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return { $ref: known.token };
    const entry = this.#reserve(key, { source: name, name, view, tag: undefined, place, schema: undefined });
    entry.schema = make({ $ref: entry.token });
    return { $ref: entry.token };
  }

  /** Walks classes until none is left: a loop, so that long chains of classes do not exhaust the stack. */
  fillAll(): void {
    for (let fill = this.#pending.shift(); fill !== undefined; fill = this.#pending.shift()) fill();
  }

  #reserve(key: string, entry: Omit<Entry, 'token'>): Entry {
    const reserved = { ...entry, token: `${PREFIX}${this.#entries.size}` };
    this.#entries.set(key, reserved);
    return reserved;
  }

  #idOf(target: Constructor): number {
    const known = this.#classIds.get(target);
    if (known !== undefined) return known;
    this.#classIds.set(target, this.#classIds.size);
    return this.#classIds.size - 1;
  }
}

export function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(PREFIX);
}

/** A copy of `value` in which every symbolic reference is replaced. */
export function replaceTokens<T>(value: T, replace: (token: string) => string): T {
  if (isToken(value)) return replace(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => replaceTokens(item, replace)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceTokens<unknown>(item, replace)]),
  ) as T;
}

/** The symbolic references in a value, in the order they stand there. */
export function tokensIn(value: unknown, found = new Set<string>()): Set<string> {
  if (isToken(value)) found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) tokensIn(item, found);
  return found;
}
