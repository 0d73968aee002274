// Each sends the same bytes, reads the answer whole, and keeps its connections.
import http from 'node:http';

export const BODY = Buffer.from(JSON.stringify({ event: 'order.shipped', id: 'o-1', note: 'x'.repeat(200) }));
const HEADERS = { 'Content-Type': 'application/json', Accept: '*/*', 'Accept-Encoding': 'identity' };

/** Name, what it was allowed, and how it makes its `send()` for a URL and a number of sends at once. */
export const CONTESTANTS = {
  axios: {
    allowed: 'any number of connections',
    async open(url) {
      const { default: axios } = await import('axios');
      const httpAgent = new http.Agent({ keepAlive: true });
      return () => axios.post(url, BODY, { headers: HEADERS, httpAgent });
    },
  },
  'node:http': {
    allowed: 'any number of connections',
    open(url) {
      const agent = new http.Agent({ keepAlive: true });
      const headers = { ...HEADERS, 'Content-Length': BODY.length };
      return () =>
        new Promise((resolve, reject) => {
          const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
            response.resume().on('end', resolve).on('error', reject);
          });
          request.on('error', reject).end(BODY);
        });
    },
  },
  'undici Pool': {
    allowed: 'one connection for each send at once',
    async open(url, atOnce) {
      const { Pool } = await import('undici');
      const { origin, pathname } = new URL(url);
      const pool = new Pool(origin, { connections: atOnce });
      return async () => {
        const { body } = await pool.request({ path: pathname, method: 'POST', headers: HEADERS, body: BODY });
        await body.dump();
      };
    },
  },
  dtospec: {
    allowed: 'its defaults: 16 connections to one origin',
    open: (url) => openNotifier(url, {}),
  },
  'dtospec, raised': {
    allowed: 'one connection for each send at once',
    open: (url, atOnce) => openNotifier(url, { concurrency: atOnce, concurrencyPerTarget: atOnce }),
  },
};

async function openNotifier(url, limits) {
  const { Message, Notifier, WebhookChannel } = await import('../../dist/webhook.node.js');
  const notifier = new Notifier(limits).register(
    new WebhookChannel({ defaultURL: url, defaultHeaders: HEADERS }),
  );
  const notification = { via: () => ['webhook'], toWebhook: () => new Message().setRaw(BODY) };
  return async () => {
    const { deliveries } = await notifier.send('', notification);
    if (deliveries[0].outcome !== 'sent') throw deliveries[0].error;
  };
}
