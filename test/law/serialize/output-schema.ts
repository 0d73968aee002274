import { Ajv2020 } from 'ajv/dist/2020.js';
import { resolveValidation } from '../../../src/documents/model/validation-options.js';
import type { Constructor } from '../../../src/shared/types.js';
import type { View } from '../../../src/documents/model/types.js';
import { createSchemaCompiler } from '../../../src/documents/schema/schema-compiler.js';
import type { ViewOptions } from '../../../src/serialize/view-plans.js';

// One for all: each compiles its meta-schemas anew. Formats are annotations (2020-12); OpenAPI's own keywords mean nothing
// to JSON Schema.
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  validateFormats: false,
  ownProperties: true,
  addUsedSchema: false,
  code: { optimize: false },
});
ajv.addVocabulary(['components']);

/** Asks the output schema of a class, by way of a validator that we did not write: what it has against a value. */
export function outputSchemaOf(
  target: Constructor,
  { groups = [], version, exposure }: ViewOptions,
  nullableOptional: boolean,
): (value: unknown) => unknown[] {
  const compiler = createSchemaCompiler({
    inlineSchemas: false,
    nullableOptional,
    validation: resolveValidation(),
    formats: 'all',
    openapi: false,
    report: () => undefined,
  });
  const view: View = { direction: 'output', groups, version, ...(exposure !== undefined && { exposure }) };
  const symbolic = compiler.schemaOf(target, view, target.name);
  const { value, schemas } = compiler.finish(symbolic);
  const validate = ajv.compile({ ...value, components: { schemas } });
  return (json) => (validate(json) ? [] : (validate.errors ?? []));
}
