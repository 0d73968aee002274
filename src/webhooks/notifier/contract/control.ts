import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { DurableEngine } from '../engine.js';
import { type Bench, NEVER, NOT_NOW, SENT, sendTo, TestMessage } from './bench.js';

type Cases = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

const messagesOf = async (listing: ReturnType<DurableEngine['deliveries']>): Promise<string[]> =>
  (await listing).map(({ messageId }) => messageId);

/** How an engine lists, restarts, deletes and pauses deliveries. */
export const CONTROL: Cases = {
  'lists dead deliveries by endpoint, event and time, the latest first': async (bench) => {
    bench.answer = () => NEVER;
    const { engine, notifier } = await bench.worker();
    await sendTo(notifier, 'ann', new TestMessage('m-1', { event: 'paid' }));
    await bench.done(engine);
    await wait(20);
    const since = Date.now();
    await sendTo(notifier, 'bob', new TestMessage('m-2', { event: 'left' }));
    await bench.done(engine);
    assert.deepEqual(await messagesOf(engine.dead()), ['m-2', 'm-1']);
    assert.deepEqual(await messagesOf(engine.dead({ endpoint: 'ann' })), ['m-1']);
    assert.deepEqual(await messagesOf(engine.dead({ event: 'left' })), ['m-2']);
    assert.deepEqual(await messagesOf(engine.dead({ since })), ['m-2']);
    assert.deepEqual(await messagesOf(engine.dead({ limit: 1 })), ['m-2']);
    assert.deepEqual((await engine.dead())[0]?.history[0]?.error, { name: 'TypeError', message: 'never' });
    assert.equal((await engine.status()).dead, 2);
  },

  'redelivers one delivery under its id, from the first attempt': async (bench) => {
    bench.answer = () => NEVER;
    const { engine, notifier } = await bench.worker();
    const { id } = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.done(engine);
    bench.answer = () => SENT;
    assert.equal(await engine.redeliver('none'), false);
    assert.equal(await engine.redeliver(id, 'sent'), false);
    assert.equal(await engine.redeliver(id), true);
    await bench.done(engine);
    assert.deepEqual(
      bench.attempts.map((made) => [made.id, made.attempt]),
      [
        [id, 1],
        [id, 1],
      ],
    );
    const [delivery] = await engine.deliveries();
    assert.deepEqual([delivery?.state, delivery?.attempts, delivery?.history.length], ['sent', 2, 2]);
    assert.equal(await engine.redeliver(id), false);
    assert.equal(await engine.redeliver(id, 'sent'), true);
    await bench.until('it is sent again', () => bench.attempts.length === 3);
  },

  'redelivers all that a filter selects, at most the limit': async (bench) => {
    bench.answer = () => NEVER;
    const { engine, notifier } = await bench.worker();
    for (const id of ['m-1', 'm-2', 'm-3'])
      for (const endpoint of ['ann', 'bob']) await sendTo(notifier, endpoint, new TestMessage(id));
    await bench.done(engine);
    bench.answer = () => SENT;
    assert.equal(await engine.redeliverAll({ endpoint: 'ann', limit: 2 }), 2);
    assert.equal(await engine.redeliverAll({ endpoint: 'ann' }), 1);
    await bench.done(engine);
    assert.deepEqual((await messagesOf(engine.deliveries({ state: 'sent' }))).sort(), ['m-1', 'm-2', 'm-3']);
    assert.equal(await engine.redeliverAll({ state: 'sent' }), 3);
    await bench.done(engine);
    assert.equal((await engine.status()).dead, 3);
  },

  'deletes all ended deliveries that a filter selects': async (bench) => {
    bench.answer = () => NEVER;
    const { engine, notifier } = await bench.worker();
    for (const endpoint of ['ann', 'bob']) await sendTo(notifier, endpoint, new TestMessage('m-1'));
    await bench.done(engine);
    assert.equal(await engine.discardAll({ state: 'sent' }), 0);
    assert.equal(await engine.discardAll({ endpoint: 'ann' }), 1);
    assert.deepEqual(
      (await engine.deliveries()).map(({ endpoint }) => endpoint),
      ['bob'],
    );
  },

  'a delivery whose destination is paused is kept, and sent by redeliverAll': async (bench) => {
    bench.answer = () => ({ kind: 'paused' });
    const { engine, notifier } = await bench.worker();
    const { id } = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.done(engine);
    const { paused, dead } = await engine.status();
    assert.deepEqual([paused, dead], [1, 0]);
    assert.equal((await engine.deliveries({ id }))[0]?.attempts, 0);
    bench.answer = () => SENT;
    assert.equal(await engine.redeliverAll({ endpoint: 'ann', state: 'paused' }), 1);
    await bench.until(
      'it is sent',
      async () => (await engine.deliveries({ id, state: 'sent' })).length === 1,
    );
    assert.equal((await engine.status()).paused, 0);
  },

  'status has the age of the oldest due delivery, and of each endpoint by option': async (bench) => {
    const sender = bench.sender();
    const engine = bench.open();
    await sendTo(sender, 'eve', new TestMessage('m-0', { delay: 600_000 }));
    const { oldestDue, endpoints } = await engine.status();
    assert.deepEqual([oldestDue, endpoints], [0, undefined]);
    await sendTo(sender, 'ann', new TestMessage('m-1'));
    await bench.until('it ages', async () => (await engine.status()).oldestDue > 100);
    await sendTo(sender, 'bob', new TestMessage('m-1'));
    await sendTo(sender, 'ann', new TestMessage('m-2'));
    const status = await engine.status({ byEndpoint: true });
    const [ann, bob, ...others] = status.endpoints ?? [];
    assert.deepEqual([ann?.endpoint, ann?.due, bob?.endpoint, bob?.due], ['ann', 2, 'bob', 1]);
    assert.ok(others.length === 0 && (ann?.oldestDue ?? 0) > (bob?.oldestDue ?? 0));
    assert.ok(status.oldestDue > 100 && status.oldestDue <= (ann?.oldestDue ?? 0) + 10_000);
    const worker = await bench.worker();
    await bench.until('they are sent', async () => (await worker.engine.status()).waiting === 1);
    assert.deepEqual((await engine.status({ byEndpoint: true })).endpoints, []);
    assert.equal((await engine.status()).oldestDue, 0);
  },

  'while paused, no process makes attempts, and sends are stored': async (bench) => {
    const { engine, notifier } = await bench.worker();
    await bench.open().pause();
    await sendTo(notifier, 'ann', new TestMessage('m-1'));
    const { isPaused, waiting } = await engine.status();
    assert.deepEqual([isPaused, waiting], [true, 1]);
    await wait(100);
    assert.equal(bench.attempts.length, 0);
    await bench.open().resume();
    await bench.done(engine);
    assert.deepEqual(bench.ids, ['m-1']);
  },

  'pause stops deliveries within a second that an engine has already taken': async (bench) => {
    bench.answer = async () => wait(100).then(() => SENT);
    const { engine, notifier } = await bench.worker({ concurrencyPerTarget: 2 });
    const ids = Array.from({ length: 100 }, (_, index) => `m-${index}`);
    await Promise.all(ids.map(async (id) => sendTo(notifier, 'ann', new TestMessage(id))));
    await bench.until('attempts are made', () => bench.attempts.length >= 4);
    await engine.pause();
    await wait(1_100);
    const { length } = bench.attempts;
    await wait(400);
    assert.equal(bench.attempts.length, length);
    assert.equal((await engine.status()).waiting, ids.length - length);
    bench.answer = () => SENT;
    await engine.resume();
    await bench.done(engine);
    assert.deepEqual(bench.ids.sort(), ids.sort());
  },

  'pauses one endpoint in all processes, keeps its messages, and sends or deletes them': async (bench) => {
    const { engine, notifier } = await bench.worker();
    const other = bench.open();
    await other.pauseEndpoint('ann');
    for (const endpoint of ['ann', 'bob']) await sendTo(notifier, endpoint, new TestMessage('m-1'));
    await bench.done(engine);
    assert.deepEqual(
      bench.attempts.map(({ endpoint }) => endpoint),
      ['bob'],
    );
    const { paused, pausedEndpoints } = await engine.status();
    assert.deepEqual([paused, pausedEndpoints], [1, ['ann']]);
    assert.equal(await other.resumeEndpoint('ann'), 1);
    await bench.until('the kept message is sent', () => bench.attempts.length === 2);
    await engine.pauseEndpoint('ann');
    await sendTo(notifier, 'ann', new TestMessage('m-2'));
    await bench.done(engine);
    assert.equal(await engine.resumeEndpoint('ann', { skip: true }), 1);
    await sendTo(notifier, 'ann', new TestMessage('m-3'));
    await bench.until('the next message is sent', () => bench.attempts.length === 3);
    assert.equal(bench.ids.at(-1), 'm-3');
    assert.deepEqual((await engine.status()).pausedEndpoints, []);
  },

  'stores the health of endpoints for all processes': async (bench) => {
    const first = bench.open();
    const second = bench.open();
    await first.health?.set('test ann', { failingSince: 1, failures: 2 });
    await first.health?.set('test bob', { failingSince: 3, failures: 4 });
    await first.health?.set('test bob', undefined);
    assert.deepEqual(await second.health?.get('test ann'), { failingSince: 1, failures: 2 });
    assert.deepEqual(
      [...((await second.health?.list()) ?? [])],
      [['test ann', { failingSince: 1, failures: 2 }]],
    );
    assert.equal(await second.health?.get('test bob'), undefined);
  },
};

const ONE_KEY = { orderBy: () => 'key' };

/**
 * The order of messages with one key. An engine that does not support `orderBy` lists it in `unsupported`.
 */
export const ORDER: Cases = {
  'messages of one key are attempted one after the other, with their retries': async (bench) => {
    bench.answer = ({ payload, attempt }) => (payload.id === 'm-0' && attempt < 3 ? NOT_NOW : SENT);
    const { engine, notifier } = await bench.worker(ONE_KEY);
    const ids = Array.from({ length: 15 }, (_, index) => `m-${index}`);
    await Promise.all(ids.map(async (id) => sendTo(notifier, 'ann', new TestMessage(id))));
    await bench.done(engine);
    assert.deepEqual(bench.ids, ['m-0', 'm-0', ...ids]);
  },

  'a dead message does not delay the next ones of its key': async (bench) => {
    bench.answer = ({ payload }) => (payload.id === 'm-0' ? NEVER : SENT);
    const { engine, notifier } = await bench.worker(ONE_KEY);
    for (const id of ['m-0', 'm-1', 'm-2']) await sendTo(notifier, 'ann', new TestMessage(id));
    await bench.done(engine);
    assert.deepEqual(bench.ids, ['m-0', 'm-1', 'm-2']);
  },

  'a message that is restarted during an attempt of a newer one comes before the retry of that': async (
    bench,
  ) => {
    let finish = (): void => undefined;
    const isHeld = async () => new Promise<typeof NOT_NOW>((end) => (finish = end.bind(undefined, NOT_NOW)));
    bench.answer = ({ payload }) => (payload.id === 'm-0' ? NEVER : isHeld());
    const { engine, notifier } = await bench.worker({ ...ONE_KEY, retry: () => 1_000 });
    const { id } = await sendTo(notifier, 'ann', new TestMessage('m-0'));
    await bench.done(engine);
    await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.until('the newer one is attempted', () => bench.attempts.length === 2);
    assert.equal(await engine.redeliver(id), true);
    bench.answer = () => SENT;
    finish();
    await bench.done(engine);
    assert.deepEqual(bench.ids, ['m-0', 'm-1', 'm-0', 'm-1']);
  },

  'a message id that belongs to another event fails under a key, too': async (bench) => {
    const { engine, notifier } = await bench.worker(ONE_KEY);
    const outcomes: string[] = [];
    for (const event of ['order.created', 'order.created', 'order.shipped'])
      outcomes.push((await sendTo(notifier, 'ann', new TestMessage('m-1', { event }))).outcome);
    await bench.done(engine);
    assert.deepEqual(outcomes, ['queued', 'queued', 'failed']);
    assert.deepEqual(bench.ids, ['m-1']);
  },

  'messages of a key that were kept while its endpoint was paused come before newer ones': async (bench) => {
    const { engine, notifier } = await bench.worker(ONE_KEY);
    await engine.pauseEndpoint('ann');
    const ids = Array.from({ length: 60 }, (_, index) => `m-${index}`);
    for (const id of ids.slice(0, 20)) await sendTo(notifier, 'ann', new TestMessage(id));
    await bench.done(engine);
    const sending = (async () => {
      for (const id of ids.slice(20)) {
        await sendTo(notifier, 'ann', new TestMessage(id));
        await wait(40);
      }
    })();
    await engine.resumeEndpoint('ann');
    await sending;
    await bench.done(engine);
    assert.deepEqual(bench.ids, ids);
  },
};

/** For an engine without order by key. */
export const NO_ORDER: Cases = {
  'a notifier with orderBy is rejected': async (bench) => {
    const engine = bench.open();
    assert.throws(() => bench.sender({ engine, ...ONE_KEY }), /orderBy/);
    return Promise.resolve();
  },
};
