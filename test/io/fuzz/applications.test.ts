import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { fuzz } from '../../../src/tools/testing.js';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Echo', version: '1' },
  paths: {
    '/echo': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
            },
          },
        },
        responses: {
          200: {
            description: 'The length',
            content: { 'application/json': { schema: { type: 'integer' } } },
          },
          400: { description: 'Refused' },
          415: { description: 'Refused' },
        },
      },
    },
  },
};

/** The length of a body that is as documented, and what it is answered with. */
function answer(
  contentType: string | undefined,
  body: string,
): { readonly status: number; readonly json: string } {
  if (contentType !== 'application/json') return { status: 415, json: '' };
  try {
    const given = JSON.parse(body) as { a?: unknown } | null;
    const isObject = typeof given === 'object' && !Array.isArray(given);
    return isObject && typeof given?.a === 'string'
      ? { status: 200, json: String(body.length) }
      : { status: 400, json: '' };
  } catch {
    return { status: 400, json: '' };
  }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function onNode(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, json } = answer(request.headers['content-type'], await textOf(request));
  response.writeHead(status, json === '' ? {} : { 'content-type': 'application/json' }).end(json);
}

async function onFetch(request: Request): Promise<Response> {
  const { status, json } = answer(request.headers.get('content-type') ?? undefined, await request.text());
  return json === ''
    ? new Response(null, { status })
    : new Response(json, { status, headers: { 'content-type': 'application/json' } });
}

function fastifyApp(): object {
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/echo', (request, reply) => {
    const { status, json } = answer(request.headers['content-type'], (request.body ?? '') as string);
    return json === '' ? reply.code(status).send() : reply.code(status).type('application/json').send(json);
  });
  return app;
}

function koaApp(): Koa {
  return new Koa().use(async (context) => {
    const { status, json } = answer(context.get('content-type') || undefined, await textOf(context.req));
    context.status = status;
    if (json !== '') context.type = 'application/json';
    context.body = json === '' ? null : json;
    context.status = status;
  });
}

test.each<[string, () => unknown, boolean?]>([
  ['a function of node:http', () => onNode],
  ['a server that does not listen', () => createServer((...all) => void onNode(...all))],
  [
    'a server that listens',
    async () => {
      const server = createServer((...all) => void onNode(...all)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    },
    true,
  ],
  ['an application of Express', () => express().use(onNode)],
  ['an application of Fastify', fastifyApp],
  ['an application of Koa', koaApp],
  ['an application of Hono', () => new Hono().post('/echo', ({ req }) => onFetch(req.raw))],
  ['a function that answers a Request', () => onFetch],
])('%s', async (_, make, isListening = false) => {
  const app = await make();
  const { findings, operations } = await fuzz(app, { docs: DOCUMENT, runs: 30 });
  expect(findings.map(({ message, curl }) => `${message} ${curl}`)).toEqual([]);
  expect(operations).toMatchObject([{ operation: 'POST /echo', isReached: true }]);
  const { listening } = app as { readonly listening?: boolean };
  // What listened before listens still.
  expect(listening === true).toBe(isListening);
  if (isListening) (app as Server).close();
});

test.each([[undefined], [{}], ['no URL'], [5]])('rejects %j as an application', async (given) => {
  await expect(fuzz(given, { docs: DOCUMENT })).rejects.toThrow(/is not an? (?:application|URL)\. Pass/);
});

test('does not show the password of an invalid URL', async () => {
  const rejected = fuzz('http://ada:sEcReT@localhost:no', { docs: DOCUMENT });
  await expect(rejected).rejects.toThrow(/^"http:\/\/…@localhost:no" is not a URL\./);
});
