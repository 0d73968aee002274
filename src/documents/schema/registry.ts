import { plainJson } from '../../shared/values.js';
import type { Constructor } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import { isMadeOfSchema } from '../model/foreign-schema.js';
import { viewKey } from '../model/class-model.js';
import type { ClassModel, View } from '../model/types.js';
import type { DiscriminatorBranch } from './context.js';
import { symbolicRef } from './references.js';

/** A component in the making. */
export interface Entry {
  /** The symbolic reference, which stands for the component until it has a name. */
  readonly ref: string;
  /**
   * What the entry is a view of: a class, the text of a named schema, or the name of a schema of another library. Views of
   * one thing may be one component.
   */
  readonly source: unknown;
  /** Name before views and clashes are settled. */
  readonly name: string;
  /** The name was given by a decorator, so that it is not changed for one that was not. */
  readonly isGiven: boolean;
  /** The name is ours, as that of a table of codes: it gives way to one of the application's. */
  readonly isOurs?: boolean;
  readonly view: View | undefined;
  readonly branch: DiscriminatorBranch | undefined;
  /** Where it was first needed. */
  readonly place: string;
  /** What is known before the class is walked. */
  readonly outline: Schema;
  /** `undefined` between reservation and filling: recursion ends here. */
  schema: Schema | undefined;
}

/** Views of one class or named schema that have the same schema, and so one name. */
export interface Component {
  readonly views: readonly Entry[];
}

/** A class or a named schema: the views of it that are referred to, and the components that they become. */
export interface Source {
  readonly views: Entry[];
  components: readonly Component[];
}

/** Reserves a component before its class is walked, so that recursion needs no detector. */
export class Registry {
  readonly #entries = new Map<string, Entry>();
  readonly #byRef = new Map<string, Entry>();
  readonly #classIds = new Map<Constructor, number>();
  readonly #pending: (() => void)[] = [];

  /** The entry that a symbolic reference stands for. */
  entryOf(ref: string): Entry | undefined {
    return this.#byRef.get(ref);
  }

  /**
   * The reference of a class in a view.
   * @param read called for one that is new: its model, and what makes its schema when the walk comes to it
   */
  reserveClass(
    use: Pick<Entry, 'branch' | 'place'> & { readonly target: Constructor; readonly view: View },
    read: () => { readonly model: ClassModel; readonly fill: () => Schema },
  ): Schema {
    const { target, view, branch, place } = use;
    const key = `${this.#idOf(target)} ${viewKey(view)}${branch === undefined ? '' : JSON.stringify(branch)}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return { $ref: known.ref };
    const { model, fill } = read();
    const { name, annotations } = model;
    const isObject = annotations.type === undefined && annotations.override === undefined;
    const entry = this.#reserve(key, {
      source: isMadeOfSchema(target) ? `schema ${name}` : target,
      name,
      isGiven: annotations.name !== undefined,
      view,
      branch,
      place,
      outline: isObject ? { type: 'object' } : {},
      schema: undefined,
    });
    this.#pending.push(() => {
      // A copy, for it may hold values of the application's: examples, overrides, extensions.
      entry.schema = plainJson(fill());
    });
    return { $ref: entry.ref };
  }

  /** The reference of a schema that has a name of its own. */
  reserveNamed(name: string, schema: Schema, place: string, whose?: 'ours'): Schema {
    const source = `${whose ?? ''} ${name} ${textOf(schema)}`;
    // A copy, for it may be one of our own tables.
    const entry =
      this.#entries.get(source) ??
      this.#reserve(source, {
        source,
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

  /** Walks classes until none is left: a loop, so that long chains of classes do not exhaust the stack. */
  fillAll(): void {
    for (let fill = this.#pending.shift(); fill !== undefined; fill = this.#pending.shift()) fill();
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

/** The order of an enum's values says nothing, except beside a list of their names. */
function textOf(schema: Schema): string {
  const { enum: values, 'x-enum-varnames': names, ...rest } = schema;
  return JSON.stringify(values && !names ? { ...rest, enum: [...values].sort() } : schema);
}
