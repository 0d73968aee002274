import Fastify from 'fastify';
import { bearerAuth, ConfigError, Docs, nodeOperations, operation, response } from '../../../src/index.js';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { fetchOperations, honoOperations } from '../../../src/adapters/fetch.js';
import { koaOperations } from '../../../src/adapters/koa.js';

type Register = (docs: never, operations: never, router: object) => unknown;

const ADAPTERS: [string, Register][] = [
  ['expressOperations', (docs, operations, router) => expressOperations(router, docs, operations)],
  ['koaOperations', (docs, operations, router) => koaOperations(router, docs, operations)],
  ['honoOperations', (docs, operations, router) => honoOperations(router, docs, operations)],
  ['fetchOperations', (docs, operations) => fetchOperations(docs, operations)],
  ['nodeOperations', (docs, operations) => nodeOperations(docs, operations)],
  [
    'fastifyOperations',
    (docs, operations, router) =>
      fastifyOperations(router as never, { docs, operations }, (error) => {
        if (error) throw error;
      }),
  ],
];

const createDocs = (): Docs => new Docs({ info: { title: 'x', version: '1' } });
const responses = { 204: response('Done') };
const at = (method: string) => operation({ method, path: '/a', responses }, () => undefined);
const router = { get: () => undefined, on: () => undefined, fetch: () => undefined, prefix: '' };

describe.each(ADAPTERS)('%s', (name, register) => {
  it.each([
    ['what is no Docs', {}, [at('GET')], `${name} needs docs: an instance of Docs`],
    ['no list', createDocs(), at('GET'), `${name} needs a list of operations, as in [createUser, getUser]`],
    ['nothing', createDocs(), undefined, `${name} needs a list of operations`],
    [
      'an endpoint',
      createDocs(),
      [at('GET'), { method: 'GET', path: '/b' }],
      `${name} needs the results of operation(`,
    ],
    ['a hole', createDocs(), [null], `${name} needs the results of operation(`],
  ])('refuses %s', (_, docs, operations, message) => {
    const attempt = (): unknown => register(docs as never, operations as never, router);
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(message);
    if (docs instanceof Docs) expect(docs.buildSpec().paths).toEqual({});
  });
});

describe.each(ADAPTERS.filter(([name]) => name !== 'fastifyOperations'))('%s with options', (name) => {
  const take: Record<string, (options: never) => unknown> = {
    expressOperations: (options) => expressOperations(router, createDocs(), [at('GET')], options),
    koaOperations: (options) => koaOperations(router, createDocs(), [at('GET')], options),
    honoOperations: (options) => honoOperations(router, createDocs(), [at('GET')], options),
    fetchOperations: (options) => fetchOperations(createDocs(), [at('GET')], options),
    nodeOperations: (options) => nodeOperations(createDocs(), [at('GET')], options),
  };
  it.each([
    [
      { invalidstatus: 422 },
      `${name} has no option invalidstatus. Did you mean invalidStatus? Options are invalidStatus, maxBodyBytes`,
    ],
    [{ maxBodyBytes: -1 }, `The option maxBodyBytes of ${name} needs a number that is not negative, not -1.`],
    [
      { checkResponses: true },
      `The option checkResponses of ${name} needs 'throw', 'log' or false, not true.`,
    ],
  ])('refuses %j', (options, message) => {
    expect(() => take[name]?.(options as never)).toThrow(ConfigError);
    expect(() => take[name]?.(options as never)).toThrow(message);
  });
});

it.each([
  ['expressOperations', 'needs a router with delete(path, handler)', router],
  ['koaOperations', 'needs a router with delete(path, handler)', router],
  ['honoOperations', 'with on(method, path, handler)', {}],
])('%s documents and registers nothing if the router rejects one operation', (name, message, given) => {
  const docs = createDocs();
  const get = jest.spyOn(router, 'get');
  const register = Object.fromEntries(ADAPTERS)[name];
  const attempt = (): unknown => register?.(docs as never, [at('GET'), at('DELETE')] as never, given);
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(message);
  expect(docs.buildSpec().paths).toEqual({});
  expect(get).not.toHaveBeenCalled();
});

it('text directly after a parameter is text for Fastify, too', async () => {
  const docs = createDocs();
  const paths = [
    '/users/{id}',
    '/users/{id}:activate',
    '/users/{id}_old',
    '/users/{id}.csv',
    '/users/{id}/x',
  ];
  const operations = paths.map((path) =>
    operation({ method: 'POST', path, responses: { 200: response('Its path', String) } }, () => path),
  );
  const app = Fastify();
  await app.register(fastifyOperations, { docs, operations });
  for (const path of paths) {
    const { body } = await app.inject({ method: 'POST', url: path.replace('{id}', 'a:b') });
    expect([path, body]).toEqual([path, JSON.stringify(path)]);
  }
  await app.close();
});

it('leaves the requests of other routes to a router without middleware for errors', () => {
  const used: ((...args: unknown[]) => void)[] = [];
  const polka = { get: () => undefined, use: (middleware: () => void) => used.push(middleware) };
  expressOperations(polka, createDocs(), [at('GET')]);
  const next = jest.fn();
  // polka, tinyhttp and restana call every middleware with three arguments.
  used[0]!({ url: '/other' }, {}, next);
  expect(next).toHaveBeenCalledWith();
});

it.each(['a%20b%2Fc', 'a b/c'])('reads the parameter %p of a router', async (routed) => {
  type Handler = (request: object, response: object, next: (error: unknown) => void) => void;
  let handler: Handler | undefined;
  const restana = { get: (_path: string, given: Handler) => (handler = given) };
  const read = new Promise((resolve) => {
    const definition = { method: 'GET', path: '/notes/{name}', responses } as const;
    const find = operation(definition, ({ params }) => {
      resolve(params);
    });
    expressOperations(restana, createDocs(), [find]);
  });
  // restana and polka do not decode the values.
  const request = { method: 'GET', url: '/notes/a%20b%2Fc', headers: {}, params: { name: routed } };
  handler!(request, { headersSent: true, setHeader: () => undefined }, () => undefined);
  expect(await read).toEqual({ name: 'a b/c' });
});

it('names operations as they are documented, below the prefix of their router', async () => {
  const docs = createDocs();
  const list = operation(
    { method: 'GET', path: '/a', security: [bearerAuth('staff')], responses: { 200: response('x', String) } },
    () => 7 as never,
  );
  nodeOperations(docs, [at('POST')]);
  docs.addOperations([list], { prefix: '/v1', checkResponses: 'throw' });
  expect(docs.diagnostics().map(({ code, place }) => `${code} ${place}`)).toEqual([
    'security-not-verified GET /v1/a',
  ]);
  await expect(docs.call(list, {})).rejects.toThrow('The response of GET /v1/a with status 200 differs');
});
