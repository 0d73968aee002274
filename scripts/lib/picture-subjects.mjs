// What the pictures of the guides show: the sample shop, a page of deliveries, a failing test and a report of dtospec diff.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bin, root } from './run.mjs';

/** Beside the packed packages, so that programs import them by name. */
const folder = path.join(root, 'build/consumer/pictures');

export async function openShop() {
  const { startShop } = await import(path.join(root, 'build/samples/shop/shop.js'));
  return startShop(3000, () => undefined);
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const NO_WAIT = 20;

/** A page of deliveries to three customers, one of whose receivers is down. */
export async function openDeliveries() {
  const { SqliteEngine } = await import(path.join(root, 'dist/sqlite.js'));
  const { deliveriesPage } = await import(path.join(root, 'dist/deliveries.js'));
  const { Message, Notifier, retryAfterDelays, WebhookChannel } = await import(
    path.join(root, 'dist/webhook.js')
  );
  const receiver = await listen((request, response) => {
    response.writeHead(request.url === '/globex' ? 503 : 204).end();
  });
  const endpoints = ['acme', 'globex', 'initech'].map((id) => ({
    id,
    url: `${receiver.url}/${id}`,
    secrets: [SECRET],
    disabled: id === 'initech',
  }));
  const channel = new WebhookChannel({
    endpoints: () => endpoints,
    findEndpoint: (id) => endpoints.find((endpoint) => endpoint.id === id),
    blockPrivateNetworks: false,
  });
  const engine = new SqliteEngine({
    file: path.join(mkdtempSync(path.join(tmpdir(), 'shop-')), 'queue.sqlite'),
  });
  const retry = retryAfterDelays({ delays: [NO_WAIT, NO_WAIT] });
  const notifier = new Notifier({ engine, retry }).register(channel);
  const ended = new Promise((resolve) => {
    let dead = 0;
    notifier.on('dead', () => {
      if ((dead += 1) === 3) resolve();
    });
  });
  await notifier.start();
  for (const [event, id] of [
    ['order.placed', 41],
    ['order.shipped', 41],
    ['order.placed', 42],
  ])
    await notifier.send('all', {
      via: () => ['webhook'],
      toWebhook: () =>
        new Message()
          .setJSON({ type: event, orderId: id })
          .setEvent(event)
          .setId(`${event.replace('.', '-')}-${id}`),
    });
  await ended;
  const server = await listen(deliveriesPage(engine, { authorize: () => true }).middleware('/deliveries'));
  return {
    url: `${server.url}/deliveries`,
    close: async () => {
      await notifier.stop();
      server.close();
      receiver.close();
    },
  };
}

async function listen(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const TEST = `import request from 'supertest';
import { specMatchers } from 'dtospec-tools/testing';
import { app, docs } from './app.cjs';

expect.extend(specMatchers(docs));

test('an order is as documented', async () => {
  const response = await request(app).get('/orders/42');
  await expect(response).toMatchSpec();
});
`;
const APP = `require('reflect-metadata');
const express = require('express');
const { IsInt, IsString } = require('class-validator');
const { Docs, response } = require('dtospec');

class Order {}
IsInt()(Order.prototype, 'id');
IsString()(Order.prototype, 'status');
const app = express();
app.get('/orders/:id', (request, answer) => answer.json({ id: request.params.id, state: 'placed' }));
const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' } });
docs.add({ method: 'GET', path: '/orders/:id', responses: { 200: response('The order', Order) } });
module.exports = { app, docs };
`;

/** What jest prints about a response that differs from the document. */
export function failingTest() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'app.cjs'), APP);
  writeFileSync(path.join(folder, 'orders.test.ts'), TEST);
  const config = {
    rootDir: folder,
    testMatch: ['**/*.test.ts'],
    transform: {
      '\\.ts$': [path.join(root, 'node_modules/@swc/jest'), { jsc: { parser: { syntax: 'typescript' } } }],
    },
  };
  const args = [bin('jest'), '--colors', '--config', JSON.stringify(config)];
  const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const [report] = stderr.split(/\n[^\n]*Test Suites:/);
  return terminal(`$ npx jest\n${report.trimEnd()}\n`);
}

/** The report of dtospec diff as a comment on a pull request. */
export async function diffComment() {
  mkdirSync(folder, { recursive: true });
  const shop = await openShop();
  const document = await (await fetch(`${shop.url}/docs/openapi.json`)).text();
  await shop.close();
  const changed = JSON.parse(document);
  const { NewOrder, NewCustomer, OrderLine } = changed.components.schemas;
  NewOrder.required.push('note');
  OrderLine.properties.quantity.maximum = 20;
  NewCustomer.properties.phone = { type: 'string' };
  writeFileSync(path.join(folder, 'main.json'), JSON.stringify(JSON.parse(document), null, 2));
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(changed, null, 2));
  const command = path.join(root, 'build/consumer/node_modules/dtospec-tools/dist/cli.cjs');
  const args = [command, 'diff', 'main.json', 'openapi.json', '--format', 'markdown'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const { default: MarkdownIt } = await import(
    path.join(root, 'docs/site/node_modules/markdown-it/index.mjs')
  );
  return comment(new MarkdownIt({ html: true }).render(stdout));
}

const FONT = "15px/1.5 system-ui, 'Segoe UI', sans-serif";

function comment(html) {
  return `<style>
    body { margin: 20px; font: ${FONT}; color: #1f2328; background: #fff }
    article { border: 1px solid #d1d9e0; border-radius: 6px; padding: 0 16px 12px }
    header { border-bottom: 1px solid #d1d9e0; margin: 0 -16px; padding: 8px 16px; background: #f6f8fa; color: #59636e; font-size: 14px }
    code { font: 13px ui-monospace, monospace; background: #eff1f3; border-radius: 4px; padding: 1px 5px }
    pre { background: #f6f8fa; border-radius: 6px; padding: 12px } pre code { padding: 0; background: none }
    table { border-collapse: collapse } th, td { border: 1px solid #d1d9e0; padding: 5px 12px; text-align: left }
    h2, h3 { margin: 16px 0 8px } </style>
    <article><header><b>github-actions</b> commented</header>${html}</article>`;
}

const COLORS = {
  1: 'font-weight:bold',
  2: 'opacity:.65',
  31: 'color:#ff7b72',
  32: 'color:#7ee787',
  33: 'color:#e3b341',
  36: 'color:#79c0ff',
  90: 'color:#8b949e',
  41: 'background:#b62324',
  7: 'background:#3d1214',
};

/** Printed text with the colors of a terminal, as HTML. */
function terminal(text) {
  let active = [];
  const html = text
    // oxlint-disable-next-line no-control-regex -- the sequences of a terminal begin with one
    .split(/\u001b\[([\d;]*)m/)
    .map((part, index) => {
      if (index % 2 === 0) {
        const escaped = part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return active.length === 0 ? escaped : `<span style="${active.join(';')}">${escaped}</span>`;
      }
      for (const code of part.split(';'))
        if (code in COLORS) active.push(COLORS[code]);
        else if (['', '0', '22', '27', '39', '49'].includes(code)) active = [];
      return '';
    })
    .join('');
  return `<style>body { margin: 0; background: #0d1117 } pre { margin: 0; padding: 20px; color: #e6edf3; font: 14px/1.45 ui-monospace, monospace; white-space: pre-wrap }</style><pre>${html}</pre>`;
}
