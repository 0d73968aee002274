import type { Annotations, PropertyAnnotations } from '../model/types.js';
import { coerceExample } from './examples.js';
import type { Schema } from '../json-schema/schema.js';

/**
 * Adds what decorators say of a class or a property. `@SchemaOverride` has the last word.
 *
 * @param typeSchema says the type that examples are coerced to, where `schema` only refers to it
 */
export function annotate(
  schema: Schema,
  annotations: Annotations & Partial<PropertyAnnotations>,
  typeSchema = schema,
): Schema {
  const { title, description, doc, deprecated, access, format, examples, extensions, override } = annotations;
  const annotated: Schema = { ...schema };
  const text = description ?? doc;
  if (title !== undefined) annotated.title = title;
  if (text !== undefined) annotated.description = text;
  if (format !== undefined) annotated.format = format;
  if (annotations.default !== undefined) annotated.default = annotations.default;
  if (deprecated === true) annotated.deprecated = true;
  if (access !== undefined) annotated[access] = true;
  if (examples !== undefined)
    annotated.examples = examples.map(({ value }) => coerceExample(value, typeSchema));
  Object.assign(annotated, extensions);
  return override === undefined ? annotated : applyOverride(annotated, override);
}

function applyOverride(schema: Schema, override: Readonly<Record<string, unknown>>): Schema {
  const entries = Object.entries({ ...schema, ...override });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
