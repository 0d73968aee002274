import { TYPE, type TypeInput } from '../../../decorators/type-input.js';
import type { Constructor } from '../../shared/types.js';
import { isConstructor, isRecord } from '../../shared/values.js';
import { resolveLazyOrUnknown } from '../model/type-input-error.js';
import { typeRefOf } from '../model/type-ref.js';
import type { TypeRef } from '../model/types.js';
import type { SpecContext } from './context.js';
import { isFile, JSON_LINES, OCTETS } from './media-range.js';
import type { Content, MediaType } from './parts.js';
import { isReference, resolveComponent } from './references.js';

/** What an entry of `content` says, whether it is a type, an object, or the name of one. */
export function mediaTypeOf(
  entry: Content[string],
  context: Pick<SpecContext, 'config'>,
): MediaType | undefined {
  if (isReference(entry)) return resolveComponent(entry, 'mediaTypes', context);
  return isType(entry) ? { schema: entry } : entry;
}

/** A plain object is a Media Type Object; whatever else is a type is one. */
function isType(entry: unknown): entry is TypeInput {
  return (
    isConstructor(entry) ||
    Array.isArray(entry) ||
    (isRecord(entry) && TYPE in entry) ||
    typeof entry === 'function'
  );
}

/** The type of an entry of `content`; undefined for one that has none. */
export function schemaOfContent(
  entry: Content[string],
  context: Pick<SpecContext, 'config'>,
): TypeInput | undefined {
  return mediaTypeOf(entry, context)?.schema;
}

/** The type that a body is declared with; undefined for a wrong one. */
export function typeOf(input: TypeInput): TypeRef | undefined {
  try {
    return typeRefOf(input);
  } catch {
    // Whoever compiles the schema reports it.
    return undefined;
  }
}

/** The class that a body is an instance of. */
export function classOf(type: TypeRef): Constructor | undefined {
  const settled = resolveLazyOrUnknown(type);
  return settled.kind === 'class' ? settled.target : undefined;
}

/** The media type of a body that names none. */
export function defaultTypeOf(type: TypeRef | undefined, itemSchema: TypeInput | undefined): string {
  if (type !== undefined) return isFile(type) ? OCTETS : 'application/json';
  return itemSchema === undefined ? 'application/json' : JSON_LINES;
}
