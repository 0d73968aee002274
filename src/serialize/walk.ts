import { classOf, type ClassPlan } from './plan.js';
import { SerializeError } from './errors.js';
import type { ViewPlans } from './view-plans.js';
import type { JsonValue } from '../shared/types.js';
import { setMember } from '../shared/values.js';

/** Handed down from a value to what it holds. */
export interface Walk {
  readonly plans: ViewPlans;
  /** The value that the walk began with. */
  readonly root: unknown;
  /** The objects that contain the present value, outermost first. */
  readonly ancestors: object[];
  /** The key that leads out of each of them. */
  readonly keys: (string | number)[];
  readonly onInstance: OnInstance | undefined;
}

/** Returns the members of an instance as they are sent. `plan` is the same object for each instance of a class and view. */
export type OnInstance = (members: Members, plan: ClassPlan) => Members;

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Notes the key under which the innermost object holds the value that comes next. */
export function step(walk: Walk, key: string | number): void {
  walk.keys[walk.ancestors.length - 1] = key;
}

/** The key that led to the present value; empty at the root. */
export function keyOf({ ancestors, keys }: Walk): string {
  return ancestors.length === 0 ? '' : String(keys[ancestors.length - 1]);
}

/** Goes into an object. @throws SerializeError if it contains itself */
export function enter(object: object, walk: Walk): void {
  const above = walk.ancestors.indexOf(object);
  if (above !== -1)
    throw new SerializeError(
      pathOf(walk),
      `leads back to ${pathOf(walk, above)}, and JSON cannot say a cycle. Take the way back out with @Exclude({ toPlainOnly: true }), or send an id in its place.`,
    );
  walk.ancestors.push(object);
}

/** Comes out of the innermost object with what it was written as. */
export function leave<T>(written: T, walk: Walk): T {
  walk.ancestors.pop();
  return written;
}

/** `Order.items[0].order`: the way to the present value, or to one of its ancestors. */
export function pathOf({ root, keys, ancestors }: Walk, depth = ancestors.length): string {
  return nameOf(root) + keys.slice(0, depth).map(segment).join('');
}

function segment(key: string | number): string {
  if (typeof key === 'string' && IDENTIFIER.test(key)) return `.${key}`;
  return `[${JSON.stringify(key)}]`;
}

/** How messages call the value that is serialized: by its class, if it has one. */
function nameOf(value: unknown): string {
  const name = typeof value === 'object' && value !== null ? classOf(value).name : '';
  return name === '' || name === 'Object' ? 'value' : name;
}

/** `undefined` is what JSON leaves out of objects. */
export type Written = JsonValue | undefined;
export type Members = Record<string, JsonValue>;

/** Goes out as it is. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** Every own member leaves, whatever it is called. */
export function put(members: Members, name: string, value: Written): void {
  if (value !== undefined) setMember(members, name, value);
}
