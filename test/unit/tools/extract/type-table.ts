/** A type, the schema of its JSON, and values that TypeScript must and must not accept. */
export interface TypeRow {
  readonly type: string;
  readonly schema: object;
  readonly accepts: readonly string[];
  readonly refuses: readonly string[];
}

const row = (
  type: string,
  schema: object,
  accepts: readonly string[],
  refuses: readonly string[],
): TypeRow => ({ type, schema, accepts, refuses });

const ref = (name: string): object => ({ $ref: `src/types.ts#${name}` });
const string = { type: 'string' };
const number = { type: 'number' };
const listOf = (items: object): object => ({ type: 'array', items });
const object = (
  properties: Record<string, object>,
  required: string[] = Object.keys(properties),
): object => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** Declarations that the types below use. */
export const DECLARATIONS = `
export enum Color { Red = 'red', Blue = 'blue' }
export enum Level { Low, High }
export enum Only { One = 'one' }
export class Cat { name!: string; age?: number }
export class Dog { kind!: 'dog'; bark(): void {} get loud() { return true } }
export class Kitten extends Cat { weeks!: number }
export class Money { constructor(readonly cents: number) {} toJSON() { return String(this.cents) } }
export class Secret { id!: string; private key?: string; #hidden?: string; static made = 1 }
export class Box<T> { value!: T }
export class CatBox extends Box<Cat> { label!: string }
export interface Page<T> { items: T[]; total: number }
export interface Node { value: number; next: Node | null }
export interface Circle { kind: 'circle'; radius: number }
export interface Square { kind: 'square'; side: number }
export interface Named { name: string }
export interface WithMethod { id: string; run(): void; then2?: () => void }
export interface Dictionary { [key: string]: number }
export interface Result<T, E> { value?: T; error?: E }
export type Shape = Circle | Square;
export type Id = string & { readonly brand: 'Id' };
export type Tree = { value: string; children: Tree[] };
export type Summary = Pick<Cat, 'name'>;
export type Flags<K extends string> = { [key in K]: boolean };
export type Nullable<T> = T | null;
export type Getters<T> = { [K in keyof T as \`get_\${string & K}\`]: T[K] };
export type ElementOf<T> = T extends (infer U)[] ? U : never;
export interface Growing<T> { value: T; next?: Growing<T[]> }
export class Cats extends Array<Cat> { shelter = 'Rome' }
export class Failure extends Error { code!: number }
export class Later { then(done: (cat: Cat) => void): void { done(new Cat()) } }
export class Written { id!: string; set name(_: string) {} accessor mood = 'calm' }
export abstract class Animal { abstract name: string; legs!: number }
export const SIZES = ['s', 'm'] as const;
export const LIMITS = { low: 1, high: 2 } as const;
`;

const cat = "{ name: 'Tom' }";

export const TYPE_ROWS: readonly TypeRow[] = [
  row('string', string, ["'a'"], ['1', 'null']),
  row('number', number, ['1.5'], ["'1'", 'null']),
  row('boolean', { type: 'boolean' }, ['true', 'false'], ["'true'", '1']),
  row("'a'", { type: 'string', const: 'a' }, ["'a'"], ["'b'", 'null']),
  row('42', { type: 'number', const: 42 }, ['42'], ['41', "'42'"]),
  row('true', { type: 'boolean', const: true }, ['true'], ['false']),
  row("'a' | 'b'", { type: 'string', enum: ['a', 'b'] }, ["'a'", "'b'"], ["'c'"]),
  row('1 | 2 | 3', { type: 'number', enum: [1, 2, 3] }, ['1', '3'], ['4']),
  row(
    "'a' | 1",
    {
      anyOf: [
        { type: 'string', const: 'a' },
        { type: 'number', const: 1 },
      ],
    },
    ["'a'", '1'],
    ["'b'", '2'],
  ),
  row('string | number', { type: ['string', 'number'] }, ["'a'", '1'], ['true', '{}']),
  row('string | boolean', { type: ['string', 'boolean'] }, ["'a'", 'true'], ['1']),
  row('`user-${number}`', string, ["'user-1'"], ['1']),
  row('Uppercase<string>', string, ["'A'"], ['1']),
  row('Id', string, ["'a' as Id"], ['1']),
  row('Color', ref('Color'), ['Color.Red', 'Color.Blue'], ["'green'", '1']),
  row('Level', ref('Level'), ['Level.Low', '1'], ["'Low'", '7']),
  row('Only', ref('Only'), ['Only.One'], ["'two'"]),
  row('Color.Red', { type: 'string', const: 'red' }, ['Color.Red'], ['Color.Blue']),
  row('`${Color}`', { type: 'string', enum: ['red', 'blue'] }, ["'red'"], ["'green'"]),
  row('Date', { type: 'string', format: 'date-time' }, ['new Date(0)'], ['1', 'true']),
  row('Money', string, ['new Money(5)'], ['5']),
  row('string[]', listOf(string), ["['a']", '[]'], ["'a'", '[1]']),
  row('(string | undefined)[]', listOf({ type: ['string', 'null'] }), ["['a', undefined]"], ['[1]']),
  row('readonly string[]', listOf(string), ["['a']"], ['[1]']),
  row('Array<number>', listOf(number), ['[1]'], ["['a']"]),
  row('ReadonlyArray<Color>', listOf(ref('Color')), ['[Color.Red]'], ["['green']"]),
  row('string[][]', listOf(listOf(string)), ["[['a']]"], ["['a']"]),
  row('(string | number)[]', listOf({ type: ['string', 'number'] }), ["['a', 1]"], ['[true]']),
  row(
    '[string, number]',
    { type: 'array', prefixItems: [string, number], minItems: 2, maxItems: 2 },
    ["['a', 1]"],
    ["['a']", "[1, 'a']", "['a', 1, 2]"],
  ),
  row(
    '[string, number?]',
    { type: 'array', prefixItems: [string, { type: ['number', 'null'] }], minItems: 1, maxItems: 2 },
    ["['a']", "['a', 1]", "['a', undefined]"],
    ['[]', "['a', 'b']"],
  ),
  row(
    '[string, ...number[]]',
    { type: 'array', prefixItems: [string], items: number, minItems: 1 },
    ["['a']", "['a', 1, 2]"],
    ['[]', "['a', 'b']"],
  ),
  row(
    '[string, ...number[], boolean]',
    { type: 'array', prefixItems: [string], minItems: 2 },
    ["['a', true]", "['a', 1, 2, true]"],
    ['[1, true]', "['a']"],
  ),
  row('{ a: string }', object({ a: string }), ["{ a: 'x' }"], ['{}', '{ a: 1 }']),
  row('{ a?: string }', object({ a: string }, []), ['{}', "{ a: 'x' }"], ['{ a: 1 }', '{ a: null }']),
  row('{ a: string | undefined }', object({ a: string }, []), ['{ a: undefined }'], ['{ a: 1 }']),
  row('{ a: typeof Cat; b: string }', object({ b: string }), ["{ a: Cat, b: 'x' }"], ['{ a: Cat, b: 1 }']),
  row(
    '{ a: new () => Cat; b: typeof Dog | string }',
    object({ b: string }, []),
    ['{ a: Cat, b: Dog }'],
    ['{ a: Cat, b: 1 }'],
  ),
  row('{ a: string | (() => void) }', object({ a: string }, []), ['{ a() {} }', "{ a: 'x' }"], ['{ a: 1 }']),
  row(
    '{ a: number; b: string | symbol }',
    object({ a: number, b: string }, ['a']),
    ['{ a: 1, b: Symbol() }'],
    ["{ a: 'x', b: 'x' }"],
  ),
  row(
    '{ a: string | null }',
    object({ a: { type: ['string', 'null'] } }),
    ['{ a: null }', "{ a: 'x' }"],
    ['{}', '{ a: 1 }'],
  ),
  row(
    "{ a: 'x' | null }",
    object({ a: { anyOf: [{ type: 'string', const: 'x' }, { type: 'null' }] } }),
    ['{ a: null }', "{ a: 'x' }"],
    ["{ a: 'y' }"],
  ),
  row('{ readonly a: number }', object({ a: number }), ['{ a: 1 }'], ['{}']),
  row(
    '{ a: { b: { c: boolean } } }',
    object({ a: object({ b: object({ c: { type: 'boolean' } }) }) }),
    ['{ a: { b: { c: true } } }'],
    ['{ a: { b: {} } }'],
  ),
  row('{ a: string; run(): void }', object({ a: string }), ["{ a: 'x', run() {} }"], ['{ a: 1, run() {} }']),
  row('{ a: any }', object({ a: {} }, []), ['{ a: 1 }'], []),
  row('{ a: unknown; b: number }', object({ a: {}, b: number }, ['b']), ['{ a: 1, b: 1 }'], ['{ a: 1 }']),
  row(
    'Cat',
    ref('Cat'),
    [cat, "{ name: 'Tom', age: 3 }"],
    ['{}', '{ name: 1 }', "{ name: 'Tom', age: null }"],
  ),
  row('Cat[]', listOf(ref('Cat')), [`[${cat}]`], ['[{}]', cat]),
  row('Cat | null', { anyOf: [ref('Cat'), { type: 'null' }] }, [cat, 'null'], ['{}']),
  row('(Cat | null)[]', listOf({ anyOf: [ref('Cat'), { type: 'null' }] }), [`[${cat}, null]`], ['[{}]']),
  row(
    'Dog',
    ref('Dog'),
    ["Object.assign(new Dog(), { kind: 'dog' as const })"],
    ["{ kind: 'cat', bark() {}, loud: true }"],
  ),
  row('Kitten', ref('Kitten'), ["{ name: 'Tom', weeks: 3 }"], [cat]),
  row('Secret', ref('Secret'), ["Object.assign(new Secret(), { id: 'a' })"], ['{ id: 1 }']),
  row('Cat | Kitten', { anyOf: [ref('Cat'), ref('Kitten')] }, [cat], ['{}']),
  row('Box<string>', ref('BoxOfString'), ["{ value: 'a' }"], ['{ value: 1 }']),
  row('Box<Cat>', ref('BoxOfCat'), [`{ value: ${cat} }`], ['{ value: {} }']),
  row('Box<Cat[]>', ref('BoxOfCatArray'), [`{ value: [${cat}] }`], [`{ value: ${cat} }`]),
  row('Box<Box<number>>', ref('BoxOfBoxOfNumber'), ['{ value: { value: 1 } }'], ['{ value: 1 }']),
  row('CatBox', ref('CatBox'), [`{ value: ${cat}, label: 'a' }`], [`{ value: 1, label: 'a' }`]),
  row(
    'Page<Cat>',
    ref('PageOfCat'),
    [`{ items: [${cat}], total: 1 }`],
    ['{ items: [{}], total: 1 }', '{ items: [] }'],
  ),
  row(
    'Page<Color>',
    ref('PageOfColor'),
    ['{ items: [Color.Red], total: 1 }'],
    ["{ items: ['x'], total: 1 }"],
  ),
  row('Page<Date>', ref('PageOfDate'), ['{ items: [new Date(0)], total: 1 }'], ['{ items: [1], total: 1 }']),
  row(
    'Page<{ id: number }>',
    object({ items: listOf(object({ id: number })), total: number }),
    ['{ items: [{ id: 1 }], total: 1 }'],
    ["{ items: [{ id: 'a' }], total: 1 }"],
  ),
  row('Result<Cat, Color>', ref('ResultOfCatColor'), [`{ value: ${cat} }`, '{}'], ['{ error: 1 }']),
  row(
    'Node',
    ref('Node'),
    ['{ value: 1, next: { value: 2, next: null } }'],
    ['{ value: 1 }', '{ value: 1, next: {} }'],
  ),
  row('Growing<number>', ref('GrowingOfNumber'), ['{ value: 1, next: { value: [1] } }'], ["{ value: 'a' }"]),
  row('Written', ref('Written'), ["Object.assign(new Written(), { id: 'a' })"], ['{ id: 1 }']),
  row(
    'Animal',
    ref('Animal'),
    ["new (class extends Animal { get name() { return 'Tom' } legs = 4 })()"],
    ["{ name: 'Tom', legs: 'x' }"],
  ),
  row(
    'Tree',
    ref('Tree'),
    ["{ value: 'a', children: [{ value: 'b', children: [] }] }"],
    ["{ value: 'a', children: [1] }"],
  ),
  row('Named', ref('Named'), [cat], ['{}']),
  row('WithMethod', ref('WithMethod'), ["{ id: 'a', run() {} }"], ['{ id: 1, run() {} }']),
  row('Dictionary', ref('Dictionary'), ['{ a: 1 }', '{}'], ["{ a: 'x' }"]),
  row(
    'Shape',
    { anyOf: [ref('Circle'), ref('Square')] },
    ["{ kind: 'circle', radius: 1 }", "{ kind: 'square', side: 1 }"],
    ["{ kind: 'circle', side: 1 }", "{ kind: 'oval' }"],
  ),
  row('Summary', ref('Summary'), [cat], ['{}']),
  row('Partial<Cat>', object({ name: string, age: number }, []), ['{}', cat], ['{ name: 1 }']),
  row('Required<Cat>', object({ name: string, age: number }), ["{ name: 'Tom', age: 1 }"], [cat]),
  row('Readonly<Cat>', object({ name: string, age: number }, ['name']), [cat], ['{}']),
  row("Pick<Cat, 'age'>", object({ age: number }, []), ['{}', '{ age: 1 }'], ["{ age: 'a' }"]),
  row("Omit<Kitten, 'name' | 'age'>", object({ weeks: number }), ['{ weeks: 1 }'], ['{}']),
  row(
    'Record<string, number>',
    { type: 'object', additionalProperties: number },
    ['{ a: 1 }'],
    ["{ a: 'x' }"],
  ),
  row(
    'Record<string, Cat>',
    { type: 'object', additionalProperties: ref('Cat') },
    [`{ a: ${cat} }`],
    ['{ a: {} }'],
  ),
  row("Record<'a' | 'b', number>", object({ a: number, b: number }), ['{ a: 1, b: 2 }'], ['{ a: 1 }']),
  row("Flags<'on'>", object({ on: { type: 'boolean' } }), ['{ on: true }'], ['{}']),
  row('Getters<Named>', ref('GettersOfNamed'), ["{ get_name: 'a' }"], [cat]),
  row('Named & { age: number }', object({ name: string, age: number }), ["{ name: 'Tom', age: 1 }"], [cat]),
  row('Cat & Named', object({ name: string, age: number }, ['name']), [cat], ['{}']),
  row('ElementOf<Cat[]>', ref('Cat'), [cat], ['{}']),
  row('Awaited<Promise<Cat>>', ref('Cat'), [cat], ['{}']),
  row('NonNullable<string | null>', string, ["'a'"], ['null']),
  row("Exclude<'a' | 'b' | 'c', 'c'>", { type: 'string', enum: ['a', 'b'] }, ["'a'"], ["'c'"]),
  row('Nullable<number>', { type: ['number', 'null'] }, ['1', 'null'], ["'a'"]),
  row('keyof Cat', { type: 'string', enum: ['name', 'age'] }, ["'name'"], ["'weeks'"]),
  row("Cat['name']", string, ["'a'"], ['1']),
  row('(typeof SIZES)[number]', { type: 'string', enum: ['s', 'm'] }, ["'s'"], ["'l'"]),
  row('(typeof LIMITS)[keyof typeof LIMITS]', { type: 'number', enum: [1, 2] }, ['1'], ['3']),
  row(
    'typeof LIMITS',
    object({ low: { type: 'number', const: 1 }, high: { type: 'number', const: 2 } }),
    ['LIMITS'],
    ['{ low: 1, high: 3 }'],
  ),
];

/** Types of which nothing certain is known: of JSON, of the values, or of what a library sends. */
export const OPEN_TYPES: readonly string[] = [
  'bigint',
  'Cats',
  'Failure',
  'Later',
  'Promise<Later>',
  'typeof Cat',
  'string | Cat',
  'never',
  'symbol',
  'any',
  'unknown',
  'object',
  '{}',
  'Map<string, number>',
  'Set<string>',
  'RegExp',
  'Error',
  'Uint8Array',
  'any[]',
  'unknown[][]',
  'Cat | any',
];
