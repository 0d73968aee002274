import { ArrayOf, Enum, MapOf, OneOf, TupleOf, TypeOf } from '../../../decorators/types.js';
import { rules } from '../../../decorators/rules.js';
import { ownProperties } from '../../../decorators/store.js';
import { onClass, onProperty } from './record.js';

class Item {}
const type = (): typeof Item => Item;
const several = (): [typeof Item, StringConstructor] => [Item, String];

enum Colour {
  Red,
  Blue,
}

describe('type decorators keep their thunk closed', () => {
  it.each([
    ['@TypeOf', TypeOf(type), { form: 'type', type }],
    ['@ArrayOf', ArrayOf(type), { form: 'array', items: type, unique: false }],
    ['@ArrayOf a set', ArrayOf(type, { unique: true }), { form: 'array', items: type, unique: true }],
    ['@MapOf', MapOf(type), { form: 'map', values: type }],
    ['@TupleOf', TupleOf(several), { form: 'tuple', items: several }],
    ['@OneOf', OneOf(several), { form: 'union', members: several, discriminator: undefined }],
    [
      '@OneOf with a discriminator',
      OneOf(several, { discriminator: 'kind' }),
      { form: 'union', members: several, discriminator: 'kind' },
    ],
  ])('%s', (_, decorator, recorded) => {
    expect(onProperty(decorator)).toStrictEqual({ type: recorded });
  });

  it.each([
    ['@TypeOf', TypeOf(type, { direction: 'input' }), { inputType: { form: 'type', type } }],
    [
      '@ArrayOf',
      ArrayOf(type, { direction: 'output' }),
      { outputType: { form: 'array', items: type, unique: false } },
    ],
    ['@MapOf', MapOf(type, { direction: 'input' }), { inputType: { form: 'map', values: type } }],
    [
      '@TupleOf',
      TupleOf(several, { direction: 'output' }),
      { outputType: { form: 'tuple', items: several } },
    ],
    [
      '@OneOf',
      OneOf(several, { direction: 'input' }),
      { inputType: { form: 'union', members: several, discriminator: undefined } },
    ],
    [
      '@Enum',
      Enum(['a'], { direction: 'output' }),
      { outputType: { form: 'enum', members: [{ name: 'a', value: 'a' }], name: undefined } },
    ],
  ])('%s for one direction', (_, decorator, recorded) => {
    expect(onProperty(decorator)).toStrictEqual(recorded);
  });

  it('a property has a type for each direction, by syntax and by rules()', () => {
    class Order {
      declare count: number;
    }
    rules(Order, {
      count: [TypeOf(type, { direction: 'input' }), ArrayOf(type, { direction: 'output' })],
    });
    expect(ownProperties(Order).get('count')).toEqual({
      inputType: { form: 'type', type },
      outputType: { form: 'array', items: type, unique: false },
    });
  });

  it.each<[string, () => PropertyDecorator, string]>([
    [
      'an unknown direction',
      () => TypeOf(type, { direction: 'response' as never }),
      "Order.items: @TypeOf needs 'input' (requests) or 'output' (responses and webhooks) for direction, not \"response\".",
    ],
    [
      'a misspelt option',
      () => ArrayOf(type, { directoin: 'input' } as never),
      'Order.items: @ArrayOf has no option directoin. Options are unique, direction.',
    ],
    [
      'a direction without its name',
      () => MapOf(type, 'input' as never),
      'Order.items: @MapOf needs an object of options, not "input".',
    ],
  ])('%s throws', (_, decorator, message) => {
    expect(() => onProperty(decorator())).toThrow(message);
  });

  it('two types of one direction throw, and so does a direction on a class', () => {
    class Order {}
    TypeOf(type, { direction: 'input' })(Order.prototype, 'count');
    expect(() => {
      ArrayOf(type, { direction: 'input' })(Order.prototype, 'count');
    }).toThrow('Order.count: @ArrayOf contradicts or repeats another decorator there; keep one of them.');
    expect(() => onClass(OneOf(several, { direction: 'input' }))).toThrow(
      'takes the option direction on a property only. Write a class for each direction.',
    );
  });

  it('@OneOf on a class', () => {
    expect(onClass(OneOf(several)).type).toMatchObject({ form: 'union', members: several });
  });

  it('does not call the thunk, so that circular imports work', () => {
    const thunk = jest.fn(() => Item);
    onProperty(ArrayOf(thunk));
    expect(thunk).not.toHaveBeenCalled();
  });
});

describe('@Enum', () => {
  const members = [
    { name: 'Red', value: 0 },
    { name: 'Blue', value: 1 },
  ];

  it.each([
    ['an enum', Enum(Colour), { form: 'enum', members, name: undefined }],
    ['a named enum', Enum(Colour, { name: 'Colour' }), { form: 'enum', members, name: 'Colour' }],
    [
      'a list of members',
      Enum(Colour, { each: true, name: 'Colour' }),
      { form: 'array', items: { form: 'enum', members, name: 'Colour' }, unique: false },
    ],
  ])('%s', (_, decorator, recorded) => {
    expect(onProperty(decorator)).toStrictEqual({ type: recorded });
  });
});

describe('bad input: types', () => {
  it.each<[string, (input: never) => unknown, string, string]>([
    ['@TypeOf', TypeOf, 'the type', 'Item'],
    ['@ArrayOf', ArrayOf, 'the type', 'Item'],
    ['@MapOf', MapOf, 'the type', 'Item'],
    ['@TupleOf', TupleOf, 'the types', '[Card, Transfer]'],
    ['@OneOf', OneOf, 'the types', '[Card, Transfer]'],
  ])('%s refuses a class, a built-in, a list, a text and nothing', (name, decorator, what, example) => {
    for (const [given, shown] of [
      [Item, 'the class Item'],
      [String, 'the class String'],
      [[Item], 'an array'],
      ['Item', '"Item"'],
      [undefined, 'undefined'],
      [null, 'null'],
    ])
      expect(() => onProperty(decorator(given as never))).toThrow(
        `Order.items: ${name} needs a function that returns ${what}, as in ${name}(() => ${example}), not ${String(shown)}.`,
      );
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'not undefined'],
    ['an empty enum', {}, 'not an object'],
    ['an empty list', [], 'not an array'],
    ['a text', 'Red', 'not "Red"'],
    ['an object of other things', { a: true }, 'not an object'],
    ['a list with null', ['a', null], 'not an array'],
    [
      'an enum in a list',
      [Colour],
      'not an array. For an array of members, write @Enum(Color, { each: true })',
    ],
    ['a list with NaN', [1, NaN], 'not an array'],
  ])('@Enum refuses %s', (_, given, shown) => {
    expect(() => onProperty(Enum(given as never))).toThrow(
      `Order.items: @Enum needs an enum or a list of strings and numbers, ${shown}.`,
    );
  });

  it.each<[string, () => unknown, string]>([
    ['@Enum with an empty name', () => Enum(Colour, { name: '' }), 'Order.items: @Enum needs a name'],
    ['@Enum with an illegal name', () => Enum(Colour, { name: 'a b' }), 'Order.items: @Enum needs a name of'],
    ['@Enum with null options', () => Enum(Colour, null as never), 'Order.items: @Enum needs'],
    ['@ArrayOf with null options', () => ArrayOf(type, null as never), 'Order.items: @ArrayOf needs'],
    ['@OneOf with null options', () => OneOf(several, null as never), 'Order.items: @OneOf needs'],
    [
      '@OneOf with a number as discriminator',
      () => OneOf(several, { discriminator: 5 as never }),
      'Order.items: @OneOf needs',
    ],
    [
      '@OneOf without the name of the property',
      () => OneOf(several, { discriminator: {} as never }),
      'Order.items: @OneOf needs',
    ],
  ])('refuses %s', (_, decorator, message) => {
    expect(() => onProperty(decorator())).toThrow(message);
  });

  it.each<[string, unknown, string]>([
    ['no propertyName', { kind: 'A' }, 'an object'],
    ['an empty propertyName', { propertyName: '' }, 'an object'],
    ['an empty name', '', '""'],
    ['a list', ['kind'], 'an array'],
    ['null', null, 'null'],
    ['a text for the mapping', { propertyName: 'kind', mapping: 'Item' }, 'an object'],
    ['a list for the mapping', { propertyName: 'kind', mapping: [Item] }, 'an object'],
    ['a mapping of nothing', { propertyName: 'kind', mapping: {} }, 'an object'],
    ["a class's name in the mapping", { propertyName: 'kind', mapping: { item: 'Item' } }, 'an object'],
    ['undefined in the mapping', { propertyName: 'kind', mapping: { item: undefined } }, 'an object'],
  ])('refuses a discriminator that has %s', (_, discriminator, shown) => {
    expect(() => onProperty(OneOf(several, { discriminator: discriminator as never }))).toThrow(
      `Order.items: @OneOf needs a property's name, or { propertyName: 'kind', mapping: { card: Card } } with a class for each value for discriminator, not ${shown}.`,
    );
  });

  it('refuses two types on one property', () => {
    expect(() => onProperty(ArrayOf(type), Enum(Colour))).toThrow(
      'Order.items: @ArrayOf contradicts or repeats another decorator there; keep one of them.',
    );
  });

  it('does not compile', () => {
    const never = (): unknown => {
      // @ts-expect-error a thunk, not the class
      ArrayOf(Item);
      // @ts-expect-error a tuple is a list of types
      TupleOf(() => Item);
      // @ts-expect-error members of an enum are texts and numbers
      Enum({ a: true });
      // @ts-expect-error @MapOf says what a property is
      @MapOf(type)
      class Misused {}
      return Misused;
    };
    expect(never).toBeInstanceOf(Function);
  });
});
