/** One way in which `declared` differs from what runs, on purpose: a name for it, and what it means. */
export interface Narrowing {
  readonly name: string;
  readonly meaning: string;
}

/**
 * Where the contract `declared` refuses what validation would let through by accident (design 5). There are no
 * others; `contract: 'exact'` has none of them. The tests look each refusal up here.
 */
export const NARROWINGS = {
  nullForOptional: {
    name: 'null for an optional property',
    meaning:
      '`@IsOptional()` lets null through as it does absence; declared asks to leave the property out, unless `@Nullable()` or `nullableOptional` says otherwise.',
  },
  scalarForList: {
    name: 'a scalar where each expects a list',
    meaning:
      'With `each: true` a single value is checked as if it were the only element; declared asks for the list.',
  },
  enumMemberName: {
    name: 'the member names of a numeric enum',
    meaning:
      'A numeric enum also maps its values back to its names, and `@IsEnum()` takes those for values; declared lists the values.',
  },
  prototypeKey: {
    name: 'members of Object.prototype as keys',
    meaning:
      'class-transformer drops keys such as `toString` or `constructor`; declared has no use for an object with such a key where `@IsNotEmptyObject()` counts them.',
  },
  canonicalSpelling: {
    name: 'codes in their canonical spelling',
    meaning:
      'Country, currency, bank and passport codes and names of time zones pass in any case, some with blanks or with letters that only `toUpperCase` turns into theirs; declared writes each as its standard does.',
  },
  textLength: {
    name: 'variation selectors count in lengths',
    meaning:
      '`@Length()`, `@MinLength()` and `@MaxLength()` do not count a variation selector behind another character; declared says `minLength` and `maxLength`, which count every character.',
  },
  patternUnits: {
    name: 'an emoji is one character',
    meaning:
      'Without the `u` flag a regular expression counts a character beyond U+FFFF as two, so `/^.{2}$/` takes one emoji, and `@IsStrongPassword()` counts it as two; declared keeps the pattern as it is written, says `minLength`, and JSON Schema counts one.',
  },
  dateText: {
    name: 'a date is an RFC 3339 text',
    meaning:
      '`@Type(() => Date)` makes a date of numbers, booleans and many texts; declared asks for a string with the format `date-time`.',
  },
  hugeMultiple: {
    name: 'multiples beyond 1e21',
    meaning:
      '`multipleOf` is computed in floating point by many readers, which fail from 1e21 on; declared says `multipleOf` all the same.',
  },
  madeByType: {
    name: 'what @Type makes a value from',
    meaning:
      '`@Type(() => Number)` and its like convert what comes before any rule sees it; declared asks for a value of that type.',
  },
  madeByTransform: {
    name: 'what @Transform or a setter makes a value from',
    meaning:
      'A setter, and a `@Transform` that leaves the declared type as it is, may tidy a value or make it from others; declared says the rules of the value as it travels.',
  },
  nestedLists: {
    name: 'lists of nested objects in other depths',
    meaning:
      '`@ValidateNested()` takes an object or lists of objects to any depth; declared asks for the declared one.',
  },
  unknownDiscriminator: {
    name: 'an unknown discriminator',
    meaning:
      'class-transformer makes the base class of an object whose discriminator it does not know; declared takes the listed ones only.',
  },
  ownName: {
    name: 'the own name of a renamed property',
    meaning:
      'Where a value has both the wire name of a property and its own name, class-transformer takes the later one; declared knows the wire name only.',
  },
  requiredByDecorator: {
    name: '@Required() where no rule demands it',
    meaning: 'Validation knows nothing of `@Required()`; declared asks for the property.',
  },
  uncheckedType: {
    name: 'a declared type that no rule checks',
    meaning:
      'Where no rule looks at the type, validation lets every type through; declared asks for the declared one.',
  },
} as const satisfies Readonly<Record<string, Narrowing>>;

/** The key of a narrowing. */
export type NarrowingKey = keyof typeof NARROWINGS;

/** The narrowings under which `declared` may also take what `exact` refuses. */
export const WIDENING: readonly NarrowingKey[] = ['textLength', 'dateText'];
