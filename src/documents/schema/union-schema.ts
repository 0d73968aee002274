import { sameJson } from '../json-schema/canonical.js';
import type { Schema } from '../json-schema/schema.js';
import type { TypeRef, UnionDiscriminator } from '../model/types.js';
import type { SchemaContext } from './context.js';

type SchemaOfType = (type: TypeRef, context: SchemaContext) => Schema;

/** A union: `oneOf` where the branches exclude each other, else `anyOf`, since a value may well fit two of them. */
export function unionSchema(
  type: Extract<TypeRef, { kind: 'union' }>,
  context: SchemaContext,
  schemaOfType: SchemaOfType,
): Schema {
  if (type.discriminator !== undefined) return discriminatedSchema(type.discriminator, context);
  const branches = distinct(type.anyOf.map((member) => schemaOfType(member, context)));
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return only;
  return { [excludeEachOther(branches) ? 'oneOf' : 'anyOf']: branches };
}

/** Each branch carries the values that stand for it, so that exactly one holds. */
function discriminatedSchema(discriminator: UnionDiscriminator, context: SchemaContext): Schema {
  const { propertyName, mapping } = discriminator;
  const kept = context.view.direction === 'output' || discriminator.kept !== false;
  const branches = [...new Set(mapping.map(({ target }) => target))].map((target) => {
    const values = mapping.filter((entry) => entry.target === target).map(({ value }) => value);
    return { values, schema: context.schemaOfClass(target, context, { propertyName, values, kept }) };
  });
  const schema: Schema = { type: 'object', oneOf: branches.map((branch) => branch.schema) };
  // The Discriminator Object is OpenAPI's and names components, so it goes only with references.
  const refs = branches.flatMap(({ values, schema: { $ref } }) =>
    values.map((value) => [value, $ref] as const),
  );
  if (!context.options.openapi || refs.some(([, ref]) => ref === undefined)) return schema;
  return {
    ...schema,
    discriminator: { propertyName, mapping: Object.fromEntries(refs) as Record<string, string> },
  };
}

function excludeEachOther(branches: readonly Schema[]): boolean {
  const types = branches.flatMap((branch) => (branch.type === undefined ? ['*', '*'] : [branch.type].flat()));
  const widened = types.map((type) => (type === 'integer' ? 'number' : type));
  return new Set(widened).size === widened.length;
}

function distinct(schemas: readonly Schema[]): Schema[] {
  return schemas.filter((schema, index) => schemas.findIndex((other) => sameJson(other, schema)) === index);
}
