import type { Constructor, JsonValue } from '../shared/types.js';
import { type ClassPlan, isOrExtends, type Kind, type Step, stepFor, stepsOf } from './plan.js';
import { coerce, type Hint } from './declared-type.js';
import {
  enter,
  isScalar,
  keyOf,
  leave,
  type Members,
  pathOf,
  put,
  step,
  type Walk,
  type Written,
} from './walk.js';
import { type Tag, tagIn } from './discriminator.js';
import { SerializeError } from './errors.js';

/** @throws SerializeError */
export function toJson(given: unknown, hint: Hint | undefined, walk: Walk): Written {
  const value = hint === undefined ? given : coerce(given, hint);
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : objectToJson(value, hint, walk);
    default:
      return undefined;
  }
}

type Writer<T> = (object: T, hint: Hint | undefined, walk: Walk, plan: ClassPlan) => Written;

/** The plan gives the kind of an object, so each writer gets its own kind only. */
const WRITERS: Readonly<Record<Kind, Writer<never>>> = {
  object: instanceToJson satisfies Writer<object>,
  list: listToJson satisfies Writer<Iterable<unknown>>,
  map: mapToJson satisfies Writer<Map<unknown, unknown>>,
  date: ((date, _, walk) => textOfDate(date, walk)) satisfies Writer<Date>,
  bytes: textOfBytes satisfies Writer<Uint8Array | ArrayBuffer>,
  blob: ((_blob, _hint, walk) => refuseBlob(walk)) satisfies Writer<Blob>,
};

function objectToJson(object: object, hint: Hint | undefined, walk: Walk): Written {
  const plan = walk.plans.planOfObject(object);
  if (plan.kind !== 'object') return WRITERS[plan.kind](object as never, hint, walk, plan);
  if (!plan.described && hasToJson(object)) return foreignToJson(object, hint, walk);
  return instanceToJson(object, hint, walk, plan);
}

function hasToJson(object: object): object is { toJSON: (key: string) => unknown } {
  return typeof (object as { toJSON?: unknown }).toJSON === 'function';
}

/**
 * An undecorated object is serialized by its `toJSON` (decimals, object ids, URLs). A decorated one is serialized as
 * documented.
 */
function foreignToJson(
  object: { toJSON: (key: string) => unknown },
  hint: Hint | undefined,
  walk: Walk,
): Written {
  const said = object.toJSON(keyOf(walk));
  if (typeof said !== 'object' || said === null) return toJson(said, hint, walk);
  // As JSON.stringify has it, what toJSON returns is not asked again.
  const plan = walk.plans.planOfObject(said);
  if (said === object) return WRITERS[plan.kind](said as never, hint, walk, plan);
  enter(object, walk);
  step(walk, 'toJSON()');
  return leave(WRITERS[plan.kind](said as never, hint, walk, plan), walk);
}

function listToJson(list: Iterable<unknown>, hint: Hint | undefined, walk: Walk): JsonValue[] {
  enter(list, walk);
  const written: JsonValue[] = [];
  for (const item of list) {
    step(walk, written.length);
    written.push(toJson(item, hint, walk) ?? null);
  }
  return leave(written, walk);
}

function mapToJson(map: Map<unknown, unknown>, hint: Hint | undefined, walk: Walk): Members {
  enter(map, walk);
  return leave(entriesToJson(map, hint, walk), walk);
}

/** The property is declared as a `Map`, but holds a plain object. */
function recordToJson(record: object, hint: Hint, walk: Walk): Members {
  enter(record, walk);
  return leave(entriesToJson(Object.entries(record), hint, walk), walk);
}

/** Keys are data: decorators of the elements' class do not apply. */
function entriesToJson(entries: Iterable<[unknown, unknown]>, hint: Hint | undefined, walk: Walk): Members {
  const hintOfValues = hint?.record === true ? { ...hint, record: false } : hint;
  const members: Members = {};
  for (const [key, value] of entries) {
    if (typeof key === 'symbol') continue;
    step(walk, String(key));
    put(members, String(key), toJson(value, hintOfValues, walk));
  }
  return members;
}

function instanceToJson(object: object, hint: Hint | undefined, walk: Walk, own: ClassPlan): Members {
  if (own.thenable && typeof (object as { then?: unknown }).then === 'function') return {};
  if (hint?.record === true) return recordToJson(object, hint, walk);
  const tag = tagIn(object, hint, walk);
  const plan = declaredPlan(own, tag?.target ?? hint?.target, walk) ?? own;
  enter(object, walk);
  const members = leave(membersOf(object as Members, plan, own, tag, walk), walk);
  const isInstance = own.described && own.target !== Object;
  return isInstance && walk.onInstance !== undefined ? walk.onInstance(members, plan) : members;
}

/**
 * Returns the plan of the declared class for a plain object or an instance of another class. An instance of a
 * subclass is serialized by its own plan.
 */
function declaredPlan(
  { target }: ClassPlan,
  declared: Constructor | undefined,
  walk: Walk,
): ClassPlan | undefined {
  if (declared === undefined || (target !== Object && isOrExtends(target, declared))) return undefined;
  return walk.plans.planOf(declared);
}

/** @param own plan of the object's own class */
function membersOf(
  object: Readonly<Record<string, unknown>>,
  plan: ClassPlan,
  own: ClassPlan,
  tag: Tag | undefined,
  walk: Walk,
): Members {
  if (plan.bare && own === plan && tag === undefined)
    return entriesToJson(Object.entries(object), undefined, walk);
  const members: Members = {};
  const keys = Object.keys(object);
  for (const known of stepsOf(keys, plan, own)) {
    const raw = known.key === tag?.propertyName ? tag.value : object[known.key];
    put(members, known.name, known.plain && isScalar(raw) ? raw : memberOf(known, raw, object, walk));
  }
  if (tag === undefined) return members;
  const { propertyName, value } = tag;
  const known = keys.includes(propertyName) ? undefined : stepFor(propertyName, plan, own);
  if (known !== undefined) put(members, known.name, memberOf(known, value, object, walk));
  // The document promises it, even where the class itself would leave it out.
  members[propertyName] = value;
  return members;
}

function memberOf(
  { key, exposed, hint, transforms }: Step,
  raw: unknown,
  object: object,
  walk: Walk,
): Written {
  step(walk, key);
  let value = raw;
  for (const { run } of transforms) value = run({ value, key, obj: object, options: walk.plans.options });
  // Only an exposed method is called; class-transformer calls every function that it meets.
  if (value === raw && exposed && typeof raw === 'function') value = (raw as () => unknown).call(object);
  return toJson(value, hint?.(object), walk);
}

function textOfDate(date: Date, walk: Walk): string {
  if (Number.isNaN(date.getTime()))
    throw new SerializeError(pathOf(walk), 'is an invalid Date. Check what it was made from.');
  return date.toISOString();
}

function textOfBytes(bytes: Uint8Array | ArrayBuffer): string {
  if (bytes instanceof ArrayBuffer) return Buffer.from(bytes).toString('base64');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function refuseBlob(walk: Walk): never {
  throw new SerializeError(
    pathOf(walk),
    'is a Blob, whose bytes cannot be read at once. Put Buffer.from(await blob.arrayBuffer()) in its place.',
  );
}
