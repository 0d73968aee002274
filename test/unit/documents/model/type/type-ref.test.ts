import { Model } from '../../../../../decorators/model.js';
import {
  arrayOf,
  discriminated,
  enumOf,
  file,
  integer,
  mapOf,
  oneOf,
  tupleOf,
} from '../../../../../src/documents/model/type/type-functions.js';
import type { TypeInput } from '../../../../../decorators/type-input.js';
import {
  lazy,
  resolveLazy,
  TypeInputError,
} from '../../../../../src/documents/model/type/type-input-error.js';
import { typeRefOf, typeRefOfDeclaration } from '../../../../../src/documents/model/type/type-ref.js';
import { say } from '../walk.js';

class Item {}
class Other {}
abstract class Shape {}
@Model({ name: 'Renamed' })
class Named {}
function Legacy(): void {
  return;
}

describe('values that represent a type', () => {
  it.each<[string, TypeInput, string]>([
    ['String', String, 'string'],
    ['Number', Number, 'number'],
    ['Boolean', Boolean, 'boolean'],
    ['BigInt', BigInt, 'bigint'],
    ['Date', Date, 'date'],
    ['Object', Object, 'object'],
    ['Buffer', Buffer, 'file'],
    ['ArrayBuffer', ArrayBuffer, 'file'],
    ['Uint8Array', Uint8Array, 'file'],
    ['Blob', Blob, 'file'],
    ['File', File, 'file'],
    ['a class', Item, 'Item'],
    ['an abstract class', Shape, 'Shape'],
    ['a function of old', Legacy as never, 'Legacy'],
    ['[Item]', [Item], 'array(Item)'],
    ['[[Item]]', [[Item]], 'array(array(Item))'],
    ['arrayOf', arrayOf(Item), 'array(Item)'],
    ['arrayOf, unique', arrayOf(Item, { unique: true }), 'set(Item)'],
    ['arrayOf a list', arrayOf([String]), 'array(array(string))'],
    ['mapOf', mapOf(Item), 'map(Item)'],
    ['mapOf a list', mapOf([Item]), 'map(array(Item))'],
    ['tupleOf', tupleOf(String, Item), 'tuple(string, Item)'],
    ['oneOf', oneOf(Item, String, [Number]), 'Item | string | array(number)'],
    ['discriminated', discriminated('kind', { a: Item, b: Other }), 'Item | Other'],
    ['enumOf', enumOf({ A: 1, B: 'b' }), 'enum(1, "b")'],
    ['file', file(), 'file'],
    ['integer', integer(), 'integer'],
    ['a schema', { type: 'string' }, 'raw'],
  ])('%s', (_, input, type) => {
    expect(say(typeRefOf(input))).toBe(type);
  });

  it.each<[string, unknown, string]>([
    [
      'nothing',
      undefined,
      'The type is undefined. Where modules import each other, decorators take it as a function, () => Item;',
    ],
    ['null', null, 'null is not a type.'],
    ['a text', 'User', '"User" is not a type.'],
    ['a number', 5, '5 is not a type.'],
    ['a symbol', Symbol('a'), 'Symbol(a) is not a type.'],
    ['an arrow function', () => Item, 'A function is not a type'],
    [
      'an empty list',
      [],
      'A list of 0 types is not a type: write [Item] for a list, tupleOf(A, B) for a tuple.',
    ],
    ['a list of two', [Item, Other], 'A list of 2 types is not a type'],
    ['a list of nothing', [undefined], 'The type is undefined'],
    ['a bigint', 5n, '5 is not a type'],
  ])('bad input: %s', (_, input, message) => {
    const resolve = (): unknown => typeRefOf(input as TypeInput);
    expect(resolve).toThrow(TypeInputError);
    expect(resolve).toThrow(message);
    expect(resolve).toThrow('A type is a DTO class, String, Number');
  });

  it('enumOf refuses values that are not enums', () => {
    for (const values of [{}, [], ['a', NaN], ['a', true] as never])
      expect(() => enumOf(values)).toThrow(TypeInputError);
    expect(() => enumOf(['a'], { name: 'a b' })).toThrow('enumOf needs a name of letters');
  });
});

describe('unions distinguish their members', () => {
  const union = (discriminator: unknown, members: unknown[] = [Item, Other]): unknown =>
    resolveLazy(
      typeRefOfDeclaration({
        form: 'union',
        members: () => members as TypeInput[],
        discriminator: discriminator as never,
      }),
    );
  const mapping = [
    { value: 'Item', target: Item },
    { value: 'Other', target: Other },
  ];

  it.each<[string, unknown, unknown]>([
    ['none', undefined, undefined],
    ['by name, each class by its own', 'kind', { propertyName: 'kind', mapping }],
    ['without a mapping', { propertyName: 'kind' }, { propertyName: 'kind', mapping }],
    [
      'with a mapping to classes and to thunks',
      { propertyName: 'kind', mapping: { a: Item, b: () => Other } },
      {
        propertyName: 'kind',
        mapping: [
          { value: 'a', target: Item },
          { value: 'b', target: Other },
        ],
      },
    ],
    [
      'with two values for one class',
      { propertyName: 'kind', mapping: { a: Item, aa: Item, b: Other } },
      {
        propertyName: 'kind',
        mapping: [
          { value: 'a', target: Item },
          { value: 'aa', target: Item },
          { value: 'b', target: Other },
        ],
      },
    ],
  ])('%s', (_, given, discriminator) => {
    expect(union(given)).toMatchObject({ kind: 'union', discriminator });
  });

  it('a class with another component name uses that name', () => {
    expect(union('kind', [Named, Item])).toMatchObject({
      discriminator: { mapping: [{ value: 'Renamed', target: Named }, { value: 'Item' }] },
    });
  });

  it.each<[string, unknown, unknown[]]>([
    ['a union without members', undefined, []],
    ['a discriminator over what is no class', 'kind', [String, Number]],
    ['a discriminator over a class and a text', 'kind', [Item, String]],
    ['a mapping that leaves a member out', { propertyName: 'kind', mapping: { a: Item } }, [Item, Other]],
    ['a mapping to nothing', { propertyName: 'kind', mapping: { a: Item, b: undefined } }, [Item, Other]],
  ])('bad input: %s', (_, discriminator, members) => {
    expect(() => union(discriminator, members)).toThrow(TypeInputError);
  });
});

describe('types are resolved when the walk reaches them', () => {
  it.each([
    { form: 'type', type: () => later },
    { form: 'array', items: () => later, unique: false },
    { form: 'map', values: () => later },
    { form: 'tuple', items: () => [later] },
    { form: 'union', members: () => [later, String], discriminator: undefined },
  ] as const)('$form', (declaration) => {
    later = undefined as never;
    const type = typeRefOfDeclaration(declaration);
    later = Item;
    expect(say(type)).toContain('Item');
  });
  let later: typeof Item;

  it('reports the error that a thunk threw', () => {
    const type = lazy(() => {
      throw new ReferenceError("Cannot access 'Item' before initialization");
    });
    expect(() => resolveLazy(type)).toThrow(TypeInputError);
    expect(() => resolveLazy(type)).toThrow(
      "throws: ReferenceError: Cannot access 'Item' before initialization",
    );
  });

  it('follows lazy references to lazy references', () => {
    expect(resolveLazy(lazy(() => lazy(() => ({ kind: 'string' }))))).toEqual({ kind: 'string' });
  });
});

test.each<[string, TypeInput, string]>([
  ['String', class extends String {}, 'string'],
  ['Number', class extends Number {}, 'number'],
  ['Date', class extends Date {}, 'date'],
  ['a class that extends String', class extends class extends String {} {}, 'string'],
  ['Array', class extends Array {}, 'array'],
  ['Map', class extends Map {}, 'map'],
  ['nothing', class {}, 'class'],
  ['another class', class extends Item {}, 'class'],
])('a class that extends %s is what JSON has of it', (_name, input, kind) => {
  expect(typeRefOf(input).kind).toBe(kind);
});
