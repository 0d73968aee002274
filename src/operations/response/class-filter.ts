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

/** Finds `anyOf` and `oneOf`. It searches each schema without them once, since many operations share their components. */
export class Alternatives {
  readonly #without = new Set<unknown>();

  constructor(private readonly resolve: Resolve) {}

  /** Returns whether a schema, or one that it refers to, has alternatives. */
  areIn(schema: unknown): boolean {
    const seen = new Set<unknown>();
    if (this.#search(schema, seen)) return true;
    for (const one of seen) this.#without.add(one);
    return false;
  }

  #search(schema: unknown, seen: Set<unknown>): boolean {
    if (typeof schema !== 'object' || schema === null) return false;
    if (seen.has(schema) || this.#without.has(schema)) return false;
    seen.add(schema);
    if (isRecord(schema)) {
      const { anyOf, oneOf, $ref } = schema as Schema;
      if ((anyOf ?? oneOf) !== undefined) return true;
      if ($ref !== undefined && this.#search(this.resolve($ref), seen)) return true;
    }
    for (const key of Object.keys(schema))
      if (this.#search((schema as Readonly<Record<string, unknown>>)[key], seen)) return true;
    return false;
  }
}
