import type { Schema } from '../json-schema/schema.js';
import type { Entry } from './registry.js';
import { isToken } from './tokens.js';

/** Views of one thing that come to the same schema, and have one name. */
export interface Component {
  readonly views: readonly Entry[];
}

/** A class or a named schema with the views of it that are referred to, and what they come to. */
export interface Source {
  readonly views: Entry[];
  components: readonly Component[];
}

/**
 * Puts the views of each source that come to the same schema into one component.
 * Two views are the same if their schemas are, and whatever they refer to is the same in turn; so all
 * are taken for the same at first, and components are split until all agree (partition refinement).
 *
 * @param componentOf by symbolic reference. Those of other sources stay: whether two views are the same depends on what
 * they refer to only, never on what refers to them.
 */
export function unifyViews(sources: readonly Source[], componentOf: Map<string, Component>): void {
  const set = (source: Source, components: readonly Component[]): void => {
    source.components = components;
    for (const component of components)
      for (const { token } of component.views) componentOf.set(token, component);
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
}

/** The views of a component by what their schemas say. */
function split(component: Component, componentOf: ReadonlyMap<string, Component>): Component[] {
  const parts: Entry[][] = [];
  for (const entry of component.views) {
    const same = parts.find(([first]) => isSame(first?.schema, entry.schema, componentOf));
    if (same === undefined) parts.push([entry]);
    else same.push(entry);
  }
  return parts.length === 1 ? [component] : parts.map((views) => ({ views }));
}

/** Whether two schemas are the same JSON, where references to one component are the same. */
function isSame(
  a: Schema | undefined,
  b: Schema | undefined,
  componentOf: ReadonlyMap<string, Component>,
): boolean {
  if (a === undefined || b === undefined) return a === b;
  const pairs = pairsIn(a, b);
  return pairs?.every(([left, right]) => componentOf.get(left) === componentOf.get(right)) ?? false;
}

/** References that stand in the same place of two schemas. */
type Pair = readonly [string, string];

/** What each schema was compared with last: it is asked of the same two whenever a document is made. */
const compared = new WeakMap<Schema, { readonly other: Schema; readonly pairs: Pair[] | undefined }>();

/** The references that must be the same for the schemas to be the same; `undefined` if something else differs. */
function pairsIn(a: Schema, b: Schema): Pair[] | undefined {
  const known = compared.get(a);
  if (known?.other === b) return known.pairs;
  const found: Pair[] = [];
  const pairs = collectPairs(a, b, found) ? found : undefined;
  compared.set(a, { other: b, pairs });
  return pairs;
}

type Loose = Readonly<Record<string, unknown>>;

/** Whether but for references, which are added to `pairs`, the values are the same JSON. */
function collectPairs(a: unknown, b: unknown, pairs: Pair[]): boolean {
  if (a === b) return true;
  if (isToken(a) && isToken(b)) return pairs.push([a, b]) > 0;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a, b] as [Loose, Loose];
  let more = 0;
  for (const name in left) {
    more += 1;
    if (!Object.hasOwn(right, name)) return false;
    // Most of what two views have is one object.
    if (left[name] !== right[name] && !collectPairs(left[name], right[name], pairs)) return false;
  }
  for (const _ in right) more -= 1;
  return more === 0;
}
