import type { JsonValue } from '../shared/types.js';
import { resolveLazyOrUnknown } from '../documents/model/type-input-error.js';
import type { TypeRef } from '../documents/model/types.js';
import { hintTo, type Hint } from './hint.js';
import { toJson } from './to-json.js';
import { plansOf, type ViewOptions } from './view-plans.js';

/**
 * Turns a value into the JSON that the schema of its declared type describes: a plain object is written as the
 * declared class says, as `@Type` has it inside a class.
 * @throws SerializeError as `serialize` does
 */
export function serializeAs(type: TypeRef, value: unknown, options: ViewOptions): JsonValue | undefined {
  return serializerAs(type, options)(value);
}

/** As `serializeAs`, for many values of one type. */
export function serializerAs(type: TypeRef, options: ViewOptions): (value: unknown) => JsonValue | undefined {
  const plans = plansOf(options);
  const hint = hintOf(type);
  return (value) =>
    toJson(value, hint, { plans, root: value, ancestors: [], keys: [], onInstance: undefined });
}

/** A list and a map share the hint with what they hold. */
function hintOf(type: TypeRef): Hint | undefined {
  const resolved = resolveLazyOrUnknown(type);
  switch (resolved.kind) {
    case 'class':
      return hintTo(resolved.target, {});
    case 'union':
      return hintTo(undefined, { discriminator: resolved.discriminator });
    case 'array':
      return hintOf(resolved.items);
    case 'map':
      return { ...(hintOf(resolved.values) ?? hintTo(undefined, {})), record: true };
    default:
      return undefined;
  }
}
