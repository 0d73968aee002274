import type { KeywordTable } from '../../../../src/documents/json-schema/checker/arguments.js';
import type { Assertion } from '../../../../src/documents/json-schema/checker/assertion.js';
import { Checker } from '../../../../src/documents/json-schema/checker/checker.js';
import { memberFilter } from '../../../../src/documents/json-schema/member-filter.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { SchemaReader } from '../../../../src/operations/reader/schema-reader.js';

const PET: Schema = { type: 'object', properties: { name: { type: 'string' } } };
const CAT: Schema = {
  type: 'object',
  properties: { kind: { const: 'cat' }, name: { type: 'string' }, lives: { type: 'integer' } },
};
const DOG: Schema = {
  type: 'object',
  properties: { kind: { const: 'dog' }, name: { type: 'string' }, tail: PET },
};
const SCHEMAS: Readonly<Record<string, Schema>> = {
  Pet: PET,
  Node: { type: 'object', properties: { next: { $ref: 'Node' }, value: { type: 'integer' } } },
};

const CAT_OR_DOG: Schema = {
  anyOf: [
    { type: 'object', oneOf: [CAT, DOG] },
    { type: 'string', const: '' },
  ],
};

const A_AND_B: Schema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } } };
const CLOSED: Schema = { type: 'object', properties: { y: {} }, additionalProperties: false };

const TABLE: readonly (readonly [string, Schema | boolean, unknown, unknown, string[]])[] = [
  ['an undocumented member', PET, { name: 'a', x: 1 }, { name: 'a' }, ['x']],
  ['a documented value', PET, { name: 'a' }, { name: 'a' }, []],
  [
    'a member called __proto__',
    PET,
    JSON.parse('{"__proto__":{"x":1},"name":"a"}'),
    { name: 'a' },
    ['__proto__'],
  ],
  ['a member called constructor', PET, { constructor: 1, name: 'a' }, { name: 'a' }, ['constructor']],
  ['a schema without a word', {}, { x: 1 }, { x: 1 }, []],
  ['a boolean schema', true, { x: 1 }, { x: 1 }, []],
  ['an object of any members', { type: 'object' }, { x: { y: 1 } }, { x: { y: 1 } }, []],
  [
    'items in the place of a map',
    { type: 'object', additionalProperties: PET },
    [{ name: 'a', x: 1 }],
    [{ name: 'a' }],
    ['0/x'],
  ],
  ['an array of anything', { type: 'array' }, [{ x: 1 }], [{ x: 1 }], []],
  [
    'a map',
    { type: 'object', additionalProperties: PET },
    { a: { name: 'x', y: 1 } },
    { a: { name: 'x' } },
    ['a/y'],
  ],
  [
    'the branch that accepts the value, although another one describes more of it',
    {
      anyOf: [
        { ...A_AND_B, maxProperties: 1 },
        { ...A_AND_B, properties: { a: { type: 'integer' } } },
      ],
    },
    { a: 1, b: 2 },
    { a: 1 },
    ['b'],
  ],
  [
    'a value that no branch accepts: one whose required member is missing describes it less',
    {
      anyOf: [
        { ...CLOSED, required: ['x'] },
        { ...CLOSED, properties: { z: {} } },
      ],
    },
    { y: 1 },
    {},
    ['!y'],
  ],
  ['an open object', { ...PET, additionalProperties: true }, { name: 'a', x: 1 }, { name: 'a', x: 1 }, []],
  [
    'members by pattern',
    { patternProperties: { '^x-': PET } },
    { 'x-a': { name: 1, y: 2 }, z: 1 },
    { 'x-a': { name: 1 } },
    ['x-a/y', 'z'],
  ],
  ['a closed object', { ...PET, additionalProperties: false }, { name: 'a', x: 1 }, { name: 'a' }, ['!x']],
  ['a reference', { $ref: 'Pet' }, { x: 1 }, {}, ['x']],
  [
    'a recursion',
    { $ref: 'Node' },
    { next: { next: { x: 1 }, y: 2 } },
    { next: { next: {} } },
    ['next/next/x', 'next/y'],
  ],
  [
    'allOf',
    { allOf: [{ $ref: 'Pet' }, { properties: { age: {} } }] },
    { name: 1, age: 2, x: 3 },
    { name: 1, age: 2 },
    ['x'],
  ],
  [
    'a nullable reference',
    { anyOf: [{ $ref: 'Pet' }, { type: 'null' }] },
    { name: 'a', x: 1 },
    { name: 'a' },
    ['x'],
  ],
  ['null', { anyOf: [{ $ref: 'Pet' }, { type: 'null' }] }, null, null, []],
  [
    'the branch of a constant',
    { oneOf: [CAT, DOG] },
    { kind: 'dog', lives: 9, tail: { x: 1 } },
    { kind: 'dog', tail: {} },
    ['lives', 'tail/x'],
  ],
  ['a branch of branches', CAT_OR_DOG, { kind: 'cat', tail: 1 }, { kind: 'cat' }, ['tail']],
  [
    'the branch that holds',
    { anyOf: [{ ...CAT, required: ['lives'] }, PET] },
    { name: 'a', lives: 'x' },
    { name: 'a' },
    ['lives'],
  ],
  [
    'no branch that holds',
    {
      anyOf: [
        { ...PET, required: ['a'] },
        { ...PET, required: ['b'] },
      ],
    },
    { name: 'a', x: 1 },
    { name: 'a' },
    ['x'],
  ],
  ['items', { type: 'array', items: PET }, [{ name: 'a' }, { x: 1 }], [{ name: 'a' }, {}], ['1/x']],
  ['a tuple', { prefixItems: [PET, {}] }, [{ x: 1 }, { x: 1 }], [{}, { x: 1 }], ['0/x']],
  ['one object for an array', { type: 'array', items: PET }, { name: 'a', x: 1 }, { name: 'a' }, ['x']],
  [
    'an array for one object',
    PET,
    [{ name: 'a', x: 1 }, [{ y: 1 }]],
    [{ name: 'a' }, [{}]],
    ['0/x', '1/0/y'],
  ],
  ['an object for a text', { type: 'string' }, { x: 1 }, {}, ['x']],
  ['objects for a number', { type: 'number' }, [{ x: 1 }], [{}], ['0/x']],
  [
    'the branch that describes more',
    { anyOf: [PET, { allOf: [PET, { properties: { age: {} } }] }] },
    { name: 'a', age: 1, x: 2 },
    { name: 'a', age: 1 },
    ['x'],
  ],
  [
    'a described branch beside an open one',
    { anyOf: [{ type: 'object' }, PET] },
    { name: 'a', x: 1 },
    { name: 'a' },
    ['x'],
  ],
  ['a constant of no branch', { oneOf: [CAT, DOG] }, { kind: 'fish', x: 1 }, { kind: 'fish' }, ['x']],
  [
    'the branch that its required constant selects, though another enumeration of it refuses a member',
    {
      oneOf: [
        { ...CAT, required: ['kind'], properties: { ...CAT.properties, name: { enum: ['Tom'] } } },
        { ...DOG, required: ['kind'] },
      ],
    },
    { kind: 'cat', name: 'Kit', lives: 'nine', tail: { name: 'x' } },
    { kind: 'cat', name: 'Kit', lives: 'nine' },
    ['tail'],
  ],
  [
    'an object for one of two scalars',
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
    { x: 1 },
    {},
    ['x'],
  ],
  ['an object for a constant', { const: 'a' }, { x: 1 }, {}, ['x']],
  ['a constant that is an object', { const: { x: 1 } }, { x: 1 }, { x: 1 }, []],
  ['an object that is excluded', { not: { type: 'object' } }, { x: 1 }, {}, ['x']],
  ['a branch that nothing satisfies', { anyOf: [{ not: {} }, PET] }, { x: 1 }, {}, ['x']],
  ['an item after a tuple', { prefixItems: [PET] }, [{ name: 'a' }, { x: 1 }], [{ name: 'a' }, {}], ['1/x']],
  ['an item that is refused', { prefixItems: [PET], items: false }, [{}, { x: 1 }], [{}, {}], ['1/x']],
  [
    'conditions',
    {
      ...PET,
      if: { properties: { name: { const: 'a' } } },
      then: { properties: { b: {} } },
      else: { properties: { c: {} } },
    },
    { name: 'a', b: 1, x: 2 },
    { name: 'a', b: 1 },
    ['x'],
  ],
  [
    'dependent schemas',
    { ...PET, dependentSchemas: { name: { properties: { b: {} } } } },
    { name: 'a', b: 1, x: 2 },
    { name: 'a', b: 1 },
    ['x'],
  ],
  [
    'unevaluated members',
    { allOf: [PET], unevaluatedProperties: PET },
    { name: 'a', b: { name: 'b', x: 1 } },
    { name: 'a', b: { name: 'b' } },
    ['b/x'],
  ],
  [
    'two lists of branches',
    {
      items: {
        allOf: [
          { anyOf: [{ type: 'string' }, { ...PET, required: ['name'] }] },
          { anyOf: [{ type: 'string' }, { properties: { age: {} }, required: ['age'] }] },
        ],
      },
    },
    [{ name: 'a', age: 1, x: 1 }],
    [{ name: 'a', age: 1 }],
    ['0/x'],
  ],
  ['a pattern that cannot be read', { patternProperties: { '(': PET } }, { a: { x: 1 } }, { a: {} }, ['a/x']],
];

it.each(TABLE)('filters %s', (_, schema, value, expected, dropped) => {
  const before = JSON.stringify(value);
  const paths: string[] = [];
  const filter = memberFilter(schema, new Checker({ resolve: (ref) => SCHEMAS[ref] }));
  const filtered = filter.apply(value, {
    onUnknown: (path, isForbidden) => {
      paths.push((isForbidden ? '!' : '') + path.join('/'));
      return false;
    },
  });
  expect(filtered).toEqual(expected);
  expect(paths.sort()).toEqual([...dropped].sort());
  expect(JSON.stringify(value)).toBe(before);
  // Nothing is copied for a value that stays whole.
  expect(filtered === value).toBe(dropped.length === 0);
});

it('keeps members for which the callback returns true, and filters them inside', () => {
  const { apply } = memberFilter(PET, new Checker());
  expect(apply({ name: 'a', x: 1, y: 2 }, { onUnknown: ([name]) => name === 'x' })).toEqual({
    name: 'a',
    x: 1,
  });
});

it.each([
  ['an object', PET, 'text', null],
  ['an object of an open type', { type: 'object' }, 'text', 'text'],
  ['an array', { type: 'array', items: PET }, 7, null],
  ['items', { type: 'array', items: PET }, ['text', { name: 'a' }], [null, { name: 'a' }]],
  ['items of a tuple', { type: 'array', prefixItems: [{}, PET] }, ['text', 'text'], ['text', null]],
  [
    'a member',
    { type: 'object', properties: { pet: PET, other: {} } },
    { pet: true, other: true },
    { pet: null, other: true },
  ],
  ['a value of a map', { type: 'object', additionalProperties: PET }, { a: 'text' }, { a: null }],
  ['two types', { anyOf: [PET, { type: 'array', items: {} }] }, 'text', null],
  ['an object or null', { anyOf: [PET, { type: 'null' }] }, 'text', null],
  ['an object or null', { anyOf: [PET, { type: 'null' }] }, null, null],
  ['an object or text', { anyOf: [PET, { type: 'string' }] }, 'text', 'text'],
  ['any type', {}, 'text', 'text'],
  ['an object of a reference', { $ref: 'Pet' }, 'text', null],
] as const)('hands a scalar in place of %s to the callback', (_, schema, value, expected) => {
  const { apply } = memberFilter(schema as unknown as Schema, new Checker({ resolve: () => PET }));
  const onUnknown = (): boolean => false;
  expect(apply(value, { onUnknown, onScalar: () => null })).toEqual(expected);
  expect(apply(value, { onUnknown })).toEqual(value);
});

describe('takes work in proportion to the value, even for deep recursive unions', () => {
  const both = { anyOf: [{ $ref: 'And' }, { $ref: 'Or' }] };
  const schemas: Readonly<Record<string, Schema>> = {
    And: { type: 'object', properties: { left: both, right: both } },
    Or: { type: 'object', properties: { left: both, right: both, or: { type: 'integer' } } },
  };
  const chain = (depth: number): unknown =>
    depth === 0 ? { or: 1, y: 1 } : { left: chain(depth - 1), z: depth };
  /** Returns the number of keywords that are checked while a function works with a checker. */
  const checksOf = (work: (checker: Checker) => void): number => {
    let checks = 0;
    const keywords = (own: KeywordTable): KeywordTable =>
      own.map(([name, compile]) => [
        name,
        (argument, schema, within) => {
          const assertion = compile(argument, schema, within);
          const test: Assertion['test'] = (value, run) => ((checks += 1), assertion?.test(value, run));
          return assertion && { ...assertion, test };
        },
      ]);
    work(new Checker({ resolve: (ref) => schemas[ref], keywords }));
    return checks;
  };

  test('when it filters', () => {
    const filter = (depth: number): number =>
      checksOf((checker) => {
        let dropped = 0;
        const onUnknown = (): boolean => ((dropped += 1), false);
        memberFilter(both, checker).apply(chain(depth), { onUnknown });
        expect(dropped).toBe(depth + 1);
      });
    expect(filter(400)).toBeLessThan(2.5 * filter(200));
  });

  test('when a reader of requests chooses the class of each object', () => {
    const choose = (depth: number): number =>
      checksOf((checker) => {
        const judge = new SchemaReader(both, checker, {
          unknownProperties: 'drop',
          rulesRefuse: false,
        }).judge();
        let part: unknown = chain(depth);
        for (; part !== undefined; part = (part as { left?: unknown }).left) {
          expect(judge.accepts(part)).toBe(true);
          expect(judge.distance(part)).toBeGreaterThan(0);
        }
      });
    expect(choose(400)).toBeLessThan(2.5 * choose(200));
  });
});
