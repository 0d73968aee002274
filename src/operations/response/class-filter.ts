import type { MemberFilter } from '../../documents/json-schema/member-filter.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import { documentedMembersOf } from '../../documents/schema/documented-members.js';
import type { ClassPlan } from '../../serialize/plan.js';
import type { ViewOptions } from '../../serialize/view-plans.js';
import type { OnInstance } from '../../serialize/walk.js';
import { isRecord } from '../../shared/values.js';
import { ResponseMismatchError } from '../errors.js';

/** Returns a function that removes the members of an instance that its own class does not document. */
export function documentedMembers(view: ViewOptions, mode: 'drop' | 'throw'): OnInstance {
  const filters = new Map<ClassPlan, MemberFilter>();
  return (members, plan, discriminator) => {
    const filter = filters.get(plan) ?? documentedMembersOf(plan.target, view);
    filters.set(plan, filter);
    const onUnknown = (path: readonly string[]): boolean => {
      if (path.length === 1 && path[0] === discriminator) return true;
      if (mode === 'throw')
        throw new ResponseMismatchError(
          `The response has ${[plan.target.name, ...path].join('.')}, which is not documented.`,
        );
      return false;
    };
    return filter.apply(members, { onUnknown }) as typeof members;
  };
}

/** Returns whether a schema, or one that it refers to, has `anyOf` or `oneOf`. */
export function hasAlternatives(schema: unknown, resolve: Resolve, seen = new Set<unknown>()): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  if (isRecord(schema)) {
    const { anyOf, oneOf, $ref } = schema as Schema;
    if ((anyOf ?? oneOf) !== undefined) return true;
    if ($ref !== undefined && hasAlternatives(resolve($ref), resolve, seen)) return true;
  }
  return Object.values(schema).some((inner) => hasAlternatives(inner, resolve, seen));
}
