import { isRecord, matches, type Schema } from 'dtospec/internal';
import type { Schemas } from './schemas.js';
import type { Node } from './translate.js';

/** Maximum depth of nested schemas that apply to the same value. */
const MAX_DEPTH = 8;

export interface Shape {
  readonly names: ReadonlyMap<string, Node>;
  readonly patterns: readonly (readonly [string, Node])[];
  /**
   * The schema of other members. Undefined if the schema lists properties and does not define others: readers
   * accept those, but senders do not send them.
   */
  readonly additional: Node | undefined;
}

/** Returns the schemas that apply to the values of a schema, or may apply to them. Each is listed once. */
export function appliedSchemas(schemas: Schemas, node: Node): readonly Schema[] {
  return [...addApplied(schemas, node, new Set())];
}

function addApplied(
  schemas: Schemas,
  node: Node | undefined,
  applied: Set<Schema>,
  depth = 0,
): ReadonlySet<Schema> {
  const schema = schemas.expand(node ?? false);
  if (typeof schema === 'boolean' || depth > MAX_DEPTH || applied.has(schema)) return applied;
  applied.add(schema);
  const { allOf = [], anyOf = [], oneOf = [], if: condition, then, else: fallback } = schema;
  const dependent = Object.values(schema.dependentSchemas ?? {});
  for (const part of [...allOf, ...anyOf, ...oneOf, condition, then, fallback, ...dependent])
    addApplied(schemas, part, applied, depth + 1);
  return applied;
}

const shapes = new WeakMap<Schemas, WeakMap<Schema, Shape>>();
const emptied = new WeakSet<Schema>();

/**
 * Marks an object schema whose last property was removed from a response, so that it is not treated as a map.
 */
export function markEmptied(old: Node, current: Node, newSide: Schemas): void {
  if (newSide.direction === 'request' || typeof old !== 'object' || typeof current !== 'object') return;
  if (old.properties === undefined || shapeOf(newSide, current).names.size > 0) return;
  emptied.add(current);
  shapes.get(newSide)?.delete(current);
}

export function shapeOf(schemas: Schemas, schema: Schema): Shape {
  const known = shapes.get(schemas) ?? new WeakMap<Schema, Shape>();
  shapes.set(schemas, known);
  const shape = known.get(schema) ?? readShape(schemas, schema);
  known.set(schema, shape);
  return shape;
}

function readShape(schemas: Schemas, schema: Schema): Shape {
  const names = new Map<string, Node>();
  const patterns: (readonly [string, Node])[] = [];
  let additional: Node | undefined;
  for (const part of appliedSchemas(schemas, schema)) {
    for (const [name, property] of Object.entries(part.properties ?? {}))
      names.set(name, merged(schemas, names.get(name), property, part, schema));
    patterns.push(...Object.entries(part.patternProperties ?? {}));
    for (const others of [part.additionalProperties, part.unevaluatedProperties])
      if (others !== undefined && others !== false) additional ??= others;
  }
  const isNamed = names.size > 0 || patterns.length > 0;
  if (!isNamed && !isClosed(schema) && !emptied.has(schema)) additional ??= true;
  for (const [name, property] of names) if (isHidden(schemas, property)) names.delete(name);
  return { names, patterns, additional };
}

function isClosed({ additionalProperties, unevaluatedProperties }: Schema): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

/** Merges the schemas that apply to one value: all schemas of `allOf`, or any of several alternatives. */
function merged(
  schemas: Schemas,
  known: Node | undefined,
  property: Node,
  part: Schema,
  schema: Schema,
): Node {
  if (known === undefined || known === property) return property;
  if (schema.allOf?.includes(part) === true) return schemas.both(known, property);
  return typeof known === 'object' && typeof property === 'object' ? { anyOf: [known, property] } : true;
}

export function isHidden(schemas: Schemas, property: Node): boolean {
  const schema = schemas.expand(property);
  return (
    typeof schema === 'object' && schema[schemas.direction === 'request' ? 'readOnly' : 'writeOnly'] === true
  );
}

export function isDescribed(schemas: Schemas, nodes: readonly Node[], value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const applied = new Set<Schema>();
  for (const node of nodes) addApplied(schemas, node, applied);
  const parts = [...applied];
  if (parts.length === 0) return true;
  if (Array.isArray(value))
    return value.every((item, index) => {
      const inside = parts.flatMap(({ prefixItems = [], items }) => prefixItems[index] ?? items ?? []);
      return inside.length === 0 || isDescribed(schemas, inside, item);
    });
  if (!isRecord(value)) return true;
  const all = parts.map((part) => shapeOf(schemas, part));
  const isOpen = all.every(
    ({ names, patterns, additional }) => names.size === 0 && patterns.length === 0 && additional === true,
  );
  return Object.entries(value).every(([name, member]) => {
    const inside = all.flatMap((shape) => nodesOf(shape, name));
    return inside.length === 0 ? isOpen : isDescribed(schemas, inside, member);
  });
}

function nodesOf({ names, patterns, additional }: Shape, name: string): Node[] {
  const known = names.get(name);
  const matching = patterns.filter(([pattern]) => matches(pattern)(name) === true).map(([, node]) => node);
  if (known !== undefined || matching.length > 0)
    return known === undefined ? matching : [known, ...matching];
  return additional === undefined || (additional === true && names.size === 0) ? [] : [additional];
}
