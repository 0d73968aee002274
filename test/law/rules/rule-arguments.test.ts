import * as v from 'class-validator';
import { compareSample } from './comparison.js';

// Types do not stop a number that was computed wrong, a constant that is not set, or JavaScript. Whatever
// class-validator makes of such an argument, the schema accepts what it accepts.

const ODD: readonly unknown[] = [
  ...[undefined, null, NaN, Infinity, -Infinity, -1, -0, 0, 0.5, 1.5, 2, 3, 1e21, 20_000, '2', '', 'x', true],
  ...[[], ['a'], ['a', 2, 2, -0], [NaN], [{}], ['a', {}], [undefined], {}, { a: 1 }, () => 2],
];

type Decorator = (...constraints: never[]) => PropertyDecorator;

/** Decorators whose arguments are values, sizes, lists or names. */
const decorators: Readonly<Record<string, Decorator>> = {
  ArrayContains: v.ArrayContains,
  ArrayMaxSize: v.ArrayMaxSize,
  ArrayMinSize: v.ArrayMinSize,
  ArrayNotContains: v.ArrayNotContains,
  ArrayUnique: v.ArrayUnique,
  Contains: v.Contains,
  Equals: v.Equals,
  IsAlpha: v.IsAlpha,
  IsAlphanumeric: v.IsAlphanumeric,
  IsBase64: v.IsBase64,
  IsBooleanString: v.IsBooleanString,
  IsByteLength: v.IsByteLength,
  IsCurrency: v.IsCurrency,
  IsDecimal: v.IsDecimal,
  IsDivisibleBy: v.IsDivisibleBy,
  IsEmail: v.IsEmail,
  IsEnum: v.IsEnum,
  IsFQDN: v.IsFQDN,
  IsHash: v.IsHash,
  IsIdentityCard: v.IsIdentityCard,
  IsInstance: v.IsInstance,
  IsIP: v.IsIP,
  IsISO8601: v.IsISO8601,
  IsISSN: v.IsISSN,
  IsIn: v.IsIn,
  IsISBN: v.IsISBN,
  IsMACAddress: v.IsMACAddress,
  IsMobilePhone: v.IsMobilePhone,
  IsNotEmptyObject: v.IsNotEmptyObject,
  IsNotIn: v.IsNotIn,
  IsNumber: v.IsNumber,
  IsNumberString: v.IsNumberString,
  IsObject: v.IsObject,
  IsPassportNumber: v.IsPassportNumber,
  IsPhoneNumber: v.IsPhoneNumber,
  IsPostalCode: v.IsPostalCode,
  IsRgbColor: v.IsRgbColor,
  IsStrongPassword: v.IsStrongPassword,
  IsTaxId: v.IsTaxId,
  IsUrl: v.IsUrl,
  IsUUID: v.IsUUID,
  Length: v.Length,
  Matches: v.Matches,
  Max: v.Max,
  MaxDate: v.MaxDate,
  MaxLength: v.MaxLength,
  Min: v.Min,
  MinDate: v.MinDate,
  MinLength: v.MinLength,
  NotContains: v.NotContains,
  NotEquals: v.NotEquals,
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isSize = (value: unknown): boolean => typeof value === 'number' || value === undefined;

/** What some take at all: of other kinds of argument they make what nobody could say. */
const KINDS: Readonly<Record<string, (argument: unknown) => boolean>> = {
  IsNumber: isObject,
  IsByteLength: isSize,
  Length: isSize,
  MinLength: isSize,
  MaxLength: isSize,
};

const PAIRS: readonly string[] = ['Length', 'IsByteLength', 'Matches'];

/** Values about which such arguments may decide. */
const seeds = [
  '',
  'a',
  'ab',
  'abc',
  '2',
  'x',
  'xx',
  0,
  1,
  2,
  3,
  4,
  -1,
  0.5,
  1.5,
  [],
  ['a'],
  ['a', 2],
  [2, 2],
  [{}],
  {},
  { a: 1 },
];

function show(value: unknown): string {
  if (typeof value === 'function') return '() => 2';
  if (Array.isArray(value)) return `[${value.map(show).join()}]`;
  return typeof value === 'number' || value === undefined
    ? Object.is(value, -0)
      ? '-0'
      : String(value)
    : JSON.stringify(value);
}

/** Each decorator is given every fourth argument, by turns: each argument has its part of the decorators. */
const TURNS = 4;
const isThinned = process.env.DTOSPEC_RUNS === undefined;

const uses = Object.entries(decorators).flatMap(([name, decorate], turn) => {
  const odd = ODD.filter((_, index) => !isThinned || (index + turn) % TURNS === 0).filter(
    (one) => KINDS[name]?.(one) ?? true,
  );
  const lists = odd
    .map((one) => [one])
    .concat(
      PAIRS.includes(name)
        ? odd.flatMap((one) => [0, 1.5, 2, NaN, -1, Infinity, 'i'].map((other) => [one, other]))
        : [],
    );
  return lists.flatMap((constraints) => {
    try {
      const apply = decorate(...(constraints as never[]));
      return [[`${name}(${constraints.map(show).join()})`, name, apply] as const];
    } catch {
      return []; // Refused where it stands, so no class has it.
    }
  });
});

describe('the schema of a rule with unusual arguments accepts every value that the rule accepts', () => {
  it.each(uses)('%s', (use, decorator, apply) => {
    expect(compareSample({ decorator, use, apply, seeds }, 0, 1).wrong).toEqual([]);
  });
});
