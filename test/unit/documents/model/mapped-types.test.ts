import { ApiProperty } from '@nestjs/swagger';
import { Exclude, Expose, instanceToPlain, plainToInstance, Transform, Type } from 'class-transformer';
import {
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
  validateSync,
  IsObject,
} from 'class-validator';
import { Description, Example, Nullable, Required } from '../../../../decorators/annotations.js';
import { ArrayOf, MapOf, OneOf, TupleOf, TypeOf } from '../../../../decorators/types.js';
import { jsonSchemaOf } from '../../../../src/index.js';
import {
  IntersectionType,
  OmitType,
  PartialType,
  PickType,
} from '../../../../src/documents/model/mapped-types.js';
import { generic } from '../../../../src/documents/model/type/generic.js';
import { arrayOf, discriminated, mapOf, oneOf } from '../../../../src/documents/model/type/type-functions.js';
import type { TypeInput } from '../../../../decorators/type-input.js';
import { TypeInputError } from '../../../../src/documents/model/type/type-input-error.js';
import type { Constructor } from '../../../../src/shared/types.js';
import { say, typesOf, walk } from './walk.js';

class Address {
  @IsString() street!: string;
}
class Base {
  @Description('given by us') @IsInt() id!: number;
}
class User extends Base {
  @Expose({ name: 'mail' }) @IsEmail() email!: string;
  @Example('Ada') @MinLength(2) name = 'Nobody';
  @ValidateNested() @Type(() => Address) address!: Address;
  @Required() @Description('shown') nickname!: string;
  @Exclude({ toPlainOnly: true }) @IsString() password!: string;
  @Transform(({ value }) => String(value).trim(), { toClassOnly: true }) @IsString() note!: string;
  @Expose({ toPlainOnly: true }) get label(): string {
    return `${this.name}!`;
  }
}
class Stamps {
  @Min(0) created!: number;
  @IsOptional() @IsInt() id!: number;
}

const keysOf = (target: Constructor): string[] => walk(target).model.properties.map(({ key }) => key);
const rulesOf = (target: Constructor, key: string): string[] =>
  walk(target)
    .property(key)
    .rules.map(({ name }) => name)
    .sort();
const wrong = (target: new () => object, value: object): string[] =>
  validateSync(plainToInstance(target, value)).map(({ property }) => property);

describe('mapped types carry the decorators of all three sources', () => {
  it('PartialType makes every property optional, inherited ones too', () => {
    class Update extends PartialType(User) {}
    const { model } = walk(Update);
    expect(model.properties.filter(({ presence }) => presence.required)).toEqual([]);
    expect(new Set(keysOf(Update))).toEqual(new Set(keysOf(User)));
    expect(wrong(Update, {})).toEqual([]);
    expect(wrong(Update, { mail: 5, id: 'x' }).sort()).toEqual(['email', 'id']);
  });

  it('PartialType copies no default values', () => {
    expect(plainToInstance(PartialType(User), {})).not.toHaveProperty('name', 'Nobody');
    expect(plainToInstance(OmitType(User, ['id']), {})).toHaveProperty('name', 'Nobody');
  });

  it('PickType keeps the given properties', () => {
    class Login extends PickType(User, ['email', 'password', 'id']) {}
    expect(new Set(keysOf(Login))).toEqual(new Set(['id', 'email', 'password']));
    expect(walk(Login).property('email')).toMatchObject({ name: 'mail', presence: { required: true } });
    expect(walk(Login).property('id').annotations.description).toBe('given by us');
    expect(rulesOf(Login, 'email')).toEqual(['isEmail']);
    expect(wrong(Login, {}).sort()).toEqual(['email', 'id', 'password']);
  });

  it('OmitType keeps the rest', () => {
    class Create extends OmitType(User, ['id', 'address']) {}
    expect(keysOf(Create)).not.toContain('id');
    expect(keysOf(Create)).not.toContain('address');
    expect(walk(Create).property('nickname').presence.required).toBe(true);
    expect(walk(Create).property('name').presence.required).toBe(false);
    expect(walk(Create).property('note').conversion.converted).toBe(true);
    expect(typesOf(OmitType(User, ['id']))).toMatchObject({ address: 'Address', name: 'string' });
  });

  it('IntersectionType has all properties and all rules', () => {
    class Audited extends IntersectionType(User, Stamps) {}
    expect(new Set(keysOf(Audited))).toEqual(new Set([...keysOf(User), 'created']));
    expect(rulesOf(Audited, 'id')).toEqual(['isInt', 'isInt']);
    expect(rulesOf(Audited, 'created')).toEqual(['min']);
  });

  it.each<[string, new () => object]>([
    ['PartialType', PartialType(User)],
    ['PickType', PickType(User, ['name', 'password', 'email', 'label'])],
    ['OmitType', OmitType(User, ['id'])],
    ['IntersectionType', IntersectionType(User, Stamps)],
    ['a class that extends one', class extends PartialType(User) {}],
    ['one of another', PickType(PartialType(User), ['name', 'password', 'email', 'label'])],
  ])('%s serializes as its base does', (_, target) => {
    const instance = Object.assign(new target(), { name: 'Ada', password: 'x', email: 'a@b.de' });
    expect(instanceToPlain(instance)).toMatchObject({ name: 'Ada', mail: 'a@b.de', label: 'Ada!' });
    expect(instanceToPlain(instance)).not.toHaveProperty('password');
  });

  it('can be nested in each other', () => {
    class Patch extends PartialType(OmitType(IntersectionType(User, Stamps), ['password'])) {}
    expect(keysOf(Patch)).not.toContain('password');
    expect(walk(Patch).property('created').presence.required).toBe(false);
  });

  it('can be extended', () => {
    class Wider extends PickType(User, ['name']) {
      @IsInt() age!: number;
      @Nullable() @IsOptional() declare name: string;
    }
    expect(keysOf(Wider)).toEqual(['name', 'age']);
    expect(walk(Wider).property('name')).toMatchObject({ presence: { nullable: true, required: false } });
    expect(walk(Wider).property('name').annotations.examples).toEqual([{ value: 'Ada' }]);
    expect(rulesOf(Wider, 'name')).toEqual(['minLength']);
  });

  it.each<[string, (type: () => Constructor) => PropertyDecorator]>([
    ['@Type', (type) => Type(type)],
    ['@TypeOf', (type) => TypeOf(type)],
    ['@ArrayOf', (type) => ArrayOf(type)],
    ['@MapOf', (type) => MapOf(type)],
    ['@TupleOf', (type) => TupleOf(() => [type(), String])],
    ['@OneOf', (type) => OneOf(() => [type(), String])],
    ['@ApiProperty', (type) => ApiProperty({ type })],
    ['@ApiProperty of a list', (type) => ApiProperty({ type: () => [type()] })],
  ])('%s(() => PartialType(Node)) in Node itself terminates', (_, decorate) => {
    class Node {
      @IsString() name!: string;
      @ValidateNested() parent!: unknown;
    }
    decorate(() => PartialType(Node))(Node.prototype, 'parent');
    const { $defs = {} } = jsonSchemaOf(Node) as { $defs?: object };
    expect(Object.keys($defs)).toEqual(['Node', 'PartialNode']);
  });

  it('a type function that reads the name of its property serves several properties', () => {
    class Street {}
    class City {}
    const typeOf: Parameters<typeof Type>[0] = (help) => (help?.property === 'city' ? City : Street);
    class Address {
      @IsObject() @ValidateNested() @Type(typeOf) street!: object;
      @IsObject() @ValidateNested() @Type(typeOf) city!: object;
    }
    expect(jsonSchemaOf(Address)).toMatchObject({
      $defs: {
        Address: { properties: { street: { $ref: '#/$defs/Street' }, city: { $ref: '#/$defs/City' } } },
      },
    });
  });

  it('leaves its base as it was', () => {
    const before = JSON.stringify(walk(User).model);
    class Update extends PartialType(User) {
      @IsInt() declare name: never;
    }
    expect(rulesOf(Update, 'name')).toEqual(['isInt']);
    expect(JSON.stringify(walk(User).model)).toBe(before);
  });

  it('keeps a @ValidateIf of the base in a PartialType, and an absent value passes all the same', () => {
    class Conditional {
      @ValidateIf((_, value) => value !== null) @IsString() a!: string | null;
    }
    class Update extends PartialType(Conditional) {}
    expect(walk(Update).property('a')).toMatchObject({ presence: { required: false, acceptsNull: true } });
    expect(wrong(Update, {})).toEqual([]);
    expect(wrong(Update, { a: 5 })).toEqual(['a']);
  });

  it('has the type of its properties', () => {
    const partial: Partial<User> = new (PartialType(User))();
    const picked = new (PickType(User, ['name']))();
    const both = new (IntersectionType(User, Stamps))();
    // @ts-expect-error User has no such property
    PickType(User, ['nothing']);
    // @ts-expect-error User has no such property
    OmitType(User, ['nothing']);
    // @ts-expect-error id was not picked
    expect(picked.id).toBeUndefined();
    expect([partial.id, both.created]).toEqual([undefined, undefined]);
  });
});

describe('generics by factory', () => {
  const PageOf = generic('PageOf', <T>(item: TypeInput & Constructor<T>) => {
    class Page {
      @ArrayOf(() => item) items!: T[];
      @IsInt() total!: number;
    }
    return Page;
  });
  const BoxOf = generic('BoxOf', (item: TypeInput) => {
    class Box {
      @ArrayOf(() => item) content!: unknown[];
      @ArrayOf((): TypeInput => BoxOf(item)) boxes!: object[];
    }
    return Box;
  });

  it('makes one class for each type, under a name of its own', () => {
    expect(PageOf(User)).toBe(PageOf(User));
    expect(PageOf(User)).not.toBe(PageOf(Address));
    expect(walk(PageOf(User)).model.name).toBe('PageOfUser');
    expect(typesOf(PageOf(User))).toEqual({ items: 'array(User)', total: 'integer' });
    expect(typesOf(PageOf(Address))).toEqual({ items: 'array(Address)', total: 'integer' });
  });

  it('is distinguished by the type, not by its name', () => {
    const [first, second] = [0, 1].map(() => {
      class Same {
        @IsString() a!: string;
      }
      return Same;
    });
    expect(PageOf(first!)).not.toBe(PageOf(second!));
  });

  it.each<[TypeInput, string]>([
    [String, 'BoxOfString'],
    [User, 'BoxOfUser'],
    [PageOf(User), 'BoxOfPageOfUser'],
    [[User], 'BoxOfUserArray'],
    [arrayOf(User), 'BoxOfUserArray'],
    [mapOf(User), 'BoxOfUserMap'],
    [oneOf(User, Address), 'BoxOfUserOrAddress'],
  ])('a class over %s has the name %s', (item, name) => {
    expect(BoxOf(item).name).toBe(name);
    expect(BoxOf(item)).toBe(BoxOf(item));
  });

  it('may contain itself', () => {
    expect(typesOf(BoxOf(User))).toEqual({ content: 'array(User)', boxes: 'array(BoxOfUser)' });
    expect(say(walk(BoxOf(User)).property('boxes').type)).toBe('array(BoxOfUser)');
  });
});

describe('bad input: generics and discriminated unions', () => {
  const untyped = (callable: unknown) => callable as (...given: unknown[]) => unknown;
  const factory = (): Constructor => class {};

  it.each<[string, () => unknown, string]>([
    [
      'no factory',
      () => untyped(generic)('PageOf'),
      'generic("PageOf", factory) needs a function that returns a class, not undefined.',
    ],
    [
      'a class for the factory',
      () => untyped(generic)('PageOf', User),
      'generic("PageOf", factory) needs a function that returns a class, not the class User.',
    ],
    [
      'no name',
      () => untyped(generic)(factory),
      "generic(name, factory) needs a name, as in generic('PageOf', factory), not a function.",
    ],
    [
      'a factory that forgets to return',
      () => untyped(generic('PageOf', (() => undefined) as never))(User),
      "PageOf's factory returned undefined. Return the class at its end, as in return Page.",
    ],
    [
      'no mapping',
      () => untyped(discriminated)('kind'),
      'discriminated("kind", mapping) needs a class for each value, not undefined.',
    ],
    [
      'names in the mapping',
      () => untyped(discriminated)('kind', { card: 'Card' }),
      'discriminated("kind", mapping) needs a class for each value, not an object.',
    ],
    [
      'no property',
      () => untyped(discriminated)({ card: User }),
      'discriminated(propertyName, mapping) needs the name of a property, not an object.',
    ],
  ])('%s', (_title, make, message) => {
    expect(make).toThrow(TypeInputError);
    expect(make).toThrow(message);
  });
});

describe('rejects a value that is not a class', () => {
  const mappers: [string, (base: never) => unknown][] = [
    ['PartialType', (base) => PartialType(base)],
    ['PickType', (base) => PickType(base, [])],
    ['OmitType', (base) => OmitType(base, [])],
    ['IntersectionType', (base) => IntersectionType(class {}, base)],
  ];

  it.each(mappers)('%s of a class that an import in a circle leaves undefined', (name, map) => {
    const make = () => map(undefined as never);
    expect(make).toThrow(TypeInputError);
    expect(make).toThrow(`${name} was given undefined. If modules import each other, move the mapped class`);
  });

  it.each(mappers)('%s of an instance', (name, map) => {
    const make = () => map({} as never);
    expect(make).toThrow(TypeInputError);
    expect(make).toThrow(
      `${name} needs a class, not an object. Give it the class itself, as in PartialType(User).`,
    );
  });

  it('no class at all', () => {
    expect(() => (IntersectionType as () => unknown)()).toThrow('IntersectionType was given undefined.');
  });
});

describe('bad input: keys of a mapped type', () => {
  const mappers: [string, typeof PickType][] = [
    ['PickType', PickType],
    ['OmitType', OmitType as unknown as typeof PickType],
  ];
  const unknown = (mapping: string, key: string): string =>
    `${mapping} names "${key}", which has no decorator there, so it changes nothing. Correct the key (known: name, age), or decorate the property.`;

  class Person {
    @IsString() name!: string;
    @IsInt() age!: number;
    undecorated = 1;
  }

  describe.each(mappers)('%s', (name, map) => {
    it.each([
      ['left out', undefined, 'undefined'],
      ['one text', 'name', '"name"'],
      ['an object', {}, 'an object'],
    ])('%s', (_title, keys, shown) => {
      const make = () => map(Person, keys as never);
      expect(make).toThrow(TypeInputError);
      expect(make).toThrow(
        `${name}(Person, keys) needs a list of properties, not ${shown}. Write ${name}(Person, ['name', 'email']), with properties of Person.`,
      );
    });

    it.each(['nmae', 'undecorated'])('an undecorated property: %s', (key) => {
      class Mapped extends map(Person, ['name', key as 'name']) {}
      expect(walk(Mapped).diagnostics.filter(({ code }) => code !== 'undecorated-field')).toEqual([
        {
          code: 'unknown-key',
          severity: 'warning',
          place: `Mapped.${key}`,
          message: unknown(`${name}(Person)`, key),
        },
      ]);
    });

    it('an undecorated property, inside another mapped type', () => {
      class Mapped extends PartialType(map(Person, ['name', 'nmae' as 'name'])) {}
      class Further extends OmitType(Mapped, []) {}
      expect(walk(Further).codes).toEqual(['unknown-key Further.nmae']);
    });
  });
});

describe('transformations of base classes', () => {
  class Text {
    @Transform(({ value }) => String(value).trim()) @IsString() value!: string;
  }
  class Code extends Text {
    @Transform(({ value }) => String(value).toLowerCase()) declare value: string;
  }
  class Short extends Code {
    @Transform(({ value }) => String(value).slice(0, 3)) declare value: string;
  }

  it.each([
    ['PickType', class extends PickType(Short, ['value']) {}],
    ['OmitType', class extends OmitType(Short, []) {}],
    ['PartialType', class extends PartialType(Short) {}],
    ['IntersectionType', class extends IntersectionType(Short, Address) {}],
    ['a mapped type of one', class extends PartialType(PickType(Short, ['value'])) {}],
  ])('all run, the one of the base class first: %s', (_, target) => {
    expect(plainToInstance(target, { value: ' ABCD ' })).toEqual({ value: 'abc' });
    expect(plainToInstance(Short, { value: ' ABCD ' })).toEqual({ value: 'abc' });
  });

  it('excludes in the directions of both classes', () => {
    class Hidden {
      @Exclude({ toPlainOnly: true }) @IsString() value!: string;
    }
    class Fixed extends Hidden {
      @Exclude({ toClassOnly: true }) declare value: string;
    }
    class Picked extends PickType(Fixed, ['value']) {}
    expect(plainToInstance(Picked, { value: 'a' })).toEqual({});
    expect(instanceToPlain(Object.assign(new Picked(), { value: 'a' }))).toEqual({});
  });
});
