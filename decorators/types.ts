import { BOOLEAN, COMPONENT_NAME, TEXTS, type Checks } from '../src/shared/checks.js';
import { isText, show } from '../src/shared/values.js';
import { DecoratorError, requireOptions, requireThunk } from './arguments.js';
import { describeMembers, type EnumDescriptions, enumMembers, type EnumLike, unknownMember } from './enum.js';
import { anywhere, property, type PropertyAnnotation } from './store.js';
import type { DiscriminatorOptions, TypeDeclaration, TypeInput } from './type-input.js';
import type { EnumMember } from './type-input.js';

const TYPES = { what: 'the types', as: '[Card, Transfer]' };

const ARRAY_OPTIONS: Checks = { unique: BOOLEAN };

const ENUM_OPTIONS: Checks = { name: COMPONENT_NAME, each: BOOLEAN, descriptions: TEXTS };

const UNION_OPTIONS: Checks = {
  discriminator: {
    what: "a property's name, or { propertyName: 'kind', mapping: { card: Card } } with a class for each value",
    holds: (value) => isText(value) || isDiscriminator(value),
  },
};

function isDiscriminator(value: unknown): boolean {
  const { propertyName, mapping } = (value ?? {}) as Record<string, unknown>;
  return isText(propertyName) && (mapping === undefined || isMapping(mapping));
}

function isMapping(mapping: unknown): boolean {
  if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping)) return false;
  const targets: unknown[] = Object.values(mapping);
  return targets.length > 0 && targets.every((target) => typeof target === 'function');
}

/**
 * Declares the type of a property. Use it if validators, `@Type` and compiler metadata do not show the type, or a
 * `@Transform` changes it.
 *
 * For example `@TypeOf(() => String)` `@Transform(({ value }) => value.split(',')) tags!: string[]`.
 *
 * @param type a function, so that circular imports work
 * @throws ConfigError if it is given the class itself
 */
export const TypeOf = property('@TypeOf', (place, type: () => TypeInput) => {
  requireThunk('@TypeOf', place, type);
  return { type: { form: 'type', type } };
});

/**
 * Declares a property as an array.
 *
 * For example `@ArrayOf(() => Item) items!: Item[]`, or with `unique`
 * `@ArrayOf(() => String, { unique: true }) tags!: Set<string>`.
 *
 * @param items a function, so that circular imports work
 * @param options `unique`: no element occurs twice (a `Set`); @default false
 * @throws ConfigError if it is given the class itself
 */
export const ArrayOf = property(
  '@ArrayOf',
  (place, items: () => TypeInput, options: { readonly unique?: boolean } = {}) => {
    requireThunk('@ArrayOf', place, items);
    requireOptions('@ArrayOf', place, options, ARRAY_OPTIONS);
    return { type: { form: 'array', items, unique: options.unique ?? false } };
  },
);

/**
 * Declares a property as a `Map` or a record with string keys; the function returns the type of its values.
 *
 * For example `@MapOf(() => Number) byWarehouse!: Record<string, number>`.
 */
export const MapOf = property('@MapOf', (place, values: () => TypeInput) => {
  requireThunk('@MapOf', place, values);
  return { type: { form: 'map', values } };
});

/**
 * Declares a property as an array of fixed length, with a type for each element.
 *
 * For example `@TupleOf(() => [Number, Number]) position!: [number, number]`.
 */
export const TupleOf = property('@TupleOf', (place, items: () => readonly TypeInput[]) => {
  requireThunk('@TupleOf', place, items, TYPES);
  return { type: { form: 'tuple', items } };
});

/**
 * Declares a property as one of several types. On a class, it declares the class as a name for the union.
 *
 * For example `@OneOf(() => [Card, Transfer], { discriminator: { propertyName: 'type', mapping: { card: Card } } })`.
 *
 * @param members a function that returns them
 * @param options `discriminator`: the property that identifies the member, with its values
 */
export const OneOf = anywhere(
  '@OneOf',
  (
    place,
    members: () => readonly TypeInput[],
    options: { readonly discriminator?: DiscriminatorOptions | string } = {},
  ) => {
    requireThunk('@OneOf', place, members, TYPES);
    requireOptions('@OneOf', place, options, UNION_OPTIONS);
    return { type: { form: 'union', members, discriminator: options.discriminator } };
  },
);

/**
 * Declares a property as a member of an enum. A named enum becomes a component.
 *
 * For example `@Enum(Role, { name: 'Role' })` `@IsEnum(Role) role!: Role`.
 *
 * @param values a TypeScript enum (numeric, string or mixed), or a list of values
 * @param options `name`: component name; `each`: an array of members, @default false; `descriptions`: descriptions of
 *   members by name (of a list: by value), as in `{ Admin: 'May do everything' }`
 * @throws ConfigError for any other value, and for the description of an unknown member
 */
export const Enum: <const T extends EnumLike | readonly [object]>(
  values: T & EnumCheck<T>,
  options?: EnumOptions<T>,
) => PropertyAnnotation = property('@Enum', (place, values: unknown, options: EnumOptions<EnumLike> = {}) => {
  const known = requireMembers(place, values);
  requireOptions('@Enum', place, options, ENUM_OPTIONS);
  const members = describeMembers(known, options.descriptions);
  if (typeof members === 'string') throw new DecoratorError('@Enum', place, unknownMember(members, known));
  const type: TypeDeclaration = { form: 'enum', members, name: options.name };
  if (options.each !== true) return { type };
  return { type: { form: 'array', items: type, unique: false } };
});

/** The type of an enum: a compile error with the remedy for an enum in a list. */
type EnumCheck<T> = T extends readonly [object]
  ? 'For an array of members, write @Enum(Color, { each: true }).'
  : unknown;

interface EnumOptions<T> {
  readonly name?: string;
  readonly each?: boolean;
  readonly descriptions?: EnumDescriptions<T>;
}

/** The way of other decorators to declare an array, `[Color]`. */
function adviceFor(values: unknown): string {
  const isEnumInList = Array.isArray(values) && values.length === 1 && enumMembers(values[0]).length > 0;
  return isEnumInList ? ' For an array of members, write @Enum(Color, { each: true }).' : '';
}

function requireMembers(place: string, values: unknown): readonly EnumMember[] {
  const members = enumMembers(values);
  if (members.length === 0 || (Array.isArray(values) && members.length < values.length))
    throw new DecoratorError(
      '@Enum',
      place,
      `needs an enum or a list of strings and numbers, not ${show(values)}.${adviceFor(values)}`,
    );
  return members;
}
