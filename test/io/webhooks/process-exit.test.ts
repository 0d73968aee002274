import { runProgram } from '../../support/programs/run-program.js';

describe('no open handle keeps the process alive', () => {
  test('the process exits by itself after a send, with idle connections and without a warning', async () => {
    const program = `
      import { createServer } from 'node:http';
      import { Message, Notifier, WebhookChannel } from '../../src/webhooks/messages/index.js';
      const server = createServer((request, response) => { request.resume(); response.end('ok'); });
      server.listen(0, '127.0.0.1', async () => {
        server.unref();
        const channel = new WebhookChannel({ defaultURL: 'http://127.0.0.1:' + server.address().port });
        const notifier = new Notifier({ concurrency: 40, concurrencyPerTarget: 40 }).register(channel);
        const notification = { via: () => ['webhook'], toWebhook: () => new Message().setJSON(1) };
        const everyone = Array.from({ length: 40 }, (_, n) => n);
        const { signal } = new AbortController();
        const rounds = await Promise.all(everyone.map(() => notifier.send(everyone, notification, { signal })));
        console.log(rounds.flatMap(({ deliveries }) => deliveries).filter(({ outcome }) => outcome === 'sent').length);
      });
    `;
    expect(await runProgram(program)).toEqual({ code: 0, signal: null, stdout: '1600\n', stderr: '' });
  });
});

describe('memory', () => {
  test('a waiting message takes at most 3 KB', async () => {
    const program = `
      import { createServer } from 'node:http';
      import { setFlagsFromString } from 'node:v8';
      import { runInNewContext } from 'node:vm';
      import { Message, Notifier, WebhookChannel } from '../../src/webhooks/messages/index.js';
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc');
      const memory = () => { collect(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external; };
      const held = [];
      let isHolding = false;
      let onHeld;
      const sixteenHeld = new Promise((resolve) => (onHeld = () => held.length === 16 && resolve()));
      const hold = (response) => { held.push(response); onHeld(); };
      const server = createServer((request, response) => {
        request.resume().on('end', () => (isHolding ? hold(response) : response.end()));
      });
      server.listen(0, '127.0.0.1', async () => {
        const url = 'http://127.0.0.1:' + server.address().port;
        const secrets = ['whsec_' + Buffer.alloc(32, 7).toString('base64')];
        const endpoint = { id: 'e1', url, secrets };
        const channel = new WebhookChannel({ endpoints: () => endpoint, blockPrivateNetworks: false });
        const notifier = new Notifier().register(channel);
        const body = { type: 'order.shipped', text: 'x'.repeat(200) };
        const notification = { via: () => ['webhook'], toWebhook: () => new Message().setJSON(body) };
        const send = (count) => Array.from({ length: count }, () => notifier.send('customer', notification));
        await Promise.all(send(2_000));
        isHolding = true;
        const before = memory();
        const sending = send(10_000);
        await sixteenHeld;
        const bytes = (memory() - before) / 10_000;
        isHolding = false;
        for (const response of held) response.end();
        await Promise.all(sending);
        console.log(bytes <= 3_072 ? 'bounded' : bytes);
        process.exit();
      });
    `;
    expect(await runProgram(program)).toMatchObject({ code: 0, stdout: 'bounded\n', stderr: '' });
  });

  test('stays bounded during 100 concurrent responses of 50 MB or without an end', async () => {
    const program = `
      import { MISBEHAVIOURS } from './webhooks/hostile-receiver-behaviours.js';
      import { startReceiver } from './webhooks/hostile-receiver.js';
      import { Message, Notifier, WebhookChannel } from '../../src/webhooks/messages/index.js';
      async function main() {
        const big = MISBEHAVIOURS.filter(({ name }) => /^sends (50 MB|without end|a gzip bomb)$/.test(name));
        const before = process.memoryUsage().rss;
        let peak = 0;
        const timer = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 5);
        let sent = 0;
        for (const { behave } of big) {
          const receiver = await startReceiver(behave);
          const channel = new WebhookChannel({ defaultURL: receiver.url });
          const notifier = new Notifier({ concurrency: 100, concurrencyPerTarget: 100 }).register(channel);
          const notification = { via: () => ['webhook'], toWebhook: () => new Message().setJSON(1) };
          const { deliveries } = await notifier.send(Array.from({ length: 100 }, (_, n) => n), notification);
          sent += deliveries.filter(({ outcome }) => outcome === 'sent').length;
          await receiver.close();
        }
        clearInterval(timer);
        console.log(JSON.stringify({ sent, grownMiB: Math.round((peak - before) / 1024 / 1024) }));
      }
      main();
    `;
    const { code, stdout, stderr } = await runProgram(program);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { sent, grownMiB } = JSON.parse(stdout) as { sent: number; grownMiB: number };
    expect(sent).toBe(300);
    // Kept whole, the answers would be some 10,000 MiB.
    expect(grownMiB).toBeLessThan(300);
  }, 90_000);
});

describe('verifying without sending', () => {
  test('does not load axios', async () => {
    const program = `
      import { verifySignature } from '../../src/webhooks/messages/index.js';
      verifySignature('body', 'sha256=00', 'secret');
      console.log(Object.keys(require.cache).filter((file) => /node_modules.axios/.test(file)).length);
    `;
    expect(await runProgram(program)).toMatchObject({ code: 0, stdout: '0\n' });
  });
});
