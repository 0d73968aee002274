import type { Constructor } from '../../../src/shared/types.js';
import { keyOf } from './metadata.js';
import { classOf, type PropertyPlace } from './property-place.js';

const MOST = 6;

/** Values of properties in values that both accept, by class and property; those of whole values by the name of none. */
export class Harvest {
  readonly #values = new Map<Constructor | undefined, Map<string, unknown[]>>();

  add(value: unknown, instance: unknown): void {
    this.#keep(undefined, '', value);
    this.#walk(value, instance);
  }

  of(property: PropertyPlace | undefined): readonly unknown[] {
    return this.#values.get(property?.owner)?.get(property?.key ?? '') ?? [];
  }

  #walk(value: unknown, made: unknown): void {
    if (Array.isArray(value) && (Array.isArray(made) || made instanceof Set)) {
      const elements = [...(made as Set<unknown>)];
      for (const [index, element] of value.entries()) this.#walk(element, elements[index]);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const owner = classOf(made);
    for (const [name, member] of Object.entries(value)) {
      const key = owner === undefined ? name : keyOf(owner, name);
      if (owner !== undefined && member !== null) this.#keep(owner, key, member);
      this.#walk(
        member,
        made instanceof Map ? (made as Map<string, unknown>).get(key) : this.#read(made, key),
      );
    }
  }

  #read(made: unknown, key: string): unknown {
    if (typeof made !== 'object' || made === null) return undefined;
    try {
      return (made as Record<string, unknown>)[key];
    } catch {
      return undefined;
    }
  }

  #keep(owner: Constructor | undefined, key: string, value: unknown): void {
    const keys = this.#values.get(owner) ?? new Map<string, unknown[]>();
    this.#values.set(owner, keys);
    const values = keys.get(key) ?? [];
    keys.set(key, values);
    if (values.length < MOST && !values.some((one) => JSON.stringify(one) === JSON.stringify(value)))
      values.push(value);
  }
}
