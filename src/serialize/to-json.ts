import { messageOf } from '../shared/errors.js';
import { encodeBytes } from '../shared/bytes.js';
import type { Constructor, JsonValue } from '../shared/types.js';
import { type ClassPlan, type Kind, type PropertyPlan, propertyPlanOf, propertiesOf } from './plan.js';
import { isOrExtends } from '../shared/values.js';
import { coerce, type DeclaredType } from './declared-type.js';
import {
  enterObject,
  isScalar,
  keyOf,
  leave,
  type Members,
  pathOf,
  addMember,
  setKey,
  type Walk,
  type Written,
} from './walk.js';
import { type DiscriminatorValue, discriminatorValueOf } from './discriminator.js';
import { SerializeError } from './errors.js';

export function toJson(source: unknown, declared: DeclaredType | undefined, walk: Walk): Written {
  const value = coerce(source, declared?.conversion);
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : objectToJson(value, declared, walk);
    default:
      return undefined;
  }
}

type Writer<T> = (object: T, declared: DeclaredType | undefined, walk: Walk, plan: ClassPlan) => Written;

const WRITERS: Readonly<Record<Kind, Writer<never>>> = {
  registered: registeredToJson satisfies Writer<object>,
  object: instanceToJson satisfies Writer<object>,
  list: listToJson satisfies Writer<Iterable<unknown>>,
  map: mapToJson satisfies Writer<Map<unknown, unknown>>,
  date: ((date, _, walk) => dateToJson(date, walk)) satisfies Writer<Date>,
  bytes: bytesToJson satisfies Writer<Uint8Array | ArrayBuffer>,
  blob: ((_blob, _hint, walk) => refuseBlob(walk)) satisfies Writer<Blob>,
};

function objectToJson(object: object, declared: DeclaredType | undefined, walk: Walk): Written {
  const plan = walk.plans.planOfObject(object);
  if (plan.kind !== 'object') return WRITERS[plan.kind](object as never, declared, walk, plan);
  if (!plan.described && hasToJson(object)) return foreignToJson(object, declared, walk);
  return instanceToJson(object, declared, walk, plan);
}

function hasToJson(object: object): object is { toJSON: (key: string) => unknown } {
  return typeof (object as { toJSON?: unknown }).toJSON === 'function';
}

function foreignToJson(
  object: { toJSON: (key: string) => unknown },
  declared: DeclaredType | undefined,
  walk: Walk,
): Written {
  const result = object.toJSON(keyOf(walk));
  if (typeof result !== 'object' || result === null) return toJson(result, declared, walk);
  // Like JSON.stringify, this code does not call `toJSON` on the result of `toJSON`.
  const plan = walk.plans.planOfObject(result);
  if (result === object) return WRITERS[plan.kind](result as never, declared, walk, plan);
  enterObject(object, walk);
  setKey(walk, 'toJSON()');
  return leave(WRITERS[plan.kind](result as never, declared, walk, plan), walk);
}

function registeredToJson(
  object: object,
  _: DeclaredType | undefined,
  walk: Walk,
  { write, target }: ClassPlan,
): Written {
  let json: unknown;
  try {
    json = write?.(object);
  } catch (cause) {
    const problem = `is a ${target.name} that write of registerType() cannot write: ${messageOf(cause)}`;
    throw Object.assign(new SerializeError(pathOf(walk), problem), { cause });
  }
  enterObject(object, walk);
  setKey(walk, 'write()');
  return leave(toJson(json, undefined, walk), walk);
}

function listToJson(list: Iterable<unknown>, declared: DeclaredType | undefined, walk: Walk): JsonValue[] {
  enterObject(list, walk);
  const written: JsonValue[] = [];
  for (const item of list) {
    setKey(walk, written.length);
    written.push(toJson(item, declared, walk) ?? null);
  }
  return leave(written, walk);
}

function mapToJson(map: Map<unknown, unknown>, declared: DeclaredType | undefined, walk: Walk): Written {
  enterObject(map, walk);
  if (declared?.isObject === true) {
    setKey(walk, 'entries()');
    return leave(objectToJson(Object.fromEntries(map as Map<string, unknown>), declared, walk), walk);
  }
  return leave(entriesToJson(map, declared, walk), walk);
}

function recordToJson(record: object, declared: DeclaredType | undefined, walk: Walk): Members {
  enterObject(record, walk);
  return leave(entriesToJson(Object.entries(record), declared, walk), walk);
}

function entriesToJson(
  entries: Iterable<[unknown, unknown]>,
  declared: DeclaredType | undefined,
  walk: Walk,
): Members {
  const declaredOfValues = declared?.values === undefined ? declared : declared.values();
  const members: Members = {};
  for (const [key, value] of entries) {
    if (typeof key === 'symbol') continue;
    setKey(walk, String(key));
    addMember(members, String(key), toJson(value, declaredOfValues, walk));
  }
  return members;
}

function instanceToJson(
  object: object,
  declared: DeclaredType | undefined,
  walk: Walk,
  own: ClassPlan,
): Members {
  if (own.thenable && typeof (object as { then?: unknown }).then === 'function') return {};
  const discriminator = discriminatorValueOf(object, declared, walk);
  const target = discriminator?.target ?? targetOf(object, declared, own, walk);
  const isInstance = own.described && own.target !== Object;
  if (target === undefined && !isInstance && declared?.values !== undefined)
    return recordToJson(object, declared, walk);
  const plan = planFor(own, target, walk);
  enterObject(object, walk);
  const members = leave(membersOf(object as Members, plan, own, discriminator, walk), walk);
  if (!isInstance || walk.onInstance === undefined) return members;
  return walk.onInstance(members, plan, discriminator?.propertyName);
}

/** Returns the class in a union that the object has, or the one with most of its properties. */
function targetOf(
  object: object,
  declared: DeclaredType | undefined,
  own: ClassPlan,
  walk: Walk,
): Constructor | undefined {
  if (declared === undefined) return undefined;
  const { targets, values } = declared;
  if (targets.length < 2 && values === undefined) return targets[0];
  const keys = Object.keys(object);
  let best = targets.find((target) => isOrExtends(own.target, target));
  let most = best === undefined ? 0 : Infinity;
  for (const target of targets) {
    const { properties } = walk.plans.planOf(target);
    const known = keys.filter((key) => properties.has(key)).length;
    if (known > most) [best, most] = [target, known];
  }
  return best;
}

/**
 * Returns the plan of the declared class for a plain object or an instance of another class. An instance of a
 * subclass has its own plan.
 */
function planFor(own: ClassPlan, declared: Constructor | undefined, walk: Walk): ClassPlan {
  const { target } = own;
  if (declared === undefined || (target !== Object && isOrExtends(target, declared))) return own;
  return walk.plans.planOf(declared);
}

function membersOf(
  object: Readonly<Record<string, unknown>>,
  plan: ClassPlan,
  own: ClassPlan,
  discriminator: DiscriminatorValue | undefined,
  walk: Walk,
): Members {
  if (plan.undecorated && own === plan && discriminator === undefined)
    return entriesToJson(Object.entries(object), undefined, walk);
  const members: Members = {};
  const keys = Object.keys(object);
  for (const known of propertiesOf(keys, plan, own))
    addMember(members, known.name, writtenMember(known, object, discriminator, walk));
  if (discriminator === undefined) return members;
  const { propertyName, value } = discriminator;
  const known = keys.includes(propertyName) ? undefined : propertyPlanOf(propertyName, plan, own);
  if (known !== undefined) addMember(members, known.name, memberOf(known, value, object, walk));
  // The document requires the discriminator, even if the class omits it.
  members[propertyName] = value;
  return members;
}

function writtenMember(
  known: PropertyPlan,
  object: Readonly<Record<string, unknown>>,
  discriminator: DiscriminatorValue | undefined,
  walk: Walk,
): Written {
  if (known.isUndeclared === true && walk.deferring) return undeclaredMember(known, object, walk);
  const raw = known.key === discriminator?.propertyName ? discriminator.value : object[known.key];
  return known.plain && isScalar(raw) ? raw : memberOf(known, raw, object, walk);
}

/** Writes a member that is probably dropped, so an error in it, such as a cycle, must not fail the rest. */
function undeclaredMember(
  known: PropertyPlan,
  object: Readonly<Record<string, unknown>>,
  walk: Walk,
): Written {
  const depth = walk.ancestors.length;
  walk.deferring = false;
  try {
    return memberOf(known, object[known.key], object, walk);
  } catch (error) {
    walk.ancestors.length = depth;
    return new Unwritable(error) as never;
  } finally {
    walk.deferring = true;
  }
}

class Unwritable {
  readonly #error: unknown;

  constructor(error: unknown) {
    this.#error = error;
  }

  toJSON(): never {
    throw this.#error;
  }
}

function memberOf(
  { key, exposed, declared, transforms }: PropertyPlan,
  raw: unknown,
  object: object,
  walk: Walk,
): Written {
  setKey(walk, key);
  let value = raw;
  for (const { run } of transforms) value = run({ value, key, obj: object, options: walk.plans.options });
  // Only an exposed method is called. class-transformer calls every function.
  if (value === raw && exposed && typeof raw === 'function') value = (raw as () => unknown).call(object);
  return toJson(value, declared?.(object), walk);
}

function dateToJson(date: Date, walk: Walk): string {
  if (Number.isNaN(date.getTime()))
    throw new SerializeError(pathOf(walk), 'is an invalid Date. Check what it was made from.');
  return date.toISOString();
}

function bytesToJson(bytes: Uint8Array | ArrayBuffer): string {
  return encodeBytes(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes, 'base64');
}

function refuseBlob(walk: Walk): never {
  throw new SerializeError(
    pathOf(walk),
    'is a Blob, whose bytes cannot be read at once. Put Buffer.from(await blob.arrayBuffer()) in its place.',
  );
}
