import { BOOLEAN, type Check, COMPONENT_NAME, TEXTS, type Checks } from '../src/shared/checks.js';
import { isText, show } from '../src/shared/values.js';
import { DecoratorError, requireKnownOptions, requireThunk } from './arguments.js';
import { describeMembers, type EnumDescriptions, enumMembers, type EnumLike, unknownMember } from './enum.js';
import type { PropertyAnnotations } from './record.js';
import { anywhere, property, type PropertyAnnotation } from './store.js';
import type { DiscriminatorOptions, TypeDeclaration, TypeInput } from './type-input.js';
import type { EnumMember } from './type-input.js';

const TYPES = { what: 'the types', as: '[Card, Transfer]' };

/** Options of every decorator of a type. */
export interface TypeOptions {
  /**
   * The direction in which the property has this type: `input` in requests, `output` in responses and
   * webhooks. A property may have a type decorator for each.
   * @default both
   */
  readonly direction?: 'input' | 'output' | undefined;
}

const DIRECTION: Check = {
  what: "'input' (requests) or 'output' (responses and webhooks)",
  holds: (value) => value === 'input' || value === 'output',
};

const TYPE_OPTIONS: Checks = { direction: DIRECTION };

const ARRAY_OPTIONS: Checks = { unique: BOOLEAN, direction: DIRECTION };

const ENUM_OPTIONS: Checks = {
  name: COMPONENT_NAME,
  each: BOOLEAN,
  descriptions: TEXTS,
  direction: DIRECTION,
};

const FIELDS = { input: 'inputType', output: 'outputType' } as const;

function inDirection(
  type: TypeDeclaration,
  direction: TypeOptions['direction'],
): Pick<PropertyAnnotations, 'type' | 'inputType' | 'outputType'> {
  return { [direction === undefined ? 'type' : FIELDS[direction]]: type };
}

const UNION_OPTIONS: Checks = {
  direction: DIRECTION,
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
 * Declares the type of a property. Use it if validators, `@Type` and compiler metadata do not show the type,
 * or a `@Transform` changes it.
 *
 * For example `@TypeOf(() => String)` `@Transform(({ value }) => value.split(',')) tags!: string[]`.
 *
 * @param type a function, so that circular imports work
 * @param options `direction`: only in requests (`input`) or in responses (`output`); @default both
 * @throws ConfigError if it is given the class itself
 */
export const TypeOf = property('@TypeOf', (place, type: () => TypeInput, options: TypeOptions = {}) => {
  requireThunk('@TypeOf', place, type);
  requireKnownOptions('@TypeOf', place, options, TYPE_OPTIONS);
  return inDirection({ form: 'type', type }, options.direction);
});

/**
 * Declares a property as an array.
 *
 * For example `@ArrayOf(() => Item) items!: Item[]`, or with `unique`
 * `@ArrayOf(() => String, { unique: true }) tags!: Set<string>`.
 *
 * @param items a function, so that circular imports work
 * @param options `unique`: no element occurs twice (a `Set`), @default false; `direction` as for `@TypeOf`
 * @throws ConfigError if it is given the class itself
 */
export const ArrayOf = property(
  '@ArrayOf',
  (place, items: () => TypeInput, options: { readonly unique?: boolean } & TypeOptions = {}) => {
    requireThunk('@ArrayOf', place, items);
    requireKnownOptions('@ArrayOf', place, options, ARRAY_OPTIONS);
    return inDirection({ form: 'array', items, unique: options.unique ?? false }, options.direction);
  },
);

/**
 * Declares a property as a `Map` or a record with string keys; the function returns the type of its values.
 *
 * For example `@MapOf(() => Number) byWarehouse!: Record<string, number>`.
 *
 * @param options `direction` as for `@TypeOf`
 */
export const MapOf = property('@MapOf', (place, values: () => TypeInput, options: TypeOptions = {}) => {
  requireThunk('@MapOf', place, values);
  requireKnownOptions('@MapOf', place, options, TYPE_OPTIONS);
  return inDirection({ form: 'map', values }, options.direction);
});

/**
 * Declares a property as an array of fixed length, with a type for each element.
 *
 * For example `@TupleOf(() => [Number, Number]) position!: [number, number]`.
 *
 * @param options `direction` as for `@TypeOf`
 */
export const TupleOf = property(
  '@TupleOf',
  (place, items: () => readonly TypeInput[], options: TypeOptions = {}) => {
    requireThunk('@TupleOf', place, items, TYPES);
    requireKnownOptions('@TupleOf', place, options, TYPE_OPTIONS);
    return inDirection({ form: 'tuple', items }, options.direction);
  },
);

/**
 * Declares a property as one of several types. On a class, it declares the class as a name for the union.
 *
 * For example `@OneOf(() => [Card, Transfer], { discriminator: { propertyName: 'type', mapping: { card: Card
 * } } })`.
 *
 * @param members a function that returns them
 * @param options `discriminator`: the property that identifies the member, with its values; on a property
 *   also `direction` as for `@TypeOf`
 */
export const OneOf = anywhere(
  '@OneOf',
  (
    place,
    members: () => readonly TypeInput[],
    options: { readonly discriminator?: DiscriminatorOptions | string } & TypeOptions = {},
  ) => {
    requireThunk('@OneOf', place, members, TYPES);
    requireKnownOptions('@OneOf', place, options, UNION_OPTIONS);
    return inDirection({ form: 'union', members, discriminator: options.discriminator }, options.direction);
  },
);

/**
 * Declares a property as a member of an enum. A named enum becomes a component.
 *
 * For example `@Enum(Role, { name: 'Role' })` `@IsEnum(Role) role!: Role`.
 *
 * @param values a TypeScript enum (numeric, string or mixed), or a list of values
 * @param options `name`: component name; `each`: an array of members, @default false; `descriptions`:
 *   descriptions of members by name (of a list: by value), as in `{ Admin: 'May do everything' }`;
 *   `direction` as for `@TypeOf`
 * @throws ConfigError for any other value, and for the description of an unknown member
 */
export const Enum: <const T extends EnumLike | readonly [object]>(
  values: T & EnumCheck<T>,
  options?: EnumOptions<T>,
) => PropertyAnnotation = property('@Enum', (place, values: unknown, options: EnumOptions<EnumLike> = {}) => {
  const known = requireMembers(place, values);
  requireKnownOptions('@Enum', place, options, ENUM_OPTIONS);
  const members = describeMembers(known, options.descriptions);
  if (typeof members === 'string') throw new DecoratorError('@Enum', place, unknownMember(members, known));
  const type: TypeDeclaration = { form: 'enum', members, name: options.name };
  const { direction } = options;
  if (options.each !== true) return inDirection(type, direction);
  return inDirection({ form: 'array', items: type, unique: false }, direction);
});

/** The type of an enum: a compile error with the remedy for an enum in a list. */
type EnumCheck<T> = T extends readonly [object]
  ? 'For an array of members, write @Enum(Color, { each: true }).'
  : unknown;

interface EnumOptions<T> extends TypeOptions {
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
