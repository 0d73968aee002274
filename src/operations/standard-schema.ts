import type { TypeInput, ValueOf } from '../../decorators/type-input.js';
import { ConfigError } from '../shared/errors.js';
import { show } from '../shared/values.js';
import { toDraft07 } from '../documents/json-schema/dialects/to-draft-07.js';
import { downgradeSchema } from '../documents/json-schema/dialects/to-openapi-3-0.js';
import { type CompleteSchema, inlineDefinitions } from '../documents/json-schema/inline-definitions.js';
import type { Schema } from '../documents/json-schema/schema.js';
import { mapValues } from '../documents/json-schema/walk.js';
import type { Direction, View } from '../documents/model/types.js';
import { resolveValidation, type ValidationOptions } from '../documents/model/validation-options.js';
import { jsonSchemaOf, type JsonSchemaOptions } from '../documents/schema/json-schema.js';
import { createTypeReader } from './reader/type-reader.js';

export interface StandardSchemaOptions {
  /** Groups of class-transformer and class-validator. @default none */
  readonly groups?: readonly string[];
  /** Version of class-transformer. @default none */
  readonly version?: number;
  /** Options of validation and documentation. @default those of the libraries */
  readonly validation?: ValidationOptions;
}

/** JSON Schema dialects that `jsonSchema` supports. */
export type StandardTarget = 'draft-2020-12' | 'draft-07' | 'openapi-3.0';

interface StandardIssue {
  readonly message: string;
  readonly path: readonly string[];
}

interface StandardTargetOptions {
  readonly target: StandardTarget | (string & {});
}

/**
 * Standard Schema and Standard JSON Schema, version 1. The type is defined here, so that users need not
 * install `@standard-schema/spec`.
 */
export interface StandardSchema<T> {
  /** The validator and the JSON Schema, as `@standard-schema/spec` 1 defines them. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'dtospec';
    readonly types?: { readonly input: T; readonly output: T } | undefined;
    readonly validate: (
      value: unknown,
    ) => Promise<
      { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] }
    >;
    readonly jsonSchema: {
      readonly input: (options: StandardTargetOptions) => Record<string, unknown>;
      readonly output: (options: StandardTargetOptions) => Record<string, unknown>;
    };
  };
}

/**
 * Returns a type for libraries that take a Standard Schema or a Standard JSON Schema: route validators, tools
 * of language models, forms. It converts a value to an instance, which class-validator validates. Its JSON
 * Schema is the one in documents.
 *
 * @throws ConfigError for an invalid type; `jsonSchema` throws ConfigError for an unsupported dialect
 * @example
 * // Hono
 * app.post('/users', sValidator('json', standardSchema(NewUser)), (c) => c.json(c.req.valid('json')));
 */
export function standardSchema<T extends TypeInput>(
  type: T,
  options: StandardSchemaOptions = {},
): StandardSchema<ValueOf<T>> {
  const validation = resolveValidation({ ...options.validation, openConversions: true });
  const view: View = { direction: 'input', groups: options.groups ?? [], version: options.version };
  const read = createTypeReader(type, { view, validation });
  return {
    '~standard': {
      version: 1,
      vendor: 'dtospec',
      validate: async (value) => {
        const reading = await read(value);
        if (reading.faults === undefined) return { value: reading.value as ValueOf<T> };
        return { issues: reading.faults.map(({ detail, path }) => ({ message: detail, path })) };
      },
      jsonSchema: {
        input: ({ target }) => schemaFor(type, 'input', target, { ...options, validation }),
        output: ({ target }) => schemaFor(type, 'output', target, { ...options, validation }),
      },
    },
  };
}

function schemaFor(
  type: TypeInput,
  direction: Direction,
  target: string,
  options: StandardSchemaOptions,
): Record<string, unknown> {
  const write = Object.hasOwn(TARGETS, target) ? TARGETS[target as StandardTarget] : undefined;
  if (write === undefined)
    throw new ConfigError(
      `standardSchema does not support the target ${show(target)}. Use one of ${Object.keys(TARGETS).join(', ')}.`,
    );
  return write(type, { ...options, direction });
}

type Options = Omit<JsonSchemaOptions, 'dialect'>;

const TARGETS: Readonly<
  Record<StandardTarget, (type: TypeInput, options: Options) => Record<string, unknown>>
> = {
  'draft-2020-12': (type, options) => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...schemaOf(type, options),
  }),
  'draft-07': (type, options) => ({
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...toDraft07(schemaOf(type, options)),
  }),
  // OpenAPI 3.0 has no `$defs`. Readers move those of recursive types to the components of their document.
  'openapi-3.0': (type, options) => {
    const { $defs, ...schema } = inlineDefinitions(schemaOf(type, options));
    return { ...inOpenApi30(schema), ...($defs && { $defs: mapValues($defs, inOpenApi30) }) };
  },
};

function inOpenApi30(schema: Schema): Record<string, unknown> {
  return { ...downgradeSchema(schema, 'schema', () => undefined) };
}

function schemaOf(type: TypeInput, options: Options): CompleteSchema {
  return withoutRootRef(jsonSchemaOf(type, { ...options, dialect: '3.1' }));
}

const DEFS = '#/$defs/';

/**
 * Replaces a reference at the root by its schema, since
 * tools of language models and forms expect an object there.
 */
function withoutRootRef(schema: CompleteSchema): CompleteSchema {
  const { $ref, $defs = {}, ...beside } = schema;
  const name = $ref?.startsWith(DEFS) === true ? $ref.slice(DEFS.length) : undefined;
  const root = name === undefined ? undefined : $defs[name];
  if (name === undefined || root === undefined) return schema;
  const { [name]: _, ...others } = $defs;
  const kept = JSON.stringify($defs).includes(JSON.stringify($ref)) ? $defs : others;
  return { ...root, ...beside, ...(Object.keys(kept).length > 0 && { $defs: kept }) };
}
