import type { JsonValue } from '../shared/types.js';
import { toJson } from './to-json.js';
import { plansOf, type SerializeOptions, type ViewOptions } from './view-plans.js';
import type { OnInstance } from './walk.js';
import { resolveLazyOrUnknown } from '../documents/model/type-input-error.js';
import type { TypeRef } from '../documents/model/types.js';
import { type Hint, hintTo } from './declared-type.js';

export type { SerializeOptions };

/**
 * Turns a class instance, or a plain value with instances in it, into the plain JSON value that its output
 * schema describes: what `JSON.parse(JSON.stringify(instanceToPlain(value, options)))` gives, but
 * that
 * - `@WriteOnly()` properties are left out;
 * - a `Date` that is invalid is an error; bytes are base64 text; a `bigint` is decimal text;
 * - an instance of a subclass of what `@Type` declares is written by its own model, and what a class withholds
 *   stays withheld under any declaration;
 * - the property that tells the classes of a union apart is always written, for `@OneOf` too, and never into
 *   the value itself;
 * - objects of classes without decorators are asked for their `toJSON`;
 * - only an `@Expose`d method is called; other functions are left out, as JSON does;
 * - the keys of a `Map` are data, and are not renamed by the class of its elements;
 * - a member called `constructor` or `__proto__` is not dropped.
 *
 * The value is never changed. Objects may be shared, but not contain themselves.
 *
 * @returns a JSON value; `undefined` for what JSON cannot say at all (`undefined`, a function, a symbol)
 * @throws SerializeError for a cycle, an invalid Date, a Blob, or an instance that its discriminator does not know
 */
export function serialize(value: unknown, options: SerializeOptions = {}): JsonValue | undefined {
  return serializeInstances(value, options, undefined);
}

/** Serializes as `serialize` does, and hands on the JSON of each instance of a class that decorators describe. */
export function serializeInstances(
  value: unknown,
  options: SerializeOptions,
  onInstance: OnInstance | undefined,
): JsonValue | undefined {
  const plans = plansOf(options);
  return toJson(value, undefined, { plans, root: value, ancestors: [], keys: [], onInstance });
}

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
