import fc from 'fast-check';
import type { SerializeOptions } from '../../../../src/serialize/view-plans.js';

/** A class, instances of it that class-validator accepts, and the views they are written in. */
export interface SerializeCase {
  readonly target: new () => object;
  readonly instances: fc.Arbitrary<object>;
  /** @default the plain view */
  readonly views?: readonly SerializeOptions[];
  /** Instances have null for optional properties. @default false */
  readonly nullableOptional?: boolean;
  /** What class-transformer's answer lacks of ours: one of the differences that `serialize` documents. */
  readonly adjust?: (plain: Record<string, unknown>) => Record<string, unknown>;
}

type Properties<T> = { [K in keyof T]?: fc.Arbitrary<unknown> };

/** Instances with these properties; those listed in `optional` may be absent. */
export function instancesOf<T extends object>(
  target: new () => T,
  properties: Properties<T>,
  optional: readonly (keyof T)[] = [],
): fc.Arbitrary<T> {
  const requiredKeys = Object.keys(properties).filter((key) => !optional.includes(key as keyof T));
  return fc
    .record(properties as Record<string, fc.Arbitrary<unknown>>, { requiredKeys })
    .map((values) => Object.assign(new target(), values));
}

export function serializeCase<T extends object>(
  target: new () => T,
  properties: Properties<T>,
  more: Omit<SerializeCase, 'target' | 'instances'> & { readonly optional?: readonly (keyof T)[] } = {},
): SerializeCase {
  const { optional, ...rest } = more;
  return { target, instances: instancesOf(target, properties, optional), ...rest };
}

export const texts = fc.string({ unit: 'grapheme', maxLength: 20 });
/** Names of properties too: class-transformer fails on one that is called `constructor`. */
export const words = fc.stringMatching(/^[a-z]{1,10}$/);
export const counts = fc.integer({ min: 0, max: 10_000 });
export const dates = fc.date({ noInvalidDate: true });
/** class-transformer renames a key that is called like a property of the values' class, so no key is. */
export const mapsOf = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Map<string, unknown>> =>
  fc
    .array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}_$/), values), { maxLength: 4 })
    .map((entries) => new Map(entries));
export const listsOf = (items: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> =>
  fc.array(items, { maxLength: 4 });
