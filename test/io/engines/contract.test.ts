import { type DurableEngine, Notifier, type NotifierOptions } from '../../../src/webhooks/messages/index.js';
import { testEngine } from '../../../src/webhooks/notifier/index.js';
import type { HealthEvent } from '../../../src/webhooks/notifier/endpoint-health.js';
import {
  closeServers,
  KINDS,
  KITS,
  OPENERS,
  type CommonOptions,
  type EngineKit,
} from '../../support/engines/kits.js';
import { API_KEY, openShop, Ordered, SECRET, stubborn, TOKEN } from '../../support/engines/shop.js';
import {
  answer,
  startReceiver,
  type Behaviour,
  type HostileReceiver,
} from '../../support/webhooks/hostile-receiver.js';
import { describeEngines } from '../../support/programs/optional-programs.js';

/** Looks again until it is so; the test's own time limit is the only one. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

const ok = answer('204 No Content');
const unavailable = answer('503 Service Unavailable');
const unprocessable = answer('422 Unprocessable Content');

afterAll(closeServers);

describeEngines(KINDS)('%s', (kind) => {
  let kit: EngineKit;
  let receiver: HostileReceiver;
  let behave: Behaviour;
  const engines: DurableEngine[] = [];
  beforeEach(async () => {
    behave = ok;
    kit = await KITS[kind]();
    receiver = await startReceiver((socket, request, index) => {
      behave(socket, request, index);
    });
  });
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop({ grace: 0 })));
    await receiver.close();
    await kit.close();
  });

  const open = (options?: CommonOptions): DurableEngine => {
    const engine = OPENERS[kind](kit.location, options);
    engines.push(engine);
    return engine;
  };
  /** A notifier that makes attempts, with an engine of its own on the same store. */
  const work = async (options?: NotifierOptions, common?: CommonOptions) => {
    const engine = open(common);
    const notifier = openShop(engine, receiver.url, options);
    await notifier.start();
    return { engine, notifier };
  };
  const shop = () => openShop(open(), receiver.url);
  const isDone = (engine: DurableEngine) => async () => (await engine.status()).waiting === 0;
  const bodies = () =>
    receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id);

  describe('the published contract', () => {
    const store = async () => {
      const empty = await KITS[kind]();
      return { open: () => OPENERS[kind](empty.location), close: () => empty.close() };
    };
    test.each(testEngine(store, { orderBy: kind !== 'redis' }))('$name', async ({ run }) => run(), 60_000);
  });

  test('a delivery of a later format waits for a process that can read it', async () => {
    const { engine, notifier } = await work();
    const warnings: string[] = [];
    notifier.on('warning', ({ message }) => warnings.push(message));
    const job = { id: 'later', messageId: 'm', channel: 'webhook', group: receiver.url, payload: {}, v: 2 };
    await engine.enqueue(job, { signal: new AbortController().signal });
    await until(() => warnings.length > 0);
    await until(async () => (await engine.status()).due === 0);
    const [delivery] = await engine.deliveries();
    expect(delivery).toMatchObject({ id: 'later', state: 'waiting', attempts: 0 });
    expect(warnings.join()).toMatch(/its format is 2, and this version of dtospec reads 1: update dtospec/);
  });

  describe('a channel that a worker lacks', () => {
    const mail = (names: readonly string[], engine = open()) => {
      const notifier = new Notifier({ engine });
      const attempts: string[] = [];
      for (const name of names)
        notifier.register({
          name,
          prepare: ({ notifiable }) =>
            Promise.resolve({ payload: {}, group: receiver.url, messageId: String(notifiable) }),
          attempt: (_, { messageId, attempt }) => {
            attempts.push(`${name} ${messageId} ${attempt}`);
            return Promise.resolve({ kind: 'sent' });
          },
        });
      const warnings: string[] = [];
      notifier.on('warning', ({ code, message }) => warnings.push(`${code} ${message}`));
      return { notifier, engine, attempts, warnings };
    };
    const to = (channel: string) => ({ via: () => [channel], toWebhook: () => undefined as never });

    test('leaves its deliveries to a worker that has it, at no cost of an attempt', async () => {
      const before = mail(['old']);
      await before.notifier.start();
      const sender = mail(['old', 'new']);
      const ids = Array.from({ length: 40 }, (_, index) => `m-${index}`);
      await sender.notifier.send(ids, to('new'));
      await until(() => before.warnings.length > 0);
      await sender.notifier.send('m-old', to('old'));
      await until(() => before.attempts.includes('old m-old 1')); // the others do not delay it
      const waiting = (await before.engine.deliveries()).filter(({ channel }) => channel === 'new');
      expect(waiting.map(({ attempts, history }) => [attempts, history])).toEqual(ids.map(() => [0, []]));
      const after = mail(['old', 'new']);
      await after.notifier.start();
      await until(isDone(after.engine));
      expect(after.attempts.sort()).toEqual(ids.map((id) => `new ${id} 1`).sort());
      expect(before.warnings).toEqual([
        expect.stringMatching(/^unknown-channel No channel "new" is registered in this process/),
      ]);
    }, 60_000);

    test('waits ever longer if no worker has it', async () => {
      const { notifier, engine, warnings } = mail(['old']);
      await notifier.start();
      await mail(['new']).notifier.send('m-1', to('new'));
      const times = new Set<number>();
      const began = Date.now();
      while (Date.now() - began < 4_000) {
        const [delivery] = await engine.deliveries();
        expect(delivery).toMatchObject({ state: 'waiting', channel: 'new', attempts: 0 });
        times.add(delivery?.nextAt ?? 0);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      // SQLite's are those of the lease, too.
      expect(times.size).toBeLessThan(2 * 14);
      expect(warnings).toHaveLength(1);
    });
  });

  test('each attempt has a new signature of the same bytes, and is in the history', async () => {
    behave = (socket, request, index) => {
      (index < 2 ? unavailable : ok)(socket, request, index);
    };
    const { engine, notifier } = await work({ retry: () => 1_000 });
    await notifier.send('ann', new Ordered('m-1'));
    await until(isDone(engine));
    const [delivery] = await engine.deliveries();
    expect(delivery?.history.map(({ attempt, status, next }) => [attempt, status, next])).toEqual([
      [1, 503, { retryIn: 1_000 }],
      [2, 503, { retryIn: 1_000 }],
      [3, 204, 'end'],
    ]);
    expect(delivery?.history[0]?.error).toMatchObject({ code: 'ERR_WEBHOOK_STATUS' });
    expect(new Set(receiver.requests.map(({ body }) => body.toString()))).toEqual(new Set(['{"id":"m-1"}']));
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-signature'])).size).toBe(3);
  });

  test('stored data contains no secret and no authorization', async () => {
    behave = unavailable;
    const { notifier } = await work();
    await notifier.send(['ann', 'bob'], new Ordered('m-1'));
    await until(() => receiver.requests.length > 3);
    expect(receiver.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'x-api-key': API_KEY,
    });
    const stored = await kit.scan();
    expect(stored.includes('m-1')).toBe(true);
    for (const secret of [SECRET, API_KEY, TOKEN])
      for (const text of [secret.replace('whsec_', ''), Buffer.from(secret).toString('base64').slice(0, -4)])
        expect(stored.includes(text)).toBe(false);
  });

  test('stores a message with an id once for each endpoint, as long as the id is retained', async () => {
    const first = await shop().send(['ann', 'bob', 'ann'], new Ordered('m-1'));
    const again = await shop().send('bob', new Ordered('m-1'));
    const ids = [...first.deliveries, ...again.deliveries].map(({ id }) => id);
    expect([ids[2], ids[3]]).toEqual([ids[0], ids[1]]);
    const { engine } = await work();
    await until(isDone(engine));
    await shop().send('ann', new Ordered('m-1'));
    await until(isDone(engine));
    expect(receiver.requests).toHaveLength(2);
  });

  test('a large send stores at most a thousand messages at once', async () => {
    const engine = open();
    let [storing, most] = [0, 0];
    const enqueue = engine.enqueue.bind(engine);
    engine.enqueue = async (job, options) => {
      most = Math.max(most, (storing += 1));
      return enqueue(job, options).finally(() => (storing -= 1));
    };
    const everyone = Array.from({ length: 1_200 }, (_, index) => `customer-${index}`);
    const { deliveries } = await openShop(engine, receiver.url).send(everyone, new Ordered('m-1'));
    expect(deliveries.filter(({ outcome }) => outcome === 'queued')).toHaveLength(1_200);
    expect(most).toBeLessThan(1_100);
  }, 60_000);

  test('lists dead deliveries, and redelivers them under the same id', async () => {
    behave = unprocessable;
    const { engine, notifier } = await work();
    const dead: string[] = [];
    notifier.on('dead', ({ id }) => dead.push(id));
    const began = Date.now();
    await notifier.send('ann', new Ordered('m-1', { event: 'ordered' }));
    const { deliveries } = await notifier.send('bob', new Ordered('m-2', { event: 'paid' }));
    await until(() => dead.length === 2);
    await until(isDone(engine));
    const list = async (filter = {}) => (await engine.dead(filter)).map(({ messageId }) => messageId).sort();
    expect(await list()).toEqual(['m-1', 'm-2']);
    expect(await list({ endpoint: 'ann' })).toEqual(['m-1']);
    expect(await list({ event: 'paid', since: began })).toEqual(['m-2']);
    expect(await list({ since: Date.now() + 60_000 })).toEqual([]);
    expect(await list({ limit: 1 })).toHaveLength(1);
    behave = ok;
    const id = deliveries[0]!.id;
    expect(await engine.redeliver(id)).toBe(true);
    expect(await engine.redeliver('none')).toBe(false);
    await until(isDone(engine));
    expect(await list()).toEqual(['m-1']);
    expect(await engine.redeliver(id)).toBe(false);
    expect(bodies().at(-1)).toBe('m-2');
    expect((await notifier.send('ann', new Ordered('m-1', { event: 'ordered' }))).deliveries).toMatchObject([
      { outcome: 'dead', id: (await engine.dead())[0]?.id },
    ]);
    expect(await engine.deliveries({ state: 'sent' })).toMatchObject([{ id, attempts: 2, event: 'paid' }]);
    expect(await engine.deliveries({ id })).toMatchObject([{ id, state: 'sent' }]);
    expect([await engine.deliveries({ id, state: 'dead' }), await engine.deliveries({ id: 'none' })]).toEqual(
      [[], []],
    );
  });

  test('send reports a dead message id, or restarts it by option', async () => {
    behave = unprocessable;
    const { engine, notifier } = await work();
    await notifier.send('ann', new Ordered('m-1'));
    await until(isDone(engine));
    behave = ok;
    const again = async (restartDead: boolean) =>
      (await notifier.send('ann', new Ordered('m-1'), { restartDead })).deliveries;
    expect(await again(false)).toMatchObject([{ outcome: 'dead', messageId: 'm-1' }]);
    expect(await again(true)).toMatchObject([{ outcome: 'queued', messageId: 'm-1' }]);
    await until(isDone(engine));
    expect(await again(true)).toMatchObject([{ outcome: 'queued', messageId: 'm-1' }]);
    await until(isDone(engine));
    expect(bodies()).toEqual(['m-1', 'm-1']);
    expect(await engine.deliveries()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    const both = notifier.send('ann', new Ordered('m-1'), { restartDead: true, transaction: {} });
    await expect(both).rejects.toThrow('either transaction or restartDead');
  });

  test('redelivers all dead deliveries of an endpoint since a time', async () => {
    behave = unprocessable;
    const { engine, notifier } = await work();
    await notifier.send(['ann', 'bob'], new Ordered('m-old'));
    await until(isDone(engine));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const since = Date.now();
    for (const id of ['m-1', 'm-2', 'm-3']) await notifier.send(['ann', 'bob'], new Ordered(id));
    await until(isDone(engine));
    behave = ok;
    const before = receiver.requests.length;
    expect(await engine.redeliverAll({ endpoint: 'ann', since, limit: 2 })).toBe(2);
    expect(await engine.redeliverAll({ endpoint: 'ann', since })).toBe(1);
    await until(isDone(engine));
    expect(bodies().slice(before).sort()).toEqual(['m-1', 'm-2', 'm-3']);
    expect(await engine.status()).toMatchObject({ dead: 5 });
    expect(await engine.redeliverAll()).toBe(5);
    await until(isDone(engine));
    expect(await engine.status()).toMatchObject({ dead: 0 });
    expect(receiver.requests).toHaveLength(before + 8);
  });

  test('redelivers sent messages under their ids: one, or all of an endpoint since a time', async () => {
    const { engine, notifier } = await work();
    await notifier.send('ann', new Ordered('m-old'));
    await until(isDone(engine));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const since = Date.now();
    for (const id of ['m-1', 'm-2']) await notifier.send(['ann', 'bob'], new Ordered(id));
    await until(isDone(engine));
    const [delivery] = await engine.deliveries({ endpoint: 'bob' });
    expect(await engine.redeliver(delivery!.id)).toBe(false);
    expect(await engine.redeliver(delivery!.id, 'gone')).toBe(false);
    expect(await engine.redeliver(delivery!.id, 'sent')).toBe(true);
    await until(isDone(engine));
    expect(receiver.requests.at(-1)).toMatchObject({ headers: { 'webhook-id': delivery!.messageId } });
    const before = receiver.requests.length;
    behave = unprocessable;
    expect(await engine.redeliverAll({ endpoint: 'ann', since, state: 'sent' })).toBe(2);
    await until(isDone(engine));
    expect(bodies().slice(before).sort()).toEqual(['m-1', 'm-2']);
    expect((await engine.dead()).map(({ attempts, history }) => [attempts, history.length])).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect(await engine.status()).toMatchObject({ waiting: 0, dead: 2 });
  });

  test('the history keeps the beginning of response bodies, if asked to, and never by default', async () => {
    const body = `no such tenant \0 ${'\u{1f600}'.repeat(200)}`;
    behave = answer('422 Unprocessable Content', [], body);
    const { engine, notifier } = await work({ keepResponseBody: 20 });
    await notifier.send('ann', new Ordered('m-1'));
    await until(isDone(engine));
    const [kept] = await engine.deliveries();
    expect(kept?.history).toMatchObject([
      { status: 422, responseBody: 'no such tenant \ufffd \u{1f600}\ufffd' },
    ]);
    await engine.stop();
    const other = await work();
    await other.notifier.send('ann', new Ordered('m-2'));
    await until(isDone(other.engine));
    const [latest] = await other.engine.deliveries();
    expect(latest).toMatchObject({ messageId: 'm-2', history: [{ status: 422 }] });
    expect(latest?.history[0]).not.toHaveProperty('responseBody');
  });

  if (kind === 'redis')
    test('rejects orderBy', () => {
      expect(() => openShop(open(), receiver.url, { orderBy: () => 'one' })).toThrow(
        'orderBy is not available on this engine: BullMQ has no order by key. Use PostgresEngine or SqliteEngine.',
      );
    });

  const describeOrder = kind === 'redis' ? undefined : describe;
  describeOrder?.('orderBy', () => {
    const byKey: NotifierOptions = {
      orderBy: (notification) =>
        notification instanceof Ordered ? notification.id.split('-')[0] : undefined,
    };
    const ids = ['a-1', 'a-2', 'b-1', 'a-3', 'b-2'];
    /** A receiver that refuses one, as long as it is told to. */
    const refuse = (id: string, how: Behaviour): void => {
      behave = (socket, request, index) => {
        (request.body.includes(`"${id}"`) ? how : ok)(socket, request, index);
      };
    };

    test('a message waits for its predecessor and its retries; other keys do not wait', async () => {
      refuse('a-1', unavailable);
      const { engine, notifier } = await work(byKey);
      for (const id of ids) await notifier.send('ann', new Ordered(id));
      await until(() => bodies().includes('b-2') && bodies().filter((id) => id === 'a-1').length > 2);
      expect(bodies()).not.toContain('a-2');
      behave = ok;
      await until(isDone(engine));
      const order = [...new Set(bodies())];
      expect(order.filter((id) => id.startsWith('a'))).toEqual(['a-1', 'a-2', 'a-3']);
      expect(order.filter((id) => id.startsWith('b'))).toEqual(['b-1', 'b-2']);
    });

    test('redelivered messages keep their order, before newer ones', async () => {
      const { engine, notifier } = await work(byKey);
      for (const id of ids) await notifier.send('ann', new Ordered(id));
      await until(isDone(engine));
      const before = receiver.requests.length;
      await engine.pause();
      expect(await engine.redeliverAll({ state: 'sent' })).toBe(5);
      await notifier.send('ann', new Ordered('a-4'));
      await engine.resume();
      await until(isDone(engine));
      const again = bodies().slice(before);
      expect(again.filter((id) => id.startsWith('a'))).toEqual(['a-1', 'a-2', 'a-3', 'a-4']);
      expect(again.filter((id) => id.startsWith('b'))).toEqual(['b-1', 'b-2']);
    });

    test('messages that are redelivered while the engine works keep their order', async () => {
      const { engine, notifier } = await work(byKey);
      const many = Array.from({ length: 15 }, (_, index) => `a-${index}`);
      for (const id of many) await notifier.send('ann', new Ordered(id));
      await until(isDone(engine));
      for (let round = 1; round <= 5; round++) {
        expect(await engine.redeliverAll({ state: 'sent' })).toBe(15);
        await until(isDone(engine));
        expect(bodies().slice(15 * round)).toEqual(many);
      }
    });

    test('messages wait until the dead one is redelivered, by option', async () => {
      refuse('a-1', unprocessable);
      const { engine, notifier } = await work(byKey, { afterDead: 'hold' });
      for (const id of ids) await notifier.send('ann', new Ordered(id));
      await until(async () => (await engine.dead()).length === 1 && bodies().includes('b-2'));
      await notifier.send('ann', new Ordered('a-4'));
      await until(async () => (await engine.status()).waiting === 3);
      expect(await engine.status()).toMatchObject({ waiting: 3, dead: 1 });
      behave = ok;
      await engine.redeliver((await engine.dead())[0]!.id);
      await until(isDone(engine));
      expect(bodies().filter((id) => id.startsWith('a'))).toEqual(['a-1', 'a-1', 'a-2', 'a-3', 'a-4']);
    });
  });

  describe('health', () => {
    const watch: NotifierOptions = {
      health: { failingAfter: 0, disabledAfter: 0, circuitAfter: 3, circuitWait: 60_000 },
    };

    test('emits failing once over all processes, and again after a success', async () => {
      behave = unavailable;
      const workers = [await work(watch), await work(watch)] as const;
      const told: string[] = [];
      for (const { notifier } of workers)
        for (const name of ['failing', 'disabled'] as const)
          notifier.on(name, ({ channel, endpoint }) => told.push(`${name} ${channel} ${endpoint}`));
      const [{ engine, notifier }] = workers;
      const fail = async (id: string) => {
        await notifier.send('ann', new Ordered(id));
        await until(() => bodies().filter((one) => one === id).length > 4);
        behave = ok;
        await until(isDone(engine));
      };
      await fail('m-1');
      expect(told).toEqual(['failing webhook ann', 'disabled webhook ann']);
      behave = unavailable;
      await fail('m-2');
      expect(told).toHaveLength(4);
    });

    test('disables an endpoint that fails for long; its deliveries are kept, and sent later in order', async () => {
      behave = unavailable;
      const engine = open();
      const disabled = new Set<string>();
      const told: string[] = [];
      let calls = 0;
      let isRepaired = false;
      const disable = async ({ endpoint }: HealthEvent) => {
        calls += 1;
        await new Promise((resolve) => setTimeout(resolve, 10));
        if (calls === 1) throw new Error('the database is away');
        // A call of an attempt that failed before the repair may end after it.
        if (!isRepaired) disabled.add(endpoint);
      };
      const health = { failingAfter: 0, disabledAfter: 100, circuitAfter: 3, circuitWait: 20, disable };
      const notifier = openShop(engine, receiver.url, { health }, disabled);
      notifier.on('disabled', ({ endpoint }) => told.push(`disabled ${endpoint}`));
      notifier.on('warning', ({ message }) => told.push(message));
      await notifier.start();
      for (let index = 0; index < 5; index += 1) await notifier.send('ann', new Ordered(`m-${index}`));
      await until(isDone(engine));
      // Attempts that were under way have failed since, and may have asked a second time.
      expect([...new Set(told)]).toEqual([
        'The endpoint "ann" could not be disabled: the database is away.',
        'disabled ann',
      ]);
      await notifier.send('ann', new Ordered('m-5'));
      await until(isDone(engine));
      const paused = await engine.deliveries({ state: 'paused' });
      expect(paused).toHaveLength(6);
      expect(await engine.status()).toMatchObject({ waiting: 0, dead: 0, paused: 6 });
      // On a busy machine the endpoint is disabled before the first attempt at some of the first five.
      const last = new Map(paused.map(({ messageId, history }) => [messageId, history.at(-1)?.status]));
      expect(new Set(last.values())).toEqual(new Set([503, undefined]));
      expect(last.get('m-5')).toBeUndefined();
      isRepaired = true;
      disabled.clear();
      behave = ok;
      const before = receiver.requests.length;
      expect(await engine.redeliverAll({ endpoint: 'ann', state: 'paused' })).toBe(6);
      await until(isDone(engine));
      expect(receiver.requests).toHaveLength(before + 6);
      expect(await engine.status()).toMatchObject({ waiting: 0, dead: 0, paused: 0 });
      expect(await engine.health?.get('webhook ann')).toBeUndefined();
    });

    test('a circuit breaker pauses the deliveries of a failing endpoint only', async () => {
      behave = (socket, request, index) => {
        (request.path.endsWith('ann') ? unavailable : ok)(socket, request, index);
      };
      const options = { ...watch.health, disabledAfter: Infinity };
      const { engine, notifier } = await work({ health: options, concurrency: 1, concurrencyUnanswered: 0 });
      for (let index = 0; index < 10; index += 1) await notifier.send('ann', new Ordered(`m-${index}`));
      const isSpared = async () => (await engine.status()).due === 0;
      await until(async () => receiver.requests.length >= 3 && (await isSpared()));
      await notifier.send('bob', new Ordered('m-1'));
      await until(() => receiver.requests.some(({ path }) => path.endsWith('bob')));
      expect(receiver.requests.filter(({ path }) => path.endsWith('ann'))).toHaveLength(3);
      const attempts = (await engine.deliveries({ endpoint: 'ann' })).map((one) => one.attempts);
      expect(attempts.reduce((sum, one) => sum + one, 0)).toBe(3);
      await until(async () => (await engine.status()).waiting === 10);
      expect(await engine.status()).toMatchObject({ waiting: 10, dead: 0 });
    });
  });

  test('hosts that do not respond delay no others, however many deliveries wait for them', async () => {
    const silent = await startReceiver(() => undefined);
    const { engine, notifier } = await work({ concurrency: 4, concurrencyUnanswered: 4 });
    const dead = Array.from({ length: 40 }, (_, index) => `${silent.url}/${index}`);
    await notifier.send(dead, new Ordered('m-1'));
    for (let index = 0; index < 20; index += 1) await notifier.send('ann', new Ordered(`l-${index}`));
    await until(() => receiver.requests.length === 20);
    expect(silent.requests.length).toBeLessThanOrEqual(6);
    await until(async () => (await engine.status()).waiting === 40);
    await engine.stop({ grace: 0 });
    await silent.close();
  });

  test('new hosts are reached before an attempt at one of many silent hosts has ended', async () => {
    let ended = 0;
    const silent = await startReceiver((socket) => socket.once('close', () => (ended += 1)), '0.0.0.0');
    const live = await startReceiver(ok, '0.0.0.0');
    const hosts = (network: number, count: number, { port }: HostileReceiver) =>
      Array.from({ length: count }, (_, index) => `http://127.0.${network}.${index + 1}:${port}/`);
    const limits = { concurrency: 4, concurrencyPerTarget: 2, concurrencyUnanswered: 8 };
    const { engine, notifier } = await work(limits);
    for (let index = 0; index < 4; index += 1)
      await notifier.send(hosts(1, 20, silent), new Ordered(`s-${index}`));
    await until(() => silent.requests.length >= 20);
    await notifier.send(hosts(2, 10, live), new Ordered('l-1'));
    await until(() => live.requests.length === 10);
    expect(ended).toBe(0);
    await engine.stop({ grace: 0 });
    await Promise.all([silent.close(), live.close()]);
  });

  test('a receiver that was silent for four seconds soon has all its places taken', async () => {
    const places = 16;
    const [silent, open]: [(() => void)[], (() => void)[]] = [[], []];
    let isSilent = true;
    let [full, late] = [0, 0];
    let timer: NodeJS.Timeout | undefined;
    const answerAll = () => {
      clearTimeout(timer);
      for (const reply of open.splice(0)) reply();
    };
    // It answers when all places are taken, or soon after the first one.
    behave = (socket, request, index) => {
      (isSilent ? silent : open).push(() => {
        ok(socket, request, index);
      });
      if (open.length === 1)
        timer = setTimeout(() => {
          late += 1;
          answerAll();
        }, 100);
      if (open.length < places) return;
      full += 1;
      answerAll();
    };
    const ids = Array.from({ length: 400 }, (_, index) => `m-${index}`);
    const sender = shop();
    await Promise.all(ids.map((id) => sender.send('ann', new Ordered(id))));
    const { engine } = await work();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    isSilent = false;
    for (const reply of silent.splice(0)) reply();
    await until(isDone(engine));
    // Deliveries that were put off and come back by themselves are ten milliseconds apart.
    expect(full).toBeGreaterThan(2 * late);
    expect(bodies().sort()).toEqual(ids.sort());
  }, 60_000);

  test('sends to a silent receiver again, even if its first requests never get a response', async () => {
    let isSilent = true;
    behave = (socket, request, index) => {
      if (!isSilent) ok(socket, request, index);
    };
    const ids = ['m-1', 'm-2', 'm-3'];
    for (const id of ids) await shop().send('ann', new Ordered(id));
    const { engine } = await work();
    await until(() => receiver.requests.length === 2);
    isSilent = false;
    // The first attempts go on waiting for their answers.
    await until(async () => (await engine.deliveries({ state: 'sent' })).length > 0);
    expect(receiver.requests.length).toBeGreaterThan(2);
    await engine.stop({ grace: 0 });
  });

  test('stop waits for running attempts and starts no other', async () => {
    const sockets: (() => void)[] = [];
    behave = (socket, request, index) => {
      sockets.push(() => {
        ok(socket, request, index);
      });
    };
    const { engine, notifier } = await work();
    await notifier.send('ann', new Ordered('m-1'));
    await notifier.send('ann', new Ordered('m-2'));
    await until(() => sockets.length > 0);
    const begun = sockets.length;
    const stopping = notifier.stop({ grace: 20_000 });
    for (const finish of sockets) finish();
    await stopping;
    expect(receiver.requests).toHaveLength(begun);
    expect(await open().deliveries({ state: 'sent' })).toHaveLength(begun);
    await expect(engine.status()).rejects.toThrow('stopped');
  });

  test('an attempt that stop aborts is due again at once, with the same number', async () => {
    behave = () => undefined;
    const { notifier } = await work({}, { lease: 60_000 });
    await notifier.send('ann', new Ordered('m-1'));
    await until(() => receiver.requests.length === 1);
    await notifier.stop({ grace: 0 });
    behave = ok;
    const { engine } = await work();
    await until(isDone(engine));
    expect(await engine.deliveries()).toMatchObject([{ state: 'sent', attempts: 1 }]);
    expect(bodies()).toEqual(['m-1', 'm-1']);
  });

  test('rejects a second notifier for the same engine', async () => {
    const { engine } = await work();
    await expect(openShop(engine, receiver.url).start()).rejects.toThrow('already belongs to a notifier');
  });

  test('the process that makes an attempt emits its events, without the notifiable', async () => {
    behave = (socket, request, index) => {
      (index === 0 ? unavailable : ok)(socket, request, index);
    };
    const { engine, notifier } = await work({ retry: stubborn });
    const told: unknown[] = [];
    for (const name of ['sending', 'retrying', 'sent'] as const)
      notifier.on(name, ({ attempt, messageId, endpoint, notifiable }) =>
        told.push([name, attempt, messageId, endpoint, notifiable]),
      );
    await notifier.send('ann', new Ordered('m-1'));
    await until(isDone(engine));
    expect(told).toEqual([
      ['sending', 1, 'm-1', 'ann', undefined],
      ['retrying', 1, 'm-1', 'ann', undefined],
      ['sending', 2, 'm-1', 'ann', undefined],
      ['sent', 2, 'm-1', 'ann', undefined],
    ]);
  });
});
