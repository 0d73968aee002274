import { analyseConditions } from '../../src/model/conditions.js';
import type { Condition } from '../../src/model/class-validator.js';

const NOTHING = { freeAbsent: false, freeNull: false, freeOthers: false };
const ALL = { freeAbsent: true, freeNull: true, freeOthers: true };
const condition = (one: (object: never, value: never) => unknown): Condition => one as Condition;

interface Order {
  items?: unknown;
  kind?: string;
  next?: { kind: string };
}

describe('issue 3 point 1: what @ValidateIf asks for', () => {
  it.each<[string, Condition, object]>([
    ['always true', condition(() => true), NOTHING],
    ['a truthy answer', condition(() => 'yes'), NOTHING],
    ['not null, by value', condition((_, value: unknown) => value !== null), { ...NOTHING, freeNull: true }],
    [
      'not null, by object',
      condition((order: Order) => order.items !== null),
      { ...NOTHING, freeNull: true },
    ],
    ['not absent', condition((_, value: unknown) => value !== undefined), { ...NOTHING, freeAbsent: true }],
    [
      'neither',
      condition((_, value: unknown) => value != null),
      { ...NOTHING, freeNull: true, freeAbsent: true },
    ],
    [
      'by its name',
      condition((order: Order) => 'items' in order && order.items !== null),
      { ...NOTHING, freeNull: true },
    ],
    ['never', condition(() => false), ALL],
    ['a falsy answer', condition(() => ''), ALL],
    ['truthy values only', condition((_, value: unknown) => value), ALL],
    ['texts only', condition((_, value: unknown) => typeof value === 'string'), ALL],
    ['lists with elements only', condition((_, value: unknown[] | null) => (value?.length ?? 0) > 0), ALL],
    ['another property', condition((order: Order) => order.kind === 'a'), ALL],
    [
      'another property, and not null',
      condition((order: Order, value: unknown) => value !== null && order.kind !== 'a'),
      ALL,
    ],
    ['another property, by in', condition((order: Order) => !('kind' in order)), ALL],
    ['another property, by hasOwn', condition((order: Order) => !Object.hasOwn(order, 'kind')), ALL],
    ['every property', condition((order: Order) => Object.keys(order).length === 1), ALL],
    ['a copy of the object', condition((order: Order) => ({ ...order }).items !== 5), ALL],
    ['the JSON of the object', condition((order: Order) => JSON.stringify(order) !== ''), ALL],
    ['the class of the object', condition((order: Order) => !(order instanceof Date)), ALL],
    ['something that is not there', condition((order: Order) => order.next!.kind === 'a'), ALL],
    [
      'a throw',
      condition(() => {
        throw new Error('no');
      }),
      ALL,
    ],
    ['a throw of nothing', condition((_, value: { x: number }) => value.x > 0), ALL],
  ])('%s', (_, one, conditions) => {
    expect(analyseConditions([one], 'items')).toEqual(conditions);
  });

  it('one of several conditions that frees is enough', () => {
    const notNull = condition((_, value: unknown) => value !== null);
    const notAbsent = condition((_, value: unknown) => value !== undefined);
    expect(analyseConditions([notNull, notAbsent], 'items')).toEqual({ ...ALL, freeOthers: false });
    expect(analyseConditions([], 'items')).toEqual(NOTHING);
  });

  it('does not change the object it is asked about', () => {
    const greedy = condition((order: Order) => {
      order.items = 'mine';
      return order.items === 'mine';
    });
    expect(analyseConditions([greedy], 'items')).toEqual(NOTHING);
  });
});
