// Getters that return a constant are the point here.
/* oxlint-disable typescript/class-literal-property-style */
import { Exclude, Expose, instanceToPlain, Transform, Type } from 'class-transformer';
import { IsString } from 'class-validator';
import { Hidden, WriteOnly } from '../../../decorators/annotations.js';
import { ArrayOf, OneOf } from '../../../decorators/types.js';
import { discriminated } from '../../../src/documents/model/type/type-functions.js';
import { serialize } from '../../../src/serialize/serialize.js';
import { deepFreeze, throughJson } from './support.js';

class User {
  @Expose({ name: 'user_name' }) name = 'Ada';
  @Exclude() password = 'secret';
}
class Admin extends User {
  @Exclude() override name = 'Grace';
  @Exclude() key = 'secret';
  level = 3;
}
class Entity {
  name = 'Linus';
  @Exclude() password = 'secret';
  @Exclude() pin = 'secret';
  extra = 1;
}

/** A class of a library: no decorators, but it knows what it is in JSON. */
class Decimal {
  constructor(private readonly digits: string) {}
  toJSON(): string {
    return this.digits;
  }
}

class Cat {
  kind?: string;
  lives = 9;
}
class Kitten extends Cat {
  age = 1;
}
class Dog {
  @Exclude() kind = 'set by nobody';
  @Expose({ name: 'sound' }) bark = 'wuff';
}
class Fixed {
  @Expose() get kind(): string {
    return 'own';
  }
}
const subTypes = [
  { value: Cat, name: 'cat' },
  { value: Dog, name: 'dog' },
  { value: Fixed, name: 'fixed' },
];
const pets = { discriminator: { property: 'kind', subTypes } };

class Secret {
  @WriteOnly() @IsString() password = 'secret';
  @Hidden() @Expose({ name: 'hidden_too' }) hidden = 1;
}
class Bytes {
  buffer = Buffer.from('hello');
  part = new Uint8Array(Buffer.from('xhellox')).subarray(1, 6);
  whole = Uint8Array.from(Buffer.from('hello')).buffer;
  @Type(() => Buffer) text: unknown = 'hello';
  list = [Buffer.from('hello')];
}
class Big {
  one = 12345678901234567890n;
  list = [-1n];
  @Type(() => Number) number: unknown = 5n;
  @Type(() => BigInt) typed: unknown = 7n;
}
class Declared {
  @Type(() => User) admin: User = new Admin();
  @Type(() => User) entity: unknown = new Entity();
  @Type(() => Object) anything: unknown = new User();
}
class Maps {
  untyped = new Map([['a', { user: new User() }]]);
  nested = new Map([['a', new Map([['b', new User()]])]]);
  // class-transformer renames the key `name`, as if it were the property of a User.
  @Type(() => User) typed = new Map([['name', new User()]]);
}
class Functions {
  own = (): string => 'called';
  @IsString() validated = (): string => 'called';
  list = [(): string => 'called'];
  target = User;
  plain = { f: (): string => 'called', a: 1 };
  @Expose() exposed = (): string => 'called';
}
class WithToJson {
  @Expose({ name: 'a' }) one = 1;
  toJSON(): unknown {
    return 'never';
  }
}
class Foreign {
  price = new Decimal('12.50');
  @Type(() => Decimal) typed = new Decimal('1');
  url = new URL('https://example.com/a?b=c');
  holder = { toJSON: (key: string): unknown => ({ key, user: new User() }) };
  itself = new (class {
    a = 1;
    toJSON(): this {
      return this;
    }
  })();
}
class Zoo {
  @Type(() => Object, pets) kitten = new Kitten();
  @Type(() => Object, pets) excluded = new Dog();
  @Type(() => Object, pets) getter = new Fixed();
  @Type(() => Object, pets) plain: unknown = { kind: 'dog', bark: 'w' };
  @Type(() => Object, pets) withNull = [new Cat(), null];
  @Type(() => Object, pets) set = new Set([new Cat()]);
  @Type(() => Object, pets) map = new Map([['a', new Dog()]]);
}
class Box {
  @OneOf(() => [Cat, Dog], { discriminator: { propertyName: 'kind', mapping: { c: Cat, d: Dog } } })
  one: unknown = new Cat();
  @ArrayOf(() => discriminated('kind', { c: Cat, k: Cat, d: Dog }))
  many: unknown = [new Dog(), Object.assign(new Cat(), { kind: 'k' }), 'other', new User()];
}

interface Difference {
  readonly what: string;
  readonly make: () => unknown;
  readonly ours: unknown;
}

const aUser = { user_name: 'Ada' };
const DIFFERENCES: readonly Difference[] = [
  { what: '@WriteOnly is left out, @Hidden is not', make: () => new Secret(), ours: { hidden_too: 1 } },
  {
    what: 'bytes are base64',
    make: () => new Bytes(),
    ours: { buffer: 'aGVsbG8=', part: 'aGVsbG8=', whole: 'aGVsbG8=', text: 'aGVsbG8=', list: ['aGVsbG8='] },
  },
  {
    what: 'bigint is decimal text, unless @Type says otherwise',
    make: () => new Big(),
    ours: { one: '12345678901234567890', list: ['-1'], number: 5, typed: '7' },
  },
  {
    what: "a subclass goes by its own model; what the value's class excludes stays under any declaration",
    make: () => new Declared(),
    ours: { admin: { level: 3 }, entity: { user_name: 'Linus', extra: 1 }, anything: aUser },
  },
  {
    what: 'instances in maps go by their own model, and keys are data',
    make: () => new Maps(),
    ours: { untyped: { a: { user: aUser } }, nested: { a: { b: aUser } }, typed: { name: aUser } },
  },
  {
    what: 'only exposed functions are called',
    make: () => new Functions(),
    ours: { list: [null], plain: { a: 1 }, exposed: 'called' },
  },
  {
    what: 'toJSON of classes without decorators is honoured',
    make: () => new Foreign(),
    ours: {
      price: '12.50',
      typed: '1',
      url: 'https://example.com/a?b=c',
      holder: { key: 'holder', user: aUser },
      itself: { a: 1 },
    },
  },
  {
    what: 'the discriminator of @Type is always written, in every container',
    make: () => new Zoo(),
    ours: {
      kitten: { kind: 'cat', lives: 9, age: 1 },
      excluded: { kind: 'dog', sound: 'wuff' },
      getter: { kind: 'fixed' },
      plain: { kind: 'dog', sound: 'w' },
      withNull: [{ kind: 'cat', lives: 9 }, null],
      set: [{ kind: 'cat', lives: 9 }],
      map: { a: { kind: 'dog', sound: 'wuff' } },
    },
  },
  {
    what: 'the discriminator of @OneOf is written; the value itself decides between two of its own',
    make: () => new Box(),
    ours: {
      one: { kind: 'c', lives: 9 },
      many: [{ kind: 'd', sound: 'wuff' }, { kind: 'k', lives: 9 }, 'other', aUser],
    },
  },
  // oxlint-disable-next-line no-sparse-arrays
  { what: 'a hole in a list keeps its place', make: () => [1, , 2], ours: [1, null, 2] },
  {
    what: 'a property called constructor is no class, and is not lost',
    make: () => ({ a: { constructor: 'Ferrari', b: 1 } }),
    ours: { a: { constructor: 'Ferrari', b: 1 } },
  },
  {
    what: 'a property called __proto__ is data, of a plain object and of a map',
    make: () => [JSON.parse('{"a":1,"__proto__":{"b":2}}') as unknown, new Map([['__proto__', 1]])],
    ours: JSON.parse('[{"a":1,"__proto__":{"b":2}},{"__proto__":1}]') as unknown,
  },
];

/** What class-transformer gives; some of these it cannot do at all. */
function byClassTransformer(value: unknown): unknown {
  try {
    return throughJson(instanceToPlain(value));
  } catch (error) {
    return error;
  }
}

describe('where serialize differs from instanceToPlain', () => {
  it.each(DIFFERENCES)('$what', ({ make, ours }) => {
    expect(serialize(make())).toEqual(ours);
    expect(byClassTransformer(make())).not.toEqual(ours);
  });

  it('decorators come before a toJSON of the same class, as in instanceToPlain', () => {
    expect(serialize(new WithToJson())).toEqual({ a: 1 });
    expect(serialize({ deep: [new WithToJson()] })).toEqual({ deep: [{ a: 1 }] });
  });

  it('never changes the value, not even for a discriminator', () => {
    for (const { make, ours } of DIFFERENCES) expect(serialize(deepFreeze(make()))).toEqual(ours);
    const zoo = new Zoo();
    serialize(zoo);
    expect(Object.keys(zoo.kitten)).toEqual(Object.keys(new Kitten()));
  });

  it('asks a @Transform of the discriminating property once', () => {
    const seen: unknown[] = [];
    class Counted {
      @Transform(({ value }) => seen.push(value)) kind?: string;
    }
    class Holder {
      @Type(() => Object, {
        discriminator: { property: 'kind', subTypes: [{ value: Counted, name: 'counted' }] },
      })
      one = new Counted();
    }
    expect(serialize(new Holder())).toEqual({ one: { kind: 'counted' } });
    expect(seen).toEqual(['counted']);
  });

  it('never gives the answer another prototype', () => {
    const answer = serialize(JSON.parse('{"__proto__":{"admin":true}}'));
    expect(Object.getPrototypeOf(answer)).toBe(Object.prototype);
  });

  it('never calls the constructor of a value', () => {
    let made = 0;
    class Counted {
      @IsString() a = 'x';
      constructor() {
        made += 1;
      }
    }
    const one = new Counted();
    expect(serialize({ one })).toEqual({ one: { a: 'x' } });
    expect(made).toBe(1);
  });

  it('leaves a promise alone', async () => {
    class Later {
      @Transform(({ value }) => value as unknown) promise = Promise.reject(new Error('later'));
    }
    const later = new Later();
    expect(serialize(later)).toEqual({ promise: {} });
    await expect(later.promise).rejects.toThrow('later');
  });
});
