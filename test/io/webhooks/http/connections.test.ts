import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Message, Notifier, WebhookChannel } from '../../../../src/webhooks/messages/index.js';
import { notificationOf } from '../../../support/webhooks/deliver.js';
import { runProgram } from '../../../support/programs/run-program.js';

/** Receivers that count their connections, and those that are open. */
class Receivers {
  readonly servers: Server[] = [];
  opened = 0;
  open = 0;

  async start(count: number): Promise<string[]> {
    for (let index = 0; index < count; index += 1) {
      const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
        request.resume().on('end', () => response.writeHead(204).end());
      });
      server.on('connection', (socket) => {
        this.opened += 1;
        this.open += 1;
        socket.on('close', () => (this.open -= 1));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      this.servers.push(server);
    }
    return this.servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }

  async close(): Promise<void> {
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  }
}

const hello = notificationOf((url) => new Message().setJSON(1).setURL(url as string));
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('connections', () => {
  const receivers = new Receivers();
  let notifier: Notifier;
  const open = (options: object = {}) =>
    (notifier = new Notifier().register(new WebhookChannel({ blockPrivateNetworks: false, ...options })));
  afterEach(async () => {
    await notifier.drain();
    await receivers.close();
    receivers.servers.length = 0;
    receivers.opened = 0;
  });

  test('of 300 receivers in turn are one each, over five rounds', async () => {
    const urls = await receivers.start(300);
    open();
    for (let round = 0; round < 5; round += 1) for (const url of urls) await notifier.send(url, hello);
    expect(receivers.opened).toBe(300);
  });

  test('above maxIdleSockets are closed, those that have been idle longest first', async () => {
    const [first, second, third] = (await receivers.start(3)) as [string, string, string];
    open({ maxIdleSockets: 2 });
    for (const url of [first, second, first, third]) await notifier.send(url, hello);
    await until(() => receivers.open === 2);
    for (const url of [first, third]) await notifier.send(url, hello);
    expect(receivers.opened).toBe(3);
    await notifier.send(second, hello);
    expect(receivers.opened).toBe(4);
  });

  test('are not kept with maxIdleSockets: 0, and are closed after idleTimeout and by drain()', async () => {
    const [url] = (await receivers.start(1)) as [string];
    open({ maxIdleSockets: 0 });
    await notifier.send(url, hello);
    await until(() => receivers.open === 0);
    open({ idleTimeout: 1_000 });
    await notifier.send(url, hello);
    expect(receivers.open).toBe(1);
    await until(() => receivers.open === 0);
    open();
    await notifier.send(url, hello);
    expect(receivers.open).toBe(1);
    await notifier.drain();
    await until(() => receivers.open === 0);
  });

  test('that are established at once do not outlive an aborted send', async () => {
    // An address to which no connection is ever established, or none at all.
    const began = performance.now();
    const { code, stdout } = await runProgram(`
      import { Message, Notifier, WebhookChannel } from '../../src/webhooks/messages/index.js';
      const notifier = new Notifier().register(new WebhookChannel({ lookup: () => undefined }));
      const notification = { via: () => ['webhook'], toWebhook: (url) => new Message().setJSON(1).setURL(url) };
      const sending = notifier.send('http://hook.example/', notification, { signal: AbortSignal.timeout(100) });
      sending.then(({ deliveries }) => console.log(deliveries[0].error.name));
    `);
    expect([code, stdout]).toEqual([0, 'DeliveryAbortedError\n']);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

test("the dispatcher of Node's own fetch stays as it was", async () => {
  const { stdout } = await runProgram(`
    import { createServer } from 'node:http';
    import { Message, Notifier, WebhookChannel } from '../../src/webhooks/messages/index.js';
    const server = createServer((request, response) => response.end(request.headers['user-agent']));
    server.listen(0, '127.0.0.1', async () => {
      const defaultURL = 'http://127.0.0.1:' + server.address().port;
      const notifier = new Notifier().register(new WebhookChannel({ defaultURL }));
      await notifier.send('', { via: () => ['webhook'], toWebhook: () => new Message().setJSON(1) });
      const { Agent } = await import('undici');
      console.log(globalThis[Symbol.for('undici.globalDispatcher.1')] instanceof Agent);
      console.log((await fetch(defaultURL)).status);
      await notifier.drain();
      server.closeAllConnections();
      server.close();
    });
  `);
  expect(stdout).toBe('false\n200\n');
});
