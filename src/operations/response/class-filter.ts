import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import { documentedMembers } from '../../documents/schema/documented-members.js';
import type { ViewOptions } from '../../serialize/view-plans.js';
import type { OnInstance } from '../../serialize/walk.js';
import { isRecord } from '../../shared/values.js';
import { ResponseMismatchError } from '../errors.js';

/**
 * Creates the filter of instances for schemas with alternatives, where the class decides and not its members.
 */
export function classFilter(view: ViewOptions, mode: 'drop' | 'throw'): OnInstance {
  return documentedMembers(view, (member) => {
    if (mode === 'throw')
      throw new ResponseMismatchError(`The response has ${member}, which is not documented.`);
  });
}

/**
 * Finds `anyOf` and `oneOf`. It searches each schema without
 * them once, since many operations share their components.
 */
export class Alternatives {
  readonly #without = new Set<unknown>();

  constructor(private readonly resolve: Resolve) {}

  /** Returns whether a schema, or one that it refers to, has alternatives. */
  areIn(schema: unknown): boolean {
    // The set grows while it is walked, so that long chains of components do not exhaust the stack.
    const seen = new Set<object>();
    const add = (part: unknown): void => {
      if (typeof part === 'object' && part !== null && !this.#without.has(part)) seen.add(part);
    };
    add(schema);
    for (const part of seen) {
      if (isRecord(part)) {
        const { anyOf, oneOf, $ref } = part as Schema;
        if ((anyOf ?? oneOf) !== undefined) return true;
        if ($ref !== undefined) add(this.resolve($ref));
      }
      for (const member of Object.values(part)) add(member);
    }
    for (const part of seen) this.#without.add(part);
    return false;
  }
}
