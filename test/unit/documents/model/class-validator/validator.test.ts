import 'reflect-metadata';
import { inspect } from 'node:util';
import { Type } from 'class-transformer';
import {
  Allow,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmptyObject,
  IsOptional,
  IsPositive,
  IsString,
  Min,
  MinLength,
  registerDecorator,
  Validate,
  validate,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
  type ValidationError,
  ValidatorConstraint,
  type ValidatorOptions,
} from 'class-validator';
import { createValidator } from '../../../../../src/documents/model/class-validator/validator.js';

class Item {
  @IsInt() @Min(1) count: unknown;
}
class Order {
  @IsString() id: unknown;
  @IsOptional() @IsInt({ each: true }) sizes: unknown;
  @ValidateNested() @Type(() => Item) items: unknown;
  @ValidateIf(({ id }: Order) => id !== 'free') @IsDefined({ groups: ['paid'] }) price: unknown;
  @Allow() note: unknown;
}

let asked = 0;
@ValidatorConstraint({ async: true })
class IsFree {
  validate(value: unknown): Promise<boolean> {
    asked += 1;
    return Promise.resolve(value === 'free');
  }
}
/** A rule of the application, with the name of one that class-validator brings. */
const IsMail: PropertyDecorator = (target, propertyName) => {
  registerDecorator({
    name: 'isEmail',
    target: target.constructor,
    propertyName: String(propertyName),
    validator: { validate: (value) => Promise.resolve(value === 'a@b.example') },
  });
};
class Named {
  @Validate(IsFree) name: unknown;
}
class Mailed {
  @IsMail mail: unknown;
}
class Twice {
  @ValidateNested() @ValidateNested({ each: true }) items: unknown;
}
class Told {
  @IsString({ message: '$property of $target is $value' }) a: unknown;
  @MinLength(10, {
    message: ({ constraints: [least] }) => `at least ${least}, not $value`,
    context: { code: 1 },
  })
  @IsIn(['x', 'y'], { message: 'one of $constraint1' })
  b: unknown;
  @ValidateNested({ context: { code: 2 } }) @IsString({ each: true, message: '' }) c: unknown;
  @IsDefined({ context: { code: 3 } }) @IsDefined({ message: 'the second of one name' }) d: unknown;
}
const IsOdd: PropertyDecorator = (target, propertyName) => {
  registerDecorator({
    name: 'isOdd',
    target: target.constructor,
    propertyName: String(propertyName),
    options: { each: true },
    validator: {
      validate: (value, args) => args?.object instanceof Odd && Number(value) % 2 === 1,
      defaultMessage: (args) => `${String(args?.value)} of ${args?.targetName} is even`,
    },
  });
};
class Odd {
  @IsOdd value: unknown;
  @IsOdd list: unknown;
}
class Late {
  @ValidatePromise() @IsInt() value: unknown;
}

/** Two promises are never equal. */
const PROMISE = Promise.resolve('x');

const make = <T extends object>(type: new () => T, value: object): T => Object.assign(new type(), value);
const item = (count: unknown): Item => make(Item, { count });
const order = (value: object = {}): Order => make(Order, { id: 'x', items: [item(1)], price: 1, ...value });

/** What it is asked about: made twice, since validation may take properties away. */
type Row = readonly [name: string, object: () => object, options?: ValidatorOptions];

/** What is found valid at once, as class-validator finds it. */
const VALID: readonly Row[] = [
  ['an order', order],
  ['a list, each item by its rules', () => order({ sizes: [1, 2] })],
  ['null where it is optional', () => order({ sizes: null })],
  ['a condition that does not hold', () => order({ id: 'free', price: undefined })],
  ['one nested object', () => order({ items: item(1) })],
  ['a set of nested objects', () => order({ items: new Set([item(1)]) })],
  ['a map of lists of nested objects', () => order({ items: new Map([['a', [item(1), undefined]]]) })],
  ['nothing nested', () => order({ items: undefined })],
  ['nothing, where it is skipped', () => order({ items: null, id: null }), { skipMissingProperties: true }],
  ['undefined, where it is skipped', () => order({ id: undefined }), { skipUndefinedProperties: true }],
  ['null, where it is skipped', () => order({ items: [null] }), { skipNullProperties: true }],
  ['groups of which no rule is', () => order({ id: 1 }), { groups: ['paid'] }],
  [
    'what whitelist takes away',
    () => order({ more: 1, items: [make(Item, { count: 1, toString: 1 })] }),
    { whitelist: true },
  ],
  ['a class without rules', () => new (class None {})(), { forbidUnknownValues: false }],
];

/** What is refused at once, with class-validator's errors. */
const REFUSED: readonly Row[] = [
  ['a rule that is broken', () => order({ id: 1 })],
  ['an item that is not valid', () => order({ sizes: [1, 'a'] })],
  ['a nested rule that is broken', () => order({ items: [item(1), item(0)] })],
  ['what is no object', () => order({ items: [1] })],
  ['an object of no prototype', () => order({ items: Object.create(null) as object })],
  ['null for a nested object', () => order({ items: null })],
  ['absence, whatever is skipped', () => order({ price: undefined }), { skipMissingProperties: true }],
  ['rules of a group', () => order({ price: null }), { groups: ['paid'], always: true }],
  ['what no rule knows', () => order({ more: 1 }), { whitelist: true, forbidNonWhitelisted: true }],
  ['a class without rules', () => new (class None {})()],
  ['two nested rules of one property', () => make(Twice, { items: [item(0), 1, [item(0)]] })],
  ['the first of several', () => order({ id: 1, items: [item(0), 1] }), { stopAtFirstError: true }],
  ['no default messages', () => make(Told, { a: 1, b: 2, c: 3 }), { dismissDefaultMessages: true }],
  ['messages of each kind, and contexts', () => make(Told, { a: 1, b: 'long', c: [item(0)] })],
  [
    'a map by its keys',
    () =>
      order({
        items: new Map<unknown, unknown>([
          ['a', item(0)],
          [2, 1],
        ]),
      }),
  ],
  ['a rule of the application', () => make(Odd, { value: 2, list: [1, 2, 3] })],
];

/** What class-validator is asked about. */
const LEFT: readonly Row[] = [
  [
    'an object whose constructor is none',
    () => Object.assign(order(), { constructor: 1 }),
    { forbidUnknownValues: false },
  ],
  ['a rule of the application that waits', () => make(Named, { name: 'free' })],
  ['the same, broken', () => make(Named, { name: 'x' })],
  ['one by the name of another', () => make(Mailed, { mail: 'a@b.example' })],
  ['the same, broken', () => make(Mailed, { mail: 'x' })],
  ['a promise', () => make(Late, { value: PROMISE })],
];

/** Complete, as `it.each` has them. */
const complete = (rows: readonly Row[]): [string, () => object, ValidatorOptions][] =>
  rows.map(([name, object, options = {}]) => [name, object, options]);

async function verdict(judge: () => unknown): Promise<unknown> {
  try {
    return await judge();
  } catch (error) {
    return { threw: String(error) };
  }
}

it.each(complete(VALID))('accepts without class-validator: %s', async (_, object, options) => {
  const [ours, theirs] = [object(), object()];
  expect(createValidator(options)(ours)).toEqual([]);
  expect(await validate(theirs, options)).toEqual([]);
  expect(ours).toEqual(theirs);
});

it.each(complete(REFUSED))(
  'refuses at once, with the errors of class-validator: %s',
  async (_, object, options) => {
    const [ours, theirs] = [object(), object()];
    const found = createValidator(options)(ours);
    const expected = await validate(theirs, options);
    expect(inspect(found, { depth: 9 })).toBe(inspect(expected, { depth: 9 }));
    expect(expected.length).toBeGreaterThan(0);
  },
);

it.each(complete(LEFT))('delegates to class-validator: %s', async (_, object, options) => {
  const [ours, theirs] = [object(), object()];
  const judge = createValidator(options);
  const judged = await verdict(() => {
    const found = judge(ours);
    expect(found).toBeInstanceOf(Promise);
    return found;
  });
  expect(judged).toEqual(await verdict(() => validate(theirs, options)));
});

it.each<[string, () => object]>([
  ['a rule of the application', () => make(Mailed, { mail: 'a@b.example' })],
  ['a broken rule', () => item(0)],
])('leaves an object unchanged if it delegates to class-validator: %s', async (_, last) => {
  class Outer {
    @IsNotEmptyObject() @ValidateNested() inner: unknown;
    @ValidateNested() last: unknown;
  }
  class Inner {
    @IsOptional() @IsInt() count: unknown;
  }
  const inner = (): object => Object.assign(Object.create(Inner.prototype) as object, { unknown: 1 });
  const outer = (): Outer => make(Outer, { inner: inner(), last: last() });
  const options = { whitelist: true };
  const [ours, theirs] = [outer(), outer()];
  expect(await createValidator(options)(ours)).toEqual(await validate(theirs, options));
  expect(ours).toEqual(theirs);
});

it('calls rules of the application once', async () => {
  const judge = createValidator({});
  asked = 0;
  await judge(make(Named, { name: 'free' }));
  await judge(make(Named, { name: 'x' }));
  expect(asked).toBe(2);
});

it('throws the error of a rule', async () => {
  class Text {
    @ValidateIf(({ text }: Text) => (text as string).length > 0) @MinLength(1) text: unknown;
  }
  class AfterAnother {
    @ValidateIf(({ text }: AfterAnother) => (text as string).length > 0)
    @ValidateIf(() => false)
    @MinLength(1)
    text: unknown;
  }
  for (const text of [make(Text, {}), make(AfterAnother, {})]) {
    const theirs = await verdict(() => validate(text));
    expect(theirs).toHaveProperty('threw');
    expect(await verdict(() => createValidator({})(text))).toEqual(theirs);
  }
});

it('applies rules that a class or its base gets later', async () => {
  class Base {}
  class Derived extends Base {
    @IsInt() a = 1;
    b = 'text';
  }
  const judge = createValidator({});
  expect(judge(new Derived())).toEqual([]);
  IsInt()(Base.prototype, 'b');
  expect(await judge(new Derived())).toEqual(await validate(new Derived()));
  expect(await judge(new Derived())).toHaveLength(1);
  IsString()(Derived.prototype, 'a');
  expect(await judge(new Derived())).toMatchObject([{ property: 'a' }, { property: 'b' }]);
});

it.each([[{}], [{ whitelist: true }]])(
  'keeps a property whose rules are skipped, under %j',
  async (options) => {
    class Versioned {
      @IsInt() version = 1;
      @IsString() name!: string;
    }
    const note = make(Versioned, { name: 'a' });
    const judge = createValidator(options, { skips: (_, key) => key === 'version' });
    expect(await judge(note)).toEqual([]);
    expect(note).toEqual(make(Versioned, { name: 'a', version: 1 }));
  },
);

describe('members that every new object has and no request sent', () => {
  class Inner {
    @IsInt() count!: number;
    note?: string = undefined;
  }
  class Outer {
    @IsString() id!: string;
    @IsOptional() @ValidateNested({ each: true }) @Type(() => Inner) inner?: Inner[];
    tags: string[] = [];
  }
  class Asynchronous {
    @Validate(IsFree) name!: string;
    note?: string = undefined;
  }
  const forbids = { whitelist: true, forbidNonWhitelisted: true };

  it('are removed', async () => {
    const judge = createValidator(forbids, { unsent: 'removed' });
    const inner = [make(Inner, { count: 1 })];
    const outer = make(Outer, { id: 'a', inner });
    expect(await judge(outer)).toEqual([]);
    expect(Object.keys(outer)).not.toContain('tags');
    expect(Object.keys(inner[0]!)).toEqual(['count']);
    expect(await judge(make(Asynchronous, { name: 'free' }))).toEqual([]);
  });

  it('are rejected by default, as class-validator does', async () => {
    const outer = make(Outer, { id: 'a' });
    expect(await createValidator(forbids)(outer)).toEqual(await validate(make(Outer, { id: 'a' }), forbids));
    expect(await createValidator(forbids)(outer)).toHaveLength(1);
  });

  it('are not listed with other faults, unlike members that were sent', async () => {
    const judge = createValidator(forbids, { unsent: 'removed' });
    expect(await judge(make(Outer, { id: 1 }))).toMatchObject([{ property: 'id' }]);
    expect(await judge(make(Outer, { id: 'a', other: 1 }))).toMatchObject([{ property: 'other' }]);
    const inner = [make(Inner, { count: 'a' })];
    expect(await judge(make(Outer, { id: 'a', inner }))).toMatchObject([
      { property: 'inner', children: [{ children: [{ property: 'count' }] }] },
    ]);
  });
});

describe('errors after the last one that is listed', () => {
  class Line {
    @IsInt() @IsPositive() count: unknown;
  }
  class Order {
    @ValidateNested({ each: true }) lines: unknown;
    @IsString() note: unknown;
  }
  const order = (): Order => {
    const lines = Array.from({ length: 5 }, () => make(Line, { count: 'a' }));
    return make(Order, { lines: [...lines, 'no object'], note: 1 });
  };
  const options = { whitelist: true, forbidNonWhitelisted: true };
  const messagesIn = (errors: readonly ValidationError[] = []): string[] =>
    errors.flatMap((error) => [...Object.values(error.constraints ?? {}), ...messagesIn(error.children)]);

  it.each([1, 2, 3, 10, 11, 12, 13])('only name the object and its property: %i errors', async (most) => {
    const theirs = await validate(order(), options);
    const given = order();
    const ours = await createValidator(options, { most })(given);
    expect(messagesIn(ours)).toEqual(messagesIn(theirs).slice(0, most));
    const named = (errors: readonly ValidationError[] = []): unknown[] =>
      errors.flatMap(({ target, property, constraints, children }) => [
        ...(constraints === undefined ? [] : [[target, property]]),
        ...named(children),
      ]);
    expect(new Set(named(ours).map(String))).toEqual(new Set(named(theirs).map(String)));
    const lines = given.lines as object[];
    for (const line of lines.slice(0, 5))
      expect(named(ours).filter((one) => (one as unknown[])[0] === line)).toHaveLength(1);
  });

  it('count members that are not allowed', async () => {
    const object = make(Order, { ...order(), other: 1, another: 2 });
    const errors = await createValidator(options, { most: 1 })(object);
    expect(errors.map(({ property, constraints }) => [property, constraints])).toEqual([
      ['other', { whitelistValidation: 'property other should not exist' }],
      ['another', {}],
      ...Array.from({ length: 5 }, () => ['count', {}]),
      ['5', {}],
      ['note', {}],
    ]);
    expect(object).toHaveProperty('another');
  });
});
