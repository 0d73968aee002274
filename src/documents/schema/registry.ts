import { plainJson } from '../../shared/values.js';
import type { Constructor } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import { isMadeOfSchema } from '../model/foreign-schema.js';
import { viewKey } from '../model/class-model.js';
import type { ClassModel, View } from '../model/types.js';
import type { DiscriminatorBranch } from './context.js';
import { symbolicRef } from './references.js';

/** A component that may not have its schema yet. */
export interface Entry {
  readonly ref: string;
  /** The class, or the text of a named schema. Entries with one source may become one component. */
  readonly source: unknown;
  /** Undefined for a named schema. */
  readonly target: Constructor | undefined;
  /** The name before clashes are resolved. */
  readonly name: string;
  /** A decorator gave the name, so it takes precedence. */
  readonly isGiven: boolean;
  /** The library chose the name, as for a table of codes, so it yields. */
  readonly isOurs?: boolean;
  readonly view: View | undefined;
  readonly branch: DiscriminatorBranch | undefined;
  readonly place: string;
  /** The schema as far as it is known before the class is walked. */
  readonly outline: Schema;
  /** Undefined until the class is walked, so recursion ends. */
  schema: Schema | undefined;
}

/** Views with one schema, and so one name. */
export interface Component {
  readonly views: readonly Entry[];
}

/** The views of a class or named schema, and the components that they become. */
export interface Source {
  readonly views: Entry[];
  components: readonly Component[];
}

/** A class in a view, perhaps as a branch of a union. */
type ClassUse = Pick<Entry, 'branch'> & { readonly target: Constructor; readonly view: View };

/** Reserves a component before its class is walked, so recursion needs no detector. */
export class Registry {
  readonly #entries = new Map<string, Entry>();
  readonly #byRef = new Map<string, Entry>();
  readonly #classIds = new Map<Constructor, number>();
  readonly #pending: (() => void)[] = [];

  entryOf(ref: string): Entry | undefined {
    return this.#byRef.get(ref);
  }

  entryOfClass(use: ClassUse): Entry | undefined {
    return this.#entries.get(this.#keyOf(use));
  }

  /**
   * Returns the reference of a class in a view.
   *
   * @param read called for a new class: returns its model, and a function that makes its schema
   */
  reserveClass(
    use: ClassUse & Pick<Entry, 'place'>,
    read: () => { readonly model: ClassModel; readonly fill: () => Schema },
  ): Schema {
    const { target, view, branch, place } = use;
    const known = this.entryOfClass(use);
    if (known !== undefined) return { $ref: known.ref };
    const { model, fill } = read();
    const { name, annotations } = model;
    const isObject = annotations.type === undefined && annotations.override === undefined;
    const entry = this.#reserve(this.#keyOf(use), {
      source: isMadeOfSchema(target) ? `schema ${name}` : target,
      target,
      name,
      isGiven: annotations.name !== undefined,
      view,
      branch,
      place,
      outline: isObject ? { type: 'object' } : {},
      schema: undefined,
    });
    this.#pending.push(() => {
      entry.schema = fill();
    });
    return { $ref: entry.ref };
  }

  reserveNamed(name: string, schema: Schema, place: string, whose?: 'ours'): Schema {
    const source = `${whose ?? ''} ${name} ${textOf(schema)}`;
    // A copy, for it may be one of our own tables.
    const entry =
      this.#entries.get(source) ??
      this.#reserve(source, {
        source,
        target: undefined,
        name,
        isGiven: whose === undefined,
        isOurs: whose === 'ours',
        view: undefined,
        branch: undefined,
        place,
        outline: schema,
        schema: plainJson(schema),
      });
    return { $ref: entry.ref };
  }

  /** Walks the reserved classes in a loop, so that long chains of classes do not exhaust the stack. */
  fillAll(): void {
    for (let fill = this.#pending.shift(); fill !== undefined; fill = this.#pending.shift()) fill();
  }

  #keyOf({ target, view, branch }: ClassUse): string {
    return `${this.#idOf(target)} ${viewKey(view)}${branch === undefined ? '' : JSON.stringify(branch)}`;
  }

  #reserve(key: string, entry: Omit<Entry, 'ref'>): Entry {
    const reserved = { ...entry, ref: symbolicRef(this.#entries.size) };
    this.#entries.set(key, reserved);
    this.#byRef.set(reserved.ref, reserved);
    return reserved;
  }

  #idOf(target: Constructor): number {
    const known = this.#classIds.get(target);
    if (known !== undefined) return known;
    this.#classIds.set(target, this.#classIds.size);
    return this.#classIds.size - 1;
  }
}

/** The order of an enum's values does not matter, except beside a list of their names. */
function textOf(schema: Schema): string {
  const { enum: values, 'x-enum-varnames': names, ...rest } = schema;
  return JSON.stringify(values && !names ? { ...rest, enum: [...values].sort() } : schema);
}
