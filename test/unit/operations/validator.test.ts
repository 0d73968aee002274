import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Min,
  Validate,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import { validator } from '../../../src/index.js';

class Line {
  @IsString() sku!: string;
  @IsInt() @Min(1) quantity!: number;
}

class Order {
  @IsEmail() email!: string;
  @IsOptional() @IsString() @Length(2, 80, { message: '$property is too short or too long' }) note?: string;
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}

@ValidatorConstraint({ async: true })
class IsFree {
  validate(name: unknown): Promise<boolean> {
    return Promise.resolve(name === 'free');
  }
}

class Account {
  @Validate(IsFree, { message: '$value is taken' }) name!: string;
}

const ORDER = { email: 'ada@example.com', lines: [{ sku: 'A-1', quantity: 2 }] };

it('returns an instance without undocumented members', () => {
  const { value, faults } = validator(Order)({
    ...ORDER,
    isAdmin: true,
    lines: [{ ...ORDER.lines[0], secret: 1 }],
  });
  expect(faults).toBeUndefined();
  expect(value).toEqual(ORDER);
  expect(value).toBeInstanceOf(Order);
  expect(value?.lines[0]).toBeInstanceOf(Line);
});

it('lists what class-validator and the schema refuse', () => {
  expect(validator(Order)({ email: 'nowhere', note: null, lines: [{ sku: 1, quantity: 0 }, 2] })).toEqual({
    faults: [
      { pointer: '#/note', detail: 'note must be a string, not null', rule: 'type' },
      { pointer: '#/email', detail: 'email must be an email', rule: 'isEmail' },
      { pointer: '#/lines/0/sku', detail: 'sku must be a string', rule: 'isString' },
      { pointer: '#/lines/0/quantity', detail: 'quantity must not be less than 1', rule: 'min' },
      {
        pointer: '#/lines/1',
        detail: 'each value in nested property lines must be either object or array',
        rule: 'nestedValidation',
      },
    ],
  });
  expect(validator(Order)([])).toEqual({
    faults: [{ pointer: '#', detail: 'The value must be an object, not an array', rule: 'type' }],
  });
});

it.each([
  ['unknownProperties', { unknownProperties: 'refuse' }, { ...ORDER, more: 1 }, 'more is not documented'],
  ['stopAtFirstError', { stopAtFirstError: true }, { ...ORDER, note: 1 }, 'note is too short or too long'],
  ['dismissDefaultMessages', { dismissDefaultMessages: true }, { ...ORDER, email: 'x' }, ''],
] as const)('has the option %s', (_, options, value, detail) => {
  expect(validator(Order, options)(value).faults?.map((fault) => fault.detail)).toEqual([detail]);
});

it('refuses a value that is nested too deep', () => {
  class Node {
    @IsOptional() @ValidateNested() @Type(() => Node) inner?: Node;
  }
  let value: object = {};
  for (let level = 0; level < 10_000; level += 1) value = { inner: value };
  expect(validator(Node)(value).faults).toEqual([
    { pointer: '#', detail: 'The value is nested more than 500 levels deep' },
  ]);
});

it('awaits asynchronous rules only where it is asked to', async () => {
  const read = validator(Account);
  expect(() => read({ name: 'free' })).toThrow('await validator(Account).async(value)');
  expect(await read.async({ name: 'free' })).toEqual({ value: { name: 'free' } });
  expect(await read.async({ name: 'ada' })).toEqual({
    faults: [{ pointer: '#/name', detail: 'ada is taken', rule: 'IsFree' }],
  });
});

it('takes classes only', () => {
  expect(() => validator({} as never)).toThrow('validator takes a class, not an object.');
});

/** An application may write a message function that returns what it found. */
const returning = (message: unknown) => ({ message: () => message as string });

describe('a message that is not a text', () => {
  class Filter {
    @IsInt(returning(undefined)) a: unknown;
    @IsInt(returning(12)) b: unknown;
    @IsInt(returning({ code: 1 })) c: unknown;
    @IsInt({ each: true, ...returning(null) }) d: unknown;
    @IsInt(returning('')) e: unknown;
    @IsInt(returning('not $value')) f: unknown;
  }
  class Checked {
    @Validate(IsFree, returning(undefined)) name: unknown;
  }

  it('gives the default message of its rule', () => {
    const { faults = [] } = validator(Filter)({ a: 'x', b: 'x', c: 'x', d: ['x'], e: 'x', f: 'x' });
    expect(faults.map(({ detail }) => detail)).toEqual([
      'a must be an integer number',
      'b must be an integer number',
      'c must be an integer number',
      'each value in d must be an integer number',
      '',
      'not x',
    ]);
  });

  it('gives a general message where class-validator itself validates', async () => {
    const { faults } = await validator(Checked).async({ name: 'x' });
    expect(faults).toEqual([{ pointer: '#/name', detail: 'name is invalid', rule: 'IsFree' }]);
  });
});
