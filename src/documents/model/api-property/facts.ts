import type { ClassAnnotations, ExampleEntry, PropertyAnnotations } from '../../../../decorators/record.js';
import { ANY_VALUE, TYPE, type TypeDeclaration, type TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor, JsonValue } from '../../../shared/types.js';
import type { Schema } from '../../json-schema/schema.js';
import { extraModelsOf, isLoose, isThunk, type Loose, swaggerSchemaOf } from '../nest-swagger/metadata.js';
import { omitUndefined } from '../../../shared/values.js';
import { enumInput, examplesIn, rawInput, schemaKeywords, typeInputOf } from '../nest-swagger/schema.js';
import type { PropertyFact } from '../facts/facts.js';
import { swaggerPropertiesOf } from '../nest-swagger/properties.js';

export interface ApiPropertyFacts {
  /** The type of the options, or of the plugin; undefined if neither sets one. */
  readonly type: TypeDeclaration | undefined;
  /** True without an option, since `@nestjs/swagger` requires every property. */
  readonly required: boolean;
  readonly nullable: boolean;
  readonly access: 'readOnly' | 'writeOnly' | undefined;
  /** The documented name, which requests and responses do not use. */
  readonly name: string | undefined;
  /** The options that are keywords of JSON Schema, such as `minLength`. */
  readonly keywords: Schema;
  /**
   * Names of the options that a decorator sets; `type` represents all options about the type. Other options
   * come from the compiler plugin, so the user cannot correct them.
   */
  readonly written: ReadonlySet<string>;
  /** True if a decorator or the compiler plugin sets whether the property is required or nullable. */
  readonly isPresenceWritten: boolean;
  /** The options that decorators of dtospec have too, such as the description. */
  readonly annotations: PropertyAnnotations;
}

export function apiPropertiesOf(target: Constructor): ReadonlyMap<string, ApiPropertyFacts> {
  const swaggerProperties = swaggerPropertiesOf(target);
  if (swaggerProperties.size === 0) return NONE;
  const models = extraModelsOf(target);
  return new Map(
    [...swaggerProperties].map(([key, { options, written }]) => [
      key,
      apiPropertyFacts(options, models, written),
    ]),
  );
}

const NONE: ReadonlyMap<string, ApiPropertyFacts> = new Map();

export function apiPropertyFacts(
  metadata: Loose,
  models: readonly Constructor[],
  written: Loose = metadata,
): ApiPropertyFacts {
  const { name, nullable, required, selfRequired } = metadata;
  const type = typeIn(metadata, models);
  return {
    type,
    required: isRequired(metadata),
    nullable: nullable === true,
    access: accessIn(metadata),
    name: typeof name === 'string' && name !== '' ? name : undefined,
    keywords: schemaKeywords(isFile(metadata) ? { ...metadata, format: undefined } : metadata),
    written: new Set(Object.keys(written).map((name) => (TYPE_OPTIONS.has(name) ? 'type' : name))),
    isPresenceWritten: (required ?? selfRequired ?? nullable) !== undefined,
    annotations: annotationsIn(metadata),
  };
}

function accessIn({ readOnly, writeOnly }: Loose): ApiPropertyFacts['access'] {
  if (readOnly === true) return 'readOnly';
  return writeOnly === true ? 'writeOnly' : undefined;
}

/**
 * Adds whether a property may be absent or null by its type, as the compiler plugin does, unless the
 * decorator sets it.
 */
export function withPresenceOfFact(
  property: ApiPropertyFacts,
  { required, nullable, isStrict }: PropertyFact,
): ApiPropertyFacts {
  if (!isStrict || property.isPresenceWritten) return property;
  // The type agrees with the decorator's default, so both may contradict the rules.
  const isDefault = required === property.required;
  const written = isDefault
    ? property.written
    : new Set([...property.written].filter((name) => name !== 'required'));
  return { ...property, required, nullable: property.nullable || nullable, written };
}

export function withApiProperty(own: PropertyAnnotations, facts: ApiPropertyFacts): PropertyAnnotations {
  const { access, annotations } = facts;
  const { description, default: fallback, defaultBy, ...rest } = annotations;
  return {
    ...(access === undefined ? {} : { access }),
    ...rest,
    // @Doc is a description too.
    ...(own.doc === undefined && description !== undefined ? { description } : {}),
    ...(own.default === undefined && fallback !== undefined
      ? { default: fallback, ...(defaultBy === undefined ? {} : { defaultBy }) }
      : {}),
    ...own,
  };
}

/**
 * Returns whether the property is required. `required` is a boolean or, for an object, its list of required
 * properties beside `selfRequired`.
 */
function isRequired({ required, selfRequired }: Loose): boolean {
  if (selfRequired !== undefined) return selfRequired !== false;
  return !Array.isArray(required) && required !== false;
}

/** Options of `@ApiProperty` that describe the type. */
export const TYPE_OPTIONS: ReadonlySet<string> = new Set([
  'type',
  'isArray',
  'items',
  'enum',
  'enumName',
  'enumSchema',
  'oneOf',
  'anyOf',
  'allOf',
  '$ref',
  'properties',
  'additionalProperties',
  'discriminator',
]);

const COMBINERS = ['oneOf', 'anyOf', 'allOf'] as const;

function typeIn(metadata: Loose, models: readonly Constructor[]): TypeDeclaration | undefined {
  const { type, isArray, items, enum: values, enumName, $ref } = metadata;
  const isList = isArray === true || type === 'array';
  const combined = combinedSchema(metadata);
  if (combined !== undefined) return inList(isList, rawInput(combined, models));
  if (values !== undefined) return inList(isList, enumInput(values, enumName));
  if (isLoose(items))
    return inList(true, items.enum === undefined ? rawInput(items, models) : enumInput(items.enum, enumName));
  const object = objectSchema(metadata);
  if (object !== undefined) return inList(isList && type !== 'object', rawInput(object, models));
  if ($ref !== undefined) return inList(isList, rawInput({ $ref }, models));
  if (isFile(metadata)) return inList(isArray === true, typeInputOf('file'));
  if (isThunk(type)) return { form: 'type', type: () => typeOfThunk(type, isArray === true) };
  if (type === undefined || type === Array || type === 'array') return undefined;
  // It accepts any value, so it adds no information. A list of objects does.
  if (type === Object && isArray !== true) return undefined;
  return inList(isArray === true, typeInputOf(type));
}

function combinedSchema(metadata: Loose): Loose | undefined {
  const combined = COMBINERS.filter((name) => metadata[name] !== undefined);
  if (combined.length === 0) return undefined;
  const { discriminator } = metadata;
  const branches = Object.fromEntries(combined.map((name) => [name, metadata[name]]));
  return omitUndefined<Loose>({ ...branches, discriminator });
}

function objectSchema({ properties, additionalProperties, required }: Loose): Loose | undefined {
  if ((properties ?? additionalProperties) === undefined) return undefined;
  return omitUndefined<Loose>({ type: 'object', properties, additionalProperties, required });
}

/**
 * Returns the type of a thunk, or undefined for `() => Object`, which the compiler plugin writes for a union.
 */
function typeOfThunk(thunk: () => unknown, isArray: boolean): TypeInput {
  const type = typeInputOf(thunk, isArray);
  return type === undefined || type === Object ? { [TYPE]: { form: 'scalar', kind: 'unknown' } } : type;
}

function isFile({ type, format }: Loose): boolean {
  return (type === 'string' || type === String) && format === 'binary';
}

function inList(isList: boolean, type: TypeInput | undefined): TypeDeclaration | undefined {
  if (isList) return { form: 'array', items: () => type ?? ANY_VALUE, unique: false };
  return type === undefined ? undefined : { form: 'type', type: () => type };
}

function annotationsIn(metadata: Loose): PropertyAnnotations {
  const { title, description, deprecated, externalDocs, example, examples } = metadata;
  const fallback = metadata.default;
  const entries = examplesIn(example, examples).map((value): ExampleEntry => ({ value }));
  const extensions = Object.entries(metadata).filter(
    ([name]) => name.startsWith('x-') && name !== 'x-enumNames',
  );
  return omitUndefined<Loose>({
    title: text(title),
    description: text(description),
    deprecated: deprecated === true ? true : undefined,
    externalDocs: isLoose(externalDocs) ? externalDocs : undefined,
    examples: entries.length === 0 ? undefined : entries,
    default: isJson(fallback) ? fallback : undefined,
    defaultBy: isJson(fallback) ? '@ApiProperty' : undefined,
    extensions: extensions.length === 0 ? undefined : Object.fromEntries(extensions),
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isJson(value: unknown): value is JsonValue {
  if (value === undefined) return false;
  try {
    return typeof JSON.stringify(value) === 'string';
  } catch {
    return false;
  }
}

export function apiSchemaAnnotations(target: Constructor): ClassAnnotations | undefined {
  const swaggerSchema = swaggerSchemaOf(target);
  if (swaggerSchema === undefined) return undefined;
  const { schema, extensions } = swaggerSchema;
  const { name, title, description, deprecated } = schema;
  return omitUndefined<Loose>({
    name: text(name)?.replace(/[^a-zA-Z0-9._-]/gu, '_'),
    title: text(title),
    description: text(description),
    deprecated: deprecated === true ? true : undefined,
    extensions: Object.keys(extensions).length === 0 ? undefined : extensions,
  });
}
