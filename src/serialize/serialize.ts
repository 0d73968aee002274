import type { JsonValue } from '../shared/types.js';
import { toJson } from './to-json.js';
import { plansOf, type SerializeOptions, type ViewOptions } from './view-plans.js';
import type { OnInstance } from './walk.js';
import type { TypeRef } from '../documents/model/types.js';
import { typeIn } from './declared-type.js';

/**
 * Serializes a class instance, or a plain value with instances in it, to the plain JSON value that its output
 * schema describes. The result equals `JSON.parse(JSON.stringify(instanceToPlain(value, options)))`, except:
 * - `@WriteOnly()` properties are omitted;
 * - an invalid `Date` is an error; bytes are base64 text; a `bigint` is decimal text;
 * - a plain object or `Map` is serialized as the class that `@ArrayOf`, `@OneOf`, another type decorator or
 *   the compiler declares;
 * - an instance of a subclass is serialized by its own model, which may omit more properties;
 * - the discriminator property of a union is always written, for `@OneOf` too, and never into the value
 *   itself;
 * - instances of undecorated classes are serialized by their `toJSON`;
 * - only `@Expose`d methods are called; other functions are omitted, as in JSON;
 * - the class of a `Map`'s elements does not rename the map's keys;
 * - a plain object that `@MapOf` declares keeps its entries under `excludeAll` and `excludePrefixes`, as a
 *   `Map` does;
 * - a member called `constructor` or `__proto__` is kept.
 *
 * The value is never changed. Objects may be shared, but must not contain themselves.
 *
 * @returns a JSON value; `undefined` for a value without a JSON form (`undefined`, a function, a symbol)
 * @throws SerializeError for a cycle, an invalid Date, a Blob, or an instance of a class that its
 *   discriminator does not list
 */
export function serialize(value: unknown, options: SerializeOptions = {}): JsonValue | undefined {
  return serializeInstances(value, options, undefined);
}

export function serializeInstances(
  value: unknown,
  options: SerializeOptions,
  onInstance: OnInstance | undefined,
): JsonValue | undefined {
  const plans = plansOf(options);
  const walk = { plans, root: value, ancestors: [], keys: [], onInstance, deferring: false };
  return toJson(value, undefined, walk);
}

export function serializeAs(type: TypeRef, value: unknown, options: ViewOptions): JsonValue | undefined {
  return serializerAs(type, options)(value);
}

export function serializerAs(
  type: TypeRef,
  options: ViewOptions,
  onInstance?: OnInstance,
): (value: unknown) => JsonValue | undefined {
  const plans = plansOf(options);
  const declared = typeIn(type);
  return (value) =>
    toJson(value, declared, {
      plans,
      root: value,
      ancestors: [],
      keys: [],
      onInstance,
      deferring: true,
    });
}
