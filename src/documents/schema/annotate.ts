import { partSlipIn } from '../json-schema/slip.js';
import { typeSlipIn } from '../json-schema/type-slip.js';
import type { Annotations } from '../../../decorators/record.js';
import { accepts } from '../json-schema/checker/checker.js';
import type { Schema } from '../json-schema/schema.js';
import { resolveLazyOrUnknown } from '../model/type/type-input-error.js';
import type { PropertyModel } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { isFormatKept } from './api-property.js';
import { dereferenced, type References } from './references.js';

export function annotate(schema: Schema, property: PropertyModel, context: SchemaContext): Schema {
  const { annotations } = property;
  const { doc, access, format, examples } = annotations;
  const annotated = annotateAny(withMaxBytes(schema, annotations.maxBytes), annotations, context);
  const fallback = defaultOf(schema, property, context);
  const description = annotations.description ?? doc;
  if (description !== undefined) annotated.description = withValues(description, schema, property);
  if (format !== undefined && isFormatKept(format, context))
    Object.assign(annotated, formatted(annotated, format));
  if (fallback !== undefined) annotated.default = fallback;
  if (access !== undefined) annotated[access] = true;
  if (examples !== undefined)
    annotated.examples = examples.map(({ value }) => coerceExample(value, schema, context));
  else if (needsPassword(schema, context)) annotated.examples = [passwordFor(schema)];
  return overridden(annotated, annotations, context);
}

/** Adds the maximum length of a file: in bytes, or in characters of base64. */
function withMaxBytes(schema: Schema, bytes: number | undefined): Schema {
  if (bytes === undefined) return schema;
  if (typeof schema.items === 'object') return { ...schema, items: withMaxBytes(schema.items, bytes) };
  return { ...schema, maxLength: schema.contentEncoding === 'base64' ? 4 * Math.ceil(bytes / 3) : bytes };
}

/**
 * Returns a property's description with those of the enum's values. A named enum has them in its component.
 */
function withValues(description: string, schema: Schema, { type }: PropertyModel): string {
  const isEnum = schema.$ref === undefined && resolveLazyOrUnknown(type).kind === 'enum';
  return isEnum && schema.description !== undefined ? `${description}\n\n${schema.description}` : description;
}

/**
 * Returns whether a string needs `format: password`. Viewers and mock servers would invent a text that
 * violates the pattern.
 */
function needsPassword(schema: Schema, { outlineOf }: SchemaContext): boolean {
  const isAccepted = (text: string): boolean => accepts(schema, text, outlineOf) === true;
  return schema.format === 'password' && isAccepted(passwordFor(schema)) && !isAccepted('string');
}

function passwordFor({ minLength = 0 }: Schema): string {
  return 'Pa55-W0rd!'.padEnd(minLength, 'x');
}

export function annotateClass(schema: Schema, annotations: Annotations, context: SchemaContext): Schema {
  if (Object.keys(annotations).length === 0) return schema;
  const annotated = annotateAny(schema, annotations, context);
  const { examples } = annotations;
  if (examples !== undefined)
    annotated.examples = examples.map(({ value }) => coerceExample(value, schema, context));
  return overridden(annotated, annotations, context);
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

/** Adds a format. Bytes become a string, even if another type is declared. */
function formatted({ type }: Schema, format: string): Schema {
  return type === undefined && format === 'binary' ? { type: 'string', format } : { format };
}

function defaultOf(schema: Schema, property: PropertyModel, context: SchemaContext): unknown {
  return property.annotations.default === undefined
    ? initialOf(schema, property, context)
    : declaredDefaultOf(schema, property, context);
}

function initialOf(schema: Schema, { initial, presence }: PropertyModel, context: SchemaContext): unknown {
  if (initial === undefined || (initial === null && !presence.nullable)) return undefined;
  return isTaken(initial, schema, context) ? initial : undefined;
}

function isTaken(value: unknown, schema: Schema, context: SchemaContext): boolean {
  return accepts(schema, value, context.outlineOf) !== false;
}

/** Reports a default that has no effect, and returns undefined for one that the schema refuses. */
function declaredDefaultOf(schema: Schema, property: PropertyModel, context: SchemaContext): unknown {
  const { annotations } = property;
  const json = JSON.stringify(annotations.default);
  const { defaultBy } = annotations;
  const detail = defaultBy === undefined ? `@Default(${json})` : json;
  const shown = defaultBy === undefined ? detail : `the default of ${defaultBy} (${json})`;
  const value = coerceExample(annotations.default, schema, context);
  if (context.view.direction === 'input' && property.presence.required)
    context.options.report({
      code: 'required-with-default',
      place: context.place,
      message: `Requests must have this property, so ${shown} is never used. Add @IsOptional(), or leave the default out.`,
      detail,
    });
  if (isTaken(value, schema, context)) return value;
  context.options.report({
    code: 'invalid-default',
    place: context.place,
    message: `${shown} does not satisfy the schema of the property, so it is left out. Write a value that its rules accept.`,
  });
  return undefined;
}

function overridden(schema: Schema, { override }: Annotations, context: SchemaContext): Schema {
  if (override === undefined) return schema;
  const slip = typeSlipIn(override) ?? partSlipIn(override);
  if (slip !== undefined)
    context.options.report({
      code: 'invalid-keyword',
      message: `@SchemaOverride has no effect. ${slip}`,
      place: context.place,
    });
  const entries = Object.entries({ ...schema, ...override });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Converts an example to the schema's type: `'42'` becomes 42 for a number, a `Date` becomes text, and a
 * string for an array or object is parsed as JSON. Other values do not change.
 */
export function coerceExample(value: unknown, source: Schema, references: References): unknown {
  const schema = dereferenced(source, references);
  const plain = value instanceof Date ? value.toJSON() : value;
  const [only, ...others] = alternativesOf(schema);
  if (only !== undefined && others.length === 0) return coerceExample(plain, only, references);
  if (Array.isArray(plain)) return coerceItems(plain, schema, references);
  if (typeof plain === 'object' && plain !== null) return coerceMembers(plain, schema, references);
  return coerceScalar(plain, schema, references);
}

function coerceScalar(value: unknown, schema: Schema, references: References): unknown {
  const types: readonly string[] = [schema.type ?? []].flat();
  switch (typeof value) {
    case 'string':
      return coerceText(value, types, schema, references);
    case 'bigint':
      return types.includes('string') ? value.toString() : Number(value);
    case 'number':
    case 'boolean':
      return types.length === 1 && types[0] === 'string' ? String(value) : value;
    default:
      return value;
  }
}

function alternativesOf({ type, anyOf }: Schema): Schema[] {
  return type === undefined ? (anyOf ?? []).filter((branch) => branch.type !== 'null') : [];
}

function coerceMembers(value: object, { additionalProperties }: Schema, references: References): unknown {
  if (typeof additionalProperties !== 'object') return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [
    key,
    coerceExample(member, additionalProperties, references),
  ]);
  return Object.fromEntries(entries);
}

function coerceItems(values: readonly unknown[], schema: Schema, references: References): unknown[] {
  const { items } = schema;
  return values.map((item, index) => {
    const itemSchema = schema.prefixItems?.[index] ?? (typeof items === 'object' ? items : {});
    return coerceExample(item, itemSchema, references);
  });
}

function coerceText(text: string, types: readonly string[], schema: Schema, references: References): unknown {
  if (types.includes('string') || types.length === 0) return text;
  const scalar = numberIn(text, types) ?? (types.includes('boolean') ? BOOLEANS.get(text) : undefined);
  if (scalar !== undefined) return scalar;
  const isContainer = types.includes('array') || types.includes('object');
  return isContainer ? coerceJson(text, schema, references) : text;
}

/** Returns the number in a text, if one of the types accepts it. */
function numberIn(text: string, types: readonly string[]): number | undefined {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return undefined;
  const isTaken = types.includes('number') || (types.includes('integer') && Number.isInteger(number));
  return isTaken ? number : undefined;
}

function coerceJson(text: string, schema: Schema, references: References): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? coerceItems(value, schema, references) : value;
  } catch {
    return schema.type === 'array'
      ? coerceItems(
          text.split(',').map((item) => item.trim()),
          schema,
          references,
        )
      : text;
  }
}
