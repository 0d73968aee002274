import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { jsonSchemaOf } from 'dtospec';
import { signSignature, signStandardWebhook, verifySignature, verifyStandardWebhook } from 'dtospec/webhook';
import { Greeting } from '../../../samples/frameworks/greetings.js';
import { ACCEPTED, faultsIn, OTHER_SPELLING, REFUSED } from '../../io/operations/literal-table.js';
import { listen } from '../../support/network/listen.js';
import { describeInBrowser } from '../../support/page/browser.js';
import { preparePackage } from '../../support/programs/packed-package.js';
import { HAS_BINARIES } from '../node-versions/nodes.js';
import { readPrograms } from '../readme/snippets.js';
import { SECRETS } from './web-secrets.js';
import {
  bundleProgram,
  FOLDER,
  startPage,
  startRuntime,
  startWorkerd,
  type WebServer,
  WORKERD_DATES,
} from './web-runtimes.js';

beforeAll(async () => {
  preparePackage();
  if (HAS_BINARIES)
    execFileSync(process.execPath, [path.join(__dirname, '../../../scripts/prepare.mjs'), 'nodes']);
  expect(await bundleProgram()).toEqual([]);
}, 300_000);

const describeBinary = HAS_BINARIES ? describe : describe.skip;
if (!HAS_BINARIES) process.stderr.write('skipped, no binaries for this platform: workerd, bun, deno\n');

interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Has the program send a webhook, and resolves to its result and to the request that arrived. */
async function sendFrom(
  server: WebServer,
  guarded: boolean,
): Promise<{ result: unknown; requests: SentRequest[] }> {
  const requests: SentRequest[] = [];
  const receiver = await listen((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ headers: request.headers as SentRequest['headers'], body });
      response.writeHead(204).end();
    });
  });
  const { text } = await server.ask(`/send?guarded=${guarded}&to=${receiver.origin}`);
  await receiver.close();
  return { result: JSON.parse(text), requests };
}

function testsOf(start: () => Promise<WebServer>): void {
  let server: WebServer;
  beforeAll(async () => {
    server = await start();
  }, 60_000);
  afterAll(() => (server as WebServer | undefined)?.close());

  test('serves the operation, its document and its page', async () => {
    expect(await server.ask('/greetings/Ada')).toEqual({
      status: 200,
      text: '{"text":"Hello, Ada","count":1}',
    });
    expect((await server.ask(`/greetings/${'a'.repeat(41)}`)).status).toBe(400);
    const { text: document } = await server.ask('/docs/openapi.json');
    expect(Object.keys((JSON.parse(document) as { paths: object }).paths)).toContain('/greetings/{name}');
    const { text: page } = await server.ask('/docs/');
    expect(page).toContain('<title>Greetings API</title>');
    const [, script = ''] = /"url":"\.\/(viewer\/[^"]+)"/.exec(page) ?? [];
    expect(await server.ask(`/docs/${script}`)).toEqual({ status: 200, text: 'globalThis.Scalar = {}' });
  });

  test('writes the JSON Schema that Node.js writes', async () => {
    expect(JSON.parse((await server.ask('/schema')).text)).toEqual(jsonSchemaOf(Greeting));
  });

  test.each([
    ['a secret', SECRETS.symmetric],
    ['a public key', SECRETS.private],
  ])('verifies a webhook by %s', async (_, secret) => {
    const body = '{"type":"greeting.sent","data":{"text":"Hello"}}';
    const headers = {
      ...signStandardWebhook(body, secret),
      'x-signature': signSignature(body, 'simple'),
    };
    const hook = (sent: string): ReturnType<WebServer['ask']> =>
      server.ask('/hook', { method: 'POST', headers, body: sent });
    expect(await hook(body)).toEqual({
      status: 200,
      text: '{"event":{"text":"Hello"},"isInstance":true,"isSimple":true}',
    });
    expect((await hook(`${body} `)).status).toBe(401);
  });

  test('passes to handlers what the document and class-validator accept, and nothing else', async () => {
    const rows = [...REFUSED, OTHER_SPELLING];
    const outcomes: unknown[] = [];
    for (const [what, [target, init]] of rows) {
      const { status, text } = await server.ask(target, init);
      outcomes.push([what, status, ...faultsIn(text)]);
    }
    expect(outcomes).toEqual(rows.map(([what, , fault]) => [what, 400, fault]));
    for (const [what, [target, init], expected] of ACCEPTED) {
      expect([what, await server.ask(target, init)]).toEqual([what, { status: 204, text: '' }]);
      const text = JSON.stringify(expected, (_key, value: unknown) =>
        typeof value === 'bigint' ? `${value}n` : value,
      );
      expect([what, JSON.parse((await server.ask('/received')).text)]).toEqual([what, JSON.parse(text)]);
    }
  }, 30_000);
}

function testsOfSending(start: () => Promise<WebServer>): void {
  test('sends a webhook by fetch, signed with both kinds of keys', async () => {
    const server = await start();
    const { result, requests } = await sendFrom(server, false);
    await server.close();
    expect(result).toEqual([['sent', null, null]]);
    const [{ headers, body } = { headers: {}, body: '' }] = requests;
    expect(body).toBe('{"type":"greeting.sent","data":{"text":"Hello"}}');
    expect(verifySignature(body, headers['x-signature'], 'simple')).toBe(true);
    expect(verifyStandardWebhook(body, headers, SECRETS.symmetric)).toBe(true);
    expect(verifyStandardWebhook(body, headers, SECRETS.public)).toBe(true);
  }, 60_000);
}

describeBinary.each(Object.entries(WORKERD_DATES))('workerd %s', (_, date) => {
  const start = (): Promise<WebServer> => startWorkerd(date, ['public', 'private']);
  testsOf(start);
  testsOfSending(start);

  test('blocks a private address in a URL, and workerd itself blocks the others', async () => {
    const server = await startWorkerd(date, ['public']);
    const { result: guarded } = await sendFrom(server, true);
    const { result: open, requests } = await sendFrom(server, false);
    await server.close();
    expect(guarded).toEqual([['failed', 'BlockedAddressError', expect.any(String)]]);
    expect(open).toEqual([['failed', 'NetworkError', expect.any(String)]]);
    expect(requests).toEqual([]);
  }, 60_000);
});

describeBinary('the Worker of docs/workers.md', () => {
  test('serves its operation, its page and its webhooks in workerd', async () => {
    const source = path.join(FOLDER, 'guide-worker.ts');
    const bundle = path.join(FOLDER, 'guide-worker.mjs');
    writeFileSync(source, readPrograms('guides').get('worker.ts')!);
    expect(await bundleProgram(source, bundle)).toEqual([]);
    const server = await startWorkerd(WORKERD_DATES['without nodejs_compat'], ['public'], bundle);
    const post = (target: string, body: string, more: object = {}): ReturnType<WebServer['ask']> =>
      server.ask(target, { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body });
    const order = '{"sku":"A-1","quantity":2}';
    expect(await post('/orders', order)).toEqual({ status: 201, text: order });
    expect((await post('/orders', '{"sku":"A-1","quantity":0}')).status).toBe(400);
    expect((await server.ask('/docs/')).text).toContain('<title>Orders</title>');
    const event = '{"type":"order.shipped","sku":"A-1"}';
    expect((await post('/hook', event, signStandardWebhook(event, SECRETS.symmetric))).status).toBe(204);
    expect((await post('/hook', `${event} `, signStandardWebhook(event, SECRETS.symmetric))).status).toBe(
      401,
    );
    await server.close();
  }, 60_000);
});

describeBinary.each(['bun', 'deno'] as const)('a bundle for browsers in %s', (name) => {
  testsOf(() => startRuntime(name));
});

describeInBrowser('a bundle for browsers in Chromium', (open) => {
  testsOf(() => startPage(open()));
});
