import { ConfigError } from '../../shared/errors.js';
import type { Schema } from './schema.js';
import { mapSubschemas } from './walk.js';

const DEFS = '#/$defs/';

/** Definitions inside each other: readers of JSON have limits, and the stack has one. */
const DEEPEST_INLINE = 250;

/** Definitions in one schema. Each of thirty that refers to the next one twice would double it. */
const MOST_INLINE = 10_000;

/** A complete schema with the definitions that it refers to. */
export type CompleteSchema = Schema & {
  /** The definitions by name. */
  $defs?: Record<string, Schema>;
};

/**
 * Writes the definitions of a complete schema where they are used, for readers without `$defs`. Only those
 * that contain themselves stay definitions.
 */
export function inlineDefinitions({ $defs = {}, ...root }: CompleteSchema): CompleteSchema {
  const definitions: ReadonlyMap<string, Schema> = new Map(Object.entries($defs));
  const references = new Map([...definitions].map(([name, schema]) => [name, referencesIn(schema)]));
  const recursive = recursiveNames(references);
  const used = new Set<string>();
  let depth = 0;
  let count = 0;
  const inline = (schema: Schema): Schema => {
    const { $ref, ...beside } = mapSubschemas(schema, inline);
    if ($ref === undefined) return beside;
    const name = definitionIn($ref);
    if (name === undefined) return { $ref, ...beside };
    const target = recursive.has(name) ? undefined : definitions.get(name);
    if (target !== undefined) return withBeside(inlineTarget(name, target), beside);
    used.add(name);
    return { $ref, ...beside };
  };
  const inlineTarget = (name: string, target: Schema): Schema => {
    count += 1;
    requireInlineable(name, depth, count);
    depth += 1;
    const inlined = inline(target);
    depth -= 1;
    return inlined;
  };
  const whole = inline(root);
  const kept = [...recursive].map((name) => [name, inline(definitions.get(name) ?? {})] as const);
  const needed = kept.filter(([name]) => used.has(name));
  return needed.length === 0 ? whole : { ...whole, $defs: Object.fromEntries(needed) };
}

/** Returns the name of the definition that a reference names. */
function definitionIn(reference: string): string | undefined {
  return reference.startsWith(DEFS) ? reference.slice(DEFS.length) : undefined;
}

/** @throws ConfigError */
function requireInlineable(name: string, depth: number, count: number): void {
  if (depth >= DEEPEST_INLINE)
    throw new ConfigError(
      `The definition ${name} is inside ${DEEPEST_INLINE} others, too many for a schema without references. Use the target 'draft-2020-12', which has references.`,
    );
  if (count > MOST_INLINE)
    throw new ConfigError(
      `The definition ${name} is one of more than ${MOST_INLINE.toLocaleString('en')} that are written where they are used, too many for a schema without references. Use the target 'draft-2020-12', which has references.`,
    );
}

/** Adds the keywords beside a reference, which apply as well as those of its schema. */
function withBeside(inlined: Schema, beside: Schema): Schema {
  const isTold = Object.keys(beside).some((keyword) => keyword in inlined && !ANNOTATIONS.has(keyword));
  return isTold ? { ...beside, allOf: [...(beside.allOf ?? []), inlined] } : { ...inlined, ...beside };
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'deprecated',
  'examples',
  'readOnly',
  'writeOnly',
]);

type References = ReadonlyMap<string, ReadonlySet<string>>;

function referencesIn(schema: Schema): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (subschema: Schema): Schema => {
    if (subschema.$ref?.startsWith(DEFS) === true) names.add(subschema.$ref.slice(DEFS.length));
    mapSubschemas(subschema, visit);
    return subschema;
  };
  visit(schema);
  return names;
}

/**
 * Returns the names that reach themselves: those in a strongly connected component, which Kosaraju's
 * algorithm finds in one walk forth and one back. It uses lists, since a chain of thousands of definitions
 * exhausts the stack.
 */
function recursiveNames(references: References): ReadonlySet<string> {
  const referring = new Map<string, Set<string>>([...references.keys()].map((name) => [name, new Set()]));
  for (const [name, targets] of references) for (const target of targets) referring.get(target)?.add(name);
  const finished = new Set<string>();
  for (const name of references.keys()) walk(name, references, finished);
  const recursive = new Set<string>();
  const visited = new Set<string>();
  for (const name of [...finished].reverse()) {
    const component = walk(name, referring, visited);
    if (component.length > 1 || references.get(name)?.has(name) === true)
      for (const member of component) recursive.add(member);
  }
  return new Set([...references.keys()].filter((name) => recursive.has(name)));
}

/**
 * Visits what a name reaches, depth first. Adds each name to `finished` after all that it reaches, and
 * returns the new ones.
 */
function walk(name: string, edges: References, finished: Set<string>): readonly string[] {
  const added: string[] = [];
  const opened = new Set<string>();
  const stack = [name];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (finished.has(top)) stack.pop();
    else if (opened.has(top)) {
      finished.add(top);
      added.push(top);
      stack.pop();
    } else {
      opened.add(top);
      stack.push(...[...(edges.get(top) ?? [])].filter((next) => !finished.has(next) && !opened.has(next)));
    }
  }
  return added;
}
