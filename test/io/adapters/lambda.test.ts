import Router from '@koa/router';
import { IsOptional, IsString } from 'class-validator';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import Koa from 'koa';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { honoOperations } from '../../../src/adapters/fetch.js';
import { koaOperations } from '../../../src/adapters/koa.js';
import { Docs, formBody, jsonLines, operation, Required, response, schema } from '../../../src/index.js';
import { importLibrary, prepareLibraries } from '../../support/nest/libraries.js';

// Events of AWS Lambda through the adapters that applications use, without a socket.

class Listing {
  @IsOptional() @IsString({ each: true }) tags?: string[];
  @IsOptional() @IsString() text?: string;
}
class Session {
  @IsOptional() @IsString() session?: string;
  @IsOptional() @IsString() theme?: string;
}
class ItemPath {
  @IsString() id!: string;
}
class Note {
  @IsString() text!: string;
}
class Upload {
  @IsString() title!: string;
  @Required() file!: File;
}

const responses = { 200: response('What the handler got', schema('any')) };
const bytes = { description: 'Bytes', content: { 'application/octet-stream': Uint8Array } };
const BYTES = new Uint8Array([255, 0, 128, 10]);
const OPERATIONS = [
  operation(
    { method: 'GET', path: '/list', query: Listing, cookies: Session, responses },
    ({ query, cookies }) => ({ ...query, ...cookies }),
  ),
  operation({ method: 'GET', path: '/items/{id}', params: ItemPath, responses }, ({ params }) => params.id),
  operation({ method: 'POST', path: '/notes', body: Note, responses }, ({ body, reply }) =>
    reply(200, body, { headers: { 'set-cookie': ['a=1', 'b=2'] } }),
  ),
  operation({ method: 'POST', path: '/files', body: formBody(Upload), responses }, async ({ body }) => [
    body.title,
    body.file.name,
    ...new Uint8Array(await body.file.arrayBuffer()),
  ]),
  operation(
    { method: 'GET', path: '/lines', responses: { 200: jsonLines('Notes', Note) } },
    async function* () {
      yield* await Promise.resolve([{ text: 'one' }, { text: 'two' }]);
    },
  ),
  operation({ method: 'GET', path: '/bytes', responses: { 200: bytes } }, () => BYTES),
  operation({ method: 'DELETE', path: '/notes', responses: { 204: response('Gone') } }, () => undefined),
];

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: Buffer;
}

interface Result {
  readonly statusCode: number;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly cookies?: readonly string[];
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
}

type Handler = (event: object, context: object) => Promise<Result>;
type Wrap = (app: unknown, options?: object) => Handler;

/** What both shapes of events contain. */
const common = ({ method = 'GET', path, body }: Sent): object => ({
  ...{
    httpMethod: method,
    path,
    body: body?.toString('base64') ?? null,
    isBase64Encoded: body !== undefined,
  },
});

const EVENTS: Readonly<Record<string, (sent: Sent) => object>> = {
  /** REST APIs: parsed and decoded, beside lists of all values. */
  'API Gateway v1': (sent) => {
    const { method = 'GET', path, query = '', headers = {}, cookies } = sent;
    const all = { Host: 'x', ...headers, ...(cookies && { Cookie: cookies.join('; ') }) };
    const pairs = new URLSearchParams(query);
    const lists = Object.fromEntries([...pairs.keys()].map((name) => [name, pairs.getAll(name)]));
    return {
      ...common(sent),
      resource: '/{proxy+}',
      headers: all,
      multiValueHeaders: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
      queryStringParameters: query === '' ? null : Object.fromEntries(pairs),
      multiValueQueryStringParameters: query === '' ? null : lists,
      pathParameters: { proxy: path.slice(1) },
      requestContext: { resourcePath: '/{proxy+}', httpMethod: method, path: `/prod${path}`, stage: 'prod' },
    };
  },
  /** HTTP APIs and function URLs: the query as it was sent, and values joined by commas. */
  'API Gateway v2': (sent) => {
    const { method = 'GET', path, query = '', headers = {}, cookies } = sent;
    const pairs = new URLSearchParams(query);
    const joined = [...pairs.keys()].map((name) => [name, pairs.getAll(name).join(',')]);
    const { body, isBase64Encoded } = common(sent) as { body: unknown; isBase64Encoded: unknown };
    return {
      version: '2.0',
      routeKey: '$default',
      rawPath: path,
      rawQueryString: query,
      ...(cookies && { cookies }),
      headers: { host: 'x', ...headers },
      ...(query !== '' && { queryStringParameters: Object.fromEntries(joined) as object }),
      requestContext: { domainName: 'x', stage: '$default', http: { method, path } },
      body,
      isBase64Encoded,
    };
  },
};

const newDocs = (): Docs => new Docs({ info: { title: 'Lambda', version: '1' } });
const binary = ['application/octet-stream'];
const load = async (name: string): Promise<Wrap> => (await importLibrary<{ default: Wrap }>(name)).default;

function expressApp(): express.Express {
  const app = express();
  expressOperations(app, newDocs(), OPERATIONS);
  return app;
}

/** Each adapter, with the settings of docs/lambda.md. */
const ADAPTERS: Readonly<Record<string, () => Promise<Handler>>> = {
  'hono/aws-lambda': () => {
    const app = new Hono();
    honoOperations(app, newDocs(), OPERATIONS);
    return Promise.resolve(handle(app) as unknown as Handler);
  },
  '@codegenie/serverless-express, Express': async () => {
    const wrap = await load('@codegenie/serverless-express');
    return wrap({ app: expressApp(), binarySettings: { contentTypes: binary } });
  },
  'serverless-http, Express': async () => (await load('serverless-http'))(expressApp(), { binary }),
  'serverless-http, Koa': async () => {
    const router = new Router();
    koaOperations(router, newDocs(), OPERATIONS);
    return (await load('serverless-http'))(new Koa().use(router.routes()), { binary });
  },
  '@fastify/aws-lambda, Fastify': async () => {
    const app = Fastify();
    await app.register(fastifyOperations, { docs: newDocs(), operations: OPERATIONS });
    const handler = (await load('@fastify/aws-lambda'))(app, { binaryMimeTypes: binary });
    await app.ready();
    return handler;
  },
};

const json = { 'content-type': 'application/json' };
const form = Buffer.concat([
  Buffer.from('--X\r\nContent-Disposition: form-data; name="title"\r\n\r\nCat\r\n'),
  Buffer.from('--X\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
  BYTES,
  Buffer.from('\r\n--X--\r\n'),
]);

/** Requests, each with its status and body. */
const ROWS: readonly (readonly [what: string, sent: Sent, status: number, content: unknown])[] = [
  ['a repeated name', { path: '/list', query: 'tags=a&tags=b' }, 200, { tags: ['a', 'b'] }],
  ['escapes', { path: '/list', query: 'text=x%2By+z%26%25zz' }, 200, { text: 'x+y z&%zz' }],
  ['cookies', { path: '/list', cookies: ['session=1', 'theme=dark'] }, 200, { session: '1', theme: 'dark' }],
  ['an escaped slash', { path: '/items/a%2F%20b' }, 200, 'a/ b'],
  [
    'JSON',
    { method: 'POST', path: '/notes', headers: json, body: Buffer.from('{"text":"é"}') },
    200,
    { text: 'é' },
  ],
  [
    'a file',
    {
      method: 'POST',
      path: '/files',
      headers: { 'content-type': 'multipart/form-data; boundary=X' },
      body: form,
    },
    200,
    ['Cat', 'a', ...BYTES],
  ],
  ['nothing', { method: 'DELETE', path: '/notes' }, 204, ''],
];

const contentOf = ({ body = '', isBase64Encoded = false }: Result): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');

beforeAll(prepareLibraries, 300_000);

describe.each(Object.entries(ADAPTERS))('%s', (adapter, start) => {
  describe.each(Object.entries(EVENTS))('%s', (shape, eventOf) => {
    const ask = async (sent: Sent): Promise<Result> => (await start())(eventOf(sent), {});

    test.each(ROWS)('reads %s', async (_, sent, status, content) => {
      const result = await ask(sent);
      const text = contentOf(result).toString();
      expect([result.statusCode, text === '' ? text : JSON.parse(text)]).toEqual([status, content]);
    });

    test('refuses an invalid body', async () => {
      const result = await ask({ method: 'POST', path: '/notes', headers: json, body: Buffer.from('{}') });
      expect(JSON.parse(contentOf(result).toString())).toMatchObject({
        status: 400,
        errors: [{ in: 'body' }],
      });
    });

    test('sends bytes, a stream of lines and cookies', async () => {
      expect([...contentOf(await ask({ path: '/bytes' }))]).toEqual([...BYTES]);
      expect(contentOf(await ask({ path: '/lines' })).toString()).toBe('{"text":"one"}\n{"text":"two"}\n');
      const note = { method: 'POST', path: '/notes', headers: json, body: Buffer.from('{"text":"x"}') };
      const { cookies, multiValueHeaders } = await ask(note);
      expect(cookies ?? multiValueHeaders?.['set-cookie']).toEqual(['a=1', 'b=2']);
    });

    // The row of docs/lambda.md.
    test('reads a comma as it is, but for Fastify behind an HTTP API', async () => {
      const { statusCode } = await ask({ path: '/list', query: 'text=a%2Cb' });
      const isSplit = adapter.includes('fastify') && shape === 'API Gateway v2';
      expect(statusCode).toBe(isSplit ? 400 : 200);
    });
  });
});
