import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, NEVER, NOT_NOW, SENT, sendTo, silence, TestMessage } from './bench.js';

type Cases = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

/** How an engine stores jobs, schedules their attempts, and ends. */
export const ATTEMPTS: Cases = {
  'one process stores a delivery, and another one attempts it under its id': async (bench) => {
    const { id, outcome } = await sendTo(bench.sender(), 'ann', new TestMessage('m-1', { event: 'paid' }));
    assert.equal(outcome, 'queued');
    const { engine } = await bench.worker();
    await bench.done(engine);
    const [attempt] = bench.attempts;
    assert.deepEqual(
      [attempt?.id, attempt?.messageId, attempt?.attempt, attempt?.endpoint],
      [id, 'm-1', 1, 'ann'],
    );
    const [delivery] = await engine.deliveries({ id });
    assert.equal(delivery?.state, 'sent');
    assert.equal(delivery.attempts, 1);
    assert.deepEqual(
      [delivery.endpoint, delivery.event, delivery.origin],
      ['ann', 'paid', 'http://ann.example'],
    );
    assert.ok(delivery.createdAt <= (delivery.endedAt ?? 0));
  },

  'the payload of each attempt has the bytes that were stored': async (bench) => {
    bench.answer = ({ attempt }) => (attempt === 1 ? NOT_NOW : SENT);
    const { engine, notifier } = await bench.worker();
    const { id } = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.done(engine);
    for (const { payload } of bench.attempts) assert.deepEqual([...payload.bytes], [0, 128, 255]);
    assert.equal(bench.attempts.length, 2);
    const job = await engine.job(id);
    assert.equal(job?.id, id);
    assert.deepEqual([...(job.payload as { bytes: Uint8Array }).bytes], [0, 128, 255]);
    assert.equal(await engine.job('none'), undefined);
  },

  'a failed attempt is followed by another one after its delay, and each is in the history': async (
    bench,
  ) => {
    bench.answer = ({ attempt }) => (attempt < 3 ? NOT_NOW : SENT);
    const { engine, notifier } = await bench.worker({ retry: () => 300 });
    await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.done(engine);
    assert.deepEqual(
      bench.attempts.map(({ attempt }) => attempt),
      [1, 2, 3],
    );
    const [delivery] = await engine.deliveries();
    const history = delivery?.history ?? [];
    assert.deepEqual(
      history.map(({ next }) => next),
      [{ retryIn: 300 }, { retryIn: 300 }, 'end'],
    );
    assert.deepEqual(history[0]?.error, { name: 'Error', message: 'not now' });
    for (const [index, { startedAt }] of history.slice(1).entries())
      // Timers and clocks may differ by a few milliseconds.
      assert.ok(startedAt - (history[index]?.startedAt ?? 0) >= 250, 'the delay has passed');
  },

  'the first attempt waits for the delay of the message': async (bench) => {
    const { engine, notifier } = await bench.worker();
    await sendTo(notifier, 'ann', new TestMessage('m-0', { delay: 3_600_000 }));
    const { waiting, due } = await engine.status();
    assert.deepEqual([waiting, due], [1, 0]);
    await engine.cancel({ messageId: 'm-0' });
    const began = Date.now();
    await sendTo(notifier, 'ann', new TestMessage('m-1', { delay: 700 }));
    await bench.done(engine);
    const [delivery] = await engine.deliveries({ messageId: 'm-1' });
    assert.ok((delivery?.history[0]?.startedAt ?? 0) - began >= 650);
  },

  'a message with an id is stored once for each endpoint, also after it was sent': async (bench) => {
    const { engine, notifier } = await bench.worker();
    const first = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.done(engine);
    const again = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    const other = await sendTo(notifier, 'bob', new TestMessage('m-1'));
    await bench.done(engine);
    assert.equal(again.id, first.id);
    assert.notEqual(other.id, first.id);
    assert.equal(bench.attempts.length, 2);
  },

  'a message id that belongs to another event fails, and names both': async (bench) => {
    const { engine, notifier } = await bench.worker();
    const first = await sendTo(notifier, 'ann', new TestMessage('m-1', { event: 'order.created' }));
    const same = await sendTo(notifier, 'ann', new TestMessage('m-1', { event: 'order.created' }));
    assert.deepEqual([same.outcome, same.id], ['queued', first.id]);
    await bench.done(engine);
    const other = await sendTo(notifier, 'ann', new TestMessage('m-1', { event: 'order.shipped' }));
    assert.equal(other.outcome, 'failed');
    for (const text of ['"m-1"', '"order.created"', '"order.shipped"'])
      assert.ok(other.error?.message.includes(text), `${other.error?.message} names ${text}`);
    const without = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    assert.equal(without.outcome, 'failed');
    assert.equal(bench.attempts.length, 1);
  },

  'send reports a message that is dead, and restarts it by option': async (bench) => {
    bench.answer = () => NEVER;
    const { engine, notifier } = await bench.worker();
    const { id } = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.done(engine);
    const again = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    assert.deepEqual([again.outcome, again.id], ['dead', id]);
    bench.answer = () => SENT;
    const restarted = await sendTo(notifier, 'ann', new TestMessage('m-1'), { restartDead: true });
    assert.equal(restarted.outcome, 'queued');
    await bench.until('it is sent', async () => (await engine.deliveries({ id }))[0]?.state === 'sent');
  },

  'a target that does not respond delays no others': async (bench) => {
    bench.answer = (made) => (made.endpoint === 'silent' ? silence(made) : SENT);
    const limits = { concurrency: 2, concurrencyPerTarget: 2, concurrencyUnanswered: 2 };
    const { engine, notifier } = await bench.worker(limits);
    for (let index = 0; index < 30; index += 1)
      await sendTo(notifier, 'silent', new TestMessage(`s-${index}`));
    for (let index = 0; index < 10; index += 1) await sendTo(notifier, 'ann', new TestMessage(`m-${index}`));
    await bench.until('all others are sent', async () => {
      const sent = await engine.deliveries({ endpoint: 'ann', state: 'sent' });
      return sent.length === 10;
    });
    assert.equal((await engine.status()).waiting, 30);
  },

  'no more attempts at a target run at once than the limit allows': async (bench) => {
    let running = 0;
    let most = 0;
    bench.answer = async () => {
      most = Math.max(most, (running += 1));
      await wait(2);
      running -= 1;
      return SENT;
    };
    const { engine, notifier } = await bench.worker({ concurrencyPerTarget: 3 });
    const sending = Array.from({ length: 60 }, async (_, index) =>
      sendTo(notifier, 'ann', new TestMessage(`m-${index}`)),
    );
    await Promise.all(sending);
    await bench.done(engine);
    assert.equal(bench.attempts.length, 60);
    assert.ok(most <= 3, `${most} attempts ran at once`);
  },

  'stop waits for running attempts, and stores their ends': async (bench) => {
    let finish = (): void => undefined;
    bench.answer = async () =>
      new Promise(
        (resolve) =>
          (finish = () => {
            resolve(SENT);
          }),
      );
    const { engine, notifier } = await bench.worker();
    await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.until('the attempt runs', () => bench.attempts.length === 1);
    const stopping = notifier.stop({ grace: 20_000 });
    finish();
    await stopping;
    const [delivery] = await bench.open().deliveries();
    assert.equal(delivery?.state, 'sent');
    await assert.rejects(engine.status());
  },

  'an attempt that stop aborts is due again at once, under the same number': async (bench) => {
    bench.answer = silence;
    const { notifier } = await bench.worker();
    await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.until('the attempt runs', () => bench.attempts.length === 1);
    await notifier.stop({ grace: 0 });
    bench.answer = () => SENT;
    const { engine } = await bench.worker();
    await bench.done(engine);
    assert.deepEqual(
      bench.attempts.map(({ attempt }) => attempt),
      [1, 1],
    );
    assert.equal((await engine.deliveries())[0]?.attempts, 1);
  },

  'an engine belongs to one notifier': async (bench) => {
    const { engine } = await bench.worker();
    await assert.rejects(bench.sender({ engine }).start());
  },
};
