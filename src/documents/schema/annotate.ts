import type { Annotations } from '../../../decorators/record.js';
import { accepts } from '../json-schema/accepts.js';
import type { Schema } from '../json-schema/schema.js';
import type { PropertyModel } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { coerceExample } from './examples.js';
import { isFormatKept } from './api-property.js';

/** Adds what decorators say of a property. `@SchemaOverride` has the last word. */
export function annotate(schema: Schema, property: PropertyModel, context: SchemaContext): Schema {
  const { annotations, initial } = property;
  if (initial === undefined && Object.keys(annotations).length === 0) return schema;
  const { doc, access, format, examples } = annotations;
  const annotated = annotateAny(schema, annotations, context);
  const fallback = defaultOf(schema, property, context);
  const description = annotations.description ?? doc;
  if (description !== undefined) annotated.description = description;
  if (format !== undefined && isFormatKept(format, context))
    Object.assign(annotated, formatted(annotated, format));
  if (fallback !== undefined) annotated.default = fallback;
  if (access !== undefined) annotated[access] = true;
  if (examples !== undefined)
    annotated.examples = examples.map(({ value }) => coerceExample(value, schema, context));
  return overridden(annotated, annotations);
}

/** Adds what decorators say of a class. */
export function annotateClass(schema: Schema, annotations: Annotations, context: SchemaContext): Schema {
  if (Object.keys(annotations).length === 0) return schema;
  const annotated = annotateAny(schema, annotations, context);
  const { examples } = annotations;
  if (examples !== undefined)
    annotated.examples = examples.map(({ value }) => coerceExample(value, schema, context));
  return overridden(annotated, annotations);
}

function annotateAny(schema: Schema, annotations: Annotations, { options }: SchemaContext): Schema {
  const { title, description, deprecated, externalDocs, extensions } = annotations;
  const annotated: Schema = { ...schema };
  if (title !== undefined) annotated.title = title;
  if (description !== undefined) annotated.description = description;
  if (deprecated === true) annotated.deprecated = true;
  if (options.openapi) {
    Object.assign(annotated, extensions);
    if (externalDocs !== undefined) annotated.externalDocs = externalDocs;
  }
  return annotated;
}

/** The format of bytes says that the value is a string, whatever tells its type. */
function formatted({ type }: Schema, format: string): Schema {
  return type === undefined && format === 'binary' ? { type: 'string', format } : { format };
}

/** `@Default`, else what the class itself gives the property; only what the schema takes. */
function defaultOf(schema: Schema, property: PropertyModel, context: SchemaContext): unknown {
  const { annotations, initial } = property;
  const isTaken = (value: unknown): boolean => accepts(schema, value, context.outlineOf) !== false;
  if (annotations.default === undefined) {
    if (initial === null && !property.nullable) return undefined;
    return initial !== undefined && isTaken(initial) ? initial : undefined;
  }
  const json = JSON.stringify(annotations.default);
  const { defaultBy } = annotations;
  const given = defaultBy === undefined ? `@Default(${json})` : `the default of ${defaultBy} (${json})`;
  const value = coerceExample(annotations.default, schema, context);
  if (context.view.direction === 'input' && property.required)
    context.options.report({
      code: 'required-with-default',
      place: context.place,
      message: `Requests must have this property, so ${given} is never used. Add @IsOptional(), or leave the default out.`,
    });
  if (!isTaken(value))
    context.options.report({
      code: 'invalid-default',
      place: context.place,
      message: `${given} does not satisfy the schema of the property. Write a value that its rules accept.`,
    });
  return value;
}

function overridden(schema: Schema, { override }: Annotations): Schema {
  if (override === undefined) return schema;
  const entries = Object.entries({ ...schema, ...override });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
