import {
  Default,
  Deprecated,
  Description,
  Doc,
  Example,
  Extension,
  Format,
  Hidden,
  SchemaOverride,
  Title,
} from '../../../decorators/annotations.js';
import { DecoratorError } from '../../../decorators/arguments.js';
import { onClass, onProperty } from './record.js';

const date = new Date('2024-02-29T12:00:00Z');

describe('annotations record their arguments', () => {
  it.each([
    ['@Description', Description('as printed'), { description: 'as printed' }],
    ['@Doc', Doc('as printed'), { doc: 'as printed' }],
    ['@Title', Title('Name'), { title: 'Name' }],
    ['@Default', Default(20), { default: 20 }],
    ['@Default of null', Default(null), { default: null }],
    ['@Default of a list', Default([1, { a: [] }]), { default: [1, { a: [] }] }],
    ['@Deprecated', Deprecated(), { deprecated: true }],
    ['@Format', Format('password'), { format: 'password' }],
    ['@Hidden', Hidden(), { hidden: true }],
    ['@Example', Example('Ada'), { examples: [{ value: 'Ada' }] }],
    ['@Example of null', Example(null), { examples: [{ value: null }] }],
    ['@Example of a Date', Example(date), { examples: [{ value: date }] }],
    ['@Example of a bigint', Example(7n), { examples: [{ value: 7n }] }],
    [
      'a named @Example',
      Example('Grace', { name: 'admiral', summary: 'A rank' }),
      { examples: [{ value: 'Grace', name: 'admiral', summary: 'A rank' }] },
    ],
    ['@Extension', Extension('x-id', { a: 1 }), { extensions: { 'x-id': { a: 1 } } }],
    ['@SchemaOverride', SchemaOverride({ type: 'object' }), { override: { type: 'object' } }],
    [
      '@SchemaOverride that removes',
      SchemaOverride({ format: undefined }),
      { override: { format: undefined } },
    ],
  ])('%s on a property', (_, decorator, recorded) => {
    expect(onProperty(decorator)).toStrictEqual(recorded);
  });

  it.each([
    ['@Description', Description('an order'), { description: 'an order' }],
    ['@Title', Title('Order'), { title: 'Order' }],
    ['@Deprecated', Deprecated(), { deprecated: true }],
    ['@Example', Example({ id: 1 }), { examples: [{ value: { id: 1 } }] }],
    ['@Extension', Extension('x-a', null), { extensions: { 'x-a': null } }],
    ['@SchemaOverride', SchemaOverride({ minProperties: 1 }), { override: { minProperties: 1 } }],
  ])('%s on a class', (_, decorator, recorded) => {
    expect(onClass(decorator)).toStrictEqual(recorded);
  });

  it('keeps @Description and its fallback @Doc apart', () => {
    expect(onProperty(Doc('fallback'), Description('said'))).toStrictEqual({
      doc: 'fallback',
      description: 'said',
    });
  });

  it('reads several examples in the order they are written', () => {
    expect(onProperty(Example(1), Example(2), Example(3)).examples?.map(({ value }) => value)).toEqual([
      1, 2, 3,
    ]);
  });

  it('merges extensions', () => {
    const recorded = onProperty(Extension('x-a', 1), Extension('x-b', 2)).extensions;
    expect(recorded).toEqual({ 'x-a': 1, 'x-b': 2 });
  });

  it('does not share an override with the object it was given', () => {
    const given = { type: 'string' as const };
    const recorded = onProperty(SchemaOverride(given)).override;
    expect(recorded).toEqual(given);
    expect(recorded).not.toBe(given);
  });
});

describe('bad input: wrong arguments throw at once, naming class and property', () => {
  const loop: unknown[] = [];
  loop.push(loop);
  const wrong = (value: unknown): never => value as never;

  it.each<[string, () => unknown, string]>([
    [
      'an empty description',
      () => Description(' '),
      '@Description needs a description: a non-empty string, not " ".',
    ],
    [
      'a number to describe',
      () => Description(wrong(5)),
      '@Description needs a description: a non-empty string, not 5.',
    ],
    ['no description', () => Description(wrong(undefined)), 'not undefined'],
    ['an empty doc', () => Doc(''), '@Doc needs a description'],
    ['an empty title', () => Title(''), '@Title needs a title'],
    ['an empty format', () => Format(''), '@Format needs a format'],
    ['an example of undefined', () => Example(wrong(undefined)), 'It was given undefined'],
    ['an example that is NaN', () => Example(NaN), 'given NaN'],
    ['an infinite default', () => Default(Infinity), 'given Infinity'],
    ['a function as default', () => Default(wrong(() => 1)), 'given a function'],
    ['a Date as default', () => Default(wrong(date)), 'given an instance of a class'],
    ['a nested Map', () => Default(wrong({ a: [new Map()] })), 'given an instance of a class'],
    ['a value that contains itself', () => Example(wrong(loop)), 'given a value that contains itself'],
    [
      'an unknown option of an example',
      () => Example(1, wrong({ title: 'one' })),
      '@Example has no option title. Options are name, summary.',
    ],
    ['an invalid Date', () => Example(new Date('no date')), 'given an invalid Date'],
    [
      'an extension without x-',
      () => Extension(wrong('id'), 1),
      '@Extension needs a name that begins with "x-", not "id"',
    ],
    ['an extension without a name', () => Extension(wrong(undefined), 1), '@Extension needs a name'],
    ['an extension that JSON cannot say', () => Extension('x-a', wrong(1n)), 'given 1'],
    [
      'a list as override',
      () => SchemaOverride(wrong([])),
      '@SchemaOverride needs a schema object, not an array.',
    ],
    ['null as override', () => SchemaOverride(wrong(null)), 'not null'],
    ['a text as override', () => SchemaOverride(wrong('string')), 'not "string"'],
  ])('%s', (_, decorator, message) => {
    const decorate = (): unknown => onProperty(decorator());
    expect(decorate).toThrow(DecoratorError);
    expect(decorate).toThrow(/^Order\.items: @/u);
    expect(decorate).toThrow(new RegExp(escape(message), 'iu'));
  });

  it('names only the class if the decorator is on the class', () => {
    expect(() => onClass(Description(''))).toThrow(/^Order: @Description/u);
  });

  it('does not report a repeated array as a cycle', () => {
    const shared = [1];
    expect(onProperty(Default([shared, shared])).default).toEqual([[1], [1]]);
  });

  it('accepts an object without a prototype', () => {
    const bare = Object.assign(Object.create(null) as object, { a: 1 });
    expect(onProperty(Default(wrong(bare))).default).toEqual({ a: 1 });
  });
});

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
}

describe('misuse does not compile', () => {
  it('is refused by the compiler (each line below is an error that tsc must find)', () => {
    const never = (): unknown => {
      // @ts-expect-error a description is a text
      Description(5);
      // @ts-expect-error a Map is not JSON
      Default(new Map());
      // @ts-expect-error undefined is not JSON
      Example(undefined);
      // @ts-expect-error an extension begins with x-
      Extension('id', 1);
      // @ts-expect-error not a type of JSON Schema
      SchemaOverride({ type: 'text' });
      class Misused {
        // @ts-expect-error a method is not a property
        @Description('no') method(): number {
          return 1;
        }
        // @ts-expect-error @Doc is for properties, but not for static ones
        @Doc('no') static count: number;
      }
      // @ts-expect-error @Doc is not for classes
      @Doc('no')
      class AlsoMisused {}
      return [Misused, AlsoMisused];
    };
    expect(never).toBeInstanceOf(Function);
  });
});
