import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { StoredDelivery } from '../delivery.js';
import type { DeliveryCriteria, RedeliverFilter } from '../delivery-filter.js';
import type { DurableEngine } from '../engine.js';
import { type Bench, NEVER, SENT, sendTo, TestMessage } from './bench.js';

type Cases = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

/** A filter, and the deliveries that it selects. */
export interface Row<F = RedeliverFilter> {
  /** @param all all deliveries, the latest first */
  readonly filter: (all: readonly StoredDelivery[]) => F;
  readonly selects: (delivery: StoredDelivery, all: readonly StoredDelivery[]) => boolean;
}

/** Filters of one field without a time, for each method. */
export const BY_FIELD: Readonly<Record<string, Row<DeliveryCriteria>>> = {
  'by id': { filter: ([first]) => ({ id: first?.id ?? '' }), selects: ({ id }, [first]) => id === first?.id },
  'by message': {
    filter: () => ({ messageId: 'm-1' }),
    selects: ({ messageId }) => messageId === 'm-1',
  },
  'by endpoint': { filter: () => ({ endpoint: 'ann' }), selects: ({ endpoint }) => endpoint === 'ann' },
  'by event': { filter: () => ({ event: 'paid' }), selects: ({ event }) => event === 'paid' },
};

const stampOf = (delivery: StoredDelivery | undefined): number => delivery?.endedAt ?? 0;
const middle = (all: readonly StoredDelivery[]): number => stampOf(all[2]);

const ROWS: Readonly<Record<string, Row>> = {
  ...BY_FIELD,
  'since a number': {
    filter: (all) => ({ since: middle(all) }),
    selects: (delivery, all) => stampOf(delivery) >= middle(all),
  },
  'since a Date': {
    filter: (all) => ({ since: new Date(middle(all)) }),
    selects: (delivery, all) => stampOf(delivery) >= middle(all),
  },
  'until a number': {
    filter: (all) => ({ until: middle(all) }),
    selects: (delivery, all) => stampOf(delivery) < middle(all),
  },
  'until a Date': {
    filter: (all) => ({ until: new Date(middle(all)) }),
    selects: (delivery, all) => stampOf(delivery) < middle(all),
  },
  'by several fields': {
    filter: (all) => ({ messageId: 'm-2', endpoint: 'bob', event: 'left', until: stampOf(all[0]) + 1 }),
    selects: ({ messageId, endpoint }) => messageId === 'm-2' && endpoint === 'bob',
  },
};

/** Four dead deliveries, and one that was sent to another endpoint. */
async function fill(bench: Bench): Promise<DurableEngine> {
  bench.answer = ({ endpoint }) => (endpoint === 'eve' ? SENT : NEVER);
  const { engine, notifier } = await bench.worker();
  const messages = [
    ['eve', 'm-0', 'none'],
    ['ann', 'm-1', 'paid'],
    ['bob', 'm-1', 'paid'],
    ['ann', 'm-2', 'left'],
    ['bob', 'm-2', 'left'],
  ] as const;
  for (const [endpoint, id, event] of messages) {
    await sendTo(notifier, endpoint, new TestMessage(id, { event }));
    await bench.done(engine);
    await wait(5);
  }
  return engine;
}

const idsOf = (deliveries: readonly StoredDelivery[]): string[] => deliveries.map(({ id }) => id);

async function select(engine: DurableEngine, { filter, selects }: Row) {
  const all = await engine.deliveries({ state: 'dead' });
  return { filter: filter(all), ids: idsOf(all.filter((delivery) => selects(delivery, all))) };
}

function testRow(row: Row): (bench: Bench) => Promise<void> {
  return async (bench) => {
    const engine = await fill(bench);
    const { filter, ids } = await select(engine, row);
    assert.deepEqual(idsOf(await engine.deliveries({ ...filter, state: 'dead' })), ids);
    assert.deepEqual(idsOf(await engine.dead(filter)), ids);
    await engine.pause();
    assert.equal(await engine.redeliverAll(filter), ids.length);
    const waiting = await engine.deliveries({ state: 'waiting' });
    assert.deepEqual(idsOf(waiting).sort(), [...ids].sort());
    for (const { id, createdAt } of waiting) {
      assert.deepEqual(idsOf(await engine.deliveries({ id, since: createdAt, until: createdAt + 1 })), [id]);
      assert.deepEqual(await engine.deliveries({ id, until: createdAt }), []);
    }
    await engine.resume();
    await bench.done(engine);
    const again = await select(engine, row);
    assert.equal(await engine.discardAll(again.filter), again.ids.length);
    const left = idsOf(await engine.deliveries());
    assert.equal(left.length, 5 - again.ids.length);
    assert.ok(again.ids.every((id) => !left.includes(id)));
  };
}

const FAR = 8.64e15; // the last time of a Date

/** Values that a store may not have, and how many of the deliveries they select: all or none. */
const EXTREMES: readonly (readonly [filter: DeliveryCriteria, selects: 'all' | 'none'])[] = [
  [{ since: -Infinity }, 'all'],
  [{ since: Infinity }, 'none'],
  [{ until: Infinity }, 'all'],
  [{ until: -Infinity }, 'none'],
  [{ since: -1e300 }, 'all'],
  [{ until: 1e300 }, 'all'],
  [{ since: new Date(-FAR) }, 'all'],
  [{ since: new Date(FAR) }, 'none'],
  ...['a\0b', '\uD800', '%', "'", 'x'.repeat(100_000)].flatMap(
    (text) =>
      [
        [{ id: text }, 'none'],
        [{ messageId: text }, 'none'],
        [{ endpoint: text }, 'none'],
        [{ event: text }, 'none'],
      ] as const,
  ),
];

/** Filters with a slip. Each of them would select all deliveries if the engine ignored it. */
const WRONG: readonly (readonly [field: string, filter: object])[] = [
  ['untill', { untill: Date.now() }],
  ['endpoints', { endpoints: ['ann'] }],
  ...['id', 'messageId', 'endpoint', 'event', 'state', 'since', 'until', 'limit'].map(
    (name) => [name, { [name]: undefined }] as const,
  ),
  ['id', { id: '' }],
  ['messageId', { messageId: null }],
  ['endpoint', { endpoint: { id: 'ann' } }],
  ['event', { event: ['paid'] }],
  ['since', { since: '2026-01-01' }],
  ['since', { since: Number.NaN }],
  ['since', { since: Math.floor(Date.now() / 1_000) }],
  ['until', { until: -3_600_000 }],
  ['until', { until: new Date('never') }],
  ['limit', { limit: -1 }],
  ['state', { state: 'send' }],
];

/** How filters select deliveries, in every method of an engine that takes one. */
export const FILTERS: Cases = {
  ...Object.fromEntries(
    Object.entries(ROWS).map(([name, row]) => [`a filter selects deliveries ${name}`, testRow(row)]),
  ),

  'a filter selects deliveries by state': async (bench) => {
    const engine = await fill(bench);
    assert.deepEqual(
      (await engine.deliveries({ state: 'sent' })).map(({ endpoint }) => endpoint),
      ['eve'],
    );
    assert.equal(await engine.discardAll({ messageId: 'm-1', state: 'sent' }), 0);
    assert.equal(await engine.discardAll({ messageId: 'm-0', state: 'sent' }), 1);
    assert.equal((await engine.deliveries()).length, 4);
    assert.equal(await engine.discardAll({ state: 'dead' }), 4);
  },

  'a filter may have extreme values': async (bench) => {
    const engine = await fill(bench);
    await engine.pause();
    const all = idsOf(await engine.dead());
    for (const [filter, selects] of EXTREMES) {
      const what = inspect(filter, { maxStringLength: 20 });
      assert.deepEqual(idsOf(await engine.dead(filter)), selects === 'all' ? all : [], what);
      if (selects === 'all') continue;
      for (const method of ['redeliverAll', 'discardAll', 'cancel'] as const)
        assert.equal(await engine[method](filter), 0, `${method}(${what})`);
    }
    for (const id of ['a\0b', '\uD800', ' ']) {
      assert.equal(await engine.redeliver(id), false);
      assert.equal(await engine.job(id), undefined);
    }
    assert.equal(await engine.redeliverAll({ since: -Infinity }), 4);
    assert.equal(await engine.cancel({ until: Infinity }), 4);
    assert.equal(await engine.discardAll({ since: -1e300, state: 'cancelled' }), 4);
  },

  'a filter limits the number, with any other field': async (bench) => {
    const engine = await fill(bench);
    const [first] = await engine.dead();
    for (const limit of [0, 1, 2, 1e300, Infinity]) {
      assert.equal((await engine.dead({ limit })).length, Math.min(limit, 4), `limit ${limit}`);
      const one = await engine.deliveries({ id: first?.id ?? '', limit });
      assert.equal(one.length, Math.min(limit, 1), `limit ${limit}`);
    }
    assert.equal(await engine.redeliverAll({ id: first?.id ?? '', limit: 0 }), 0);
    assert.equal(await engine.discardAll({ id: first?.id ?? '', limit: 0 }), 0);
  },

  'a filter with an unknown, undefined or wrong field is rejected': async (bench) => {
    const engine = await fill(bench);
    for (const [field, filter] of WRONG)
      for (const method of ['deliveries', 'dead', 'redeliverAll', 'discardAll'] as const)
        await assert.rejects(
          async () => engine[method](filter),
          { message: new RegExp(`\\b${field}\\b`) },
          `${method}(${JSON.stringify(filter)})`,
        );
    for (const state of ['waiting', 'sent ', ''])
      for (const method of ['redeliverAll', 'discardAll'] as const)
        await assert.rejects(async () => engine[method]({ state } as never), /state/, method);
    for (const filter of [undefined, null, {}, { limit: 10 }])
      await assert.rejects(async () => engine.discardAll(filter as never), /discardAll/);
    assert.equal((await engine.deliveries()).length, 5);
    assert.equal((await engine.status()).waiting, 0);
  },
};
