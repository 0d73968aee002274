import type { Ajv2020 } from 'ajv/dist/2020.js';
import { ConfigError } from '../../../shared/errors.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import type { OpenApiDocument } from '../../../documents/openapi/types/document.js';
import { lookUp } from '../../../shared/json-pointer.js';
import { createAjv } from './ajv.js';
import { explain, type SchemaFault } from './explain.js';
import { BASE, translateDocument } from './translate.js';
import { type Direction } from '../../../documents/json-schema/hidden-properties.js';

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
    return explain(validate.errors ?? [], this.faultsOf).slice(0, MOST);
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
