import { Ajv2020 } from 'ajv/dist/2020.js';
import { ConfigError } from '../../../shared/errors.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import type { OpenApiDocument } from '../../../documents/openapi/types/document.js';
import { lookUp } from '../../../shared/json-pointer.js';
import { explain, type SchemaFault } from './explain.js';
import { BASE, translateDocument } from './translate.js';
import type { Direction } from '../../../documents/json-schema/hidden-properties.js';
import type { AnySchemaObject, ErrorObject, Format, SchemaObject, ValidateFunction } from 'ajv';
import { isJson } from '../../../shared/media-types.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

const MOST = 50;

export class SchemaChecker {
  readonly document: OpenApiDocument;
  readonly #base: string;
  readonly #ajv: Ajv2020;

  constructor(document: OpenApiDocument, direction: Direction, isClosed: boolean) {
    this.#base = `${BASE}${direction}`;
    this.document = translateDocument(document, direction, isClosed);
    this.#ajv = createAjv(direction);
    this.#ajv.addSchema(this.document, this.#base);
  }

  readonly faultsOf = (schema: unknown, value: unknown): readonly SchemaFault[] => {
    if (schema === undefined || schema === true) return [];
    if (schema === false) return [{ pointer: '#', rule: 'schema', message: 'is not allowed' }];
    const validate = this.#compile(schema as Schema);
    if (validate(value)) return [];
    return explain(validate.errors ?? [], this.faultsOf, MOST);
  };

  readonly accepts = (schema: unknown, value: unknown): boolean =>
    typeof schema === 'boolean' ? schema : this.#compile(schema as Schema)(value) === true;

  readonly resolve = (ref: string): Schema | undefined =>
    lookUp(this.document, ref.startsWith(this.#base) ? ref.slice(this.#base.length) : ref) as
      | Schema
      | undefined;

  #compile(schema: Schema): ReturnType<Ajv2020['compile']> {
    try {
      return this.#ajv.compile(schema);
    } catch (error) {
      const { message, missingRef } = error as Error & { missingRef?: string };
      const told = message.replaceAll(this.#base, '');
      throw new ConfigError(
        missingRef === undefined
          ? `A schema of the document cannot be read: ${told}. Validate the document.`
          : `A reference of the document has no target in it: ${told}. Bundle the document into one file first.`,
        { cause: error },
      );
    }
  }
}

// Only this file creates validators.

export function createAjv(direction: Direction): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    logger: false,
    formats: FORMATS,
    code: { regExp: Object.assign(readPattern, { code: '' }) },
  });
  if (direction === 'response') assertWriteOnly(ajv);
  assertContent(ajv);
  return ajv;
}

/** Returns an expression that matches code points, as JSON Schema requires. An invalid pattern accepts everything. */
function readPattern(pattern: string): RegExp {
  for (const flags of ['u', ''])
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The pattern was written for another engine.
    }
  return /(?:)/;
}

/** Adds the keyword writeOnly: the property "SHOULD NOT be sent as part of the response" (OpenAPI 3.0.3). */
function assertWriteOnly(ajv: Ajv2020): void {
  ajv.removeKeyword('writeOnly');
  ajv.addKeyword({
    keyword: 'writeOnly',
    validate: (isWriteOnly: unknown) => isWriteOnly !== true,
    error: { message: 'is write-only, and never sent' },
  });
}

function assertContent(ajv: Ajv2020): void {
  ajv.removeKeyword('contentSchema');
  ajv.addKeyword({
    keyword: 'contentSchema',
    type: 'string',
    errors: 'full',
    compile: (schema: unknown, parent: AnySchemaObject) => {
      if (!isJson(String(parent.contentMediaType)) || parent.contentEncoding !== undefined) return () => true;
      return createContentCheck(() => ajv.compile(schema as SchemaObject));
    },
  });
}

interface ContentCheck {
  (text: string, context?: { instancePath: string }): boolean;
  errors?: Partial<ErrorObject>[];
}

function createContentCheck(compile: () => ValidateFunction): ContentCheck {
  let compiled: ValidateFunction | undefined;
  const check: ContentCheck = (text, { instancePath } = { instancePath: '' }) => {
    compiled ??= compile();
    try {
      if (compiled(JSON.parse(text))) return true;
      check.errors = (compiled.errors ?? []).map((error) => ({
        ...error,
        instancePath: instancePath + error.instancePath,
      }));
    } catch {
      check.errors = [{ instancePath, keyword: 'contentMediaType', message: 'is not JSON', params: {} }];
    }
    return false;
  };
  return check;
}

const STANDARD = [
  ...['date', 'time', 'date-time', 'duration', 'uuid', 'ipv4', 'ipv6', 'json-pointer'],
  ...['byte', 'int32', 'int64'],
] as const;

/**
 * Formats to check, by their shape only: services accept more than the standard, such as addresses beyond ASCII. Other
 * formats are not checked.
 */
const FORMATS: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(STANDARD.map((name) => [name, fullFormats[name]])),
  email: /^.+@.+$/su,
  'idn-email': /^.+@.+$/su,
  uri: /^[a-z][a-z0-9+.-]*:/i,
  iri: /^[a-z][a-z0-9+.-]*:/i,
};
