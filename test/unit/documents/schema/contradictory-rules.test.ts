import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  Equals,
  IsArray,
  IsDivisibleBy,
  IsIn,
  IsInt,
  IsNegative,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsPassportNumber,
  IsPositive,
  IsPostalCode,
  IsString,
  IsUUID,
  Length,
  Max,
  MaxLength,
  Min,
  MinLength,
  validateSync,
} from 'class-validator';
import { Required } from '../../../../decorators/annotations.js';
import { compile } from './compile.js';

const NUMBERS = Array.from({ length: 161 }, (_, index) => index / 4 - 20);
const TEXTS = Array.from({ length: 12 }, (_, length) => 'a'.repeat(length));
const UUID = '3f2b8c1e-9a4d-4e6b-8f00-1234567890ab';
const LISTS = [0, 1, 2, 3, 4].flatMap((length) => [1, 4, 9].map((item) => Array<number>(length).fill(item)));
const CANDIDATES: readonly unknown[] = [...NUMBERS, ...TEXTS, UUID, ...LISTS];

/** Whether rules are told to contradict each other, and whether validation takes any of the candidates. */
function verdictsOf(decorators: readonly PropertyDecorator[]): { told: boolean; passes: boolean } {
  class Order {
    a: unknown;
  }
  for (const decorator of decorators) decorator(Order.prototype, 'a');
  const passes = CANDIDATES.some((a) => validateSync(Object.assign(new Order(), { a })).length === 0);
  return { told: compile(Order).codes.includes('contradictory-rules Order.a'), passes };
}

describe('bounds that leave no value are rules that contradict each other', () => {
  it.each<[string, PropertyDecorator[], boolean]>([
    ['MinLength above MaxLength', [MinLength(5), MaxLength(3)], true],
    ['MinLength as MaxLength', [MinLength(3), MaxLength(3)], false],
    ['Length the wrong way round', [Length(5, 3)], true],
    ['nothing but what is not empty', [IsString(), IsNotEmpty(), MaxLength(0)], true],
    ['a UUID too long', [IsUUID(), MaxLength(32)], true],
    ['a UUID too short', [IsUUID(), MinLength(37)], true],
    ['a UUID of its length', [IsUUID(), Length(36, 36)], false],
    ['lists longer than they may be', [IsArray(), ArrayMinSize(3), ArrayMaxSize(2)], true],
    ['a list of as many', [ArrayNotEmpty(), ArrayMaxSize(1)], false],
    ['items that there are not', [ArrayNotEmpty(), Min(5, { each: true }), Max(3, { each: true })], true],
    ['an empty list of such items', [IsArray(), Min(5, { each: true }), Max(3, { each: true })], false],
    ['no multiple between two', [IsInt(), IsDivisibleBy(10), Min(1), Max(9)], true],
    ['a multiple at the end', [IsInt(), IsDivisibleBy(10), Min(1), Max(10)], false],
    ['both signs', [IsPositive(), IsNegative()], true],
  ])('%s', (_, decorators, contradict) => {
    expect(verdictsOf(decorators)).toEqual({ told: contradict, passes: !contradict });
    expect(verdictsOf([...decorators].reverse())).toEqual({ told: contradict, passes: !contradict });
  });

  it.each([
    ['integers', IsInt],
    ['numbers', IsNumber],
  ])('agrees with validation about %s between any two bounds', (_, rule) => {
    for (const low of [Min(-1), Min(0), Min(0.5), Min(1), IsPositive()])
      for (const high of [Max(-1), Max(0), Max(0.75), Max(1), IsNegative()])
        for (const others of [[], [IsDivisibleBy(3)]]) {
          const { told, passes } = verdictsOf([rule(), low, high, ...others]);
          expect(told).toBe(!passes);
        }
  });
});

it.each<[string, PropertyDecorator[]]>([
  ['an unknown locale beside one value', [IsPostalCode('XX' as never), Equals('a')]],
  ['a country in lower case beside a list of one', [IsPassportNumber('de'), IsIn(['a'])]],
])('a rule that throws for every value passes none: %s', (_, decorators) => {
  class Order {
    a: unknown;
  }
  for (const decorator of decorators) decorator(Order.prototype, 'a');
  expect(() => validateSync(Object.assign(new Order(), { a: 'a' }))).toThrow();
  expect(compile(Order).codes).toContain('contradictory-rules Order.a');
});

it('@Required() demands no value where the rules refuse each, and accept absence', () => {
  class Order {
    @Required() @IsOptional() @IsInt() @IsString() a: unknown;
    @IsInt() @IsString() b: unknown;
  }
  expect(compile(Order).schemas.Order).toMatchObject({ properties: { a: { not: {} } }, required: ['b'] });
});

describe('@IsIn without a list', () => {
  enum Color {
    Red = 'red',
  }
  const messagesOf = (...decorators: PropertyDecorator[]): string[] => {
    class Order {
      a: unknown;
    }
    for (const decorator of decorators) decorator(Order.prototype, 'a');
    const told = compile(Order).diagnostics.filter(({ code }) => code === 'contradictory-rules');
    return told.map(({ message }) => message);
  };
  const MESSAGE =
    "@IsIn() takes a list of values, not an object: no value passes. For an enum, write @IsEnum(Enum); for a list, @IsIn(['a', 'b']).";

  it.each<[string, PropertyDecorator[]]>([
    ['alone', [IsIn(Color as never)]],
    ['of an optional property', [IsIn(Color as never), IsOptional()]],
    ['beside a type', [IsString(), IsIn(Color as never)]],
    ['of the items of an array', [IsArray(), ArrayNotEmpty(), IsIn(Color as never, { each: true })]],
  ])('names the rule and @IsEnum, %s', (_, decorators) => {
    expect(messagesOf(...decorators)).toEqual([MESSAGE]);
  });

  it('does not explain rules that contradict each other', () => {
    expect(messagesOf(IsString(), IsIn([5]))).toEqual([
      'The rules of this property contradict each other: no value passes. Remove one of them.',
    ]);
  });
});
