import assert from 'node:assert/strict';
import { type Bench, NEVER, NOT_NOW, SENT, sendTo, TestMessage } from './bench.js';

type Cases = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

/** How an engine erases messages. */
export const ERASE: Cases = {
  'erases a message at all its endpoints, and keeps the record': async (bench) => {
    bench.answer = ({ endpoint, attempt }) => {
      if (endpoint === 'ann') return attempt === 1 ? NOT_NOW : SENT;
      return endpoint === 'bob' ? NEVER : { kind: 'paused' };
    };
    const { engine, notifier } = await bench.worker();
    for (const endpoint of ['ann', 'bob', 'eve'])
      for (const id of ['m-1', 'm-2'])
        await sendTo(notifier, endpoint, new TestMessage(id, { event: 'paid' }));
    await bench.done(engine);
    const before = await engine.deliveries({ messageId: 'm-1' });
    assert.equal(await engine.erase({ messageId: 'm-1' }), 3);
    const after = await engine.deliveries({ messageId: 'm-1' });
    assert.deepEqual(
      after.map(({ history, ...record }) => record),
      before.map(({ history, ...record }) => record),
    );
    for (const [index, { id, history, state }] of after.entries()) {
      assert.equal(await engine.job(id), undefined);
      const attempts = before[index]?.history ?? [];
      assert.deepEqual(
        history.map(({ attempt, startedAt, next }) => [attempt, startedAt, next]),
        attempts.map(({ attempt, startedAt, next }) => [attempt, startedAt, next]),
      );
      assert.ok(!JSON.stringify(history).includes('never') && !JSON.stringify(history).includes('not now'));
      assert.equal(await engine.redeliver(id, state === 'waiting' ? 'dead' : state), false);
    }
    bench.answer = () => SENT;
    assert.equal(await engine.redeliverAll({ state: 'dead' }), 1);
    await bench.done(engine);
    assert.deepEqual([bench.ids.at(-1), bench.attempts.at(-1)?.endpoint], ['m-2', 'bob']);
    assert.deepEqual([...(bench.attempts.at(-1)?.payload.bytes ?? [])], [0, 128, 255]);
  },

  'a message that waits or is under way is not erased, and after cancel it is': async (bench) => {
    let finish = (): void => undefined;
    bench.answer = async ({ endpoint }) =>
      endpoint === 'ann' ? SENT : new Promise((resolve) => (finish = resolve.bind(undefined, NOT_NOW)));
    const { engine, notifier } = await bench.worker();
    for (const endpoint of ['ann', 'bob']) await sendTo(notifier, endpoint, new TestMessage('m-1'));
    await bench.until('ann has it', async () => (await engine.deliveries({ state: 'sent' })).length === 1);
    await bench.until('the attempt at bob runs', () => bench.attempts.length === 2);
    const [ann] = await engine.deliveries({ endpoint: 'ann' });
    assert.ok(ann);
    const isRefused = async (): Promise<void> =>
      assert.rejects(async () => engine.erase({ messageId: 'm-1' }), {
        code: 'ERR_MESSAGE_WAITING',
        message: /"m-1".*engine\.cancel\(/,
      });
    await isRefused();
    assert.ok(await engine.job(ann.id), 'nothing is erased');
    assert.equal(await engine.cancel({ messageId: 'm-1' }), 1);
    await isRefused();
    finish();
    await bench.done(engine);
    assert.equal(await engine.erase({ messageId: 'm-1' }), 2);
    assert.equal(await engine.job(ann.id), undefined);
  },

  'an erased message is not stored again, and can be erased again': async (bench) => {
    const { engine, notifier } = await bench.worker();
    const { id } = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.done(engine);
    assert.equal(await engine.erase({ messageId: 'm-1' }), 1);
    assert.equal((await sendTo(notifier, 'ann', new TestMessage('m-1'))).id, id);
    assert.equal((await engine.status()).waiting, 0);
    assert.equal(await engine.erase({ messageId: 'm-1' }), 1);
    assert.equal(await engine.erase({ messageId: 'none' }), 0);
    assert.equal(await engine.discardAll({ messageId: 'm-1', state: 'sent' }), 1);
    assert.equal(bench.attempts.length, 1);
  },

  'erase rejects a filter without the message id, and an unknown field': async (bench) => {
    const { engine, notifier } = await bench.worker();
    const { id } = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    await bench.done(engine);
    for (const filter of [
      undefined,
      null,
      {},
      { messageId: undefined },
      { messageId: '' },
      { messageId: ['m-1'] },
    ])
      await assert.rejects(async () => engine.erase(filter as never), /erase/, JSON.stringify(filter));
    for (const filter of [{ messageId: 'm-1', endpoint: 'ann' }, { messageID: 'm-1' }])
      await assert.rejects(async () => engine.erase(filter as never), /endpoint|messageID/);
    assert.ok(await engine.job(id));
  },
};
