import type { TypeInput } from '../../../decorators/type-input.js';
import { severityOf, type Report } from '../../shared/diagnostics.js';
import { downgradeSchema } from '../json-schema/dialects/to-openapi-3-0.js';
import { type Schema30 } from '../json-schema/dialects/convert.js';
import type { Schema } from '../json-schema/schema.js';
import { mapValues } from '../json-schema/walk.js';
import { TypeInputError } from '../model/type/type-input-error.js';
import type { Direction, View } from '../model/types.js';
import {
  resolveValidation,
  type ImplicitConversion,
  type ValidationOptions,
} from '../model/validation-options.js';
import { createSchemaCompiler } from './schema-compiler.js';

/** Options of `jsonSchemaOf`. */
export interface JsonSchemaOptions {
  /** Describes requests (`input`) or responses (`output`). @default 'input' */
  readonly direction?: Direction;
  /** Groups of class-transformer and class-validator. @default none */
  readonly groups?: readonly string[];
  /** class-transformer's version. @default none */
  readonly version?: number;
  /** OpenAPI's version. 3.1 and 3.2 are JSON Schema 2020-12. @default '3.1' */
  readonly dialect?: '3.0' | '3.1' | '3.2';
  /**
   * The place of other classes' schemas: `$defs`, `components.schemas`, or inline. @default 'defs', in
   * dialect 3.0 'components'
   */
  readonly refs?: 'defs' | 'components' | 'inline';
  /** The options under which your application validates. @default class-validator's defaults */
  readonly validation?: ValidationOptions;
  /**
   * `'sound'` omits formats that reject values that validation
   * accepts. Use it for validators that assert formats.
   * @default 'all'
   */
  readonly formats?: 'all' | 'sound';
  /** Documents optional properties as nullable, in addition. @default false */
  readonly nullableOptional?: boolean;
  /**
   * Under `enableImplicitConversion`: `'accepted'` documents every scalar type that is converted,
   * `'declared'` only the declared type.
   * @default 'accepted'
   */
  readonly implicitConversion?: ImplicitConversion;
  /** Receives diagnostics. @default throws errors and ignores warnings */
  readonly onDiagnostic?: Report;
}

const BASES = { defs: '#/$defs/', components: '#/components/schemas/', inline: '' } as const;

/**
 * Returns the complete JSON Schema of a type.
 *
 * @throws ConfigError for an invalid type, also in a property, unless `onDiagnostic` is given
 * @example
 * const schema = jsonSchemaOf(CreateUser);
 * const check = new Ajv2020().compile(schema);
 */
export function jsonSchemaOf(
  type: TypeInput,
  options?: JsonSchemaOptions & { dialect?: '3.1' | '3.2' },
): Schema;
export function jsonSchemaOf(type: TypeInput, options?: JsonSchemaOptions): Schema | Schema30;
export function jsonSchemaOf(type: TypeInput, options: JsonSchemaOptions = {}): Schema | Schema30 {
  const {
    dialect = '3.1',
    refs = dialect === '3.0' ? 'components' : 'defs',
    onDiagnostic = throwErrors,
  } = options;
  const compiler = createSchemaCompiler({
    inlineSchemas: refs === 'inline',
    validation: resolveValidation(options.validation),
    formats: options.formats ?? 'all',
    openapi: dialect === '3.0' || refs === 'components',
    nullableOptional: options.nullableOptional ?? false,
    implicitConversion: options.implicitConversion ?? 'accepted',
    report: onDiagnostic,
  });
  const { value, schemas } = compiler.finish(compiler.schemaOf(type, viewOf(options), 'schema'), BASES[refs]);
  const onUnsupported = reportUnsupported(onDiagnostic);
  const translate = (schema: Schema): Schema | Schema30 =>
    dialect === '3.0'
      ? downgradeSchema(schema, 'schema', onUnsupported, (ref) => schemas[ref.slice(BASES[refs].length)])
      : schema;
  return { ...translate(value), ...embed(refs, mapValues(schemas, translate)) };
}

function viewOf({ direction = 'input', groups = [], version }: JsonSchemaOptions): View {
  return { direction, groups, version };
}

function embed(
  refs: 'defs' | 'components' | 'inline',
  schemas: Record<string, unknown>,
): Record<string, unknown> {
  if (Object.keys(schemas).length === 0) return {};
  return refs === 'defs' ? { $defs: schemas } : { components: { schemas } };
}

const throwErrors: Report = (finding) => {
  const { place, message } = finding;
  if (severityOf(finding) === 'error') throw new TypeInputError(`${place}: ${message}`);
};

function reportUnsupported(report: Report): (keyword: string, place: string) => void {
  return (keyword, place) => {
    report({
      code: 'not-in-openapi-3-0',
      place,
      message: `OpenAPI 3.0 cannot express ${keyword}, so the schema accepts more than it should.`,
    });
  };
}
