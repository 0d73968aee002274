import type { TypeRef, UnionDiscriminator } from '../model/types.js';
import type { SchemaContext, Tag } from './context.js';
import { sameJson } from './canonical.js';
import type { Schema } from '../json-schema/schema.js';

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
  const fate = fateOf(discriminator, context);
  const branches = [...new Set(mapping.map(({ target }) => target))].map((target) => {
    const values = mapping.filter((entry) => entry.target === target).map(({ value }) => value);
    return { values, schema: context.schemaOfClass(target, context, { propertyName, values, ...fate }) };
  });
  const schema: Schema = { oneOf: branches.map((branch) => branch.schema) };
  // The Discriminator Object names components, so it goes only with references.
  const refs = branches.flatMap(({ values, schema: { $ref } }) =>
    values.map((value) => [value, $ref] as const),
  );
  if (refs.some(([, ref]) => ref === undefined)) return schema;
  return {
    ...schema,
    discriminator: { propertyName, mapping: Object.fromEntries(refs) as Record<string, string> },
  };
}

/** Whether the discriminator is still there when the rules run. */
export function fateOf({ kept }: UnionDiscriminator, { view }: SchemaContext): Pick<Tag, 'kept'> {
  return view.direction === 'output' || kept !== false ? {} : { kept };
}

function excludeEachOther(branches: readonly Schema[]): boolean {
  const types = branches.flatMap((branch) => (branch.type === undefined ? ['*', '*'] : [branch.type].flat()));
  const widened = types.map((type) => (type === 'integer' ? 'number' : type));
  return new Set(widened).size === widened.length;
}

function distinct(schemas: readonly Schema[]): Schema[] {
  return schemas.filter((schema, index) => schemas.findIndex((other) => sameJson(other, schema)) === index);
}
