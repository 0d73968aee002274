import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import Router from '@koa/router';
import { Controller, Get, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ValidateNested, IsString } from 'class-validator';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressDocs, expressOperations } from '../../../src/adapters/express.js';
import { fastifyDocs, fastifyOperations } from '../../../src/adapters/fastify.js';
import { fetchDocs, fetchOperations, honoOperations } from '../../../src/adapters/fetch.js';
import { koaDocs, koaOperations } from '../../../src/adapters/koa.js';
import { bearerAuth, type Config, Docs, nodeOperations, operation, response } from '../../../src/index.js';
import { DtospecModule, nestDocs } from '../../../src/nest/index.js';
import { send } from '../../support/network/http.js';
import { listen } from '../../support/network/listen.js';

class Address {
  @IsString() street!: string;
}

class Order {
  @ValidateNested() address!: Address;
}

let title = '';

/** A title of its own for each test, since docs of one title share their reports. */
beforeEach(() => {
  title = `Mistakes of ${expect.getState().currentTestName ?? ''}`;
});

const mistaken = (): Config =>
  ({
    info: { title },
    servers: [{ url: '/', descripton: 'Here' }],
    ui: { tittle: 'Docs' },
    docsAuth: { enabled: false, apikey: 'k' },
    auth: { schemes: [{ name: 'staff', type: 'http', scheme: 'bearer' }] },
  }) as unknown as Config;

const OPERATIONS = [
  operation(
    { method: 'GET', path: '/secret', security: ['staff'], responses: { 200: response('Secret') } },
    () => undefined,
  ),
  operation(
    { method: 'POST', path: '/orders', body: Order, responses: { 204: response('Taken') } },
    () => undefined,
  ),
];

/** The problems of the program, as the warning names them. */
const SIX = [
  /warning security-not-verified at GET \/secret/,
  /warning nested-without-type at Order\.address/,
  /error unknown-option at .*"apikey".*apiKey/,
  /warning unknown-field at .*"descripton".*description/,
  /error unknown-option at .*"tittle".*title/,
  /warning incomplete-info at .*version/,
];

let warned: jest.SpyInstance;
const { NODE_ENV, JEST_WORKER_ID } = process.env;

beforeEach(() => {
  delete process.env.JEST_WORKER_ID;
  warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
});

afterEach(() => {
  warned.mockRestore();
  Object.assign(process.env, { NODE_ENV, JEST_WORKER_ID });
});

function spoken(): string[] {
  const calls = warned.mock.calls as [string, { code?: string }][];
  return calls.filter(([, { code }]) => code === 'DTOSPEC_DIAGNOSTICS').map(([message]) => message);
}

/** The report waits for the first responses. */
const setUp = (): Promise<void> => wait(150);

type SetUp = (docs: Docs) => unknown;

/** What serves the page, and what serves operations alone. */
const SERVERS: Readonly<Record<string, SetUp>> = {
  'node:http, the page': (docs) => createServer(docs.addOperations(OPERATIONS).middleware('/docs')),
  'node:http, the handler': (docs) => docs.addOperations(OPERATIONS).handler(),
  'node:http, the handler of the document': (docs) => docs.addOperations(OPERATIONS).specHandler(),
  'node:http, operations': (docs) => nodeOperations(docs, OPERATIONS),
  'Express, mounted first': (docs) => {
    const app = express();
    docs.mount(app, '/docs');
    expressOperations(app, docs, OPERATIONS);
  },
  'Express, expressDocs': (docs) => express().use('/docs', expressDocs(docs.addOperations(OPERATIONS))),
  'Express, operations': (docs) => {
    expressOperations(express(), docs, OPERATIONS);
  },
  'Express 4, operations': (docs) => {
    expressOperations(express4(), docs, OPERATIONS);
  },
  'Fastify, the page': (docs) =>
    Fastify()
      .register(fastifyDocs, { docs: docs.addOperations(OPERATIONS), prefix: '/docs' })
      .ready(),
  'Fastify, operations': (docs) =>
    Fastify().register(fastifyOperations, { docs, operations: OPERATIONS }).ready(),
  'Koa, the page': (docs) => new Koa().use(koaDocs(docs.addOperations(OPERATIONS), '/docs')),
  'Koa, operations': (docs) => {
    koaOperations(new Router(), docs, OPERATIONS);
  },
  'fetch, the page': (docs) => fetchDocs(docs.addOperations(OPERATIONS), '/docs'),
  'fetch, operations': (docs) => fetchOperations(docs, OPERATIONS),
  'Hono, operations': (docs) => {
    honoOperations(new Hono(), docs, OPERATIONS);
  },
};

test.each(Object.entries(SERVERS))('%s: each problem is reported once', async (_name, serve) => {
  await serve(new Docs(mistaken()));
  await setUp();
  expect(spoken()).toHaveLength(1);
  for (const problem of SIX) expect(spoken()[0]).toMatch(problem);
  expect(spoken()[0]).toContain(`2 errors and 4 warnings in the docs "${title}":`);
});

test('a request reports what was registered later, and nothing twice', async () => {
  const docs = new Docs(mistaken());
  const server = await listen(docs.middleware('/docs'));
  await setUp();
  docs.addOperations(OPERATIONS);
  for (const path of ['/docs/', '/docs/openapi.json']) await send(server.origin, { path });
  await server.close();
  expect(spoken()).toHaveLength(2);
  expect(spoken()[1]).toContain('2 warnings in the docs');
  expect(spoken()[1]).not.toContain('descripton');
});

test('a view does not repeat the problems of its docs', async () => {
  const docs = new Docs(mistaken()).addOperations(OPERATIONS);
  docs.view({ name: 'part', include: { paths: ['/secret'] }, docsAuth: { enabled: false } });
  const server = await listen(docs.middleware('/docs'));
  await setUp();
  for (const path of ['/docs/', '/docs/part/']) await send(server.origin, { path });
  await server.close();
  expect(spoken()).toHaveLength(1);
});

test('docs whose mount is refused are not served, so they may be empty', async () => {
  const docs = new Docs(FAULTLESS);
  const refused: (() => unknown)[] = [
    () => {
      docs.mount(new Koa() as never, '/docs');
    },
    () => docs.middleware(undefined as never),
    () => koaDocs(docs, undefined as never),
    () => fetchDocs(docs, undefined as never),
  ];
  for (const serve of refused) expect(serve).toThrow();
  await setUp();
  expect(spoken()).toEqual([]);
  expect(docs.diagnostics()).toEqual([]);
});

test('docs of one title do not repeat their problems, and report their own', async () => {
  for (const operations of [OPERATIONS.slice(1), OPERATIONS.slice(1), OPERATIONS]) {
    fetchOperations(new Docs(mistaken()), operations);
    await setUp();
  }
  expect(spoken()).toHaveLength(2);
  expect(spoken()[1]).toContain('1 warning in the docs');
  expect(spoken()[1]).toContain('security-not-verified at GET /secret');
});

@Controller('cats')
class CatsController {
  @Get() list(): string[] {
    return [];
  }
}

const NEST: Readonly<Record<string, (config: Config) => Promise<INestApplication>>> = {
  nestDocs: async (config) => {
    @Module({ controllers: [CatsController] })
    class AppModule {}
    const app = await NestFactory.create(AppModule, { logger: false });
    nestDocs(app, config).mount(app, '/docs');
    return app.init();
  },
  DtospecModule: async (config) => {
    @Module({ controllers: [CatsController], imports: [DtospecModule.forRoot(config)] })
    class AppModule {}
    const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
    return app.init();
  },
};

describe.each(Object.entries(NEST))('Nest, %s', (_name, start) => {
  test('each problem is reported once', async () => {
    const app = await start(mistaken());
    await setUp();
    await app.close();
    expect(spoken()).toHaveLength(1);
    for (const name of ['apikey', 'descripton', 'tittle']) expect(spoken()[0]).toContain(`"${name}"`);
  });

  test("'throw' stops the start", async () => {
    await expect(start({ ...mistaken(), diagnostics: 'throw' })).rejects.toThrow('apikey');
  });
});

const FAULTLESS: Config = { info: { title: 'Right', version: '1.0.0' } };

test('docs without problems say nothing', async () => {
  const staff = bearerAuth('staff', { verify: () => true });
  expressOperations(express(), new Docs({ ...FAULTLESS, auth: { schemes: [staff] } }), [OPERATIONS[0]!]);
  await setUp();
  expect(warned.mock.calls).toEqual([]);
});

test.each([
  ['production', undefined, 0],
  ['production', 'warn', 1],
  ['development', undefined, 1],
  ['development', 'silent', 0],
] as const)('NODE_ENV %s and diagnostics %s: %i warnings', async (environment, diagnostics, count) => {
  process.env.NODE_ENV = environment;
  new Docs({ ...mistaken(), ...(diagnostics && { diagnostics }) }).middleware('/docs');
  await setUp();
  expect(spoken()).toHaveLength(count);
});

describe("'throw'", () => {
  const config: Config = { ...mistaken(), diagnostics: 'throw' };

  test('the page is not mounted, in production neither', () => {
    process.env.NODE_ENV = 'production';
    const docs = new Docs(config);
    const unusable = /"apikey"/;
    expect(() => docs.mount(express(), '/docs')).toThrow(unusable);
    expect(() => docs.middleware('/docs')).toThrow(unusable);
    expect(() => docs.handler()).toThrow(unusable);
    expect(() => expressDocs(docs)).toThrow(unusable);
    expect(() => koaDocs(docs, '/docs')).toThrow(unusable);
    expect(() => fetchDocs(docs, '/docs')).toThrow(unusable);
  });

  test('Fastify does not become ready', async () => {
    await expect(
      Fastify()
        .register(fastifyDocs, { docs: new Docs(config) })
        .ready(),
    ).rejects.toThrow('apikey');
  });

  test('warnings are reported as warnings', async () => {
    new Docs({ ...FAULTLESS, diagnostics: 'throw', info: { title: 'No version' } as never }).handler();
    await setUp();
    expect(spoken()[0]).toContain('warning incomplete-info at info');
  });

  test('an error that comes after the set-up fails the request', async () => {
    const docs = new Docs({ ...FAULTLESS, diagnostics: 'throw' });
    const serve = fetchDocs(docs, '/docs');
    await setUp();
    docs.add({ method: 'FETCH' as never, path: '/x', responses: {} });
    await expect(serve(new Request('http://localhost/docs/'))).rejects.toThrow('FETCH');
  });
});

test('the report waits for the first responses', async () => {
  const later = jest.spyOn(globalThis, 'setTimeout');
  new Docs({ ...FAULTLESS, info: { title } as never }).handler();
  const [report, delay] = later.mock.calls[0]!;
  later.mockRestore();
  expect([delay, spoken().length]).toEqual([100, 0]);
  report();
  expect(spoken()).toHaveLength(1);
  await setUp();
});

test('a long list is cut', async () => {
  const docs = new Docs(FAULTLESS);
  for (let number = 0; number < 20; number += 1)
    docs.add({
      method: 'GET',
      path: `/${number}`,
      security: [`unknown${number}`],
      responses: { 200: response('x') },
    });
  docs.handler();
  await setUp();
  expect(spoken()[0]!.split('\n')).toHaveLength(15);
  expect(spoken()[0]).toContain('and 8 more: docs.diagnostics() lists them');
});
