// The classes of the service as schemas of zod. If it has the method `openapi` of zod-to-openapi, bodies have names.

/** @param readsText whether the schemas of queries convert from text, as a server needs it */
export function declareSchemas(classes, z, readsText = false) {
  const types = typesOf(z);
  const ofQueries = readsText ? textTypesOf(z) : types;
  const declared = {};
  for (const { name, fields } of classes) {
    const isQuery = name.startsWith('ItemQuery');
    const shape = Object.fromEntries(
      fields.map((field) => [field.name, schemaOf(field, declared, isQuery ? ofQueries : types, z)]),
    );
    const schema = z.object(shape);
    declared[name] = isQuery || schema.openapi === undefined ? schema : schema.openapi(name);
  }
  return declared;
}

function typesOf(z) {
  const types = {
    string: (field) =>
      field.enum
        ? z.enum(field.enum)
        : field.format === 'email'
          ? z.email()
          : field.format === 'uuid'
            ? z.uuid()
            : z.string(),
    integer: () => z.number().int(),
    number: () => z.number(),
    boolean: () => z.boolean(),
    array: ({ items }) => z.array(types[items.type](items)),
  };
  return types;
}

/** Types of text. The limits of a list are those of its items' array. */
function textTypesOf(z) {
  const types = {
    ...typesOf(z),
    integer: () => z.coerce.number().int(),
    number: () => z.coerce.number(),
    boolean: () => z.stringbool(),
    array: ({ items, minItems = 0, maxItems = Infinity }) =>
      z.preprocess(
        (value) => (value === undefined ? undefined : [value].flat()),
        z.array(types[items.type](items)).min(minItems).max(maxItems),
      ),
  };
  return types;
}

const LIMITS = {
  maxLength: 'max',
  minLength: 'min',
  minimum: 'gte',
  maximum: 'lte',
  minItems: 'min',
  maxItems: 'max',
};

function schemaOf(field, declared, types, z) {
  const own = declared[field.ref];
  let schema = own === undefined ? types[field.type](field) : field.type === 'array' ? z.array(own) : own;
  for (const [keyword, method] of Object.entries(LIMITS))
    if (keyword in field && method in schema) schema = schema[method](field[keyword]);
  if (field.pattern !== undefined) schema = schema.regex(new RegExp(field.pattern));
  return field.required ? schema : schema.optional();
}
