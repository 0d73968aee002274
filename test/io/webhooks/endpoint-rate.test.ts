import {
  Message,
  Notifier,
  WebhookChannel,
  type Delivery,
  type Endpoint,
  type NotifierOptions,
  type WebhookNotification,
} from '../../../src/webhooks/messages/index.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';

const secrets = [`whsec_${Buffer.alloc(32, 7).toString('base64')}`];
const PER_SECOND = 20;
const rate = { perSecond: PER_SECOND };

/** Milliseconds: an attempt may start 25 early, and the first one late, on a machine that is busy. */
const TOLERANCE = 90;

const ids = (count: number, name = 'm') => Array.from({ length: count }, (_, index) => `${name}-${index}`);

class Left implements WebhookNotification<string> {
  constructor(readonly id: string) {}
  via() {
    return ['webhook'];
  }
  toWebhook() {
    return new Message().setId(this.id).setEvent('left').setJSON({ id: this.id });
  }
}

describe('an endpoint with a rate, in process', () => {
  let receiver: HostileReceiver;
  let status: (path: string, index: number) => string;
  beforeEach(async () => {
    status = () => '204 No Content';
    receiver = await startReceiver((socket, request, index) => {
      answer(status(request.path, index))(socket, request, index);
    });
  });
  afterEach(() => receiver.close());

  const open = (endpoints: readonly Partial<Endpoint>[], options: NotifierOptions = {}): Notifier =>
    new Notifier(options).register(
      new WebhookChannel<string>({
        endpoints: () =>
          endpoints.map((endpoint) => ({
            id: 'ann',
            url: new URL(`/${endpoint.id ?? 'ann'}`, receiver.url),
            secrets,
            ...endpoint,
          })),
        blockPrivateNetworks: false,
      }),
    );
  const bodies = (path: string) =>
    receiver.requests
      .filter((request) => request.path === path)
      .map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id);
  const sendAll = async (notifier: Notifier, all: readonly string[]) =>
    (await Promise.all(all.map((id) => notifier.send('ann', new Left(id))))).flatMap(
      ({ deliveries }) => deliveries,
    );
  /** By the sender's clock: the first request also opens the connection. */
  const expectNotFaster = (deliveries: readonly Delivery[], burst = 1) => {
    const attempts = deliveries
      .filter(({ endpoint }) => endpoint === 'ann')
      .flatMap(({ history }) => history);
    const [first = 0, ...times] = attempts.map(({ startedAt }) => startedAt).sort((x, y) => x - y);
    for (const [index, time] of times.entries())
      expect(time - first).toBeGreaterThan(Math.max(0, index + 2 - burst) * (1_000 / PER_SECOND) - TOLERANCE);
  };

  test('gets it, each message at its first attempt, and delays no other', async () => {
    const notifier = open([{ rate }, { id: 'bob' }], { concurrency: 2, concurrencyPerTarget: 2 });
    const sending = sendAll(notifier, ids(40));
    while (bodies('/bob').length < 40) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(bodies('/ann').length).toBeLessThan(40);
    const deliveries = await sending;
    expect(bodies('/ann').sort()).toEqual(ids(40).sort());
    expect(deliveries.map(({ outcome, attempts }) => `${outcome} ${attempts}`)).toEqual(
      Array.from({ length: 80 }, () => 'sent 1'),
    );
    expectNotFaster(deliveries);
  }, 30_000);

  test('gets its burst at once', async () => {
    const deliveries = await sendAll(open([{ rate: { ...rate, burst: 10 } }]), ids(20));
    expect(bodies('/ann').sort()).toEqual(ids(20).sort());
    expectNotFaster(deliveries, 10);
  }, 30_000);

  test('gets retries at its rate, too, and they have their own numbers', async () => {
    status = (_, index) => (index < 10 ? '503 Service Unavailable' : '204 No Content');
    const deliveries = await sendAll(open([{ rate }], { retry: () => 10 }), ids(10));
    expect(deliveries.map(({ history }) => history.map(({ attempt }) => attempt))).toEqual(
      Array.from({ length: 10 }, () => [1, 2]),
    );
    expectNotFaster(deliveries);
  }, 30_000);

  test('keeps the order of a key', async () => {
    const deliveries = await sendAll(open([{ rate }], { orderBy: () => 'one' }), ids(10));
    expect(bodies('/ann')).toEqual(ids(10));
    expectNotFaster(deliveries);
  }, 30_000);

  test('of an aborted send gets what was sent before, and the next send does not wait for the rest', async () => {
    const notifier = open([{ rate: { perSecond: 2 } }]);
    const aborting = new AbortController();
    const sending = ids(100).map((id) => notifier.send('ann', new Left(id), { signal: aborting.signal }));
    while (bodies('/ann').length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    aborting.abort();
    const outcomes = (await Promise.all(sending)).map(({ deliveries }) => deliveries[0]!.outcome);
    expect(outcomes.filter((outcome) => outcome === 'failed').length).toBeGreaterThan(90);
    const [delivery] = await sendAll(notifier, ['next']);
    expect(delivery).toMatchObject({ outcome: 'sent', attempts: 1 });
  }, 10_000);

  test('gets a ping at once', async () => {
    const endpoint = { id: 'ann', url: new URL('/ann', receiver.url), secrets, rate: { perSecond: 0.001 } };
    const notifier = open([endpoint]);
    await sendAll(notifier, ['m-0']);
    expect(await notifier.ping(endpoint)).toMatchObject({ outcome: 'sent' });
  });

  test('gets a rate that is set later, although its endpoint object is the same', async () => {
    const endpoint: { rate?: typeof rate } = {};
    const notifier = open([endpoint]);
    await sendAll(notifier, ids(3, 'before'));
    endpoint.rate = rate;
    const deliveries = await sendAll(notifier, ids(10));
    expectNotFaster(deliveries);
  }, 30_000);

  test.each([
    [5, 'has rate that is a number'],
    [null, 'has rate that is null'],
    [{}, 'has rate without perSecond'],
    [{ perSecond: 0 }, 'has rate.perSecond that is 0, not a number above 0'],
    [{ perSecond: Infinity }, 'has rate.perSecond that is Infinity'],
    [{ perSecond: '5' }, 'has rate.perSecond that is "5"'],
    [{ perSecond: 5, burst: 0 }, 'has rate.burst that is 0, not a whole number from 1 up'],
    [{ perSecond: 5, burst: 1.5 }, 'has rate.burst that is 1.5'],
    [{ perSecond: 5, per: 1_000 }, 'has rate.per, which has no effect'],
  ])('that is %j fails alone, and names the remedy', async (wrong, message) => {
    const notifier = open([{ rate: wrong as never }, { id: 'bob' }]);
    const [first, second] = await sendAll(notifier, ['m-0']);
    expect(first?.error?.message).toMatch(`The endpoint "ann" ${message}`);
    expect(first?.error?.message).toMatch('Write { perSecond: 5 }, or { perSecond: 5, burst: 10 }.');
    expect(second).toMatchObject({ outcome: 'sent' });
  });
});
