import {
  IsEnum,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  registerDecorator,
  Validate,
  ValidateBy,
  ValidatorConstraint,
  type ValidationOptions,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { plainCases } from './case.js';

@ValidatorConstraint({ name: 'isEven' })
class EvenConstraint implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'number' && value % 2 === 0;
  }
}

@ValidatorConstraint({ name: 'isFree', async: true })
class FreeConstraint implements ValidatorConstraintInterface {
  async validate(value: unknown): Promise<boolean> {
    return Promise.resolve(value !== 'taken');
  }
}

function IsPalindrome(options?: ValidationOptions): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isPalindrome',
      target: target.constructor,
      propertyName: key as string,
      options: options ?? {},
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && Array.from(value).reverse().join('') === value,
      },
    });
  };
}

function IsLongerThan(other: string): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isLongerThan',
      target: target.constructor,
      propertyName: key as string,
      constraints: [other],
      options: {},
      validator: {
        validate: (value: unknown, args) =>
          typeof value === 'string' &&
          value.length > String((args?.object as Record<string, unknown>)[other]).length,
      },
    });
  };
}

const IsShout = (): PropertyDecorator =>
  ValidateBy({
    name: 'isShout',
    validator: { validate: (value: unknown) => typeof value === 'string' && value.endsWith('!') },
  });

export class Puzzle {
  @Validate(EvenConstraint) even!: number;
  @IsPalindrome() @MaxLength(9) word!: string;
  @IsOptional() @IsShout() cheer?: string;
}

export class SignUp {
  @IsString() @Validate(FreeConstraint) name!: string;
  @IsString() @MaxLength(1) short!: string;
  @IsLongerThan('short') long!: string;
}

export class Series {
  @IsPalindrome({ each: true }) words!: string[];
  @Validate(EvenConstraint, { each: true }) @IsInt({ each: true }) numbers!: number[];
}

/** Accepts values of a type, under the name of a rule that class-validator brings for others. */
function named(name: string, type: string, ...constraints: unknown[]): PropertyDecorator {
  return ValidateBy({
    name,
    constraints,
    validator: { validate: (value) => typeof value === type, defaultMessage: () => '$property is wrong' },
  });
}

@ValidatorConstraint({ name: 'isEmail' })
class OwnEmail implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'number';
  }
}

/** Rules of the application by the names of others mean what the application does. */
export class Renamed {
  @named('isPhoneNumber', 'number') phone!: unknown;
  @named('isDateString', 'boolean') date!: unknown;
  @named('min', 'string', 5) amount!: unknown;
  @named('isEnum', 'number', { A: 'a' }) choice!: unknown;
  @named('isDefined', 'string') something!: unknown;
  @Validate(OwnEmail) mail!: unknown;
}

/** What the schema of `Renamed` leaves open. */
const RENAMED = { phone: 1, date: true, amount: 'a', choice: 1, something: 'a', mail: 1 };

/** The rules that `Renamed` has the names of, as class-validator brings them. */
export class Brought {
  @IsIn(['a', 'b']) letter!: string;
  @Min(5) amount!: number;
  @IsEnum({ A: 'a' }) choice!: string;
  @IsInt({ each: true }) numbers!: number[];
  @MaxLength(2) code!: string;
}

const BROUGHT = { letter: 'a', amount: 5, choice: 'a', numbers: [1], code: 'ab' };
/** One property is wrong in each. */
const REJECTED = [
  { ...BROUGHT, letter: 'c' },
  { ...BROUGHT, amount: 4 },
  { ...BROUGHT, choice: 'b' },
  { ...BROUGHT, numbers: ['a'] },
  { ...BROUGHT, code: 'abc' },
];

export const custom = [
  ...plainCases(Puzzle, SignUp, Series),
  { target: Renamed, values: [RENAMED] },
  { target: Brought, values: [BROUGHT], rejected: REJECTED },
];
