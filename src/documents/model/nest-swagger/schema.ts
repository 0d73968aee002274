import { enumMembers } from '../../../../decorators/enum.js';
import { ANY_VALUE, OPEN, TYPE, type TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../shared/types.js';
import { isConstructor } from '../../../shared/values.js';
import { arrayOf } from '../type/type-functions.js';
import { firstResult } from '../type/type-input-error.js';
import { isLoose, isThunk, type Loose, swaggerSchemaOf } from './metadata.js';
import type { Schema } from '../../json-schema/schema.js';

/** Translates a schema of @nestjs/swagger (OpenAPI 3.0 with classes) to JSON Schema 2020-12. */
export function rawInput(schema: Loose, models: readonly Constructor[] = []): TypeInput {
  const classes = namedClasses(models);
  const translated = translate(schema, classes);
  // @nestjs/swagger takes a schema that only has an example.
  if (classes.size === 0) return isOnlyAnnotation(schema) ? { ...translated, [OPEN]: true } : translated;
  return { [TYPE]: { form: 'raw', schema: translated, classes } };
}

function namedClasses(models: readonly Constructor[]): Map<string, Constructor> {
  const names = models.map((target) => swaggerSchemaOf(target)?.schema.name ?? target.name);
  return new Map(models.map((target, index) => [`#/components/schemas/${names[index] as string}`, target]));
}

/** Prefix of references to classes. It is valid in JSON, and no user writes it. */
const CLASS_REF = '\u0001class:';

function translate(schema: Loose, classes: Map<string, Constructor>): Loose {
  const { type, isArray, enum: values, enumName: _, enumSchema: _s, required, ...rest } = schema;
  const keywords = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, translateMember(key, value, classes)]),
  );
  const typed = {
    ...typeKeywords(type, isArray === true, classes),
    ...(values === undefined ? {} : { enum: enumValues(values) }),
    ...keywords,
    ...requiredIn(schema, required),
  };
  return modernize(typed);
}

function translateMember(key: string, value: unknown, classes: Map<string, Constructor>): unknown {
  if (key === 'properties' || key === 'patternProperties')
    return isLoose(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, schema]) => [
            name,
            isLoose(schema) ? translate(schema, classes) : schema,
          ]),
        )
      : value;
  if (SINGLE.has(key)) return isLoose(value) ? translate(value, classes) : value;
  if (LISTS.has(key) && Array.isArray(value))
    return value.map((schema: unknown) => (isLoose(schema) ? translate(schema, classes) : schema));
  return value instanceof RegExp ? value.source : value;
}

const SINGLE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not']);

const LISTS: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf']);

function requiredIn({ properties }: Loose, required: unknown): Loose {
  const flagged = isLoose(properties)
    ? Object.entries(properties).flatMap(([name, property]) =>
        isLoose(property) && property.required === true ? [name] : [],
      )
    : [];
  const names = [...new Set([...(Array.isArray(required) ? (required as string[]) : []), ...flagged])];
  return names.length === 0 ? {} : { required: names };
}

function enumValues(values: unknown): readonly unknown[] {
  const members: unknown = typeof values === 'function' ? (values as () => unknown)() : values;
  return Array.isArray(members) ? members : enumMembers(members).map(({ value }) => value);
}

const SCHEMAS: ReadonlyMap<unknown, Loose> = new Map<unknown, Loose>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
  [Object, { type: 'object' }],
  [Array, { type: 'array' }],
  [BigInt, { type: 'integer', format: 'int64' }],
  [Date, { type: 'string', format: 'date-time' }],
  ['file', { type: 'string', format: 'binary' }],
]);

function typeKeywords(type: unknown, isArray: boolean, classes: Map<string, Constructor>): Loose {
  const resolvedType = isThunk(type) ? firstResult(type) : type;
  if (isArray) return { type: 'array', items: typeKeywords(resolvedType, false, classes) };
  // JSON Schema's list of types, or @nestjs/swagger's list of one class.
  if (Array.isArray(resolvedType) && typeof resolvedType[0] !== 'string')
    return { type: 'array', items: typeKeywords(resolvedType[0], false, classes) };
  const known = SCHEMAS.get(resolvedType);
  if (known !== undefined) return known;
  if (isConstructor(resolvedType)) {
    const ref = `${CLASS_REF}${classes.size}`;
    classes.set(ref, resolvedType);
    return { $ref: ref };
  }
  if (isLoose(resolvedType)) return translate({ type: 'object', properties: resolvedType }, classes);
  return resolvedType === undefined ? {} : { type: resolvedType };
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'deprecated',
  'example',
  'examples',
  'externalDocs',
]);

/** Returns whether a schema describes values without limiting them, so that it has no type to document. */
export function isOnlyAnnotation(schema: Loose): boolean {
  return Object.keys(schema).every((name) => ANNOTATIONS.has(name));
}

export const VALIDATION_KEYWORDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

export function schemaKeywords(metadata: Loose): Schema {
  const present = VALIDATION_KEYWORDS.filter(
    (name) => metadata[name] !== undefined && metadata[name] !== null,
  );
  if (present.length === 0) return {};
  const keywords = Object.fromEntries(
    present.map((name) => {
      const value = metadata[name];
      return [name, value instanceof RegExp ? value.source : value];
    }),
  );
  return modernize(keywords);
}

function modernize(schema: Loose): Loose {
  const { nullable, example, examples, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const { minimum, maximum, ...others } = rest;
  const list = examplesIn(example, examples);
  const whole = {
    ...others,
    ...limit('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...limit('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
    ...(list.length === 0 ? {} : { examples: list }),
  };
  return nullable === true ? withNull(whole) : whole;
}

function limit(name: string, exclusiveName: string, bound: unknown, exclusive: unknown): Loose {
  if (exclusive === true && bound !== undefined) return { [exclusiveName]: bound };
  return {
    ...(bound === undefined ? {} : { [name]: bound }),
    ...(typeof exclusive === 'number' ? { [exclusiveName]: exclusive } : {}),
  };
}

export function examplesIn(example: unknown, examples: unknown): readonly unknown[] {
  const listed = valuesOfExamples(examples);
  return example === undefined ? listed : [example, ...listed];
}

function valuesOfExamples(examples: unknown): readonly unknown[] {
  if (Array.isArray(examples)) return examples;
  if (!isLoose(examples)) return [];
  return Object.values(examples).map((example) =>
    isLoose(example) && 'value' in example ? example.value : example,
  );
}

function withNull(schema: Loose): Loose {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

const NAMED: Readonly<Record<string, TypeInput>> = {
  string: String,
  number: Number,
  boolean: Boolean,
  integer: { [TYPE]: { form: 'scalar', kind: 'integer' } },
  file: { [TYPE]: { form: 'file' } },
  object: Object,
  array: { [TYPE]: { form: 'array', items: { form: 'scalar', kind: 'unknown' }, unique: false } },
};

/**
 * Returns the type of `type` and `isArray`, or undefined. It
 * calls a thunk, so all modules must be loaded by then.
 */
export function typeInputOf(type: unknown, isArray = false): TypeInput | undefined {
  const resolvedType = isThunk(type) ? firstResult(type) : type;
  if (isArray) return arrayOf(typeInputOf(resolvedType) ?? ANY_VALUE);
  if (Array.isArray(resolvedType)) return arrayOf(typeInputOf(resolvedType[0]) ?? ANY_VALUE);
  if (resolvedType === Array) return NAMED.array;
  if (typeof resolvedType === 'string') return NAMED[resolvedType.toLowerCase()];
  if (typeof resolvedType === 'function') return resolvedType as Constructor;
  return isLoose(resolvedType) ? typeInputOfLiteral(resolvedType) : undefined;
}

function typeInputOfLiteral(literal: Loose): TypeInput | undefined {
  const values = Object.values(literal);
  if (values.length > 0 && values.every((member) => typeof member === 'string' || typeof member === 'number'))
    return enumInput(literal, undefined);
  return rawInput({ type: 'object', properties: literal });
}

export function enumInput(values: unknown, name: unknown): TypeInput | undefined {
  const source: unknown = typeof values === 'function' ? (values as () => unknown)() : values;
  const members = enumMembers(source);
  if (members.length === 0) return Array.isArray(source) && source.length > 0 ? { enum: source } : undefined;
  return { [TYPE]: { form: 'enum', members, name: typeof name === 'string' ? name : undefined } };
}
