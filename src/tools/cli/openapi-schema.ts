import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import type { SchemaFault } from '../exchanges/schemas/checker.js';
import { explain } from './explain-errors.js';
import { below, isRecord, lookUp } from 'dtospec/internal';
import type { AnyDocument } from './load/read-document.js';

interface SchemaViolation {
  readonly pointer: string;
  readonly message: string;
}

const ROOT = 'openapi';

/**
 * Validates a document against the JSON Schema of its OpenAPI version.
 *
 * @returns undefined for a version other than 3.0, 3.1 and 3.2
 */
export async function checkOpenApiSchema(
  document: AnyDocument,
): Promise<readonly SchemaViolation[] | undefined> {
  const version = /^3\.[012](?=\.|$)/.exec(String(document.openapi))?.[0];
  if (version === undefined) return undefined;
  const { Ajv2020: Validator } = await import('ajv/dist/2020.js');
  const ajv = new Validator({
    strict: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    logger: false,
  });
  // OpenAPI's base vocabulary of Schema Objects. It does not apply to documents with a dialect of their own.
  ajv.addSchema(isOwnDialect(document) ? { $id: 'schema', $dynamicAnchor: 'meta' } : SCHEMA_OBJECT);
  ajv.addSchema(readSchema(version), ROOT);
  const errorsOf = (validate: ValidateFunction, value: unknown): readonly ErrorObject[] =>
    validate(value) ? [] : withoutConsequences(validate.errors ?? []);
  const judge = (branch: unknown, value: unknown): readonly SchemaFault[] => {
    try {
      return explain(errorsOf(ajv.compile(branchOf(branch, ajv)), value), judge);
    } catch {
      // The branch refers to a part of JSON Schema's own schema, which cannot be compiled alone.
      return [{ pointer: '#', rule: 'type', message: 'is of another type' }];
    }
  };
  const faults = explain(errorsOf(ajv.compile({ $ref: ROOT }), document), judge);
  return [...new Map(faults.map((fault) => [fault.pointer, fault])).values()].map(({ pointer, message }) => ({
    pointer: nearestPointer(document, pointer),
    message: `${pointer} ${message.replace('is not documented', 'is not a field of OpenAPI')}.`,
  }));
}

function branchOf(branch: unknown, ajv: Ajv2020): AnySchemaObject {
  if (!isRecord(branch)) return { allOf: [branch] };
  if (typeof branch.$ref !== 'string') return branch;
  const base = [ROOT, 'https://json-schema.org/draft/2020-12/meta/validation'].find(
    (id) => ajv.getSchema(`${id}${String(branch.$ref)}`) !== undefined,
  );
  return { ...branch, $ref: `${base ?? ''}${branch.$ref}` };
}

/** Reads the schema of a version. OpenAPI 3.0's uses draft 4; OpenAPI 3.1's does not check Schema Objects. */
function readSchema(version: string): AnySchemaObject {
  const file = `@seriousme/openapi-schema-validator/schemas/v${version}/schema.json`;
  const { id: _, $id: _id, $schema, ...schema } = createRequire(__filename)(file) as AnySchemaObject;
  if (version === '3.0') return translateDraft4(schema) as AnySchemaObject;
  return { ...schema, $id: ROOT, $defs: { ...(schema.$defs as object), schema: { $ref: 'schema' } } };
}

/**
 * Converts draft 4: `exclusiveMinimum` becomes a number. A choice between an object and a Reference Object
 * becomes a condition, so that errors are about the object.
 */
function translateDraft4(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translateDraft4);
  if (!isRecord(value)) return value;
  const translated = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, translateDraft4(member)]),
  );
  if (value.exclusiveMinimum === true) return { ...translated, exclusiveMinimum: value.minimum };
  const [object, reference, ...more] = Array.isArray(value.oneOf) ? (value.oneOf as { $ref?: string }[]) : [];
  const isEither = reference?.$ref === '#/definitions/Reference' && more.length === 0;
  return isEither ? { if: { required: ['$ref'] }, then: reference, else: object } : translated;
}

function isOwnDialect({ jsonSchemaDialect: dialect }: AnyDocument): boolean {
  return typeof dialect === 'string' && !dialect.startsWith('https://spec.openapis.org/oas/3.');
}

/** Fields that a Schema Object has in addition to those of JSON Schema (OpenAPI 3.2, 4.24.6). */
const SCHEMA_OBJECT = {
  $id: 'schema',
  $dynamicAnchor: 'meta',
  $ref: 'https://json-schema.org/draft/2020-12/schema',
  properties: {
    externalDocs: { $ref: `${ROOT}#/$defs/external-documentation` },
    discriminator: {
      type: 'object',
      required: ['propertyName'],
      properties: {
        propertyName: { type: 'string' },
        mapping: { type: 'object', additionalProperties: { type: 'string' } },
        defaultMapping: { type: 'string' },
      },
    },
    xml: {
      type: 'object',
      properties: {
        nodeType: { enum: ['element', 'attribute', 'text', 'cdata', 'none'] },
        name: { type: 'string' },
        prefix: { type: 'string' },
        attribute: { type: 'boolean' },
        wrapped: { type: 'boolean' },
      },
      // OpenAPI 3.2, XML Object: `attribute` and `wrapped` are
      // deprecated in favor of `nodeType`, and exclude it.
      dependentSchemas: { nodeType: { properties: { attribute: false, wrapped: false } } },
    },
  },
};

function withoutConsequences(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const causes = errors.filter(({ keyword }) => !['unevaluatedProperties', 'if'].includes(keyword));
  return errors.filter(
    (error) =>
      error.keyword !== 'unevaluatedProperties' ||
      !causes.some(({ instancePath }) => `${instancePath}/`.startsWith(`${error.instancePath}/`)),
  );
}

/** Returns the pointer of the object that lacks a member, since a missing member has no line in the file. */
function nearestPointer(document: AnyDocument, pointer: string): string {
  return pointer === '#' || lookUp(document, pointer) !== undefined
    ? pointer
    : nearestPointer(document, below(pointer.replace(/\/[^/]*$/, '')));
}
