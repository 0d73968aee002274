import { setMember } from '../../shared/values.js';
import { type Direction, FLAGS } from './hidden-properties.js';
import type { CompleteSchema } from './inline-definitions.js';
import type { Schema } from './schema.js';
import { mapSubschemas, type Resolve } from './walk.js';

const COMPONENTS = '#/components/schemas/';

/** Returns a schema whose references lead to the definitions of the whole. */
export type CloseSchema = (schema: Schema) => Schema;

/**
 * Returns a schema with all definitions that it needs, as messages of a direction contain it: without
 * properties of the other direction, and without `discriminator`, which belongs to OpenAPI only.
 */
export function closedSchema(
  resolve: Resolve,
  direction: Direction,
  create: (close: CloseSchema) => Schema,
): CompleteSchema {
  const definitions: Record<string, Schema> = {};
  const pending: { readonly name: string; readonly target: Schema }[] = [];
  const close: CloseSchema = (schema) => {
    const { $ref, ...rest } = mapSubschemas(withoutHidden(schema, direction, resolve), close);
    delete (rest as { discriminator?: unknown }).discriminator;
    if ($ref === undefined) return rest;
    const target = resolve($ref);
    if (target === undefined) return { $ref, ...rest };
    const name = definitionName($ref);
    if (!Object.hasOwn(definitions, name)) {
      // Reserves the name: a definition may contain itself, and a long chain would exhaust the stack.
      setMember(definitions, name, {});
      pending.push({ name, target });
    }
    return { $ref: `#/$defs/${name}`, ...rest };
  };
  const schema = create(close);
  for (const { name, target } of pending) setMember(definitions, name, close(target));
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
}

/** Components have unique names; other parts of the document are named by their pointers. */
function definitionName(ref: string): string {
  return ref.startsWith(COMPONENTS)
    ? ref.slice(COMPONENTS.length)
    : ref.replace(/^#\//, '').replaceAll('/', '.');
}

function withoutHidden(schema: Schema, direction: Direction, resolve: Resolve): Schema {
  const { properties, required } = schema;
  if (properties === undefined) return schema;
  const flag = FLAGS[direction];
  const hidden = Object.entries(properties).flatMap(([name, property]) => {
    const target = property.$ref === undefined ? undefined : resolve(property.$ref);
    return (property[flag] ?? target?.[flag]) === true ? [name] : [];
  });
  if (hidden.length === 0) return schema;
  const { required: _required, ...rest } = schema;
  const needed = required?.filter((name) => !hidden.includes(name)) ?? [];
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !hidden.includes(name))),
    ...(needed.length > 0 && { required: needed }),
  };
}
