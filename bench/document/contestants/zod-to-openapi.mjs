import { extendZodWithOpenApi, OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

extendZodWithOpenApi(z);

export function prepare({ classes, endpoints }) {
  const declared = {};
  for (const { name, fields } of classes) {
    const shape = Object.fromEntries(fields.map((field) => [field.name, schemaOf(field, declared)]));
    const schema = z.object(shape);
    declared[name] = name.startsWith('ItemQuery') ? schema : schema.openapi(name);
  }
  const registry = new OpenAPIRegistry();
  const json = (name) => ({ content: { 'application/json': { schema: declared[name] } } });
  for (const { method, path, query, body, responses } of endpoints)
    registry.registerPath({
      method,
      path,
      request: { query: declared[query], body: { required: true, ...json(body) } },
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, name]) => [status, { description: 'Done', ...json(name) }]),
      ),
    });
  const head = { openapi: '3.1.0', info: { title: 'Bench', version: '1' } };
  return { build: () => new OpenApiGeneratorV31(registry.definitions).generateDocument(head) };
}

const TYPES = {
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
  array: ({ items }) => z.array(TYPES[items.type](items)),
};
const LIMITS = {
  maxLength: 'max',
  minLength: 'min',
  minimum: 'gte',
  maximum: 'lte',
  minItems: 'min',
  maxItems: 'max',
};

function schemaOf(field, declared) {
  const own = declared[field.ref];
  let schema = own === undefined ? TYPES[field.type](field) : field.type === 'array' ? z.array(own) : own;
  for (const [keyword, method] of Object.entries(LIMITS))
    if (keyword in field) schema = schema[method](field[keyword]);
  if (field.pattern !== undefined) schema = schema.regex(new RegExp(field.pattern));
  return field.required ? schema : schema.optional();
}
