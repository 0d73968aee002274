import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { signSignature, signStandardWebhook } from '../../src/webhooks/messages/index.js';
import { commandFile, packageFolder, preparePackage } from '../support/programs/packed-package.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let folder: string;
const children = new Set<ChildProcess>();
beforeAll(() => {
  preparePackage();
  folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(packageFolder('dtospec'), path.join(folder, 'node_modules/dtospec'));
}, 120_000);
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

interface Started {
  /** The first address that it told. */
  readonly url: string;
  readonly printed: () => string;
  readonly noted: () => string;
  /** Interrupts it, and gives its exit code. */
  readonly stop: () => Promise<number | null>;
}

async function start(args: string, env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const child = spawn(process.execPath, [commandFile, ...args.split(' ')], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  children.add(child);
  let [printed, noted] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (noted += chunk.toString()));
  const url = await until(() => /http:\S+\//.exec(noted)?.[0]);
  const stop = async (): Promise<number | null> => {
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill('SIGINT');
    const [code] = await ended;
    children.delete(child);
    return code;
  };
  return { url, printed: () => printed, noted: () => noted, stop };
}

async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const titleAt = async (url: string): Promise<unknown> =>
  ((await (await fetch(`${url}openapi.json`)).json()) as { info: { title: unknown } }).info.title;

describe('dtospec serve', () => {
  const DOCUMENT = 'openapi: 3.1.0\ninfo: { title: Cats, version: "1" }\npaths: {}\n';
  const MODULE = `const { Docs } = require('dtospec');
    exports.docs = new Docs({ info: { title: 'Cats', version: '1' } })
      .add({ method: 'GET', path: '/cats', responses: { 200: { description: 'Cats' } } });`;

  test.each([
    ['openapi.yaml', 'openapi.yaml', DOCUMENT],
    ['docs.cjs', 'docs.cjs', MODULE],
  ])(
    '%s: serves page and document, follows the file, and ignores an unreadable change',
    async (source, file, content) => {
      const write = (written: string): void => {
        writeFileSync(path.join(folder, file), written);
      };
      write(content);
      const served = await start(`serve ${source} --port 0`);
      const page = await fetch(served.url);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<title>Cats');
      expect(await titleAt(served.url)).toBe('Cats');

      const changes = await fetch(`${served.url}changes`);
      write(content.replace('Cats', 'Dogs'));
      const { value } = await changes.body!.getReader().read();
      expect(Buffer.from(value).toString()).toBe('data: changed\n\n');
      expect(await titleAt(served.url)).toBe('Dogs');

      write('{');
      await until(() => /is not valid YAML|could not be imported/.exec(served.noted()) ?? undefined);
      expect(await titleAt(served.url)).toBe('Dogs');
      expect(await served.stop()).toBe(0);
    },
  );

  test('reports an invalid port, and one that is in use', async () => {
    writeFileSync(path.join(folder, 'openapi.yaml'), DOCUMENT);
    const taken = await listening(createServer());
    const { port } = taken.address() as AddressInfo;
    for (const [value, problem, code] of [
      [String(port), /Cannot listen on .*EADDRINUSE.*Choose another port with --port\./, 3],
      ['http', /--port must be a number from 0 to 65535, not "http"\./, 2],
    ] as const) {
      const child = spawn(process.execPath, [commandFile, 'serve', 'openapi.yaml', '--port', value], {
        cwd: folder,
      });
      const [noted, [exit]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect(noted).toMatch(problem);
      expect(noted).not.toContain('    at ');
      expect(exit).toBe(code);
    }
    taken.close();
  });
});

async function listening(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('dtospec mcp', () => {
  const OPERATIONS = `const { bearerAuth, Docs, operation, response } = require('dtospec');
    const { mcpServer } = require('dtospec/mcp');
    const token = bearerAuth('token', { verify: (given) => given === 'of-ada' && { name: 'Ada' } });
    const me = operation(
      { method: 'GET', path: '/me', security: [token], responses: { 200: response('You', { type: 'object' }) } },
      ({ auth }) => { console.log('to the console'); return auth; },
    );
    const waits = operation(
      { method: 'POST', path: '/waits', audience: ['agent'], security: [], responses: { 204: response('Done') } },
      ({ request }) => new Promise((resolve) => request.signal.addEventListener('abort', () => {
        console.error('cancelled');
        resolve();
      })),
    );
    exports.docs = new Docs({ info: { title: 'Rooms', version: '1' }, auth: { schemes: [token] } }).addOperations([me, waits]);
    exports.ready = mcpServer(exports.docs, { auth: () => ({ name: 'of the module' }) });`;

  async function connect(...args: string[]): Promise<{ client: Client; noted: () => string }> {
    writeFileSync(path.join(folder, 'api.cjs'), OPERATIONS);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [commandFile, 'mcp', 'api.cjs', ...args],
      cwd: folder,
      env: { TOKEN: 'of-ada' },
      stderr: 'pipe',
    });
    let noted = '';
    transport.stderr!.on('data', (chunk: Buffer) => (noted += chunk.toString()));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    return { client, noted: () => noted };
  }

  test('answers 1,000 calls over standard input and output, with a credential of the environment', async () => {
    const { client, noted } = await connect('--header', 'authorization: Bearer $TOKEN');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['getMe', 'postWaits']);
    for (let index = 0; index < 1_000; index += 1) {
      const { structuredContent } = await client.callTool({ name: 'getMe', arguments: {} });
      expect(structuredContent).toEqual({ name: 'Ada' });
    }
    expect(noted()).toContain('to the console');
    const refused = await client.callTool({ name: 'getMe', arguments: { query: { a: 1 } } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('#/query: ') }],
    });
    const controller = new AbortController();
    const calling = client.callTool({ name: 'postWaits', arguments: {} }, { signal: controller.signal });
    // A call behind it shows that it has arrived.
    await client.callTool({ name: 'getMe', arguments: {} });
    controller.abort();
    await expect(calling).rejects.toThrow();
    await until(() => (noted().includes('cancelled') ? true : undefined));
    await client.close();
  });

  test('without a credential, security refuses the call', async () => {
    const { client } = await connect();
    const { content } = await client.callTool({ name: 'getMe', arguments: {} });
    expect(content).toMatchObject([{ text: expect.stringMatching(/^401 /) }]);
    await client.close();
  });

  test('takes a selection, and an exported server with its own options', async () => {
    const selected = await connect('--audience', 'agent');
    expect((await selected.client.listTools()).tools.map(({ name }) => name)).toEqual(['postWaits']);
    await selected.client.close();
    const { client } = await connect('--export', 'ready');
    const { structuredContent } = await client.callTool({ name: 'getMe', arguments: {} });
    expect(structuredContent).toEqual({ name: 'of the module' });
    await client.close();
  });

  test.each([
    [['--header', 'authorization: Bearer $NO_TOKEN'], 2, 'needs the variable NO_TOKEN'],
    [['--export', 'ready', '--tag', 'a'], 2, '--tag has no effect on an exported mcpServer'],
    [['--operation', 'nobody'], 3, 'mcpServer has no operation "nobody"'],
  ])('%j is refused', async (args, code, message) => {
    const child = spawn(process.execPath, [commandFile, 'mcp', 'api.cjs', ...args], { cwd: folder });
    const [noted, [exit]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([exit, noted]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe('dtospec webhook', () => {
  const BODY = '{"type":"order.shipped","orderId":7}';

  test('listen verifies, prints and forwards valid webhooks, and drops forged ones', async () => {
    const handed: { readonly body: string; readonly id: unknown; readonly authorization: unknown }[] = [];
    const target = await listening(
      createServer((request, response) => {
        void text(request).then((body) => {
          const { 'webhook-id': id, authorization } = request.headers;
          handed.push({ body, id, authorization });
          response.writeHead(202).end();
        });
      }),
    );
    const to = `http://127.0.0.1:${String((target.address() as AddressInfo).port)}/hooks`;
    const listener = await start(`webhook listen --port 0 --json --forward ${to}`, {
      WEBHOOK_SECRET: SECRET,
    });
    const post = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(listener.url, { method: 'POST', body: BODY, headers })).status;

    const signed = signStandardWebhook(BODY, SECRET, { id: 'msg_1' });
    expect(await post({ ...signed, authorization: 'Bearer of-somebody' })).toBe(202);
    expect(await post({ ...signed, 'webhook-signature': 'v1,AAAA' })).toBe(401);
    expect(await post({})).toBe(401);
    expect(handed).toEqual([{ body: BODY, id: 'msg_1', authorization: 'Bearer of-somebody' }]);

    const lines = listener.printed().trim().split('\n');
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told).toMatchObject([
      { id: 'msg_1', verdict: 'The signature is valid.', answered: 202, body: JSON.parse(BODY) as unknown },
      { id: 'msg_1', answered: 401 },
      { answered: 401 },
    ]);
    for (const secret of [SECRET, 'of-somebody']) {
      expect(listener.printed()).not.toContain(secret);
      expect(listener.noted()).not.toContain(secret);
    }
    expect(await listener.stop()).toBe(0);
    target.close();
  });

  test.each<[string, string, Record<string, string>]>([
    ['Standard Webhooks', SECRET, signStandardWebhook(BODY, SECRET)],
    ['X-Signature', 'of our own', { 'X-Signature': signSignature(BODY, 'of our own') }],
  ])('send signs as %s, and listen accepts it', async (_name, secret, headers) => {
    const env = { WEBHOOK_SECRET: secret };
    const listener = await start('webhook listen --port 0 --status 200', env);
    expect((await fetch(listener.url, { method: 'POST', body: BODY, headers })).status).toBe(200);
    writeFileSync(path.join(folder, 'body.json'), BODY);
    const send = async (secretOfSender: string): Promise<[string, unknown]> => {
      const child = spawn(process.execPath, [commandFile, 'webhook', 'send', listener.url, 'body.json'], {
        cwd: folder,
        env: { ...process.env, WEBHOOK_SECRET: secretOfSender },
      });
      const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      return [printed, code];
    };
    expect(await send(secret)).toEqual(['200 OK\n\n', 0]);
    expect(await send('of nobody')).toEqual(['401 Unauthorized\n\n', 1]);
    expect(listener.printed()).toContain(
      'The signature is valid. Answered 200.\n{\n  "type": "order.shipped"',
    );
    await listener.stop();
  });
});
