import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { serve } from '@hono/node-server';
import express from 'express';
import express4 from 'express4';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import {
  expressRawBody,
  fastifyRawBody,
  fetchRawBody,
  koaRawBody,
  readRawBody,
  type RawBodyRequest,
} from '../../../src/webhooks/messages/index.js';

/** What a receiver does with the bytes, the headers and what a parser made of the body; it answers this as JSON. */
export type Judge = (raw: unknown, headers: IncomingHttpHeaders, parsed: unknown) => unknown;

/** A server on a free port of the loopback that keeps raw bodies of at most `limit` bytes. */
export type StartReceiver = (limit: number, judge: Judge) => Promise<Server>;

const listen = async (server: Server): Promise<Server> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const onExpress =
  (module: typeof express): StartReceiver =>
  (limit, judge) => {
    const app = module();
    app.use(expressRawBody({ maxBodyBytes: limit }));
    app.use(module.json(), module.urlencoded({ extended: false }), module.text({ type: '*/*' }));
    app.use(async (request, response) => {
      response.json(await judge((request as RawBodyRequest).rawBody, request.headers, request.body));
    });
    app.use((error: { status: number }, _request: unknown, response: express.Response, _next: unknown) => {
      response.sendStatus(error.status);
    });
    return listen(createServer(app as RequestListener));
  };

/** Every way to keep a raw body, in the framework that it is for. */
export const RAW_BODY_RECEIVERS: Readonly<Record<string, StartReceiver>> = {
  'node:http': (limit, judge) =>
    listen(
      createServer((request, response) => {
        readRawBody(request, { maxBodyBytes: limit }).then(
          async (raw) => response.end(JSON.stringify(await judge(raw, request.headers, null))),
          (error: unknown) => response.writeHead((error as { status: number }).status).end(),
        );
      }),
    ),
  'Express 5, before its parsers': onExpress(express),
  'Express 4, before its parsers': onExpress(express4),
  Koa: (limit, judge) => {
    const app = new Koa();
    app.silent = true;
    app.use(koaRawBody({ maxBodyBytes: limit }));
    app.use(async (context) => {
      const request = context.request as { rawBody?: unknown; body?: unknown };
      context.body = await judge(request.rawBody, context.headers, request.body);
    });
    const handle = app.callback();
    return listen(createServer((request, response) => void handle(request, response)));
  },
  Fastify: async (limit, judge) => {
    const app = fastify();
    await app.register(fastifyRawBody, { maxBodyBytes: limit });
    app.all('/', (request) =>
      judge((request as { rawBody?: unknown }).rawBody, request.headers, request.body),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
  'fetch (Hono)': async (limit, judge) => {
    const app = new Hono();
    app.all('/', async (context) => {
      try {
        const raw = await fetchRawBody(context.req.raw, { maxBodyBytes: limit });
        const again = await context.req.text();
        return context.json((await judge(raw, context.req.header(), parse(again))) as object);
      } catch (error) {
        return context.body(null, (error as { status: 413 }).status);
      }
    });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await once(server, 'listening');
    return server;
  },
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
