import type { Report } from '../../shared/diagnostics.js';
import { setMember } from '../../shared/values.js';
import type { Schema } from '../json-schema/schema.js';
import { giveName, requestNames } from './component-names.js';
import { mergeEqualViews, type Component, type Source } from './equal-views.js';
import type { Entry, Registry } from './registry.js';
import { findRefs } from './symbolic-refs.js';

/** The names of components. */
export interface Naming {
  /** Returns the final reference for a symbolic one. */
  readonly refOf: (ref: string) => string;
  /** The components by name, in its order, their references still symbolic. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

/**
 * Names the components that a value refers to, directly or through other components.
 *
 * @param base the beginning of every reference
 */
export function nameComponents(value: unknown, base: string, registry: Registry, report: Report): Naming {
  const sources = reachedSources(value, registry);
  const componentOf = mergeEqualViews(sources);
  const refs = new Map<Component, string>();
  const entries = new Map<string, Entry>();
  for (const request of requestNames(sources)) {
    const name = giveName(request, entries, report);
    entries.set(name, request.entry);
    refs.set(request.component, base + name);
  }
  const refOf = (ref: string): string => {
    const component = componentOf.get(ref);
    const named = component && refs.get(component);
    if (named === undefined) throw new Error('dtospec: a reference belongs to another compiler.');
    return named;
  };
  const schemas: Record<string, Schema> = {};
  for (const name of [...entries.keys()].sort()) setMember(schemas, name, entries.get(name)?.schema ?? {});
  return { refOf, schemas };
}

/** Returns the classes and named schemas that a value reaches, nearest first: the order decides who gets a name. */
function reachedSources(value: unknown, registry: Registry): readonly Source[] {
  const sources = new Map<unknown, Source>();
  const refs = findRefs(value);
  // The set grows while it is walked.
  for (const ref of refs) {
    const entry = registry.entryOf(ref);
    if (entry === undefined) continue;
    const source = sources.get(entry.source);
    if (source === undefined) sources.set(entry.source, { views: [entry], components: [] });
    else source.views.push(entry);
    findRefs(entry.schema, refs);
  }
  return [...sources.values()];
}
