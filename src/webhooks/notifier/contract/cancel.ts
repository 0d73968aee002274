import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { StoredDelivery } from '../delivery.js';
import type { CancelFilter } from '../delivery-filter.js';
import type { DurableEngine } from '../engine.js';
import { type Bench, NOT_NOW, SENT, sendTo, silence, TestMessage } from './bench.js';
import { BY_FIELD, type Row } from './filters.js';

type Cases = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

const middle = (all: readonly StoredDelivery[]): number => all[2]?.createdAt ?? 0;

/** Filters, and the waiting deliveries that they select. */
const ROWS: Readonly<Record<string, Row<CancelFilter>>> = {
  ...BY_FIELD,
  'since a time': {
    filter: (all) => ({ since: middle(all) }),
    selects: ({ createdAt }, all) => createdAt >= middle(all),
  },
  'until a time': {
    filter: (all) => ({ until: new Date(middle(all)) }),
    selects: ({ createdAt }, all) => createdAt < middle(all),
  },
  'by state: all': { filter: () => ({ state: 'waiting' }), selects: () => true },
  'at most the limit': {
    filter: () => ({ endpoint: 'ann', limit: 1 }),
    selects: ({ messageId, endpoint }) => messageId === 'm-2' && endpoint === 'ann',
  },
};

const messagesOf = (deliveries: readonly StoredDelivery[]): string[] =>
  deliveries.map(({ messageId, endpoint }) => `${messageId} ${endpoint ?? ''}`).sort();

/** Stores four deliveries, two of them for later, while nothing is attempted. */
async function fill(bench: Bench): Promise<DurableEngine> {
  const { engine, notifier } = await bench.worker();
  await engine.pause();
  for (const [endpoint, id, event, delay] of [
    ['ann', 'm-1', 'paid', 0],
    ['bob', 'm-1', 'paid', 600_000],
    ['ann', 'm-2', 'left', 600_000],
    ['bob', 'm-2', 'left', 0],
  ] as const) {
    await sendTo(notifier, endpoint, new TestMessage(id, { event, ...(delay > 0 && { delay }) }));
    await wait(5);
  }
  return engine;
}

function testRow({ filter, selects }: Row<CancelFilter>): (bench: Bench) => Promise<void> {
  return async (bench) => {
    const engine = await fill(bench);
    const all = await engine.deliveries();
    const chosen = all.filter((delivery) => selects(delivery, all));
    assert.equal(await engine.cancel(filter(all)), chosen.length);
    const cancelled = await engine.deliveries({ state: 'cancelled' });
    assert.deepEqual(messagesOf(cancelled), messagesOf(chosen));
    assert.ok(cancelled.every(({ endedAt, attempts }) => endedAt !== undefined && attempts === 0));
    const left = all.filter((delivery) => !chosen.includes(delivery));
    assert.deepEqual(messagesOf(await engine.deliveries({ state: 'waiting' })), messagesOf(left));
    assert.equal((await engine.status()).waiting, left.length);
    assert.equal(await engine.cancel({ state: 'waiting' }), left.length);
    await engine.resume();
    await wait(100);
    assert.deepEqual(bench.ids, []);
    assert.equal((await engine.deliveries({ state: 'cancelled' })).length, 4);
  };
}

/** How an engine cancels deliveries. */
export const CANCEL: Cases = {
  ...Object.fromEntries(
    Object.entries(ROWS).map(([name, row]) => [
      `cancels waiting and delayed deliveries ${name}`,
      testRow(row),
    ]),
  ),

  'cancel rejects an empty filter, and an unknown, undefined or wrong field': async (bench) => {
    const engine = await fill(bench);
    for (const filter of [undefined, null, '', {}, { limit: 10 }])
      await assert.rejects(async () => engine.cancel(filter as never), /cancel/, JSON.stringify(filter));
    for (const [field, filter] of [
      ['endpoints', { endpoints: ['ann'] }],
      ['messageID', { messageID: 'm-1' }],
      ['endpoint', { endpoint: undefined }],
      ['event', { event: ['paid'] }],
      ['since', { since: '2026-01-01' }],
      ['state', { state: 'dead' }],
    ] as const)
      await assert.rejects(async () => engine.cancel(filter as never), {
        message: new RegExp(`\\b${field}\\b`),
      });
    assert.equal((await engine.status()).waiting, 4);
  },

  'cancel selects the latest of many, whenever they are due': async (bench) => {
    const { engine, notifier } = await bench.worker();
    await engine.pause();
    const delays = Array.from({ length: 520 }, (_, index) => 900_000 - index * 1_000);
    await Promise.all(
      delays.map((delay) => sendTo(notifier, 'ann', new TestMessage(`m-${delay}`, { delay }))),
    );
    await wait(5);
    await sendTo(notifier, 'ann', new TestMessage('latest', { delay: 60_000 }));
    assert.equal(await engine.cancel({ endpoint: 'ann', limit: 1 }), 1);
    assert.deepEqual(messagesOf(await engine.deliveries({ state: 'cancelled' })), ['latest ann']);
  },

  'an attempt that is under way ends, and its delivery is not attempted again': async (bench) => {
    const finish = new Map<string, () => void>();
    bench.answer = async ({ endpoint }) =>
      new Promise((resolve) => {
        finish.set(endpoint, () => {
          resolve(endpoint === 'bob' ? SENT : NOT_NOW);
        });
      });
    // Its end must not wait for the retry.
    const { engine, notifier } = await bench.worker({ retry: () => 600_000 });
    for (const endpoint of ['ann', 'bob']) await sendTo(notifier, endpoint, new TestMessage('m-1'));
    await bench.until('both attempts run', () => finish.size === 2);
    assert.equal(await engine.cancel({ messageId: 'm-1' }), 2);
    assert.equal((await engine.status()).waiting, 2);
    for (const end of finish.values()) end();
    await bench.done(engine);
    await wait(100);
    assert.equal(bench.attempts.length, 2);
    const states = (await engine.deliveries()).map(({ endpoint, state }) => `${endpoint ?? ''} ${state}`);
    assert.deepEqual(states.sort(), ['ann cancelled', 'bob sent']);
    const [ann] = await engine.deliveries({ endpoint: 'ann' });
    assert.deepEqual([ann?.attempts, ann?.history.length], [1, 1]);
  },

  'deliveries that a process has taken and not begun are not attempted after cancel': async (bench) => {
    bench.answer = async () => wait(50).then(() => SENT);
    const { engine, notifier } = await bench.worker({ concurrencyPerTarget: 1 });
    const ids = Array.from({ length: 60 }, (_, index) => `m-${index}`);
    await Promise.all(ids.map(async (id) => sendTo(notifier, 'ann', new TestMessage(id))));
    await bench.until('attempts are made', () => bench.attempts.length >= 3);
    const count = await engine.cancel({ endpoint: 'ann' });
    const { length } = bench.attempts;
    await bench.done(engine);
    // One attempt may have been under way when `cancel` resolved.
    assert.ok(bench.attempts.length <= length + 1, `${bench.attempts.length - length} attempts began`);
    const cancelled = await engine.deliveries({ state: 'cancelled' });
    const sent = await engine.deliveries({ state: 'sent' });
    assert.equal(cancelled.length + sent.length, ids.length);
    assert.ok(cancelled.length > 0 && count >= cancelled.length);
    assert.equal(new Set(bench.ids).size, bench.attempts.length);
  },

  'an attempt of a cancelled delivery that stop aborts is not repeated': async (bench) => {
    bench.answer = silence;
    const { engine, notifier } = await bench.worker();
    await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.until('the attempt runs', () => bench.attempts.length === 1);
    assert.equal(await engine.cancel({ endpoint: 'ann' }), 1);
    await notifier.stop({ grace: 0 });
    bench.answer = () => SENT;
    const next = await bench.worker();
    await bench.done(next.engine);
    await wait(100);
    assert.equal(bench.attempts.length, 1);
    assert.equal((await next.engine.deliveries())[0]?.state, 'cancelled');
  },

  'an attempt of a cancelled delivery is not repeated if another process starts meanwhile': async (bench) => {
    let finish = (): void => undefined;
    bench.answer = async () => new Promise((resolve) => (finish = resolve.bind(undefined, NOT_NOW)));
    const { engine, notifier } = await bench.worker();
    await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.until('the attempt runs', () => bench.attempts.length === 1);
    assert.equal(await engine.cancel({ endpoint: 'ann' }), 1);
    await bench.worker();
    await wait(200);
    finish();
    await bench.done(engine);
    assert.equal(bench.attempts.length, 1);
    assert.equal((await engine.deliveries())[0]?.state, 'cancelled');
  },

  'a retry is cancelled': async (bench) => {
    bench.answer = () => NOT_NOW;
    const { engine, notifier } = await bench.worker({ retry: () => 600_000 });
    await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.until('the retry waits', async () => (await engine.deliveries())[0]?.attempts === 1);
    assert.equal(await engine.cancel({ endpoint: 'ann' }), 1);
    const [delivery] = await engine.deliveries();
    assert.deepEqual([delivery?.state, delivery?.attempts, delivery?.history.length], ['cancelled', 1, 1]);
    assert.equal((await engine.status()).waiting, 0);
  },

  'a message that was cancelled is not stored again, and redeliver restarts it': async (bench) => {
    const { engine, notifier } = await bench.worker();
    await engine.pause();
    const { id } = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    assert.equal(await engine.cancel(id), 1);
    assert.equal(await engine.cancel({ id }), 0);
    await engine.resume();
    assert.equal((await sendTo(notifier, 'ann', new TestMessage('m-1'))).id, id);
    await wait(100);
    assert.equal(bench.attempts.length, 0);
    assert.equal(await engine.redeliver(id), false);
    assert.equal(await engine.redeliver(id, 'cancelled'), true);
    await bench.until(
      'it is sent',
      async () => (await engine.deliveries({ id, state: 'sent' })).length === 1,
    );
    assert.deepEqual(bench.ids, ['m-1']);
  },

  'a delivery that was cancelled under way and is restarted at once is attempted': async (bench) => {
    let finish = (): void => undefined;
    bench.answer = async () => new Promise((resolve) => (finish = resolve.bind(undefined, NOT_NOW)));
    const { engine, notifier } = await bench.worker();
    const { id } = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.until('the attempt runs', () => bench.attempts.length === 1);
    await engine.cancel({ id });
    bench.answer = () => SENT;
    finish();
    await bench.until(
      'it is cancelled',
      async () => (await engine.deliveries({ id }))[0]?.state === 'cancelled',
    );
    assert.equal(await engine.redeliver(id, 'cancelled'), true);
    await bench.until(
      'it is sent',
      async () => (await engine.deliveries({ id, state: 'sent' })).length === 1,
    );
    assert.equal(bench.attempts.length, 2);
  },

  'cancelled deliveries are deleted by discardAll': async (bench) => {
    const engine = await fill(bench);
    assert.equal(await engine.cancel({ messageId: 'm-1' }), 2);
    assert.equal(await engine.discardAll({ endpoint: 'ann', state: 'cancelled' }), 1);
    assert.equal((await engine.deliveries()).length, 3);
  },
};

/** For engines with order by key. */
export const CANCEL_IN_ORDER: Cases = {
  'the next message of a key follows a cancelled one': async (bench) => {
    bench.answer = ({ payload }) => (payload.id === 'm-0' ? NOT_NOW : SENT);
    const { engine, notifier } = await bench.worker({ orderBy: () => 'key', retry: () => 600_000 });
    for (const id of ['m-0', 'm-1', 'm-2', 'm-3']) await sendTo(notifier, 'ann', new TestMessage(id));
    await bench.until('the first is attempted', () => bench.attempts.length === 1);
    await bench.until(
      'its retry waits',
      async () => (await engine.deliveries({ messageId: 'm-0' }))[0]?.attempts === 1,
    );
    assert.equal(await engine.cancel({ messageId: 'm-2' }), 1);
    assert.equal(await engine.cancel({ messageId: 'm-0' }), 1);
    await bench.done(engine);
    assert.deepEqual(bench.ids, ['m-0', 'm-1', 'm-3']);
  },
};
