import { ConfigError } from '../../../../src/shared/errors.js';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import express4 from 'express4';
import fastify from 'fastify';
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import {
  expressRawBody,
  fastifyRawBody,
  fetchRawBody,
  koaRawBody,
  Message,
  readRawBody,
  verifySignature,
  type RawBodyRequest,
} from '../../../../src/webhooks/messages/index.js';
import { deliver } from '../../../support/webhooks/deliver.js';
import { RAW_BODY_RECEIVERS } from '../../../support/webhooks/raw-body-receivers.js';

const SECRET = 'shared';
const LIMIT = 2_000;

/** What a receiver answers: whether the signature held, and what it took the body for. */
interface Verdict {
  held: boolean;
  parsed: unknown;
}
const judge = (raw: unknown, header: string | string[] | null | undefined, parsed: unknown): Verdict => ({
  held: verifySignature(raw as Uint8Array, header, SECRET),
  parsed: parsed ?? null,
});

describe.each(Object.keys(RAW_BODY_RECEIVERS))('raw-body middleware: %s', (name) => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = await RAW_BODY_RECEIVERS[name]!(LIMIT, (raw, headers, parsed) =>
      judge(raw, headers['x-signature'], parsed),
    );
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(
    () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(closed);
      }),
  );

  const verdictOn = async (message: Message, signingSecret = SECRET) => {
    const { response } = await deliver({ defaultURL: url, signingSecret }, message);
    return response!.status === 200 ? (JSON.parse(response!.text()) as Verdict) : response!.status;
  };

  test('verifies the signature of any body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: LIMIT }),
        fc.jsonValue(),
        async (bytes, value) => {
          fc.pre(JSON.stringify(value).length < LIMIT / 4);
          expect(await verdictOn(new Message().setRaw(bytes))).toMatchObject({ held: true });
          expect(await verdictOn(new Message().setJSON(value))).toMatchObject({ held: true });
          expect(await verdictOn(new Message().setForm({ a: JSON.stringify(value) }))).toMatchObject({
            held: true,
          });
          expect(await verdictOn(new Message().setJSON(value), 'another')).toMatchObject({ held: false });
        },
      ),
      { numRuns: 15 },
    );
  });

  test('parses JSON as well, unless it is malformed', async () => {
    const expected = name === 'node:http' ? null : { a: 'é' };
    expect(await verdictOn(new Message().setJSON({ a: 'é' }))).toEqual({ held: true, parsed: expected });
    if (name === 'Fastify') return; // its own parser answers 400
    const broken = new Message().setRaw('{"a"').addHeader('Content-Type', 'application/json');
    expect(await verdictOn(broken)).toEqual({ held: true, parsed: null });
  });

  test('verifies compressed bytes unchanged', async () => {
    const message = new Message().setRaw(gzipSync('text')).addHeader('Content-Encoding', 'gzip');
    expect(await verdictOn(message)).toMatchObject({ held: true });
  });

  test('accepts a request without a body', async () => {
    expect(await verdictOn(new Message())).toMatchObject({ held: false });
    expect(await verdictOn(new Message().setMethod('GET'))).toMatchObject({ held: false });
  });

  test('rejects a body over the limit, and accepts the next one', async () => {
    expect(await verdictOn(new Message().setRaw(Buffer.alloc(LIMIT + 1)))).toBe(413);
    expect(await verdictOn(new Message().setRaw(Buffer.alloc(LIMIT)))).toMatchObject({ held: true });
  });
});

const listen = async (server: Server): Promise<Server> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

describe('fetchRawBody of a stream', () => {
  function endless() {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1_000;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    const request = new Request('http://a.example/', { method: 'POST', body, duplex: 'half' });
    return { request, pulled: () => pulled };
  }

  test('reads no more than the limit and a few chunks', async () => {
    const { request, pulled } = endless();
    await expect(fetchRawBody(request, { maxBodyBytes: 5_000 })).rejects.toMatchObject({ status: 413 });
    // The stream is read in microtasks, all of which run within a turn.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(pulled()).toBeLessThanOrEqual(10_000);
  });

  test('lets the caller read the rest, or cancel it', async () => {
    const { request, pulled } = endless();
    await expect(fetchRawBody(request, { maxBodyBytes: 5_000 })).rejects.toMatchObject({ status: 413 });
    const reader = request.body!.getReader();
    for (let chunks = 0; chunks < 50; chunks += 1) await reader.read();
    await reader.cancel();
    expect(pulled()).toBeLessThan(60_000);
  });
});

test.each([NaN, -1, '1mb'])('rejects maxBodyBytes: %p when it is set', async (maxBodyBytes) => {
  const options = { maxBodyBytes } as { maxBodyBytes: number };
  expect(() => expressRawBody(options)).toThrow(ConfigError);
  expect(() => koaRawBody(options)).toThrow(/a number of bytes/);
  await expect(async () => fastify().register(fastifyRawBody, options)).rejects.toThrow(ConfigError);
  await expect(
    fetchRawBody(new Request('http://a.example/', { method: 'POST', body: 'x' }), options),
  ).rejects.toThrow(ConfigError);
});

test('rejects another name of the limit, which would leave the default in force', async () => {
  const options = { limit: 10 } as object;
  const says = /The raw-body middleware has no option limit\. Options are maxBodyBytes/;
  expect(() => expressRawBody(options)).toThrow(says);
  expect(() => koaRawBody(options)).toThrow(says);
  await expect(async () => fastify().register(fastifyRawBody, options)).rejects.toThrow(says);
  const request = new Request('http://a.example/', { method: 'POST', body: 'x' });
  await expect(fetchRawBody(request, options)).rejects.toThrow(says);
  await fastify().register(fastifyRawBody, { maxBodyBytes: 10, prefix: '/hooks', logLevel: 'warn' });
});

test('fastifyRawBody accepts every content type, until the application adds its own parser', async () => {
  const app = fastify();
  await app.register(fastifyRawBody);
  const answer = (request: { body: unknown; rawBody?: unknown }) => ({
    raw: String(request.rawBody),
    body: request.body,
  });
  app.post('/', answer);
  const send = async (server: typeof app, type: string) =>
    (
      await server.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload: '{}' })
    ).json();
  expect(await send(app, 'application/cloudevents+json')).toEqual({ raw: '{}', body: {} });
  for (const type of ['application/x-www-form-urlencoded', 'application/octet-stream', 'a/b'])
    expect(await send(app, type)).toEqual({ raw: '{}' });

  const own = fastify();
  await own.register(fastifyRawBody);
  own.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => {
    done(null, 'own');
  });
  own.post('/', answer);
  expect(await send(own, 'application/octet-stream')).toEqual({ raw: '{}', body: 'own' });
});

describe('raw-body middleware in the wrong place', () => {
  test('reports a parser that read the body first', async () => {
    const app = express();
    const errors: unknown[] = [];
    app.use(express.json(), expressRawBody());
    app.use((error: Error, _request: unknown, response: express.Response, _next: unknown) => {
      errors.push(error);
      response.sendStatus(500);
    });
    const server = await listen(createServer(app as unknown as RequestListener));
    await deliver({ defaultURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }, undefined, {
      retry: () => null,
    });
    server.close();
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'ERR_RAW_BODY_CONSUMED',
        message: expect.stringContaining('before every body parser'),
      }),
    ]);
  });

  test.each([
    ['Express 5', express],
    ['Express 4', express4],
  ])('takes the bytes of express.raw() before it: %s', async (_, module) => {
    const app = module();
    const seen: unknown[] = [];
    app.use(module.raw({ type: '*/*' }), expressRawBody());
    app.use((request: RawBodyRequest, response: express.Response) => {
      seen.push(String(request.rawBody), request.body);
      response.end();
    });
    const server = await listen(createServer(app as unknown as RequestListener));
    await deliver({ defaultURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
    server.close();
    expect(seen).toEqual(['{"hello":"world"}', { hello: 'world' }]);
  });

  test('rejects a fetch request with a used body', async () => {
    const request = new Request('http://a.example/', { method: 'POST', body: 'x' });
    await request.text();
    await expect(fetchRawBody(request)).rejects.toMatchObject({ code: 'ERR_RAW_BODY_CONSUMED' });
  });

  test('returns the bytes that the platform kept', async () => {
    const rawBody = Buffer.from('kept');
    expect(await readRawBody({ rawBody } as unknown as RawBodyRequest)).toEqual(rawBody);
  });

  test('rejects a body that ends early', async () => {
    const failures: Promise<unknown>[] = [];
    const server = await listen(
      createServer((request) => void failures.push(readRawBody(request).catch((error: unknown) => error))),
    );
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf');
    await once(server, 'request');
    socket.destroy();
    expect(await failures[0]).toMatchObject({ code: 'ERR_RAW_BODY_ABORTED', status: 400 });
    server.close();
  });
});
