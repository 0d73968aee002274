import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import { documentedMembers } from '../../documents/schema/documented-members.js';
import type { ViewOptions } from '../../serialize/view-plans.js';
import type { OnInstance } from '../../serialize/walk.js';
import { isRecord } from '../../shared/values.js';
import { ResponseMismatchError } from '../errors.js';

/** Creates the filter of instances for schemas with alternatives, where the class decides and not its members. */
export function classFilter(view: ViewOptions, mode: 'drop' | 'throw'): OnInstance {
  return documentedMembers(view, (member) => {
    if (mode === 'throw')
      throw new ResponseMismatchError(`The response has ${member}, which is not documented.`);
  });
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
