import type { EnumMember } from './type-input.js';

/** A TypeScript enum, a `const` object used as one, or a list of values. */
export type EnumLike = Readonly<Record<string, string | number>> | readonly (string | number)[];

/**
 * Returns the members in the order of the source. The object of a numeric enum also maps each value back to
 * its name; those entries are not members.
 */
export function enumMembers(values: unknown): EnumMember[] {
  if (typeof values !== 'object' || values === null) return [];
  if (Array.isArray(values)) return values.filter(isValue).map((value) => ({ name: String(value), value }));
  const entries = Object.entries(values as Record<string, unknown>);
  return entries.flatMap(([name, value]) =>
    isValue(value) && !isReverse(values as Record<string, unknown>, name, value) ? [{ name, value }] : [],
  );
}

/**
 * Adds descriptions to members.
 *
 * @returns the members, or the name of a description without a member
 */
export function describeMembers(
  members: readonly EnumMember[],
  descriptions: Readonly<Record<string, string | undefined>> = {},
): readonly EnumMember[] | string {
  const stray = Object.keys(descriptions).find((name) => members.every((member) => member.name !== name));
  if (stray !== undefined) return stray;
  return members.map((member) => {
    const description = Object.hasOwn(descriptions, member.name) ? descriptions[member.name] : undefined;
    return description === undefined ? member : { ...member, description };
  });
}

export function unknownMember(name: string, members: readonly EnumMember[]): string {
  return `describes "${name}", which is no member. Use one of ${members.map((member) => member.name).join(', ')}.`;
}

/** Descriptions of members by their names; of a list, by its values as texts. */
export type EnumDescriptions<T> = Readonly<
  Partial<Record<T extends readonly (infer V extends string | number)[] ? `${V}` : keyof T & string, string>>
>;

function isValue(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

/** Returns true for `0` in `{ 0: 'Red', Red: 0 }`: TypeScript adds such keys to numeric enums. */
function isReverse(values: Record<string, unknown>, name: string, value: string | number): boolean {
  return typeof value === 'string' && String(Number(name)) === name && values[value] === Number(name);
}
