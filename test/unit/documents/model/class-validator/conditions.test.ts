import {
  analyseConditions,
  conditionHolds,
  type Conditions,
} from '../../../../../src/documents/model/class-validator/conditions.js';
import type { Condition } from '../../../../../src/documents/model/class-validator/metadata.js';
import type { Rule } from '../../../../../src/documents/model/types.js';

const isIn = (values: readonly unknown[]): Rule => ({
  name: 'isIn',
  custom: false,
  constraints: [values],
  each: false,
  condition: undefined,
  mayBeOff: false,
  entry: undefined,
  type: undefined,
});
const NOT_NULL = { exemptsNull: true, alwaysExemptsNull: true };
const NOT_ABSENT = { exemptsAbsence: true, alwaysExemptsAbsence: true };
const NONE: Conditions = {
  ...{ exemptsAbsence: false, exemptsNull: false, alwaysExemptsAbsence: false, alwaysExemptsNull: false },
  ...{ exempt: [], open: false },
};
const OPEN: Conditions = { ...NONE, exemptsAbsence: true, exemptsNull: true, open: true };
const FALSY: Conditions = {
  ...NOT_NULL,
  ...NOT_ABSENT,
  exempt: [
    { type: 'string', value: '' },
    { type: 'number', value: 0 },
    { type: 'boolean', value: false },
  ],
  open: false,
};
const nullish: Conditions = { ...NONE, ...NOT_NULL, ...NOT_ABSENT };
const never: Conditions = { ...nullish, open: true };
const types = (...names: Conditions['exempt'][number]['type'][]): Conditions => ({
  ...NONE,
  exempt: names.map((type) => ({ type })),
});
const condition = (one: (object: never, value: never) => unknown): Condition => one as Condition;

interface Order {
  items?: unknown;
  kind?: string;
  next?: { kind: string };
}

const SECRET = 'draft';

describe('@ValidateIf is called with an object that records which keys it reads', () => {
  it.each<[string, Condition, Conditions]>([
    ['always true', condition(() => true), NONE],
    ['a truthy answer', condition(() => 'yes'), NONE],
    ['not null, by value', condition((_, value: unknown) => value !== null), { ...NONE, ...NOT_NULL }],
    ['not null, by object', condition((order: Order) => order.items !== null), { ...NONE, ...NOT_NULL }],
    ['not absent', condition((_, value: unknown) => value !== undefined), { ...NONE, ...NOT_ABSENT }],
    ['neither', condition((order: Order) => order.items != null), nullish],
    ['by its name', condition((order: Order) => 'items' in order && order.items !== null), nullish],
    [
      'by hasOwn',
      condition((order: Order) => Object.hasOwn(order, 'items') && order.items !== null),
      nullish,
    ],
    ['truthy values only, by value', condition((_, value: unknown) => value), FALSY],
    ['truthy values only, by object', condition((order: Order) => !!order.items), FALSY],
    ['truthy values only, taken apart', condition(({ items }: Order) => items), FALSY],
    ['no strings', condition((order: Order) => typeof order.items !== 'string'), types('string')],
    ['no lists', condition((_, value: unknown) => !Array.isArray(value)), types('array')],
    [
      'strings only',
      condition((_, value: unknown) => value == null || typeof value === 'string'),
      types('number', 'boolean', 'array', 'object'),
    ],
    ['never', condition(() => false), never],
    ['one string only', condition((_, value: unknown) => value === 'draft'), never],
    ['another property', condition((order: Order) => order.kind === 'a'), OPEN],
    [
      'another property, and not null',
      condition((order: Order, value: unknown) => value !== null && order.kind !== 'a'),
      OPEN,
    ],
    ['another property, by in', condition((order: Order) => !('kind' in order)), OPEN],
    ['another property, taken apart', condition(({ kind }: Order) => kind), OPEN],
    ['another property, renamed', condition(({ kind: items }: Order) => items), OPEN],
    ['every property', condition((order: Order) => Object.keys(order).length === 1), OPEN],
    ['a copy of the object', condition((order: Order) => ({ ...order }).items !== 5), OPEN],
    ['the class of the object', condition((order: Order) => !(order instanceof Date)), OPEN],
    ['something that is not there', condition((order: Order) => order.next!.kind === 'a'), OPEN],
    [
      'a throw',
      condition(() => {
        throw new Error('no');
      }),
      OPEN,
    ],
    [
      'a change of the object',
      condition((order: Order) => {
        order.items = 'mine';
        return order.items === 'mine';
      }),
      OPEN,
    ],
  ])('%s', (_, one, conditions) => {
    expect(analyseConditions([one], 'items')).toEqual(conditions);
  });

  it('calls the condition instead of reading its source: minified, bound and instrumented ones are equal', () => {
    const bound = ((value: unknown, _: unknown, own: unknown) => own !== value).bind(undefined, null);
    expect(analyseConditions([bound as Condition], 'items')).toEqual({ ...NONE, ...NOT_NULL });
  });

  it('calls it with the values that the rules list', () => {
    const other = condition((_, value: unknown) => value !== SECRET);
    expect(analyseConditions([other], 'items')).toEqual(NONE);
    expect(analyseConditions([other], 'items', undefined, [isIn(['draft', 'sent', 7])])).toEqual({
      ...NONE,
      exempt: [{ type: 'string', value: 'draft' }],
    });
  });

  it('one of several conditions that exempts is enough', () => {
    const notNull = condition((_, value: unknown) => value !== null);
    const notAbsent = condition((_, value: unknown) => value !== undefined);
    const notEmpty = condition((_, value: unknown) => value !== '');
    expect(analyseConditions([notNull, notAbsent, notEmpty], 'items')).toEqual({
      ...nullish,
      exempt: [{ type: 'string', value: '' }],
    });
    expect(analyseConditions([notNull, condition(({ kind }: Order) => kind)], 'items').open).toBe(true);
    expect(analyseConditions([], 'items')).toEqual(NONE);
  });

  it('looks at the object that lacks the property as class-transformer makes it', () => {
    const isThere = condition((order: Order) => 'items' in order);
    const isSent = condition((order: Order) => order.items !== undefined);
    expect(analyseConditions([isThere], 'items', { isMember: true, value: undefined }).exemptsAbsence).toBe(
      false,
    );
    expect(analyseConditions([isThere], 'items').exemptsAbsence).toBe(true);
    expect(analyseConditions([isSent], 'items', { isMember: true, value: [] }).exemptsAbsence).toBe(false);
  });

  it('evaluates the condition of one rule only if it reads no other property', () => {
    const notNull = condition((_, value: unknown) => value !== null);
    expect([1, null].map((value) => conditionHolds(notNull, 'items', value))).toEqual([true, false]);
    expect(
      conditionHolds(
        condition(({ kind }: Order) => kind !== 'a'),
        'items',
        1,
      ),
    ).toBe(false);
  });
});
