import type { Schema } from '../schema.js';
import type { Resolve } from '../walk.js';

/** A member and the values that a schema allows for it. */
export type Constant = readonly [name: string, values: ReadonlySet<unknown>];

/** Returns the members of an object schema that have a constant or an enumeration of scalars. */
export function constantsIn(schema: Schema | boolean, resolve: Resolve): readonly Constant[] {
  return alwaysApplied(schema, resolve).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, member]): Constant[] => {
      const values: unknown = member.const === undefined ? member.enum : [member.const];
      if (!Array.isArray(values) || values.some((value) => typeof value === 'object' && value !== null))
        return [];
      return [[name, new Set(values)]];
    }),
  );
}

/** Returns whether no constant refuses a member of the object. */
export function fitsConstants(
  object: Readonly<Record<string, unknown>>,
  constants: readonly Constant[],
): boolean {
  for (const [name, values] of constants) {
    const own = Object.hasOwn(object, name) ? object[name] : undefined;
    if (own !== undefined && !values.has(own)) return false;
  }
  return true;
}

/** Returns the members that have a constant in every branch of a union, each with other values. */
export function tagsOf(branches: readonly (readonly Constant[])[]): readonly string[] {
  const [first = []] = branches;
  if (branches.length < 2) return [];
  return first.flatMap(([name]) => {
    const values = branches.map((constants) => [...(constants.find(([other]) => other === name)?.[1] ?? [])]);
    const all = values.flat();
    return values.every((own) => own.length > 0) && new Set(all).size === all.length ? [name] : [];
  });
}

function alwaysApplied(
  schema: Schema | boolean,
  resolve: Resolve,
  applied: Schema[] = [],
): readonly Schema[] {
  if (typeof schema !== 'object' || applied.includes(schema)) return applied;
  applied.push(schema);
  const target = schema.$ref === undefined ? undefined : resolve(schema.$ref);
  if (target !== undefined) alwaysApplied(target, resolve, applied);
  for (const part of schema.allOf ?? []) alwaysApplied(part, resolve, applied);
  return applied;
}
