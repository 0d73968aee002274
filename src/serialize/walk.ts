import { classOf, type ClassPlan } from './plan.js';
import { SerializeError } from './errors.js';
import type { ViewPlans } from './view-plans.js';
import type { JsonValue } from '../shared/types.js';
import { setMember } from '../shared/values.js';

export interface Walk {
  readonly plans: ViewPlans;
  readonly root: unknown;
  readonly ancestors: object[];
  readonly keys: (string | number)[];
  readonly onInstance: OnInstance | undefined;
  /**
   * True if a filter follows that drops undocumented members:
   * an error in one of them is thrown only if it is sent.
   */
  deferring: boolean;
}

/**
 * Returns the members of an instance to send. `plan` is the same object for
 * all instances of a class in a view. `discriminator` is the member that
 * the union around the instance documents, even if its class does not.
 */
export type OnInstance = (members: Members, plan: ClassPlan, discriminator: string | undefined) => Members;

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

export function setKey(walk: Walk, key: string | number): void {
  walk.keys[walk.ancestors.length - 1] = key;
}

export function keyOf({ ancestors, keys }: Walk): string {
  return ancestors.length === 0 ? '' : String(keys[ancestors.length - 1]);
}

export function enterObject(object: object, walk: Walk): void {
  const above = walk.ancestors.indexOf(object);
  if (above !== -1)
    throw new SerializeError(
      pathOf(walk),
      `leads back to ${pathOf(walk, above)}, and JSON cannot represent a cycle. Exclude the property that leads back with @Exclude({ toPlainOnly: true }), or send an id instead.`,
    );
  if (walk.ancestors.length >= DEEPEST)
    throw new SerializeError(
      `${pathOf(walk, 5)}…`,
      `is nested more than ${DEEPEST} levels deep. Send deep trees as a list of items that name their parents.`,
    );
  walk.ancestors.push(object);
}

/** Objects in each other. Clients read fewer levels, and the stack has a limit. */
const DEEPEST = 500;

export function leave<T>(written: T, walk: Walk): T {
  walk.ancestors.pop();
  return written;
}

export function pathOf({ root, keys, ancestors }: Walk, depth = ancestors.length): string {
  return rootName(root) + keys.slice(0, depth).map(segment).join('');
}

function segment(key: string | number): string {
  if (typeof key === 'string' && IDENTIFIER.test(key)) return `.${key}`;
  return `[${JSON.stringify(key)}]`;
}

function rootName(value: unknown): string {
  const name = typeof value === 'object' && value !== null ? classOf(value).name : '';
  return name === '' || name === 'Object' ? 'value' : name;
}

export type Written = JsonValue | undefined;
export type Members = Record<string, JsonValue>;

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

export function addMember(members: Members, name: string, value: Written): void {
  if (value !== undefined) setMember(members, name, value);
}
