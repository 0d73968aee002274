// One side: `['open', SETUP]`, then `['send', COUNT]` for microseconds of the processor for each, `['wait', COUNT]` for bytes of
// memory of each message while none is answered, and `['end']` to wait for them.
import { createHmac, randomUUID } from 'node:crypto';

const SECRET = Buffer.alloc(32, 7);
const BODY = { type: 'order.shipped', text: 'x'.repeat(200) };

const SIDES = {
  async undici(url, atOnce) {
    const { Pool } = await import('undici');
    const { origin, pathname } = new URL(url);
    const pool = new Pool(origin, { connections: atOnce });
    return async () => {
      const id = `msg_${randomUUID()}`;
      const body = JSON.stringify(BODY);
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${body}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      };
      const response = await pool.request({ path: pathname, method: 'POST', headers, body });
      await response.body.dump();
      if (response.statusCode !== 204) throw new Error(`answered ${response.statusCode}`);
    };
  },
  async dtospec(url, atOnce) {
    const { Message, Notifier, WebhookChannel } = await import('../../dist/webhook.node.js');
    const endpoint = { id: 'e1', url, secrets: [`whsec_${SECRET.toString('base64')}`] };
    const notifier = new Notifier({ concurrency: atOnce, concurrencyPerTarget: atOnce }).register(
      new WebhookChannel({ endpoints: () => endpoint, blockPrivateNetworks: false, timeout: 120_000 }),
    );
    const notification = { via: () => ['webhook'], toWebhook: () => new Message().setJSON(BODY) };
    return async () => {
      const { deliveries } = await notifier.send('customer', notification);
      if (deliveries[0].outcome !== 'sent') throw deliveries[0].error;
    };
  },
};

let send;
let atOnce;
let ends = [];

const asks = {
  async open(setup) {
    ({ atOnce } = setup);
    send = await SIDES[setup.side](setup.url, atOnce);
    await send();
  },
  async send(count) {
    let left = count;
    const worker = async () => {
      while ((left -= 1) >= 0) await send();
    };
    const cpu = process.cpuUsage();
    await Promise.all(Array.from({ length: atOnce }, worker));
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / count;
  },
  async wait(count) {
    const before = await memory();
    ends = Array.from({ length: count }, send);
    const after = await memory();
    return (after - before) / count;
  },
  async end() {
    await Promise.all(ends);
    ends = [];
  },
};

async function memory() {
  await new Promise((resolve) => setTimeout(resolve, 100));
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

process.on('message', async ([what, asked]) => process.send((await asks[what](asked)) ?? what));
process.on('disconnect', () => process.exit());
