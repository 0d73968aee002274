import { Checker } from '../../documents/json-schema/checker/checker.js';
import { resolveIn } from '../../documents/openapi/finish/finish.js';
import type { TypeRef, View } from '../../documents/model/types.js';
import type { ResolvedValidation } from '../../documents/model/validation-options.js';
import type { SchemaCompiler } from '../../documents/schema/schema-compiler.js';
import type { UnknownProperties } from '../operation-options.js';
import type { ReadContext } from './part.js';
import { type ErrorOptions, instanceOptions, wireNamesOf } from './read-instance.js';
import { SchemaReader, type SchemaReaderOptions } from './schema-reader.js';
import { registeredMembers } from './registered-members.js';
import { untypedMembers } from './untyped-members.js';

export interface ReaderOptions {
  readonly view: View;
  /** The application's options, if the view has none of its own. */
  readonly validation: ResolvedValidation;
  readonly unknownProperties: UnknownProperties;
  readonly errors?: ErrorOptions | undefined;
}

/** Creates what the readers of a view share. It compiles the schema of a type when a value first needs it. */
export function createReader(
  compiler: SchemaCompiler,
  { view, validation: ofApplication, unknownProperties, errors }: ReaderOptions,
): ReadContext {
  const validation = view.validation ?? ofApplication;
  const wireName = wireNamesOf(compiler, view);
  const options = schemaReaderOptions(validation, unknownProperties);
  const schemas = new Map<unknown, SchemaReader>();
  const schemaOf = (type: TypeRef): SchemaReader => {
    const key = keyOf(type);
    const known = schemas.get(key);
    if (known !== undefined) return known;
    const finished = compiler.finish(compiler.schemaOfRef(type, view, placeOf(type)));
    const checker = new Checker({ resolve: resolveIn(finished.schemas) });
    const reader = new SchemaReader(finished.value, checker, options);
    schemas.set(key, reader);
    return reader;
  };
  const instances = instanceOptions(view, validation, {
    wireName,
    deletesReadOnly: unknownProperties === 'keep',
    untyped: untypedMembers(wireName),
    registered: registeredMembers((target) => compiler.modelOf(target, view)),
    schemaOf,
    errors,
  });
  return { instances, schemaOf };
}

export function schemaReaderOptions(
  { forbidNonWhitelisted }: ResolvedValidation,
  unknownProperties: UnknownProperties,
): SchemaReaderOptions {
  return { unknownProperties, rulesRefuse: forbidNonWhitelisted };
}

/** A type may be resolved again for each value, and a class stays the same. */
function keyOf(type: TypeRef): unknown {
  return type.kind === 'class' || type.kind === 'registered' ? type.target : type;
}

function placeOf(type: TypeRef): string {
  return type.kind === 'class' || type.kind === 'registered' ? type.target.name : type.kind;
}
