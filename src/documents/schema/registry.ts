import { plainJson } from '../../shared/values.js';
import type { Constructor } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import { hasLists } from '../json-schema/values.js';
import { isMadeOfSchema } from '../model/foreign-schema.js';
import { viewKey } from '../model/class-model.js';
import type { ClassModel, View } from '../model/types.js';
import type { DiscriminatorBranch } from './context.js';
import { type Inspection, inspectSchema } from './inspect-schema.js';
import { type Reference, symbolicRef } from './references.js';

export interface Entry extends Inspection {
  /** The symbolic reference, until the names are chosen. */
  readonly ref: string;
  /** The class, or the text of a named schema. Entries with the same source may become one component. */
  readonly source: unknown;
  /** The preferred name of the component. */
  readonly name: string;
  /** True if a decorator sets the name, which then takes precedence. */
  readonly isGiven: boolean;
  /**
   * True if dtospec chose the name, as for a table of codes. The component is renamed if the name is taken.
   */
  readonly isOurs?: boolean;
  readonly view: View | undefined;
  /** The value of the discriminator if the entry is a branch of a union. */
  readonly branch: DiscriminatorBranch | undefined;
  /** Where the class is used first, for messages. */
  readonly place: string;
  readonly outline: Schema;
  /** The schema; undefined until the class is compiled, so that recursion ends. */
  schema: Schema | undefined;
  references: readonly Reference[];
  isPlain: boolean;
}

export interface Component {
  readonly views: readonly Entry[];
}

export interface Source {
  readonly views: Entry[];
  /** The views that the document only lists: `models` names their class, and nothing refers to them. */
  readonly listed: ReadonlySet<Entry>;
  components: readonly Component[];
}

/** Reserves a component before its class is compiled, so that recursive classes need no special case. */
export class Registry {
  readonly #entries = new Map<string, Entry>();
  /** Entries that are plain, as is each that they refer to. */
  readonly #plain = new Set<Entry>();
  readonly #byRef = new Map<string, Entry>();
  readonly #classIds = new Map<Constructor, number>();
  /** Functions that compile the reserved classes. */
  readonly #pending: (() => void)[] = [];

  entryOf(ref: string): Entry | undefined {
    return this.#byRef.get(ref);
  }

  /**
   * Returns whether a schema and those behind its references are plain. Schemas of alternatives do not count:
   * one may refer to itself for the same value.
   */
  isPlain(schema: Schema | boolean): boolean {
    const references: Reference[] = [];
    if (!inspectSchema(schema, references)) return false;
    const reached = new Set<Entry>();
    // The list grows while it is walked: a chain of thousands of classes would exhaust the stack.
    for (const { ref } of references) {
      const entry = this.#byRef.get(ref);
      if (entry?.isPlain !== true || hasAlternatives(entry)) return false;
      if (this.#plain.has(entry) || reached.has(entry)) continue;
      reached.add(entry);
      references.push(...entry.references);
    }
    for (const entry of reached) this.#plain.add(entry);
    return true;
  }

  /**
   * Returns the reference of a class in a view.
   *
   * @param read called for a new class; returns its model and a function that creates its schema
   */
  reserveClass(
    use: Pick<Entry, 'branch' | 'place'> & { readonly target: Constructor; readonly view: View },
    read: () => { readonly model: ClassModel; readonly fill: () => Schema },
  ): Schema {
    const { target, view, branch, place } = use;
    let id = this.#classIds.get(target);
    if (id === undefined) {
      id = this.#classIds.size;
      this.#classIds.set(target, id);
    }
    const key = `${id} ${viewKey(view)}${branch === undefined ? '' : JSON.stringify(branch)}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return { $ref: known.ref };
    const { model, fill } = read();
    const { name, annotations } = model;
    const isObject = annotations.type === undefined && annotations.override === undefined;
    const entry = this.#reserve(key, {
      ref: symbolicRef(this.#entries.size),
      source: isMadeOfSchema(target) ? `schema ${name}` : target,
      name,
      isGiven: annotations.name !== undefined,
      view,
      branch,
      place,
      outline: isObject ? { type: 'object' } : {},
      schema: undefined,
      references: [],
      isPlain: false,
    });
    this.#pending.push(() => {
      entry.schema = fill();
      const references: Reference[] = [];
      entry.isPlain = inspectSchema(entry.schema, references);
      entry.references = references;
    });
    return { $ref: entry.ref };
  }

  reserveNamed(name: string, schema: Schema, place: string, whose?: 'ours'): Schema {
    const source = `${whose ?? ''} ${name} ${textOf(schema)}`;
    const known = this.#entries.get(source);
    if (known !== undefined) return { $ref: known.ref };
    // A copy, because it may be one of dtospec's own tables.
    const copy = plainJson(schema);
    const references: Reference[] = [];
    const entry = this.#reserve(source, {
      ref: symbolicRef(this.#entries.size),
      source,
      name,
      isGiven: whose === undefined,
      isOurs: whose === 'ours',
      view: undefined,
      branch: undefined,
      place,
      outline: schema,
      schema: copy,
      references,
      isPlain: inspectSchema(copy, references),
    });
    return { $ref: entry.ref };
  }

  /** Compiles the reserved classes: in a loop, so that long chains of classes do not exhaust the stack. */
  fillAll(): void {
    for (let fill = this.#pending.shift(); fill !== undefined; fill = this.#pending.shift()) fill();
  }

  #reserve(key: string, entry: Entry): Entry {
    this.#entries.set(key, entry);
    this.#byRef.set(entry.ref, entry);
    return entry;
  }
}

function hasAlternatives({ schema }: Entry): boolean {
  return (schema?.anyOf ?? schema?.oneOf) !== undefined;
}

function textOf(schema: Schema): string {
  const { enum: values, ...rest } = schema;
  return JSON.stringify(values && !hasLists(schema) ? { ...rest, enum: [...values].sort() } : schema);
}
