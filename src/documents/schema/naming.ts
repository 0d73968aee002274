import type { Report } from '../../shared/diagnostics.js';
import { setMember } from '../../shared/values.js';
import { omit } from '../json-schema/keywords.js';
import { hasLists } from '../json-schema/values.js';
import type { Schema } from '../json-schema/schema.js';
import {
  foldName,
  giveName,
  noteGlobalName,
  reportFolded,
  reportMinifiedName,
  requestNames,
} from './component-names.js';
import type { Component, Entry, Registry, Source } from './registry.js';
import type { Inspection } from './inspect-schema.js';
import { isSymbolicRef, type Reference } from './references.js';

export interface Naming {
  readonly refOf: (ref: string) => string;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The results of the visits of the schemas in `schemas`. */
  readonly inspections: ReadonlyMap<Schema, Inspection>;
}

/**
 * @param used the references outside of components, in their order
 * @param listed references to classes that become components without being used
 */
export function nameComponents(
  used: readonly Reference[],
  base: string,
  registry: Registry,
  report: Report,
  listed: readonly Reference[] = [],
): Naming {
  const sources = reachedSources(used, listed, registry);
  const componentOf = mergeEqualViews(sources);
  const refs = new Map<Component, string>();
  const entries = new Map<string, Entry>();
  const folded = new Map<string, string>();
  for (const request of requestNames(sources)) {
    const name = giveName(request, entries, report);
    entries.set(name, request.entry);
    noteGlobalName(request, name, report);
    reportMinifiedName(request, name, report);
    const key = foldName(name);
    const other = folded.get(key);
    if (other === undefined) folded.set(key, name);
    else reportFolded(request, name, other, report);
    refs.set(request.component, base + name);
  }
  const refOf = (ref: string): string => {
    const component = componentOf.get(ref);
    const named = component && refs.get(component);
    if (named === undefined) throw new Error('dtospec: a reference belongs to another compiler.');
    return named;
  };
  const schemas: Record<string, Schema> = {};
  const inspections = new Map<Schema, Inspection>();
  for (const name of [...entries.keys()].sort()) {
    const entry = entries.get(name);
    if (entry?.schema === undefined) continue;
    setMember(schemas, name, entry.schema);
    inspections.set(entry.schema, entry);
  }
  return { refOf, schemas, inspections };
}

/**
 * Returns the classes and named schemas of references, directly or through others. Nearer ones come first and
 * keep their names in a clash.
 */
function reachedSources(
  used: readonly Reference[],
  listed: readonly Reference[],
  registry: Registry,
): readonly Source[] {
  const sources = new Map<unknown, Source>();
  const onlyListed = new Set<Entry>();
  const refs = new Set<string>();
  for (const { ref } of used) refs.add(ref);
  const visit = (ref: string, isListed: boolean): void => {
    const entry = registry.entryOf(ref);
    if (entry === undefined) return;
    if (isListed) onlyListed.add(entry);
    const key = sourceKeyOf(entry);
    const source = sources.get(key);
    if (source === undefined) sources.set(key, { views: [entry], listed: onlyListed, components: [] });
    else source.views.push(entry);
    for (const { ref: reference } of entry.references) refs.add(reference);
  };
  // The loop also visits references that are added during the loop.
  for (const ref of refs) visit(ref, false);
  const usedRefs = new Set(refs);
  for (const { ref } of listed) refs.add(ref);
  for (const ref of refs) if (!usedRefs.has(ref)) visit(ref, true);
  return [...sources.values()];
}

/**
 * Enums of one name with the same members are one component:
 * `dtospec extract` knows an enum that a decorator names, too.
 */
function sourceKeyOf({ name, source, schema }: Entry): unknown {
  return schema?.enum === undefined ? source : `${name} ${JSON.stringify(schema.enum)}`;
}

/**
 * Merges views of a class with equal schemas into one component. It starts with
 * all views in one component and splits it until the schemas agree (partition
 * refinement), since equal schemas must also refer to equal components.
 *
 * @returns the components by symbolic reference
 */
function mergeEqualViews(sources: readonly Source[]): Components {
  const componentOf = new Map<string, Component>();
  const set = (source: Source, components: readonly Component[]): void => {
    source.components = components;
    for (const component of components)
      for (const { ref } of component.views) componentOf.set(ref, component);
  };
  for (const source of sources) set(source, [{ views: source.views }]);
  const several = sources.filter(({ views }) => views.length > 1);
  for (let isSplit = several.length > 0; isSplit;) {
    isSplit = false;
    for (const source of several) {
      const refined = source.components.flatMap((component) => split(component, componentOf));
      if (refined.length === source.components.length) continue;
      set(source, refined);
      isSplit = true;
    }
  }
  return componentOf;
}

type Components = ReadonlyMap<string, Component>;

function split(component: Component, componentOf: Components): Component[] {
  const parts: Entry[][] = [];
  for (const entry of component.views) {
    const same = parts.find(([first]) => isSame(first?.schema, schemaBeside(first, entry), componentOf));
    if (same === undefined) parts.push([entry]);
    else same.push(entry);
  }
  return parts.length === 1 ? [component] : parts.map((views) => ({ views }));
}

/**
 * Returns the schema of a view for comparison with the other direction. If only the request rejects unknown
 * members, the response's schema describes both.
 */
function schemaBeside(first: Entry | undefined, { schema, view }: Entry): Schema | undefined {
  if (schema === undefined || first?.view?.direction === view?.direction) return schema;
  // If the application requires closed objects, requests get a component of their own.
  if (first?.view?.validation?.closed === true || view?.validation?.closed === true) return schema;
  const own = schema.additionalProperties;
  const other = first?.schema?.additionalProperties;
  if (own === false && other === undefined) return omit(schema, ['additionalProperties']);
  return own === undefined && other === false ? { ...schema, additionalProperties: false } : schema;
}

type Loose = Readonly<Record<string, unknown>>;

/** Keywords of JSON Schema whose arrays have no order. */
const UNORDERED: ReadonlySet<string> = new Set(['required', 'type', 'enum', 'allOf', 'anyOf', 'oneOf']);

/** Returns whether two schemas mean the same. */
function isSame(a: unknown, b: unknown, componentOf: Components): boolean {
  if (a === b) return true;
  if (isSymbolicRef(a) && isSymbolicRef(b)) return componentOf.get(a) === componentOf.get(b);
  if (!isObject(a) || !isObject(b)) return false;
  return Array.isArray(a) === Array.isArray(b) && haveSameMembers(a, b, componentOf);
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}

function haveSameMembers(left: Loose, right: Loose, componentOf: Components): boolean {
  if (Object.keys(left).length !== Object.keys(right).length) return false;
  for (const name in left) if (!isSameMember(left, right, name, componentOf)) return false;
  return true;
}

function isSameMember(left: Loose, right: Loose, name: string, componentOf: Components): boolean {
  const value = left[name];
  const other = right[name];
  if (value === other && other !== undefined) return true;
  if (!Object.hasOwn(right, name)) return false;
  // Names and descriptions of members belong to the values of an enum by their position.
  const isSet = UNORDERED.has(name) && !(name === 'enum' && hasLists(left));
  if (isSet && Array.isArray(value) && Array.isArray(other)) return isSameSet(value, other, componentOf);
  return isSame(value, other, componentOf);
}

function isSameSet(a: readonly unknown[], b: readonly unknown[], componentOf: Components): boolean {
  if (a.length !== b.length) return false;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const left = b.slice(same);
  for (const item of a.slice(same)) {
    const equal = left.indexOf(item);
    const index = equal === -1 ? left.findIndex((other) => isSame(item, other, componentOf)) : equal;
    if (index === -1) return false;
    left.splice(index, 1);
  }
  return true;
}
