import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Diagnostic } from '../../src/diagnostic.js';
import type { View } from '../../src/model/types.js';
import type { SchemaCompiler } from '../../src/schema/compiler.js';
import type { Contract } from '../../src/schema/rules/types.js';
import { createSchemaCompiler } from '../../src/schema/schema-compiler.js';
import type { Schema } from '../../src/json-schema/schema.js';
import type { ContractCase } from './corpus/case.js';

/** A class's input schema, as a validator that we did not write understands it. */
export interface Compiled {
  readonly schema: Schema;
  /** What `schema` refers to. */
  readonly defs: Readonly<Record<string, Schema>>;
  readonly diagnostics: readonly Diagnostic[];
  readonly compiler: SchemaCompiler;
  readonly view: View;
  readonly accepts: (value: unknown) => boolean;
  /** Why the last value was refused. */
  readonly errors: () => readonly ErrorObject[];
}

/** What may be chosen for a compilation. */
export interface CompileOptions {
  readonly contract: Contract;
  /** @default false */
  readonly nullableOptional?: boolean;
}

/** Compiles a case's input schema. @throws if Ajv's strict mode or the meta-schema refuse it */
export function compileCase(tested: ContractCase, options: CompileOptions): Compiled {
  const { contract, nullableOptional = false } = options;
  const diagnostics: Diagnostic[] = [];
  const report = (one: Diagnostic): void => void diagnostics.push(one);
  const compiler = createSchemaCompiler({ inlineSchemas: false, contract, nullableOptional, report });
  const view: View = { direction: 'input', groups: tested.groups ?? [], version: undefined };
  const symbolic = compiler.schemaOf(tested.target, view, tested.target.name);
  const { value: schema, schemas: defs } = compiler.finish(symbolic);
  const validate = validatorOf(schema, defs);
  return {
    schema,
    defs,
    diagnostics,
    compiler,
    view,
    accepts: (value) => validate(value),
    errors: () => validate.errors ?? [],
  };
}

/** @throws if Ajv's strict mode or the meta-schema refuse the schema */
export function validatorOf(schema: Schema, defs: Readonly<Record<string, Schema>>): ValidateFunction {
  return strictAjv().compile(toDefs({ ...schema, $defs: defs }) as object);
}

/** Formats are annotations (2020-12); OpenAPI's own keywords mean nothing to JSON Schema. */
function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    validateFormats: false,
    validateSchema: true,
    ownProperties: true,
  });
  ajv.addVocabulary(['discriminator', 'x-enum-varnames']);
  return ajv;
}

function toDefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      key === '$ref' && typeof item === 'string'
        ? item.replace('#/components/schemas/', '#/$defs/')
        : toDefs(item),
    ]),
  );
}
