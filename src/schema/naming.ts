import type { Report } from '../base/diagnostics.js';
import { setMember } from '../base/values.js';
import type { Schema } from '../json-schema/schema.js';
import type { ComponentNaming } from './compiler.js';
import { giveName, requestNames } from './component-names.js';
import type { Entry, Registry } from './registry.js';
import type { Tokens } from './tokens.js';
import { unifyViews, type Component, type Source } from './unify.js';

/** Decides references: which views are one component, and what each is called. */
export class Naming implements ComponentNaming {
  readonly #sources = new Map<unknown, Source>();
  /** By symbolic reference. */
  readonly #components = new Map<string, Component>();
  readonly #refs = new Map<Component, string>();
  /** By name, the view that stands for the component. */
  readonly #entries = new Map<string, Entry>();
  /** The schemas of those by name, with their references named. */
  readonly #named = new Map<string, Schema>();
  /** The same in the order of names; undefined where more was named since. */
  #schemas: Readonly<Record<string, Schema>> | undefined;
  /** Whether all would have the same names, had their references been met in another order. */
  #isOrderFree = true;

  /** @param base what every reference begins with */
  constructor(
    private readonly registry: Registry,
    private readonly tokens: Tokens,
    private readonly base: string,
    private readonly report: Report,
  ) {}

  add(value: unknown): boolean {
    if (!this.#isOrderFree) return false;
    const isFirst = this.#components.size === 0;
    const sources = this.#meet(value);
    if (sources.length === 0) return true;
    const before = this.#forget(sources);
    unifyViews(sources, this.#components);
    for (const request of requestNames(sources)) {
      const { component, entry, wanted, isTied } = request;
      if (isTied || this.#entries.has(wanted)) {
        if (!isFirst) return false;
        this.#isOrderFree = false;
      }
      const name = giveName(request, this.#entries, this.report);
      this.#entries.set(name, entry);
      this.#refs.set(component, this.base + name);
    }
    return before.every(([token, ref]) => this.#refOf(token) === ref);
  }

  name<T>(value: T): T {
    return this.tokens.replace(value, this.#refOf);
  }

  schemas(): Readonly<Record<string, Schema>> {
    if (this.#schemas !== undefined) return this.#schemas;
    const schemas: Record<string, Schema> = {};
    for (const name of [...this.#entries.keys()].sort()) {
      let schema = this.#named.get(name);
      if (schema === undefined)
        this.#named.set(name, (schema = this.name(this.#entries.get(name)?.schema ?? {})));
      setMember(schemas, name, schema);
    }
    return (this.#schemas = schemas);
  }

  readonly #refOf = (token: string): string => {
    const component = this.#components.get(token);
    const ref = component && this.#refs.get(component);
    if (ref === undefined) throw new Error('dtospec: a reference belongs to another compiler.');
    return ref;
  };

  /** Takes in the views that are reached from a value and were not before, in the order in which they are met. */
  #meet(value: unknown): Source[] {
    const sources = new Set<Source>();
    const met = new Set<string>();
    const queue = [...this.tokens.in(value)];
    // The list grows while it is walked.
    for (const token of queue) {
      const entry = this.registry.entryOf(token);
      if (entry === undefined || this.#components.has(token) || met.has(token)) continue;
      met.add(token);
      sources.add(this.#addView(entry));
      if (entry.schema !== undefined) queue.push(...this.tokens.keep(entry.schema));
    }
    return [...sources];
  }

  #addView(entry: Entry): Source {
    let source = this.#sources.get(entry.source);
    if (source === undefined) this.#sources.set(entry.source, (source = { views: [], components: [] }));
    source.views.push(entry);
    return source;
  }

  /** Takes the names of sources back that have other views now. @returns what they were called */
  #forget(sources: readonly Source[]): [token: string, ref: string][] {
    this.#schemas = undefined;
    const refs: [string, string][] = [];
    for (const { components } of sources)
      for (const component of components) {
        const ref = this.#refs.get(component) ?? '';
        const name = ref.slice(this.base.length);
        this.#entries.delete(name);
        this.#named.delete(name);
        for (const { token } of component.views) refs.push([token, ref]);
      }
    return refs;
  }
}
