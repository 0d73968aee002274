import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressDocs } from '../../../src/adapters/express.js';
import { fastifyDocs } from '../../../src/adapters/fastify.js';
import { fetchDocs } from '../../../src/adapters/fetch.js';
import { koaDocs } from '../../../src/adapters/koa.js';
import { deliveriesPage, type DeliveriesPageOptions } from '../../../src/deliveries/index.js';
import { ConfigError } from '../../../src/index.js';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import type { Notifier } from '../../../src/webhooks/messages/index.js';
import { API_KEY, openShop, Ordered, SECRET, TOKEN } from '../../support/engines/shop.js';
import { listen, listening, type Listening } from '../../support/network/listen.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';

const EVENT = '<img src=x onerror=alert(1)>';

let folder: string;
let engine: SqliteEngine;
let notifier: Notifier;
let receiver: HostileReceiver;
const servers: Listening[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deliveries-'));
  engine = new SqliteEngine({ file: join(folder, 'queue.sqlite') });
  receiver = await startReceiver(answer('422 Unprocessable Content', [], `${SECRET} </pre><script>`));
  notifier = openShop(engine, receiver.url, { keepResponseBody: 500 });
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await notifier.stop();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

const admit: DeliveriesPageOptions = { authorize: () => true };

async function serve(options: DeliveriesPageOptions = admit): Promise<string> {
  const server = await listen(deliveriesPage(engine, options).middleware('/hooks'));
  servers.push(server);
  return `${server.origin}/hooks`;
}

/** Sends to `ann` until the message is dead. */
async function makeDead(): Promise<string> {
  const { deliveries } = await notifier.send('ann', new Ordered('m-1', { event: EVENT }));
  await notifier.start();
  while ((await engine.status()).dead === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  return deliveries[0]!.id;
}

const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });

test('is closed unless authorize admits the request', async () => {
  for (const [options, status] of [
    [{}, 403],
    [{ authorize: () => false }, 403],
    [{ authorize: () => ({ status: 404 }) }, 404],
    [{ authorize: () => Promise.resolve(true) }, 200],
  ] as const) {
    const url = await serve(options);
    expect([(await fetch(url)).status, (await fetch(`${url}/status.json`)).status]).toEqual([status, status]);
    if (status !== 200) expect((await post(`${url}/pause`)).status).toBe(status);
  }
  expect(await engine.status()).toMatchObject({ isPaused: false });
});

test('shows deliveries by state, endpoint and event, and their attempts, all escaped and without a secret', async () => {
  const id = await makeDead();
  const url = await serve();
  const read = async (path: string) => (await fetch(`${url}${path}`)).text();
  const lists = ['', '/?state=dead', '/?endpoint=ann', `/?event=${encodeURIComponent(EVENT)}`];
  for (const path of lists) expect(await read(path)).toContain(`href="/hooks/delivery?id=${id}"`);
  for (const path of ['/?state=sent', '/?endpoint=bob', '/?event=paid'])
    expect(await read(path)).not.toContain(id);
  const detail = await read(`/delivery?id=${id}`);
  expect(detail).toContain('&lt;/pre&gt;&lt;script&gt;');
  expect(detail).toContain('422');
  for (const text of [await read(''), detail]) {
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain(EVENT);
    for (const secret of [API_KEY, TOKEN]) expect(text).not.toContain(secret);
  }
  expect(text(detail)).toContain('POST http://127.0.0.1:');
  for (const shown of ['content-type application/json', 'webhook-id m-1', '{"id":"m-1"}'])
    expect(text(detail)).toContain(shown);
  expect(detail).not.toMatch(/v1,|signature"|authorization/i);
  expect((await fetch(`${url}/delivery?id=none`)).status).toBe(404);
  const { headers } = await fetch(url);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/);
  expect(headers.get('cache-control')).toBe('no-store');
});

/** What a reader sees. */
const text = (markup: string) =>
  markup
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/\s+/g, ' ');

test('shows the request of a message: long, binary, empty and foreign ones, or no body by option', async () => {
  const open = await serve();
  const closed = await serve({ ...admit, showBodies: false });
  const show = async (url: string, payload: unknown) => {
    const job = { id: `j-${Math.random()}`, messageId: 'm', channel: 'webhook', group: 'http://a.example' };
    await engine.enqueue({ ...job, payload }, {});
    return text(await (await fetch(`${url}/delivery?id=${job.id}`)).text());
  };
  const webhook = (body: Uint8Array, headers: [string, string][] = []) => ({ method: 'PUT', headers, body });
  const bytes = (written: string) => new TextEncoder().encode(written);
  expect(await show(open, webhook(bytes('x'.repeat(20_005))))).toContain('… and 5 characters more');
  expect(await show(open, webhook(new Uint8Array([255, 0])))).toContain(
    'A body of 2 bytes that is not text.',
  );
  expect(await show(open, webhook(bytes('')))).toContain('No body.');
  const headers: [string, string][] = [
    ['Idempotency-Key', 'k-1'],
    ['X-Api-Key', API_KEY],
    ['traceparent', '<b>'],
  ];
  const shown = await show(open, webhook(bytes('<i>'), headers));
  expect(shown).toContain('Idempotency-Key k-1 X-Api-Key (not shown) traceparent <b>');
  expect(shown).toContain(' <i> ');
  expect(await show(open, { to: 'ann', text: 'hello' })).toContain('{"to":"ann","text":"hello"}');
  for (const payload of [webhook(bytes('personal')), { text: 'personal' }]) {
    const hidden = await show(closed, payload);
    expect(hidden).toContain('Bodies are not shown.');
    expect(hidden).not.toContain('personal');
  }
});

test('pauses and resumes one endpoint, and redelivers the selected deliveries', async () => {
  const id = await makeDead();
  const url = await serve();
  const read = async () => text(await (await fetch(url)).text());
  expect(await read()).toContain('ann 1 dead – no failures Pause');
  expect((await post(`${url}/pause-endpoint`, { endpoint: 'ann' })).headers.get('location')).toBe('/hooks/');
  expect(await engine.status()).toMatchObject({ pausedEndpoints: ['ann'] });
  expect(await read()).toContain('Endpoints (1 paused)');
  expect(await (await fetch(url)).text()).toMatch(
    /<td data-label="Endpoint"[^>]*>\s*<span><a href="\/hooks\/\?endpoint=ann">/,
  );
  const selected = await fetch(`${url}/redeliver`, {
    method: 'POST',
    body: new URLSearchParams([
      ['id', id],
      ['id', 'none'],
    ]),
    redirect: 'manual',
  });
  expect(selected.headers.get('location')).toBe('/hooks/');
  while ((await engine.status()).paused === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await read()).toContain('ann 1 paused – no failures paused Resume and send Resume and delete');
  await post(`${url}/resume-endpoint`, { endpoint: 'ann', skip: '1' });
  expect(await engine.status()).toMatchObject({ paused: 0, pausedEndpoints: [] });
  expect(await read()).toContain('No deliveries match.');
});

test('redelivers one delivery or all that match, and pauses and resumes', async () => {
  const id = await makeDead();
  const url = await serve();
  await post(`${url}/pause`);
  expect(await engine.status()).toMatchObject({ isPaused: true });
  const answered = await post(`${url}/redeliver`, { id });
  expect([answered.status, answered.headers.get('location')]).toEqual([303, `/hooks/delivery?id=${id}`]);
  expect(await engine.status()).toMatchObject({ dead: 0, waiting: 1 });
  await post(`${url}/resume`);
  while ((await engine.status()).dead === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await engine.pause();
  await post(`${url}/redeliver-all`, { state: 'dead', endpoint: 'bob' });
  expect(await engine.status()).toMatchObject({ dead: 1 });
  await post(`${url}/redeliver-all`, { state: 'dead', endpoint: 'ann' });
  expect(await engine.status()).toMatchObject({ dead: 0, waiting: 1 });
});

test('refuses forms of other sites, other methods and other bodies', async () => {
  const url = await serve();
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }] as Record<
    string,
    string
  >[])
    expect((await post(`${url}/pause`, {}, headers)).status).toBe(403);
  expect((await fetch(`${url}/pause`, { method: 'POST', body: 'x' })).status).toBe(415);
  expect((await post(`${url}/other`)).status).toBe(404);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
  expect(await engine.status()).toMatchObject({ isPaused: false });
  expect(await (await fetch(url, { method: 'HEAD' })).text()).toBe('');
});

const ADAPTERS: Record<string, (page: ReturnType<typeof deliveriesPage>) => Promise<Listening>> = {
  'mount in Express': (page) => {
    const app = express();
    page.mount(app, '/hooks');
    return listening(app.listen(0, '127.0.0.1'));
  },
  expressDocs: (page) => {
    const app = express();
    app.use('/hooks', expressDocs(page));
    return listening(app.listen(0, '127.0.0.1'));
  },
  fastifyDocs: async (docs) => {
    const app = Fastify();
    await app.register(fastifyDocs, { docs, prefix: '/hooks' });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { origin: (await listening(app.server)).origin, close: () => app.close() };
  },
  koaDocs: (page) => listening(new Koa().use(koaDocs(page, '/hooks')).listen(0, '127.0.0.1')),
  fetchDocs: (page) => {
    const app = new Hono();
    const servePage = fetchDocs(page, '/hooks');
    app.all('/hooks/*', (context) => servePage(context.req.raw) ?? context.notFound());
    app.all('/hooks', (context) => servePage(context.req.raw) ?? context.notFound());
    const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
    return listening(server.listen(0, '127.0.0.1'));
  },
};

test.each(Object.entries(ADAPTERS))('is served and works by %s', async (_, start) => {
  const server = await start(deliveriesPage(engine, admit));
  servers.push(server);
  const url = `${server.origin}/hooks`;
  for (const path of ['', '/'])
    expect(await (await fetch(url + path)).text()).toContain('<h1>Deliveries</h1>');
  expect(await (await fetch(`${url}/status.json`)).json()).toMatchObject({ waiting: 0 });
  expect((await post(`${url}/pause`)).status).toBe(303);
  expect(await engine.status()).toMatchObject({ isPaused: true });
});

test('needs a durable engine and known options', () => {
  expect(() => deliveriesPage({} as never)).toThrow(ConfigError);
  expect(() => deliveriesPage(engine, { title: '' })).toThrow('title');
});

test('filters by message and time, and refuses what it cannot read', async () => {
  const id = await makeDead();
  const url = await serve();
  const read = async (query: string) => fetch(`${url}/?${query}`);
  const minute = (time: number) => encodeURIComponent(new Date(time).toISOString().slice(0, 16));
  const [earlier, later] = [minute(Date.now() - 120_000), minute(Date.now() + 120_000)];
  for (const query of [
    'message=m-1',
    `since=${earlier}`,
    `until=${later}`,
    `since=${earlier}&until=${later}&state=dead`,
  ])
    expect(await (await read(query)).text()).toContain(`delivery?id=${id}`);
  for (const query of ['message=m-2', `since=${later}`, `until=${earlier}`])
    expect(await (await read(query)).text()).not.toContain(`delivery?id=${id}`);
  for (const query of ['since=yesterday', 'until=2026-13-01T00:00', 'since=1'])
    expect((await read(query)).status).toBe(400);
});

test('cancels one delivery and all that match, for a reader that authorize admits', async () => {
  const ids: string[] = [];
  for (const message of ['m-1', 'm-2', 'm-3']) {
    const { deliveries } = await notifier.send('ann', new Ordered(message, { delay: 600_000 }));
    ids.push(deliveries[0]!.id);
  }
  const url = await serve();
  const closed = await serve({ authorize: () => false });
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  for (const action of ['cancel', 'cancel-all', 'erase']) {
    const fields = { id: ids[0]!, message: 'm-1', state: 'waiting' };
    expect((await post(`${closed}/${action}`, fields)).status).toBe(403);
    expect((await post(`${url}/${action}`, fields, elsewhere)).status).toBe(403);
  }
  expect((await post(`${url}/cancel`)).status).toBe(400);
  expect((await engine.status()).waiting).toBe(3);
  const waiting = await post(`${url}/erase`, { id: ids[0]!, message: 'm-1' });
  expect([waiting.status, await waiting.text()]).toEqual([409, expect.stringContaining('engine.cancel(')]);
  const one = await post(`${url}/cancel`, { id: ids[0]! });
  expect([one.status, one.headers.get('location')]).toEqual([303, `/hooks/delivery?id=${ids[0]!}`]);
  expect(text(await (await fetch(`${url}/?state=waiting`)).text())).toContain(
    'Cancel all waiting deliveries that match',
  );
  await post(`${url}/cancel-all`, { message: 'm-2' });
  const states = (await engine.deliveries()).map(({ messageId, state }) => `${messageId} ${state}`).sort();
  expect(states).toEqual(['m-1 cancelled', 'm-2 cancelled', 'm-3 waiting']);
});

test('erases a message, and shows its record', async () => {
  const id = await makeDead();
  const url = await serve();
  const read = async () => text(await (await fetch(`${url}/delivery?id=${id}`)).text());
  expect(await read()).toContain('{"id":"m-1"}');
  expect((await post(`${url}/erase`, { id, message: 'm-1' })).headers.get('location')).toBe(
    `/hooks/delivery?id=${id}`,
  );
  const detail = await read();
  expect(detail).toContain('it was erased');
  expect(detail).toContain('Attempt 1: 422');
  for (const gone of ['{"id":"m-1"}', SECRET]) expect(detail).not.toContain(gone);
});

test('shows the age of the oldest due delivery, of all and of each endpoint', async () => {
  await notifier.send('ann', new Ordered('m-1'));
  const url = await serve();
  const read = async () => text(await (await fetch(url)).text());
  while (!(await read()).includes('oldest due 1 s')) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await read()).toMatch(/ann 1 waiting \d+ s no failures/);
  expect(await (await fetch(`${url}/status.json`)).json()).toMatchObject({
    oldestDue: expect.any(Number) as number,
  });
});
