import { describeInNamespace, runInNamespace } from '../../../support/network/namespace.js';

const SETUP = `
  import { readFile } from 'node:fs/promises';
  import { createServer } from 'node:http';
  import { startNameServer } from './network/name-server.js';
  import { Message, Notifier, WebhookChannel } from '../../src/webhooks/messages/index.js';
  const to = (url) => new Message().setJSON(1).setURL(url);
  const notification = { via: () => ['webhook'], toWebhook: (url) => to(url) };
  async function listen() {
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => response.writeHead(200, { connection: 'close' }).end());
    }).listen(80, '0.0.0.0');
    await new Promise((resolve) => server.on('listening', resolve));
    server.unref();
  }
  /** Milliseconds for messages to names that are answered, and a file, and how many messages arrive. */
  async function sendLive(prefix, count) {
    const notifier = new Notifier({ retry: () => null }).register(new WebhookChannel());
    const began = performance.now();
    const urls = Array.from({ length: count }, (_, n) => 'http://' + prefix + n + '.live.test/');
    const { deliveries } = await notifier.send(urls, notification);
    await readFile('/etc/hosts');
    const time = performance.now() - began;
    await notifier.drain();
    return { time, sent: deliveries.filter(({ outcome }) => outcome === 'sent').length };
  }
`;

const print = async (program: string) => {
  const { code, stdout, stderr } = await runInNamespace(
    `${SETUP}\nasync function main() {${program}}\nmain();`,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
};

describeInNamespace('names whose server is silent', () => {
  test('do not delay other names or files, and end with their attempt', async () => {
    const result = await print(`
      await listen();
      const server = await startNameServer((name) => (name.endsWith('.live.test') ? { address: '198.20.0.1' } : 'silence'));
      const alone = await sendLive('a', 100);
      const notifier = new Notifier({ retry: () => null }).register(new WebhookChannel({ timeout: 3_000 }));
      const dead = notifier.send(Array.from({ length: 40 }, (_, n) => 'http://d' + n + '.dead.test/'), notification);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const live = await sendLive('l', 100);
      const { deliveries } = await dead;
      await notifier.drain();
      server.close();
      console.log(JSON.stringify({
        live: live.sent,
        heldUp: live.time > alone.time + 1_500,
        dead: [...new Set(deliveries.map(({ error }) => error.name))],
        longest: Math.max(...deliveries.map(({ history }) => history[0].duration)) < 3_900,
        left: process.getActiveResourcesInfo().filter((name) => /Query|GetAddr|UDP/.test(name)),
      }));
    `);
    expect(result).toEqual({ live: 100, heldUp: false, dead: ['TimeoutError'], longest: true, left: [] });
  });

  test('are looked up by the system one at a time', async () => {
    const result = await print(`
      await listen();
      // Our own questions (two families, two candidates) are answered, the system's never are.
      const server = await startNameServer((name, count) =>
        name.endsWith('.live.test') ? { address: '198.20.0.1' } : count <= 2 ? 'no such name' : 'silence');
      const alone = await sendLive('a', 20);
      const notifier = new Notifier({ retry: () => null }).register(new WebhookChannel({ timeout: 2_000 }));
      const dead = notifier.send(Array.from({ length: 10 }, (_, n) => 'http://d' + n + '.dead.test/'), notification);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const live = await sendLive('l', 20);
      const threads = process.getActiveResourcesInfo().filter((name) => name === 'GetAddrInfoReqWrap').length;
      const { deliveries } = await dead;
      console.log(JSON.stringify({
        live: live.sent,
        heldUp: live.time > alone.time + 1_000,
        dead: [...new Set(deliveries.map(({ error }) => error.name))],
        threads,
      }));
      process.exit();
    `);
    expect(result).toEqual({ live: 20, heldUp: false, dead: ['TimeoutError'], threads: 1 });
  });

  test('resolves names of the hosts file and the search list, and rejects unknown names', async () => {
    const result = await print(`
      await listen();
      const server = await startNameServer((name) =>
        name === 'orders.cluster.test' ? { address: '198.20.0.1' } : 'no such name');
      const notifier = new Notifier({ retry: () => null }).register(new WebhookChannel());
      const names = ['from-hosts', 'orders', 'orders.cluster.test', 'FROM-HOSTS.', 'absent.test'];
      const { deliveries } = await notifier.send(names.map((name) => 'http://' + name + '/'), notification);
      await notifier.drain();
      server.close();
      console.log(JSON.stringify(Object.fromEntries(
        deliveries.map(({ error, outcome }, index) => [names[index], error?.reason ?? outcome]))));
    `);
    expect(result).toEqual({
      'from-hosts': 'sent',
      orders: 'sent',
      'orders.cluster.test': 'sent',
      'FROM-HOSTS.': 'sent',
      'absent.test': 'ENOTFOUND',
    });
  });

  test('localhost resolves without a name server, and is not public', async () => {
    const result = await print(`
      await listen();
      const notifier = new Notifier({ retry: () => null });
      notifier.register(new WebhookChannel({ timeout: 3_000, defaultURL: 'http://localhost/' }));
      const own = await notifier.send('', { via: () => ['webhook'], toWebhook: () => new Message().setJSON(1) });
      const given = await notifier.send('http://localhost/', notification);
      await notifier.drain();
      console.log(JSON.stringify([own, given].map(({ deliveries }) => deliveries[0].error?.name ?? deliveries[0].outcome)));
    `);
    expect(result).toEqual(['sent', 'BlockedAddressError']);
  });
});
