import type { ExtensionName, JsonValue } from '../src/shared/types.js';
import { type Checks, STRING } from '../src/shared/checks.js';
import { show } from '../src/shared/values.js';
import type { Schema } from '../src/documents/json-schema/schema.js';
import { DecoratorError, requireJson, requireKnownOptions, requireText } from './arguments.js';
import { writeRegistered } from './registered-types.js';
import { type Annotation, anywhere, property } from './store.js';

/**
 * Describes a class or a property, in Markdown.
 *
 * For example `@Description('As printed on the invoice')` `@IsString() name!: string`.
 *
 * @throws ConfigError for an empty text
 */
export const Description = anywhere('@Description', (place, text: string) => {
  requireText('@Description', place, 'a description', text);
  return { description: text };
});

/**
 * Describes a property that has no `@Description`.
 *
 * For example `@Doc('As printed on the invoice') name!: string`.
 *
 * @deprecated write `@Description`
 */
export const Doc = property('@Doc', (place, text: string) => {
  requireText('@Doc', place, 'a description', text);
  return { doc: text };
});

/**
 * Gives a class or a property a title.
 *
 * For example `@Title('Display name') name!: string`.
 */
export const Title = anywhere('@Title', (place, text: string) => {
  requireText('@Title', place, 'a title', text);
  return { title: text };
});

/**
 * Adds an example; you may repeat it. The value is converted to the property's type (`'42'` becomes 42 for a
 * number). dtospec never invents examples.
 *
 * For example `@Example('Ada')` `@Example('Grace', { name: 'admiral' }) name!: string`.
 *
 * @param value a JSON value, a `Date`, a bigint or an instance of a class of `registerType`
 * @param options `name` and `summary`, for the named examples of parameters
 * @throws ConfigError for a value that JSON cannot represent
 */
export const Example: (
  // Written out, because compilers list the members of an inferred union in different orders.
  value: JsonValue | Date | bigint | object,
  options?: { readonly name?: string; readonly summary?: string },
) => Annotation = anywhere('@Example', (place, given, options = {}) => {
  const value = writeRegistered(given);
  requireExample(place, value);
  requireKnownOptions('@Example', place, options, EXAMPLE_OPTIONS);
  return { examples: [{ value, ...options }] };
});

const EXAMPLE_OPTIONS: Checks = { name: STRING, summary: STRING };

function requireExample(place: string, value: unknown): void {
  if (typeof value === 'bigint') return;
  if (!(value instanceof Date)) requireJson('@Example', place, value);
  else if (Number.isNaN(value.getTime()))
    throw new DecoratorError('@Example', place, 'needs a JSON value; it was given an invalid Date.');
}

/**
 * Documents the value that the service uses if a request omits the property.
 *
 * For example `@Default(20)` `@IsInt()` `@IsOptional() limit = 20`.
 *
 * @throws ConfigError for a value that JSON cannot represent
 */
export const Default = property('@Default', (place, value: JsonValue) => {
  requireJson('@Default', place, value);
  return { default: value };
});

/**
 * Marks a class or a property as deprecated.
 *
 * For example `@Deprecated() nickname?: string`.
 */
export const Deprecated = anywhere('@Deprecated', () => ({ deprecated: true }));

/**
 * Sets `format`; overrides the format of validators.
 *
 * For example `@Format('password')` `@IsString() secret!: string`.
 */
export const Format = property('@Format', (place, format: string) => {
  requireText('@Format', place, 'a format', format);
  return { format };
});

/**
 * Limits the size of a file, in bytes. The document has the limit as `maxLength`, and operations refuse a
 * longer file with 413. Each file of a list has this limit.
 *
 * For example `@MaxBytes(5 * 1024 * 1024)` `@TypeOf(() => File) photo!: File`.
 *
 * @throws ConfigError for a number that is not a positive integer
 */
export const MaxBytes = property('@MaxBytes', (place, bytes: number) => {
  if (!Number.isInteger(bytes) || bytes < 1)
    throw new DecoratorError('@MaxBytes', place, `needs a number of bytes, 1 or more, not ${show(bytes)}`);
  return { maxBytes: bytes };
});

/**
 * Omits a property from every document. Validation and serialization do not change.
 *
 * For example `@Hidden() internalNote?: string`.
 */
export const Hidden = property('@Hidden', () => ({ hidden: true }));

/** Keywords of JSON Schema; `undefined` removes one. */
export type SchemaKeywords = { readonly [K in keyof Schema]: Schema[K] | undefined };

/**
 * Replaces keywords in the schema of a class or a property,
 * after everything else. `undefined` removes a keyword.
 *
 * For example `@SchemaOverride({ type: 'object', additionalProperties: true }) payload!: unknown`.
 *
 * @param schema JSON Schema 2020-12, as in OpenAPI 3.1
 */
export const SchemaOverride = anywhere('@SchemaOverride', (place, schema: SchemaKeywords) => {
  const value: unknown = schema;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DecoratorError('@SchemaOverride', place, `needs a schema object, not ${show(value)}.`);
  return { override: { ...schema } };
});

/**
 * Adds a specification extension.
 *
 * For example `@Extension('x-internal-id', true) id!: string`.
 *
 * @param name begins with `x-`
 * @throws ConfigError for another name, or a value that JSON cannot represent
 */
export const Extension = anywhere('@Extension', (place, name: ExtensionName, value: JsonValue) => {
  requireText('@Extension', place, 'a name', name);
  if (!name.startsWith('x-'))
    throw new DecoratorError('@Extension', place, `needs a name that begins with "x-", not ${show(name)}.`);
  requireJson('@Extension', place, value);
  return { extensions: { [name]: value } };
});

/**
 * Documents a property as required; on a class, all of its properties except the `@Optional()` ones. Use it
 * for classes without validators and for parameters. If a property has validators, they decide.
 *
 * For example `@Required() class UserView { … }`.
 */
export const Required = anywhere('@Required', () => ({ presence: 'required' }));

/**
 * Exempts a property from the `@Required()` of its class.
 *
 * For example `@Optional() nickname?: string`.
 */
export const Optional = property('@Optional', () => ({ presence: 'optional' }));

/**
 * Documents that the value may be null: in responses always, in requests if validation accepts null
 * (`@IsOptional()`, or no validator at all). Otherwise a diagnostic reports it.
 *
 * For example `@Nullable()` `@IsOptional()` `@IsString() nickname!: string | null`.
 */
export const Nullable = property('@Nullable', () => ({ nullable: true }));

/**
 * Documents the property in responses only.
 *
 * For example `@ReadOnly() id!: string`.
 */
export const ReadOnly = property('@ReadOnly', () => ({ access: 'readOnly' }));

/**
 * Documents the property in requests only.
 *
 * For example `@WriteOnly()` `@IsString() password!: string`.
 */
export const WriteOnly = property('@WriteOnly', () => ({ access: 'writeOnly' }));
