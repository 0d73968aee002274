import { analyseConditions, type Conditions } from '../../../src/model/conditions.js';
import type { Condition } from '../../../src/model/class-validator.js';

const NOTHING: Conditions = { freeAbsent: false, freeNull: false, freeValues: [], open: false };
const OPEN: Conditions = { freeAbsent: true, freeNull: true, freeValues: [], open: true };
const FALSY: Conditions = { freeAbsent: true, freeNull: true, freeValues: ['', 0, false], open: false };
const condition = (one: (object: never, value: never) => unknown): Condition => one as Condition;
/** A condition as another compiler, or a hand, writes it, in a module that has an `items` of its own. */
const written = (source: string): Condition => eval(`{ const items = 1; (${source}\n) }`) as Condition;

interface Order {
  items?: unknown;
  kind?: string;
  next?: { kind: string };
}

const SECRET = 'draft';
const isSet = (value: unknown): boolean => value !== SECRET;

describe('issue 3 point 1: what @ValidateIf asks for', () => {
  it.each<[string, Condition, Conditions]>([
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
      'not absent, by typeof',
      condition((order: Order) => typeof order.items !== 'undefined'),
      { ...NOTHING, freeAbsent: true },
    ],
    [
      'neither',
      condition((_, value: unknown) => value != null),
      { ...NOTHING, freeNull: true, freeAbsent: true },
    ],
    [
      'by its name',
      condition((order: Order) => 'items' in order && order.items !== null),
      { ...NOTHING, freeNull: true, freeAbsent: true },
    ],
    ['never', condition(() => false), OPEN],
    ['a falsy answer', condition(() => ''), OPEN],
    ['truthy values only, by value', condition((_, value: unknown) => value), FALSY],
    ['truthy values only, by object', condition((order: Order) => order.items), FALSY],
    ['truthy values only, negated twice', condition((order: Order) => !!order.items), FALSY],
    ['truthy values only, by Boolean', condition((order: Order) => Boolean(order.items)), FALSY],
    ['truthy values only, taken apart', condition(({ items }: Order) => items), FALSY],
    [
      'not one text',
      condition((order: Order) => order.items !== 'draft'),
      { ...NOTHING, freeValues: ['draft'] },
    ],
    [
      'not one of two',
      condition((_, value: unknown) => value !== 'draft' && value !== 7),
      { ...NOTHING, freeValues: ['draft', 7] },
    ],
    [
      'neither empty nor null',
      condition((order: Order) => order.items !== '' && order.items !== null),
      { ...NOTHING, freeNull: true, freeValues: [''] },
    ],
    ['texts only', condition((_, value: unknown) => typeof value === 'string'), OPEN],
    ['one text only', condition((_, value: unknown) => value === 'draft'), OPEN],
    ['lists with elements only', condition((_, value: unknown[] | null) => (value?.length ?? 0) > 0), OPEN],
    ['a member of the value', condition((order: { items: Order }) => order.items.kind), OPEN],
    ['not a text that the source does not show', condition((_, value: unknown) => value !== SECRET), OPEN],
    ['a function of its own', condition((_, value: unknown) => isSet(value)), OPEN],
    ['a function without a text', isSet.bind(undefined), OPEN],
    ['arithmetic', condition((_, value: number) => value - 1), OPEN],
    ['an order', condition((_, value: number) => value > 1), OPEN],
    ['a list of texts', condition((_, value: string) => ['a', 'b'].includes(value)), OPEN],
    ['another property', condition((order: Order) => order.kind === 'a'), OPEN],
    [
      'another property, and not null',
      condition((order: Order, value: unknown) => value !== null && order.kind !== 'a'),
      OPEN,
    ],
    ['another property, by in', condition((order: Order) => !('kind' in order)), OPEN],
    ['another property, by hasOwn', condition((order: Order) => !Object.hasOwn(order, 'kind')), OPEN],
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

  it.each<[string, Conditions]>([
    ['function (order) { return order.items !== null; }', { ...NOTHING, freeNull: true }],
    ['function named(order, value) { return value !== void 0; }', { ...NOTHING, freeAbsent: true }],
    ['o=>null!==o.items', { ...NOTHING, freeNull: true }],
    ['(o, v) => { if (v === null) return false; else return true }', { ...NOTHING, freeNull: true }],
    ['(o) => o["items"] !== null', { ...NOTHING, freeNull: true }],
    ["(o) => o?.['items'] !== null", { ...NOTHING, freeNull: true }],
    ['(o) => /* null frees */ o.items !== null // so it does', { ...NOTHING, freeNull: true }],
    ['(o, v) => v !== "items"', { ...NOTHING, freeValues: ['items'] }],
    ['(o, v) => v !== "undefined"', { ...NOTHING, freeValues: ['undefined'] }],
    ['(o, v) => v !== 1', { ...NOTHING, freeValues: [1] }],
    ['(o, v) => v !== 10.25', { ...NOTHING, freeValues: [10.25] }],
    ['(o, v) => v !== 9007199254740992', { ...NOTHING, freeValues: [9007199254740992] }],
    ['(o, v) => typeof v !== "number" || v === 1 || v === 2', { ...NOTHING, open: true }],
    ['(o, v) => typeof v !== "number" || v === 9007199254740992', { ...NOTHING, open: true }],
    ['(o, v) => v !== true', { ...NOTHING, freeValues: [true] }],
    ['(o, v) => v && v !== 1', { ...FALSY, freeValues: ['', 0, false, 1] }],
    ['(o, v) => v && v !== "draft"', { ...FALSY, freeValues: ['', 0, false, 'draft'] }],
    ['(o) => o.items // not null\n !== null', { ...NOTHING, freeNull: true }],
    ['(o) => o.items // not null\r !== null && !o.kind', OPEN],
    ['(o) => o.items // not null\u2028 !== null && !o.kind', OPEN],
    ["(o) => !('items' in o) || 'items' in o", NOTHING],
    ["(o) => { return 'items' in o && o.items !== null }", { ...NOTHING, freeAbsent: true, freeNull: true }],
    // `!` and `typeof` bind closer than `in`: these look for "false" and "string".
    ["(o) => !(!'items' in o)", OPEN],
    ["(o) => !(typeof 'items' in o)", OPEN],
    ['({ kind }) => items !== null', OPEN],
    ['(o, { length }) => length', OPEN],
    ['(o, v) => v !== "\\x41"', OPEN],
    ['(o, v) => v != "0"', OPEN],
    ['(o, v) => v !== -1', OPEN],
    ['(o, v) => v !== 0x10', OPEN],
    ['(o, v) => v !== `a`', OPEN],
    ['(o, v) => v?.items', OPEN],
    ['(o) => o.items.items', OPEN],
    ['(o) => o.itemsLeft', OPEN],
    ['(o) => o.items()', OPEN],
    ['async (o, v) => v', OPEN],
    ['(o, v = 1) => v', OPEN],
    ['(...all) => all', OPEN],
  ])('%s', (source, conditions) => {
    expect(analyseConditions([written(source)], 'items')).toEqual(conditions);
  });

  it('does not take an octal number for a decimal one', () => {
    const sloppy = (0, eval)('(o, v) => v !== 010') as Condition;
    expect(analyseConditions([sloppy], 'items')).toEqual(OPEN);
  });

  it('one of several conditions that frees is enough', () => {
    const notNull = condition((_, value: unknown) => value !== null);
    const notAbsent = condition((_, value: unknown) => value !== undefined);
    const notEmpty = condition((_, value: unknown) => value !== '');
    const all = { freeAbsent: true, freeNull: true, freeValues: [''], open: false };
    expect(analyseConditions([notNull, notAbsent, notEmpty], 'items')).toEqual(all);
    expect(analyseConditions([notNull, condition(() => isSet(1))], 'items')).toEqual(OPEN);
    expect(analyseConditions([], 'items')).toEqual(NOTHING);
  });

  it('looks at the object that lacks the property as class-transformer makes it', () => {
    const isThere = condition((order: Order) => 'items' in order);
    const isSent = condition((order: Order) => order.items !== undefined);
    expect(analyseConditions([isThere], 'items', { items: undefined }).freeAbsent).toBe(false);
    expect(analyseConditions([isThere], 'items', {}).freeAbsent).toBe(true);
    expect(analyseConditions([isSent], 'items', { items: [] }).freeAbsent).toBe(false);
  });

  it('knows a property whose name is no identifier', () => {
    const notNull = condition((order: Record<string, unknown>) => order['the.items'] !== null);
    expect(analyseConditions([notNull], 'the.items')).toEqual({ ...NOTHING, freeNull: true });
    expect(analyseConditions([notNull], 'the items')).toEqual(OPEN);
  });
});
