import { execFileSync } from 'node:child_process';
import type { DurableEngine } from '../../../src/webhooks/messages/index.js';
import { closeServers, KINDS, KITS, OPENERS, type EngineKit } from '../../support/engines/kits.js';
import { openShop } from '../../support/engines/shop.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { Message } from '../../../src/webhooks/messages/index.js';
import { startReceiver, answer, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';

// The contract (`testEngine`) tests what erase does. This tests what is left in the store, byte by byte.

const ENDPOINTS = ['sent', 'dead', 'retried', 'cancelled', 'paused'];

/** Three texts for each message: in its body, in its header, and in what the receiver answers. */
const textsOf = (id: string): string[] => ['body', 'header', 'answer'].map((part) => `${part}-of-${id}-end`);

/** The same as bytes of the store, where a body is base64. */
const tracesOf = (id: string): string[] =>
  textsOf(id).flatMap((text) => [
    text,
    // A text begins at any of the three bytes that four characters stand for.
    ...[0, 1, 2].map((place) =>
      Buffer.from(`${' '.repeat(place)}${text}`)
        .toString('base64')
        .slice(4, -4),
    ),
  ]);

/** A body in one page of SQLite, and one that needs several. */
const sizeOf = (id: string): number => (Number(id.slice(2)) % 2 === 0 ? 1 : 1_000);

const notice = (id: string) => ({
  via: () => ['webhook'],
  toWebhook: () => {
    const [body = '', header = ''] = textsOf(id);
    const message = new Message().setId(id).setJSON({ id, text: Array(sizeOf(id)).fill(body).join(' ') });
    return message.addHeader('x-note', header);
  },
});

afterAll(closeServers);

describeEngines(KINDS)('%s, after erase', (kind) => {
  let kit: EngineKit;
  let receiver: HostileReceiver;
  let engine: DurableEngine;
  const attempts = new Map<string, number>();
  beforeEach(async () => {
    kit = await KITS[kind]();
    engine = OPENERS[kind](kit.location);
    receiver = await startReceiver((socket, request, index) => {
      const { id } = JSON.parse(request.body.toString()) as { id: string };
      const key = `${id} ${request.path}`;
      attempts.set(key, (attempts.get(key) ?? 0) + 1);
      const fails = request.path.endsWith('retried') && attempts.get(key) === 1;
      const isDead = request.path.endsWith('dead');
      const status = isDead ? '422 Unprocessable Content' : fails ? '503 Service Unavailable' : '200 OK';
      answer(status, [], textsOf(id)[2])(socket, request, index);
    });
  });
  afterEach(async () => {
    await engine.stop({ grace: 0 });
    await receiver.close();
    await kit.close();
  });

  test('the store has no byte of the message, of its headers and of the answers', async () => {
    const notifier = openShop(engine, receiver.url, { keepResponseBody: 100 });
    await engine.pauseEndpoint('paused');
    await engine.pause();
    const ids = Array.from({ length: 40 }, (_, index) => `m-${index}`);
    const [erased, kept] = [ids.slice(10, 14), ids.filter((id) => !ids.slice(10, 14).includes(id))];
    for (const id of ids) {
      const { deliveries } = await notifier.send(ENDPOINTS, notice(id));
      expect(deliveries.map(({ outcome, error }) => error ?? outcome)).toEqual(ENDPOINTS.map(() => 'queued'));
    }
    await engine.cancel({ endpoint: 'cancelled' });
    await engine.resume();
    await notifier.start();
    while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const before = await kit.scan();
    for (const id of ids)
      expect(tracesOf(id).filter((text) => before.includes(text)).length).toBeGreaterThan(2);
    const counts = await Promise.all(erased.map((messageId) => engine.erase({ messageId })));
    expect(counts).toEqual(erased.map(() => ENDPOINTS.length));
    // Redis has each command in its append-only file until that is written anew.
    if (kind === 'redis') await rewrite(Number(kit.location.split('/')[0]));
    const stored = await kit.scan();
    const tracesIn = (id: string) => tracesOf(id).filter((text) => stored.includes(text));
    for (const id of erased) expect([id, tracesIn(id)]).toEqual([id, []]);
    for (const id of kept) expect([id, tracesIn(id).length > 2]).toEqual([id, true]);
    const states = (await engine.deliveries({ messageId: 'm-10' })).map(({ endpoint, state }) => [
      endpoint,
      state,
    ]);
    expect(Object.fromEntries(states)).toEqual({
      sent: 'sent',
      dead: 'dead',
      retried: 'sent',
      cancelled: 'cancelled',
      paused: 'paused',
    });
  }, 60_000);

  if (kind !== 'redis')
    test('an erased dead message does not hold its sequence, since it cannot be restarted', async () => {
      await engine.stop();
      engine = OPENERS[kind](kit.location, { afterDead: 'hold' });
      const notifier = openShop(engine, receiver.url, { orderBy: () => 'one' });
      await notifier.start();
      for (const id of ['m-1', 'm-2']) await notifier.send('dead', notice(id));
      while ((await engine.status()).dead === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await engine.status()).toMatchObject({ waiting: 1, dead: 1 });
      await engine.erase({ messageId: 'm-1' });
      while ((await engine.status()).dead < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await engine.status()).toMatchObject({ waiting: 0 });
    });
});

async function rewrite(port: number): Promise<void> {
  const redis = (...args: string[]) =>
    execFileSync('redis-cli', ['-p', String(port), ...args], { encoding: 'utf8' });
  redis('config', 'set', 'rdbcompression', 'no'); // it would hide texts from the scan
  redis('bgrewriteaof');
  const isRewriting = () => /aof_rewrite_(?:in_progress|scheduled):1/.test(redis('info', 'persistence'));
  while (isRewriting()) await new Promise((resolve) => setTimeout(resolve, 20));
}
