import * as fc from 'fast-check';
import {
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  registerDecorator,
} from 'class-validator';
import { Default, Deprecated, Description, Example, Title } from '../../../../decorators/annotations.js';
import { Model } from '../../../../decorators/model.js';
import { ArrayOf, Enum, MapOf, OneOf, TypeOf } from '../../../../decorators/types.js';
import { arrayOf, mapOf } from '../../../../src/documents/model/type/type-functions.js';
import type { Constructor } from '../../../../src/shared/types.js';
import { resolveValidation } from '../../../../src/documents/model/validation-options.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { createSchemaCompiler } from '../../../../src/documents/schema/schema-compiler.js';
import { compile, compileUses, REQUEST, RESPONSE } from './compile.js';
import { Left } from './circular/left.js';
import { Right } from './circular/right.js';

class Address {
  @IsString() street!: string;
}
class User {
  @IsString() name!: string;
  @TypeOf(() => Address) address!: Address;
}
class Tree {
  @IsString() name!: string;
  @ArrayOf(() => Tree) children!: Tree[];
  @IsOptional() @TypeOf(() => Tree) parent?: Tree;
}
class Author {
  @ArrayOf(() => Book) books!: unknown[];
}
class Book {
  @TypeOf(() => Author) author!: Author;
}
const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

describe('each named class once, by reference', () => {
  it('for every use', () => {
    const { uses, schemas } = compileUses([
      [User, REQUEST],
      [[User], REQUEST],
      [mapOf(User), RESPONSE],
      [Address, RESPONSE],
    ]);
    expect(uses).toEqual([
      ref('User'),
      { type: 'array', items: ref('User') },
      { type: 'object', additionalProperties: ref('User') },
      ref('Address'),
    ]);
    expect(schemas).toEqual({
      Address: { type: 'object', properties: { street: { type: 'string' } }, required: ['street'] },
      User: {
        type: 'object',
        properties: { name: { type: 'string' }, address: ref('Address') },
        required: ['name'],
      },
    });
  });

  it('for recursion and mutual recursion', () => {
    expect(compile(Tree).schemas).toEqual({
      Tree: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: ref('Tree') },
          parent: ref('Tree'),
        },
        required: ['name'],
      },
    });
    expect(compile(Author).schemas).toEqual({
      Author: { type: 'object', properties: { books: { type: 'array', items: ref('Book') } } },
      Book: { type: 'object', properties: { author: ref('Author') } },
    });
  });

  it('circular imports over two modules', () => {
    for (const [target, name] of [
      [Left, 'Left'],
      [Right, 'Right'],
    ] as const) {
      const { use, schemas, codes } = compile(target);
      expect(use).toEqual(ref(name));
      expect(schemas).toMatchObject({
        Left: { properties: { right: ref('Right'), rights: { items: ref('Right') } } },
        Right: { properties: { left: ref('Left') } },
      });
      expect(codes).toEqual([]);
    }
  });

  it('a class at top level is never nullable', () => {
    expect(compile(User).use).toEqual(ref('User'));
  });

  it('a long chain of classes does not exhaust the stack', () => {
    const classes: (new () => object)[] = [];
    for (let index = 0; index < 3000; index++) {
      const target = class {};
      Object.defineProperty(target, 'name', { value: `Link${index}` });
      TypeOf(() => classes[index + 1] ?? String)(target.prototype, 'next');
      classes.push(target);
    }
    expect(Object.keys(compile(classes[0]!).schemas)).toHaveLength(3000);
  });

  it('contains only reachable components', () => {
    const compiler = createSchemaCompiler({
      inlineSchemas: false,
      nullableOptional: false,
      validation: resolveValidation(),
      formats: 'all',
      openapi: true,
      report: () => undefined,
    });
    compiler.schemaOf(Tree, REQUEST, 'thrown away');
    const kept = compiler.schemaOf(User, REQUEST, 'kept');
    expect(Object.keys(compiler.finish({ kept }).schemas)).toEqual(['Address', 'User']);
    expect(compiler.finish({}).schemas).toEqual({});
  });

  it('finish does not change its argument', () => {
    const compiler = createSchemaCompiler({
      inlineSchemas: false,
      nullableOptional: false,
      validation: resolveValidation(),
      formats: 'all',
      openapi: true,
      report: () => undefined,
    });
    const given = Object.freeze({ a: Object.freeze(compiler.schemaOf(User, REQUEST, 'a')) });
    const before = JSON.stringify(given);
    expect(compiler.finish(given).value).toEqual({ a: ref('User') });
    expect(JSON.stringify(given)).toBe(before);
  });
});

describe('InlineSchemas: each use is written out', () => {
  const inline = { inlineSchemas: true };
  const recursiveReference = (name: string): object => ({
    type: 'object',
    description: `Recursive reference to ${name}`,
  });

  it('replaces exactly the recursive reference by a description', () => {
    const { use, schemas } = compile(Tree, inline);
    expect(use).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: recursiveReference('Tree') },
        parent: recursiveReference('Tree'),
      },
      required: ['name'],
    });
    expect(schemas).toEqual({});
  });

  it('through another class', () => {
    expect(compile([Author], inline).use).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          books: {
            type: 'array',
            items: { type: 'object', properties: { author: recursiveReference('Author') } },
          },
        },
      },
    });
  });

  it('a class used twice side by side is no recursion', () => {
    class Order {
      @TypeOf(() => Address) from!: Address;
      @MapOf(() => Address) to!: object;
    }
    const address = { type: 'object', properties: { street: { type: 'string' } }, required: ['street'] };
    expect(compile(Order, inline).use.properties).toEqual({
      from: address,
      to: { type: 'object', additionalProperties: address },
    });
  });

  it('uses the names of @Model in the description', () => {
    @Model({ name: 'Node' })
    class Knot {
      @TypeOf(() => Knot) next!: unknown;
    }
    expect(compile(Knot, inline).use.properties?.next).toEqual(recursiveReference('Node'));
  });

  it('named enums too', () => {
    class Order {
      @IsOptional() @Enum(['a', 'b'], { name: 'Letter' }) letter!: string;
    }
    expect(compile(Order, inline).use.properties?.letter).toEqual({ type: 'string', enum: ['a', 'b'] });
  });

  it('recursion through lists, maps and unions', () => {
    class Json {
      @IsOptional() @ArrayOf(() => [Json]) list!: unknown;
      @IsOptional() @MapOf(() => arrayOf(Json)) map!: unknown;
      @IsOptional() @OneOf(() => [String, Json]) one!: unknown;
    }
    expect(compile(Json, inline).use.properties).toEqual({
      list: { type: 'array', items: { type: 'array', items: recursiveReference('Json') } },
      map: { type: 'object', additionalProperties: { type: 'array', items: recursiveReference('Json') } },
      one: { oneOf: [{ type: 'string' }, recursiveReference('Json')] },
    });
  });
});

describe('Names', () => {
  const named = (name: string, key = 'a'): new () => object => {
    const target = class {};
    Object.defineProperty(target, 'name', { value: name });
    IsString()(target.prototype, key);
    return target;
  };

  it('enums with one name and the same values are one component, in whatever order', () => {
    class Order {
      @Enum(['a', 'b'], { name: 'Letter' }) one!: string;
      @Enum(['b', 'a'], { name: 'Letter' }) other!: string;
    }
    const { schemas, codes } = compileUses([[Order, REQUEST]]);
    expect(schemas.Letter).toEqual({ type: 'string', enum: ['a', 'b'] });
    expect([Object.keys(schemas).sort(), codes]).toEqual([['Letter', 'Order'], []]);
  });

  it('classes with one name never overwrite each other, with a diagnostic', () => {
    const { uses, schemas, codes, diagnostics } = compileUses([
      [named('User', 'a'), REQUEST],
      [named('User', 'b'), REQUEST],
      [named('User', 'c'), REQUEST],
    ]);
    expect(uses).toEqual([ref('User'), ref('User2'), ref('User3')]);
    expect(Object.values(schemas).map(({ required }) => required)).toEqual([['a'], ['b'], ['c']]);
    expect(codes).toEqual(['name-clash use 1', 'name-clash use 2']);
    expect(diagnostics[0]?.message).toContain('@Model({ name: ');
  });

  it('keeps two classes that look alike apart', () => {
    expect(
      Object.keys(
        compileUses([
          [named('User'), REQUEST],
          [named('User'), REQUEST],
        ]).schemas,
      ),
    ).toEqual(['User', 'User2']);
  });

  it('skips a number that is taken', () => {
    const { uses } = compileUses([
      [named('User'), REQUEST],
      [named('User2'), REQUEST],
      [named('User'), REQUEST],
    ]);
    expect(uses).toEqual([ref('User'), ref('User2'), ref('User3')]);
  });

  it('@Model avoids the conflict', () => {
    const second = named('User');
    Model({ name: 'Person' })(second);
    const { uses, codes } = compileUses([
      [named('User'), REQUEST],
      [second, REQUEST],
    ]);
    expect(uses).toEqual([ref('User'), ref('Person')]);
    expect(codes).toEqual([]);
  });

  it.each([
    ['', 'Anonymous'],
    ['Page<User>', 'Page_User_'],
    ['$User', '_User'],
  ])('%j is called %j', (name, component) => {
    expect(compile(named(name)).use).toEqual(ref(component));
  });

  it('distinguishes a class and an enum with one name', () => {
    class Letter {
      @IsOptional() @Enum(['a'], { name: 'Letter' }) letter!: string;
    }
    const { schemas, codes } = compile(Letter);
    expect(Object.keys(schemas).sort()).toEqual(['Letter', 'Letter2']);
    expect(codes).toHaveLength(1);
  });

  it('names of Object.prototype are names like others', () => {
    const { uses, schemas } = compileUses([
      [named('constructor', 'toString'), REQUEST],
      [named('__proto__', '__proto__'), RESPONSE],
    ]);
    expect(uses).toEqual([ref('constructor'), ref('__proto__')]);
    expect(Object.keys(schemas)).toEqual(['__proto__', 'constructor']);
    const keysOf = (name: string): string[] => {
      const schema = Object.getOwnPropertyDescriptor(schemas, name)?.value as Schema;
      return Object.keys(schema.properties ?? {});
    };
    expect(['constructor', '__proto__'].map(keysOf)).toEqual([['toString'], ['__proto__']]);
  });
});

describe('References: the same input gives the same bytes', () => {
  const decorators: readonly (() => unknown)[] = [
    () => Matches(/^a/),
    () => Matches(/b$/),
    () => Matches(/c/i),
    () => MinLength(2),
    () => MaxLength(7),
    () => IsString(),
    () => IsOptional(),
    () => Description('d'),
    () => Title('t'),
    () => Example('a'),
    () => Default('a'),
    () => Deprecated(),
  ];

  it('in any order of the decorators of a property', () => {
    const bytes = (order: readonly (() => unknown)[]): string => {
      class Order {}
      for (const decorator of order) (decorator() as PropertyDecorator)(Order.prototype, 'a');
      return JSON.stringify(compile(Order));
    };
    const written = bytes(decorators);
    fc.assert(
      fc.property(fc.shuffledSubarray([...decorators], { minLength: decorators.length }), (order) => {
        expect(bytes(order)).toBe(written);
      }),
      { numRuns: 30 },
    );
  });

  it('distinguishes constraints that JSON cannot represent', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const own =
      (name: string, ...constraints: unknown[]): PropertyDecorator =>
      (target, key) => {
        registerDecorator({
          name,
          constraints,
          target: target.constructor,
          propertyName: key as string,
          validator: { validate: () => true },
        });
      };
    class Order {}
    for (const decorator of [own('a', loop), own('a', 1n), own('a', /x/), own('toString'), own('__proto__')])
      decorator(Order.prototype, 'a');
    expect(compile(Order).schemas.Order?.properties).toEqual({ a: {} });
  });

  it('with numbers, and with rules of one name', () => {
    const bytes = (order: readonly PropertyDecorator[]): string => {
      class Order {}
      for (const decorator of order) decorator(Order.prototype, 'a');
      return JSON.stringify(compile(Order).schemas);
    };
    const numbers = [Min(1), Max(9), IsInt(), Min(3), Max(20)];
    const first = bytes(numbers);
    expect(first).toContain('"minimum":3');
    expect(first).toContain('"maximum":9');
    fc.assert(
      fc.property(fc.shuffledSubarray(numbers, { minLength: 5 }), (order) => {
        expect(bytes(order)).toBe(first);
      }),
      { numRuns: 30 },
    );
  });

  it('in whatever order the classes are first used', () => {
    const uses = [User, Tree, Author, Address, Left].map((target: Constructor) => [target, REQUEST] as const);
    const bytes = (order: typeof uses): string => JSON.stringify(compileUses(order).schemas);
    const first = bytes(uses);
    fc.assert(
      fc.property(fc.shuffledSubarray(uses, { minLength: uses.length }), (order) => {
        expect(bytes(order)).toBe(first);
      }),
      { numRuns: 20 },
    );
  });

  it('on every build', () => {
    const builds = [1, 2, 3].map(() =>
      JSON.stringify(
        compileUses([
          [User, REQUEST],
          [Tree, RESPONSE],
          [Left, REQUEST],
        ]),
      ),
    );
    expect(new Set(builds).size).toBe(1);
  });
});
