import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as decorators from '../../../src/index.js';
import { readRawBody, verifyStandardWebhook } from '../../../src/webhooks/messages/index.js';
import { consumerFolder, preparePackage } from '../../support/programs/packed-package.js';
import { libraryFolder, prepareLibraries } from '../../support/nest/libraries.js';
import { prepareTools, toolFile } from '../../support/programs/tools.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { HOOKS_PROGRAM } from './hooks.js';
import { readDecorators, readJson, readLinks, readPrograms, readTsconfig } from './snippets.js';
import { serversProgram } from './servers.js';

const programs = readPrograms();
const folder = path.join(consumerFolder, 'readme');
const running: ChildProcess[] = [];

/** As docs/from-zero.md sets them, but for the folders. */
const compilerOptions = {
  ...readTsconfig().compilerOptions,
  skipLibCheck: true,
  outDir: 'out',
  rootDir: '.',
};

/** It emits the same in a quarter of the processor time; test/package/consumers asks the older ones of the declarations. */
const TSC = path.resolve(__dirname, '../../../node_modules/typescript-7/bin/tsc');

/** Compiled only: their frameworks run in browsers. */
const IN_BROWSERS = ['http-fetch.ts'];

/** The classes that docs/schemas.md registers, and the ORMs of docs/transactions.md. */
const LIBRARIES = [
  ...['bson', 'decimal.js', 'temporal-polyfill'],
  ...['@mikro-orm', 'drizzle-orm', 'knex', 'kysely', 'typeorm'],
];

/** Compiles all of them together, as one application; what the compiler says against them. */
function compilePrograms(): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const [name, code] of programs) writeFileSync(path.join(folder, name), code);
  // For the snippets that use the client with them.
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of ['@angular', '@tanstack'])
    symlinkSync(toolFile(name), path.join(folder, 'node_modules', name));
  for (const name of LIBRARIES) symlinkSync(libraryFolder(name), path.join(folder, 'node_modules', name));
  return spawnSync(process.execPath, [TSC, '-p', folder]).stdout.toString();
}

/** Starts a program that listens; resolves to its origin. */
async function start(name: string): Promise<string> {
  const child = fork(path.join(folder, 'out', name), {
    execArgv: ['--import', path.join(__dirname, 'any-port.mjs')],
  });
  running.push(child);
  const [port] = (await once(child, 'message')) as [number];
  return `http://127.0.0.1:${port}`;
}

describe('every snippet compiles and runs', () => {
  let complaints: string;

  beforeAll(() => {
    preparePackage();
    prepareTools();
    prepareLibraries();
    complaints = compilePrograms();
  }, 300_000);
  afterAll(() => {
    for (const child of running) child.kill();
  });

  test('compiles all snippets without an error', () => {
    expect(complaints).toBe('');
    expect([...programs.keys()]).toEqual(expect.arrayContaining(['user.ts', 'main.ts', 'send.ts']));
  });

  test('the first example serves its operations, its page, and the schema that the README shows', async () => {
    const origin = await start('main.js');
    const page = await fetch(`${origin}/docs`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Users</title>');
    const document = (await (await fetch(`${origin}/docs/openapi.json`)).json()) as {
      components: { schemas: Record<string, unknown> };
    };
    await expectValidDocument(document);
    const shown = readJson()[0] as Record<string, unknown>;
    const { schemas } = document.components;
    expect(Object.fromEntries(Object.keys(shown).map((name) => [name, schemas[name]]))).toEqual(shown);
    const post = (body: unknown): Promise<Response> =>
      fetch(`${origin}/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const ada = { name: 'Ada', role: 'admin' };
    expect(await (await post(ada)).json()).toEqual(ada);
    const refused = await post({ name: '', role: 'admin' });
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(await refused.json()).toMatchObject({ status: 400, errors: [{ pointer: '#/name' }] });
    expect(await (await fetch(`${origin}/users`)).json()).toEqual([ada]);
  });

  test('send.ts sends a signed, documented event', async () => {
    const received: unknown[] = [];
    const server = createServer((request, response) => {
      void readRawBody(request).then((body) => {
        const isSigned = verifyStandardWebhook(
          body,
          request.headers,
          'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        );
        received.push({ isSigned, body: JSON.parse(String(body)) as unknown });
        response.writeHead(204).end();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const sender = fork(path.join(folder, 'out/send.js'), {
      env: { ...process.env, WEBHOOK_URL: `http://127.0.0.1:${port}`, NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const printed: Buffer[] = [];
    sender.stdout!.on('data', (chunk: Buffer) => printed.push(chunk));
    await once(sender, 'close');
    server.close();
    expect(Buffer.concat(printed).toString()).toBe('sent 1 \n');
    expect(received).toMatchObject([{ isSigned: true, body: { type: 'order.shipped' } }]);
  });

  test.each([
    ['invoice.js', 'total must match ^-?[0-9]{1,20}(\\.[0-9]{1,10})?$\n{"total":"15"}\n'],
    [
      'booking.js',
      '2026-03-01\n{"id":"65f0a1b2c3d4e5f607182930","at":"2026-01-31T11:00:00Z","days":["2026-02-28"]}\n',
    ],
  ])('%s parses and writes the classes of libraries', (name, printed) => {
    expect(spawnSync(process.execPath, [path.join(folder, 'out', name)]).stdout.toString()).toBe(printed);
  });

  describe('the servers of the guides', () => {
    // test/package/readme/recipes.test.ts runs those of docs/recipes.md.
    const names = [...programs.keys()].filter((name) => isServer(name) && !name.startsWith('recipe-'));
    let origins: Record<string, string>;
    const printed: Buffer[] = [];

    beforeAll(async () => {
      writeFileSync(path.join(folder, 'servers.mjs'), serversProgram(names.map(compiled)));
      const child = fork(path.join(folder, 'servers.mjs'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
      running.push(child);
      child.stdout!.on('data', (chunk: Buffer) => printed.push(chunk));
      [origins] = (await once(child, 'message')) as [Record<string, string>];
    }, 60_000);

    const post = (origin: string, text: string): Promise<Response> =>
      fetch(origin, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });

    test.each(names.filter((name) => !/^(first|listener|notes|existing|mcp|tickets)-/.test(name)))(
      '%s has its operations, its own route, both documented, and the page',
      async (name) => {
        const origin = origins[compiled(name)]!;
        expect((await post(`${origin}/users`, '{"name":"Ada","email":"ada@example.com"}')).status).toBe(201);
        const refused = await post(`${origin}/users`, '{"name":"Ada","email":"nowhere"}');
        expect(refused.status).toBe(400);
        expect(await refused.json()).toMatchObject({ errors: [{ pointer: '#/email' }] });
        expect((await fetch(`${origin}/health`)).status).toBe(200);
        expect(await (await fetch(`${origin}/docs/`)).text()).toContain('<title>Users</title>');
        const document = (await (await fetch(`${origin}/docs/openapi.json`)).json()) as { paths: object };
        await expectValidDocument(document);
        expect(Object.keys(document.paths).sort()).toEqual(['/health', '/users', '/users/{id}']);
      },
    );

    test('handlers that stay as they are have a document and a page', async () => {
      const origin = origins['existing-server.js']!;
      expect(await (await fetch(`${origin}/users/7`)).json()).toEqual({ name: 'Ada' });
      expect(await (await fetch(`${origin}/docs/`)).text()).toContain('<title>Users</title>');
      const document = (await (await fetch(`${origin}/docs/openapi.json`)).json()) as { paths: object };
      await expectValidDocument(document);
      expect(Object.keys(document.paths)).toEqual(['/users/{id}']);
    });

    test('the service for coding agents takes a ticket', async () => {
      const origin = origins['tickets-server.js']!;
      const ticket = { title: 'The door is stuck', author: { email: 'ada@example.com' } };
      expect((await post(`${origin}/tickets`, JSON.stringify(ticket))).status).toBe(201);
      expect((await post(`${origin}/tickets`, '{"title":"The door is stuck"}')).status).toBe(400);
    });

    test('the service for language models lists its operation as a tool', async () => {
      const origin = origins['mcp-server.js']!;
      const response = await fetch(`${origin}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-06-18',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('Book seats in a room');
    });

    test('from zero: the first page shows an operation that answers', async () => {
      const origin = origins['first-server.js']!;
      expect(await (await fetch(`${origin}/hello`)).json()).toEqual({ text: 'Hello' });
      expect(await (await fetch(`${origin}/docs/`)).text()).toContain('<title>Notes</title>');
    });

    test('from zero: a note is added, and the listener hears of it', async () => {
      const origin = origins['notes-server.js']!;
      expect(await (await post(`${origin}/notes`, '{"text":"Buy milk"}')).json()).toEqual({
        id: 1,
        text: 'Buy milk',
      });
      expect((await post(`${origin}/notes`, '{"text":""}')).status).toBe(400);
      const document = (await (await fetch(`${origin}/docs/openapi.json`)).json()) as { webhooks: object };
      await expectValidDocument(document);
      expect(Object.keys(document.webhooks)).toEqual(['note.added']);
      const said = (): string => Buffer.concat(printed).toString();
      while (!said().includes('sent')) await once(running.at(-1)!.stdout!, 'data');
      // Nothing else: the documents leave their readers no questions. The list of paths is of existing-server.ts.
      const lines = ['', "[ '/users/{id}' ]", 'note 1: sent, 1', 'received: Buy milk'];
      expect(said().split('\n').sort()).toEqual(lines);
    });
  });

  test('the receivers of the guides accept signed requests, and reject others', () => {
    writeFileSync(path.join(folder, 'hooks.mjs'), HOOKS_PROGRAM);
    const { stdout, ...ended } = end('hooks.mjs');
    expect(ended).toEqual({ status: 0, stderr: '' });
    const answers = JSON.parse(stdout) as Record<string, unknown>;
    const handled = 'order a2a4ab2b-1d4c-4f0e-9d9b-0d9e6a0c9c1b is on its way';
    for (const [name, answer] of Object.entries(answers))
      expect([name, answer]).toEqual([name, [204, 401, handled]]);
    const guides = [...programs.keys()].filter((name) => name.endsWith('-hooks.ts'));
    expect(guides.map((name) => name.replace('-hooks.ts', '')).sort()).toEqual([
      'express',
      'fastify',
      'koa',
      'nest',
    ]);
  });

  describe('each runs, and ends by itself', () => {
    const names = [...programs.keys()].filter(
      (name) => !['main.ts', 'send.ts', ...IN_BROWSERS].includes(name) && !isServer(name),
    );
    const clean: { status: number | null; stderr: string } = { status: 0, stderr: '' };
    let together: typeof clean | undefined;
    let printed: Record<string, readonly string[]> = {};

    beforeAll(() => {
      if (process.env.DTOSPEC_RUNS !== undefined) return;
      const imports = names.map(
        (name) => `lines = printed['${name}'] = []; await import('./out/${compiled(name)}');`,
      );
      const program = `
        const printed = {};
        let lines;
        console.log = (line) => lines.push(line);
        ${imports.join('\n')}
        process.stdout.write(JSON.stringify(printed));`;
      writeFileSync(path.join(folder, 'all.mjs'), program);
      const { stdout, ...ended } = end('all.mjs');
      together = ended;
      if (ended.status === 0) printed = JSON.parse(stdout) as Record<string, string[]>;
    });

    // One process for all, as most of it is loading the same packages; where it is not clean, one for each tells which.
    test.each(names)('%s', (name) => {
      const isClean = JSON.stringify(together) === JSON.stringify(clean);
      expect(isClean ? together : end(path.join('out', compiled(name)))).toMatchObject(clean);
    });

    test('they run in one process, if they may', () => {
      expect(together ?? clean).toEqual(clean);
    });

    test('docs/custom-validators.md shows the output of its program', () => {
      const [name, ...others] = names.filter((each) => readPrograms().get(each)!.includes('@IsSku()'));
      expect(others).toEqual([]);
      const text = printed[name!]?.join('\n') ?? end(path.join('out', compiled(name!))).stdout;
      expect(JSON.parse(text)).toEqual(readJson('docs/custom-validators.md')[0]);
    });
  });
});

/** Programs that listen, and so do not end, are called so. */
function isServer(name: string): boolean {
  return name.endsWith('-server.ts');
}

function compiled(name: string): string {
  return name.replace('.ts', '.js');
}

/** Runs a program to its end. */
function end(file: string): { status: number | null; stdout: string; stderr: string } {
  const options = { cwd: folder, timeout: 60_000, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, file)], options);
  return { status, stdout, stderr: stderr.replace(LOST, '') };
}

/** The warning of a delivery that failed. The programs of the guides send to hosts that nothing reaches from here. */
const LOST =
  /^\(node:\d+\) \[DTOSPEC_LOST_DELIVERY\].*\n|^\(Use `node --trace-warnings \.\.\.` to show where the warning was created\)\n/gm;

describe('the guides are complete', () => {
  test('docs/decorators.md lists every decorator that there is, and no other', () => {
    const names = [...readDecorators()];
    const exported = Object.entries(decorators)
      .filter(([name, value]) => typeof value === 'function' && isDecorator(name))
      .map(([name]) => name);
    expect(names.sort()).toEqual(exported.sort());
  });

  test('a program of the guides that has decorated classes imports reflect-metadata first', () => {
    const late = [...readPrograms('guides')].filter(
      // Nest brings it along.
      ([name, code]) => !name.startsWith('nest-') && /^ *@[A-Z]\w*\(/m.test(code) && !IMPORTS_IT.test(code),
    );
    expect(late.map(([name]) => name)).toEqual([]);
  });

  test.each(readLinks())('the link to %s leads somewhere', (target) => {
    expect(existsSync(path.resolve(__dirname, '../../..', target))).toBe(true);
  });
});

const IMPORTS_IT = /^\/\/ .*\nimport 'reflect-metadata';/;

/** Decorators are the functions in upper case that are no classes; mapped types are the exception. */
function isDecorator(name: string): boolean {
  const value = (decorators as Readonly<Record<string, unknown>>)[name];
  const isClass = typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
  return /^[A-Z][a-z]/.test(name) && !isClass && !/(?<!^)Type$/.test(name);
}
