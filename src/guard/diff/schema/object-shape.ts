import { isRecord } from '../../../shared/values.js';
import { matches } from '../../../documents/json-schema/verdict.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import type { Schemas } from './schemas.js';
import type { Node } from './translate.js';

/** How deep schemas that judge the same value are followed into each other. */
const DEEPEST = 8;

/** What whoever follows a document puts into an object. */
export interface Shape {
  readonly names: ReadonlyMap<string, Node>;
  readonly patterns: readonly (readonly [string, Node])[];
  /**
   * What any other member must be; undefined where the document names the members and says nothing of others. A reader
   * accepts others then, but nobody who follows the document sends them.
   */
  readonly additional: Node | undefined;
}

/** The schema and all that judge the same value inside it, whether they apply or not. */
export function partsOf(schemas: Schemas, node: Node, depth = 0): Schema[] {
  const schema = schemas.expand(node);
  if (typeof schema === 'boolean' || depth > DEEPEST) return [];
  const { allOf = [], anyOf = [], oneOf = [], if: condition, then, else: fallback } = schema;
  const inner = [
    ...allOf,
    ...anyOf,
    ...oneOf,
    condition,
    then,
    fallback,
    ...Object.values(schema.dependentSchemas ?? {}),
  ];
  return [schema, ...inner.flatMap((part) => (part === undefined ? [] : partsOf(schemas, part, depth + 1)))];
}

const shapes = new WeakMap<Schemas, WeakMap<Schema, Shape>>();

/** The members of an object that the schema describes, of all its alternatives. */
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
  for (const part of partsOf(schemas, schema)) {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      const known = names.get(name);
      names.set(
        name,
        known === undefined || known === property ? property : merged(schemas, known, property, part, schema),
      );
    }
    patterns.push(...Object.entries(part.patternProperties ?? {}));
    for (const others of [part.additionalProperties, part.unevaluatedProperties])
      if (others !== undefined && others !== false) additional ??= others;
  }
  const isNamed = names.size > 0 || patterns.length > 0;
  for (const [name, property] of names) if (isHidden(schemas, property)) names.delete(name);
  const isClosed = schema.additionalProperties === false || schema.unevaluatedProperties === false;
  if (!isNamed && additional === undefined && !isClosed) additional = true;
  return { names, patterns, additional };
}

/** Two that must both hold, or alternatives of which any may. */
function merged(schemas: Schemas, known: Node, property: Node, part: Schema, schema: Schema): Node {
  if (schema.allOf?.includes(part) === true) return schemas.both(known, property);
  return typeof known === 'object' && typeof property === 'object' ? { anyOf: [known, property] } : true;
}

/** Whether a property is not sent in this direction. */
export function isHidden(schemas: Schemas, property: Node): boolean {
  const schema = schemas.expand(property);
  return (
    typeof schema === 'object' && schema[schemas.direction === 'request' ? 'readOnly' : 'writeOnly'] === true
  );
}

/** Whether a value has only members that the schemas describe. */
export function isDescribed(schemas: Schemas, nodes: readonly Node[], value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const parts = nodes.flatMap((node) => partsOf(schemas, node));
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
