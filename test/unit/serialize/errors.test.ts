import { Exclude, Expose, Type } from 'class-transformer';
import { SerializeError } from '../../../src/serialize/errors.js';
import { serialize } from '../../../src/serialize/serialize.js';

class Item {
  @Expose({ name: 'parent' }) order?: unknown;
  @Type(() => Date) shipped?: unknown;
}
class Order {
  items: Item[] = [];
  byName = new Map<string, unknown>();
  tags = new Set<unknown>();
  file?: unknown;
  made?: unknown;
}
class Node {
  @Exclude({ toPlainOnly: true }) parent?: Node;
  children: Node[] = [];
}
class Cat {
  kind = 'cat';
}
class Zoo {
  @Type(() => Object, { discriminator: { property: 'kind', subTypes: [{ value: Cat, name: 'cat' }] } })
  pets: unknown[] = [];
}

function order(change: (order: Order) => void): Order {
  const made = new Order();
  change(made);
  return made;
}

const CYCLE = 'leads back to';
const FAILURES: [what: string, value: () => unknown, path: string, problem: string][] = [
  [
    'a back reference',
    () => order((it) => it.items.push(Object.assign(new Item(), { order: it }))),
    'Order.items[0].order',
    `${CYCLE} Order,`,
  ],
  [
    'a map',
    () => order((it) => it.byName.set('a b', { deep: it })),
    'Order.byName["a b"].deep',
    `${CYCLE} Order,`,
  ],
  [
    'a map in itself',
    () => order((it) => it.byName.set('self', it.byName)),
    'Order.byName.self',
    `${CYCLE} Order.byName,`,
  ],
  ['a set in itself', () => order((it) => it.tags.add(it.tags)), 'Order.tags[0]', `${CYCLE} Order.tags,`],
  [
    'a list in itself',
    () => {
      const list: unknown[] = [1];
      list.push({ list });
      return list;
    },
    'Array[1].list',
    `${CYCLE} Array,`,
  ],
  [
    'a plain object',
    () => {
      const plain: Record<string, unknown> = {};
      plain.self = plain;
      return plain;
    },
    'value.self',
    `${CYCLE} value,`,
  ],
  [
    'by way of toJSON',
    () => {
      const foreign = { toJSON: (): unknown => ({ again: foreign }) };
      return { foreign };
    },
    'value.foreign["toJSON()"].again',
    `${CYCLE} value.foreign,`,
  ],
  ['an invalid Date', () => order((it) => (it.made = new Date(NaN))), 'Order.made', 'is an invalid Date'],
  [
    'an invalid Date by @Type',
    () => order((it) => it.items.push(Object.assign(new Item(), { shipped: 'soon' }))),
    'Order.items[0].shipped',
    'is an invalid Date',
  ],
  ['an invalid Date alone', () => new Date(NaN), 'Date', 'is an invalid Date'],
  ['a Blob', () => order((it) => (it.file = new Blob(['x']))), 'Order.file', 'is a Blob'],
  [
    'a class that the discriminator does not know',
    () => Object.assign(new Zoo(), { pets: [new Cat(), new Item()] }),
    'Zoo.pets[1]',
    'is of class Item, which the discriminator of its @Type does not name (it names Cat)',
  ],
];

describe('values that serialize rejects', () => {
  it.each(FAILURES)('%s', (_, value, path, problem) => {
    const run = (): unknown => serialize(value());
    expect(run).toThrow(SerializeError);
    expect(run).toThrow(expect.objectContaining({ name: 'SerializeError', path }));
    expect(run).toThrow(`${path} ${problem}`);
  });

  it('accepts shared objects, which are not a cycle', () => {
    const shared = new Item();
    const list = [shared, shared, { a: shared, b: [shared] }];
    expect(serialize(list)).toEqual([{}, {}, { a: {}, b: [{}] }]);
  });

  it('accepts a cycle through an excluded property', () => {
    const root = new Node();
    root.children = [
      Object.assign(new Node(), { parent: root }),
      Object.assign(new Node(), { parent: root }),
    ];
    expect(serialize(root)).toEqual({ children: [{ children: [] }, { children: [] }] });
  });

  it('a failure does not affect later calls', () => {
    const cyclic = order((it) => it.tags.add(it));
    expect(() => serialize(cyclic)).toThrow(SerializeError);
    cyclic.tags.clear();
    expect(serialize(cyclic)).toEqual({ items: [], byName: {}, tags: [] });
  });
});
