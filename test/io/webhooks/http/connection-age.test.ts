import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Message, Notifier, WebhookChannel } from '../../../../src/webhooks/messages/index.js';
import { notificationOf } from '../../../support/webhooks/deliver.js';

const MESSAGES = 768;
const AT_ONCE = 16;

/** A receiver at one address. */
interface Place {
  readonly server: Server;
  readonly bodies: string[];
  /** Number of requests whose connection was closed before the response. */
  cut: number;
}

async function openPlace(address: string, port = 0): Promise<Place> {
  const place: Place = {
    bodies: [],
    cut: 0,
    server: createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('close', () => {
        if (!response.writableFinished) place.cut += 1;
      });
      request.on('end', () => {
        place.bodies.push(body);
        setTimeout(() => response.writeHead(204).end(), Number(body) % 7);
      });
    }),
  };
  place.server.listen(port, address);
  await once(place.server, 'listening');
  return place;
}

async function close({ server }: Place): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** A name that has one address, until it moves to another one. */
function movingName(): { lookup: LookupFunction; move: () => void } {
  let address = '127.0.0.1';
  return {
    lookup: (_, { all }, callback) => {
      if (all === true) callback(null, [{ address, family: 4 }]);
      else callback(null, address, 4);
    },
    move: () => (address = '127.0.0.2'),
  };
}

const number = notificationOf((sent) => new Message().setJSON(sent));

describe('a receiver that moves by DNS while messages flow', () => {
  let [before, after]: Place[] = [];
  let notifier: Notifier;
  let port = 0;
  beforeEach(async () => {
    before = await openPlace('127.0.0.1');
    port = (before.server.address() as AddressInfo).port;
    after = await openPlace('127.0.0.2', port);
  });
  afterEach(async () => {
    await notifier.drain();
    await Promise.all([close(before!), close(after!)]);
  });

  /** Sends all messages, and returns those that began after `age` milliseconds at the new address. */
  async function send(
    ages: { maxConnectionAge?: number; idleTimeout?: number },
    age: number,
  ): Promise<string[]> {
    const { lookup, move } = movingName();
    const defaultURL = `http://receiver.example:${port}/`;
    const options = { defaultURL, lookup, blockPrivateNetworks: false, ...ages } as const;
    notifier = new Notifier().register(new WebhookChannel(options));
    const late: string[] = [];
    let movedAt = Infinity;
    for (let sent = 0; sent < MESSAGES;) {
      if (sent === MESSAGES / 4) {
        move();
        movedAt = performance.now();
      }
      const wave = Array.from({ length: AT_ONCE }, () => (sent += 1));
      if (performance.now() - movedAt > age) late.push(...wave.map(String));
      const { deliveries } = await notifier.send(wave, number);
      expect(deliveries.map(({ outcome, attempts }) => `${outcome} ${attempts}`)).toEqual(
        wave.map(() => 'sent 1'),
      );
      await wait(10);
    }
    return late;
  }

  const byNumber = (bodies: readonly string[]) => [...bodies].sort((a, b) => Number(a) - Number(b));
  const all = Array.from({ length: MESSAGES }, (_, index) => String(index + 1));

  test.each([
    ['maxConnectionAge', { maxConnectionAge: 200 }],
    ['ten times idleTimeout', { idleTimeout: 20 }],
  ])(
    'gets all messages at its new address within %s, and none is lost or cut',
    async (_, ages) => {
      const late = await send(ages, 250);
      expect(late.length).toBeGreaterThan(0);
      expect(byNumber(after!.bodies)).toEqual(expect.arrayContaining(late));
      expect(byNumber([...before!.bodies, ...after!.bodies])).toEqual(all);
      expect([before!.cut, after!.cut]).toEqual([0, 0]);
    },
    30_000,
  );

  test('keeps its old address with maxConnectionAge: Infinity', async () => {
    await send({ maxConnectionAge: Infinity }, 0);
    expect(byNumber(before!.bodies)).toEqual(all);
  }, 30_000);
});

test.each([0, -1, Number.NaN, '5 minutes'])('maxConnectionAge rejects %p', (maxConnectionAge) => {
  expect(() => new WebhookChannel({ maxConnectionAge: maxConnectionAge as number })).toThrow(
    'The option maxConnectionAge of new WebhookChannel(options) needs a number above 0',
  );
});
