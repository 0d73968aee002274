import { resolveIn } from '../../documents/openapi/finish/finish.js';
import type { TypeRef, View } from '../../documents/model/types.js';
import type { ResolvedValidation } from '../../documents/model/validation-options.js';
import type { SchemaCompiler } from '../../documents/schema/schema-compiler.js';
import type { UnknownProperties } from '../options.js';
import { type ErrorOptions, instanceOptions, wireNamesOf } from './read-instance.js';
import type { ReadContext } from './read-value.js';
import { type SchemaReaderOptions, typeReaders } from './type-schemas.js';
import { untypedMembers } from './untyped-members.js';

export interface ReaderOptions {
  readonly view: View;
  /** The application's options, if the view has none of its own. */
  readonly validation: ResolvedValidation;
  readonly unknownProperties: UnknownProperties;
  readonly errors?: ErrorOptions | undefined;
}

/** Creates the reader of the types of a view. It compiles each type when a value first needs it. */
export function createReader(
  compiler: SchemaCompiler,
  { view, validation: ofApplication, unknownProperties, errors }: ReaderOptions,
): ReadContext {
  const validation = view.validation ?? ofApplication;
  const wireName = wireNamesOf(compiler, view);
  const readerOf = typeReaders(
    (type) => {
      const { value, schemas } = compiler.finish(compiler.schemaOfRef(type, view, placeOf(type)));
      return { schema: value, resolve: resolveIn(schemas) };
    },
    schemaReaderOptions(validation, unknownProperties),
  );
  const instances = instanceOptions(view, validation, {
    wireName,
    deletesReadOnly: unknownProperties === 'keep',
    membersOf: untypedMembers(wireName),
    readerOf,
    errors,
  });
  return { instances, readerOf };
}

export function schemaReaderOptions(
  { forbidNonWhitelisted }: ResolvedValidation,
  unknownProperties: UnknownProperties,
): SchemaReaderOptions {
  return { unknownProperties, rulesRefuse: forbidNonWhitelisted };
}

function placeOf(type: TypeRef): string {
  return type.kind === 'class' ? type.target.name : type.kind;
}
