// Getters that return a constant are the point here.
/* oxlint-disable typescript/class-literal-property-style */
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { IsString } from 'class-validator';
import { serialize } from '../../../src/serialize/serialize.js';
import { expectSame } from './support.js';

class Address {
  @Expose({ name: 'post_code' }) zip = '1010';
  @Exclude() hash = 'h';
  city = 'Vienna';
}

class Named {
  @Exclude({ toPlainOnly: true }) outwards = 1;
  @Exclude({ toClassOnly: true }) inwards = 2;
  @Expose({ name: 'third' }) three = 3;
  @Expose({ name: '' }) four = 4;
  @Expose({ name: 'five', toClassOnly: true }) fifth = 5;
  @Expose({ name: 'six', toPlainOnly: true }) sixth = 6;
  @Exclude() @Expose() both = 7;
  undeclared = 8;
}

class Accessors {
  first = 'Ada';
  #secret = 's';
  get hidden(): string {
    return this.#secret;
  }
  @Expose() get full(): string {
    return `${this.first} L.`;
  }
  @Expose({ toClassOnly: true }) get inOnly(): string {
    return 'in';
  }
  @Expose({ name: 'call' }) method(): string {
    return this.first.toUpperCase();
  }
  @IsString() validated(): string {
    return 'never called';
  }
  @Expose({ groups: ['admin'] }) get forAdmin(): string {
    return 'admin';
  }
}

@Exclude()
class OnlyExposed {
  @Expose() shown = 1;
  @Expose({ toClassOnly: true }) inwards = 2;
  hidden = 3;
  @Expose() absent?: string;
  @Expose() get computed(): number {
    return 4;
  }
}

@Expose()
class AllExposed {
  shown = 1;
  @Exclude() hidden = 2;
}

class Viewed {
  @Expose({ groups: ['admin'] }) admin = 1;
  @Expose({ groups: ['admin', 'user'] }) either = 2;
  @Expose({ since: 2 }) late = 3;
  @Expose({ until: 3 }) early = 4;
  @Expose({ since: 2, until: 3, groups: ['user'], name: 'short_lived' }) window = 5;
  always = 6;
}

class Transformed {
  @Transform(({ value }: { value: string }) => value.toUpperCase()) both = 'both';
  @Transform(() => 'never', { toClassOnly: true }) inwards = 'in';
  @Transform(({ value }: { value: string }) => `${value}!`, { toPlainOnly: true }) outwards = 'out';
  @Transform(() => 'for admin', { groups: ['admin'] }) grouped = 'plain';
  @Transform(() => 'from 2', { since: 2 }) versioned = 'old';
  @Transform(({ value }: { value: string }) => `${value}1`)
  @Transform(({ value }: { value: string }) => `${value}2`)
  chained = '0';
  @Transform(({ key, obj, type, options }) => [key, (obj as Transformed).inwards, type, { ...options }])
  informed = '';
  @Transform(() => undefined) removed = 'x';
  @Transform(() => new Address()) instance = 'x';
  @Type(() => Date) @Transform(({ value }: { value: Date }) => value.getTime()) coercedAgain = new Date(5);
}

class Typed {
  @Type(() => String) text: unknown = 12;
  @Type(() => Number) number: unknown = '12.5';
  @Type(() => Number) nothing: unknown = 'x';
  @Type(() => Boolean) flag: unknown = 'yes';
  @Type(() => Date) date: unknown = '2020-01-02';
  @Type(() => Date) fromNumber: unknown = 0;
  @Type(() => String) list: unknown[] = [1, [2, null], undefined, true];
  @Type(() => Number) set = new Set(['1', '2']);
  @Type(() => Date) nullish: unknown = null;
  @Type(() => Address) plain: unknown = { zip: 'z', hash: 'h', other: 1 };
  @Type(() => Address) scalar: unknown = 'main street';
  @Type(() => Address) addresses = [new Address(), null, new Address()];
  @Type(() => Address) byName = new Map([['home', new Address()]]);
  @Type(() => Address) record: Map<string, unknown> = {
    a: new Address(),
    b: { zip: 'z', hash: 'h' },
  } as never;
  @Type(() => Address) mapOfPlain: Map<string, unknown> = new Map<string, unknown>([
    ['a', { zip: 'z', hash: 'h' }],
  ]);
  @Type(() => String) texts: Map<string, unknown> = { a: 1 } as never;
  @Type((help) => (help?.object.flag === 'yes' ? String : Number))
  dependent: unknown = 5;
}

const SYMBOL: unique symbol = Symbol('key');

class Holder {
  address = new Address();
  list = [new Address(), [new Address()]];
  set = new Set([new Address(), 'x']);
  map = new Map<unknown, unknown>([
    ['a', { b: 1 }],
    [1, new Map([['c', [2]]])],
  ]);
  plain = { deep: { address: new Address(), nothing: undefined } };
  nullish = null;
  absent = undefined;
  symbol = Symbol('s');
  [SYMBOL] = 1;
  infinite = Infinity;
  nan = NaN;
  date = new Date(1e12);
  promise = Promise.resolve(new Address());
  regex = /a/;
  error = new Error('e');
}

class Base {
  @Exclude() secret = 's';
  @Expose({ name: 'base_name' }) name = 'n';
  @Transform(() => 'base') changed = '';
  @Type(() => Number) count: unknown = '1';
}

class Derived extends Base {
  @Expose({ name: 'derived_name' }) override name = 'd';
  @Transform(({ value }) => `${String(value)} derived`) override changed = '';
  @Exclude({ toClassOnly: true }) override secret = 'still';
  @IsString() own = 'o';
}

class Cat {
  kind?: string;
  lives = 9;
}
class Dog {
  @Expose({ name: 'sound' }) bark = 'wuff';
}
const pets = {
  discriminator: {
    property: 'kind',
    subTypes: [
      { value: Cat, name: 'cat' },
      { value: Dog, name: 'dog' },
    ],
  },
};

class Zoo {
  @Type(() => Object, pets) pet: Cat | Dog = new Dog();
  @Type(() => Object, { ...pets, keepDiscriminatorProperty: true }) pets: (Cat | Dog)[] = [
    new Cat(),
    new Dog(),
  ];
  @Type(() => Object, pets) nobody = null;
  @Type(() => Object, pets) @Transform(() => ({ other: 1 })) changed = new Cat();
  @Type(() => Object, pets) @Transform(({ value }: { value: Cat[] }) => value.slice(1)) some = [
    new Cat(),
    new Dog(),
  ];
}

const VIEWS = [
  {},
  { groups: [] },
  { groups: ['admin'] },
  { groups: ['user', 'x'], version: 2 },
  { version: 1 },
  { version: 3 },
];
const CLASSES = [
  Address,
  Named,
  Accessors,
  OnlyExposed,
  AllExposed,
  Viewed,
  Transformed,
  Typed,
  Holder,
  Base,
  Derived,
  Zoo,
].map((target) => [target.name, target] as const);

describe('serialize returns the same as instanceToPlain', () => {
  describe.each(CLASSES)('%s', (_, target) => {
    it.each(VIEWS)('in view %j', (view) => {
      expectSame(() => new target(), view);
      expectSame(() => [new target(), { deep: new target() }], view);
      expectSame(() => Object.assign(new target(), { undeclared: 1, more: { a: [] } }), view);
    });
  });

  it.each<[string, () => unknown]>([
    ['undefined', () => undefined],
    ['null', () => null],
    ['text', () => 'x'],
    ['a number', () => 1.5],
    ['NaN', () => NaN],
    ['a symbol', () => Symbol('s')],
    ['a function', () => () => 1],
    ['a list', () => [1, undefined, null, [() => 1]]],
    ['a set', () => new Set([1, new Address()])],
    ['a map', () => new Map([['a', new Address()]])],
    ['a date', () => new Date(0)],
    ['a promise', () => Promise.resolve(1)],
    [
      'a thenable',
      () => ({
        a: 1,
        then: (done: (value: number) => void) => {
          done(1);
        },
      }),
    ],
    [
      'an object without a prototype',
      () => Object.assign(Object.create(null) as object, { a: new Address() }),
    ],
    ['names of Object.prototype', () => ({ toString: 1, hasOwnProperty: 'x', valueOf: null })],
  ])('for %s as it is', (_, make) => {
    expectSame(make);
  });

  it('hands @Transform the very object and the options of the call', () => {
    const seen: unknown[] = [];
    class Asked {
      @Transform(({ obj, options, key, value, type }) => {
        seen.push(obj, options.groups, options.version, options.exposeUnsetFields, key, value, type);
        return value as unknown;
      })
      a = 1;
    }
    const asked = new Asked();
    serialize(asked, { groups: ['g'], version: 4 });
    expect(seen[0]).toBe(asked);
    expect(seen.slice(1)).toEqual([['g'], 4, true, 'a', 1, 1]);
  });
});
