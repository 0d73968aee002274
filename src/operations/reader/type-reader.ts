import { typeRefOf } from '../../documents/model/type/type-ref.js';
import type { View } from '../../documents/model/types.js';
import type { ResolvedValidation } from '../../documents/model/validation-options.js';
import { createSchemaCompiler } from '../../documents/schema/schema-compiler.js';
import type { TypeInput } from '../../../decorators/type-input.js';
import type { UnknownProperties } from '../operation-options.js';
import { createReader } from './create-reader.js';
import type { ErrorOptions, Reading } from './read-instance.js';
import { createValueReader, type ValueReader } from './value-reader.js';

interface TypeReaderOptions {
  readonly view: View;
  readonly validation: ResolvedValidation;
  readonly nullableOptional?: boolean;
  readonly unknownProperties?: UnknownProperties;
  readonly errors?: ErrorOptions;
}

/**
 * Creates a reader of values that belong to no document. The type is compiled when the first value arrives.
 */
export function createTypeReader(
  type: TypeInput,
  { view, validation, nullableOptional = false, unknownProperties = 'drop', errors }: TypeReaderOptions,
): (value: unknown) => Reading | Promise<Reading> {
  const compiler = createSchemaCompiler({
    inlineSchemas: false,
    nullableOptional,
    validation,
    formats: 'all',
    openapi: false,
    report: () => undefined,
  });
  const ref = typeRefOf(type);
  let reader: ValueReader | undefined;
  return (value) => {
    if (reader === undefined) {
      const context = createReader(compiler, { view, validation, unknownProperties, errors });
      reader = createValueReader(ref, context.schemaOf(ref), context);
    }
    return reader.read(value);
  };
}
