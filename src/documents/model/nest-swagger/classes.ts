import type { Constructor } from '../../../shared/types.js';
import type { Loose } from './loose.js';
import { KEYS, read } from './metadata.js';

/** `@ApiSchema` of the class itself, and `@ApiExtension`. */
export function swaggerSchemaOf(
  target: Constructor,
): { readonly schema: Loose; readonly extensions: Loose } | undefined {
  const schemas = Reflect.getOwnMetadata(KEYS.schema, target) as readonly Loose[] | undefined;
  const extensions = Reflect.getOwnMetadata(KEYS.extension, target) as Loose | undefined;
  if (schemas === undefined && extensions === undefined) return undefined;
  return { schema: schemas?.at(-1) ?? {}, extensions: extensions ?? {} };
}

/** The classes that `@ApiExtraModels` on a class adds to the document. */
export function extraModelsOf(target: Constructor): readonly Constructor[] {
  return read('extraModels', target) ?? [];
}
