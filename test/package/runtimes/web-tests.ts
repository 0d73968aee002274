import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Docs, jsonSchemaOf, nodeOperations } from 'dtospec';
import { signSignature, signStandardWebhook, verifySignature, verifyStandardWebhook } from 'dtospec/webhook';
import { Greeting } from '../../../samples/frameworks/greetings.js';
import { ACCEPTED, faultsIn, OTHER_SPELLING, REFUSED } from '../../io/operations/literal-table.js';
import { listen } from '../../support/network/listen.js';
import { preparePackage } from '../../support/programs/packed-package.js';
import { HAS_BINARIES } from '../node-versions/nodes.js';
import { SECRETS } from './web-secrets.js';
import { notes, readTicket, TICKETS } from './web-tickets.js';
import { bundleProgram, startWorkerd, type WebServer } from './web-runtimes.js';

/** Bundles the program before the tests of a file. */
export function prepareBundle(): void {
  beforeAll(async () => {
    preparePackage();
    if (HAS_BINARIES)
      execFileSync(process.execPath, [path.join(__dirname, '../../../scripts/prepare.mjs'), 'nodes']);
    expect(await bundleProgram()).toEqual([]);
  }, 300_000);
}

/** A describe block for runtimes whose binaries npm has for this platform. */
export const describeBinary = HAS_BINARIES ? describe : describe.skip;
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

/** Tests of a server that runs `web-program.ts`, whatever its runtime is. */
export function testsOf(start: () => Promise<WebServer>): void {
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

  test('reads values by validator as Node.js does', async () => {
    for (const ticket of TICKETS) {
      const body = JSON.stringify(ticket);
      const { text } = await server.ask('/validate', { method: 'POST', body });
      expect([body, JSON.parse(text)]).toEqual([body, JSON.parse(JSON.stringify(readTicket(ticket)))]);
    }
  });

  test.each<[path: string, headers: Record<string, string>, status: number, text: string]>([
    ['file', {}, 200, '%PDF-1.7 of ten lines'],
    ['file', { range: 'bytes=9-13' }, 206, 'of te'],
    ['file', { 'if-none-match': '"v1"' }, 304, ''],
    ['events', {}, 200, ':\n\ndata: {"id":1}\n\ndata: {"id":2}\n\n'],
    ['rows', { accept: 'text/csv' }, 200, 'id\r\n1\r\n2\r\n'],
    ['rows', { accept: 'application/json' }, 200, '[{"id":1},{"id":2}]'],
  ])('sends %s for the headers %j', async (path, headers, status, text) => {
    expect(await server.ask(`/kinds/${path}`, { headers })).toEqual({ status, text });
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

function testsOfCalling(start: () => Promise<WebServer>): void {
  test('calls operations by a client, behind a redirect', async () => {
    const serveNotes = nodeOperations(new Docs({ info: { title: 'Notes', version: '1' } }), notes);
    const origin = await listen((request, response) => {
      if (request.url?.startsWith('/moved/')) {
        response.writeHead(307, { location: request.url.slice('/moved'.length) }).end();
        return;
      }
      void serveNotes(request, response);
    });
    const server = await start();
    const { text } = await server.ask(`/call?to=${origin.origin}/moved`);
    await server.close();
    await origin.close();
    expect(JSON.parse(text)).toEqual([201, { text: 'new' }, ['one', 'two']]);
  }, 60_000);
}

/** Tests of workerd, with the settings of a date. */
export function testsOfWorkerd(date: string): void {
  const start = (): Promise<WebServer> => startWorkerd(date, ['public', 'private']);
  testsOf(start);
  testsOfSending(start);
  testsOfCalling(start);

  test('blocks a private address in a URL, and workerd itself blocks the others', async () => {
    const server = await startWorkerd(date, ['public']);
    const { result: guarded } = await sendFrom(server, true);
    const { result: open, requests } = await sendFrom(server, false);
    await server.close();
    expect(guarded).toEqual([['failed', 'BlockedAddressError', expect.any(String)]]);
    expect(open).toEqual([['failed', 'NetworkError', expect.any(String)]]);
    expect(requests).toEqual([]);
  }, 60_000);
}
