import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import Router from '@koa/router';
import express from 'express';
import express4 from 'express4';
import Fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { listening, type Listening } from '../../support/listen.js';
import { answerFor, CREATED } from './users.js';

/** The same service in each framework, by handlers as people write them. Express sends ETags of its own unless told. */
export const SERVICES: Readonly<Record<string, () => Promise<Listening>>> = {
  'Express 5': () => listening(expressApp(express()).listen(0, '127.0.0.1')),
  'Express 4': () => listening(expressApp(express4() as never).listen(0, '127.0.0.1')),
  'Fastify 5': async () => {
    const app = fastifyApp();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { origin } = await listening(app.server);
    return { origin, close: () => app.close() };
  },
  'Koa 3': () => {
    const router = new Router();
    router.get('/users/:id', (context) => {
      const { status, headers, body } = answerFor(context.params.id);
      context.set(headers);
      context.body = body ?? null;
      context.status = status;
    });
    router.post('/users', (context) => {
      context.status = CREATED.status;
      context.body = CREATED.body;
    });
    return listening(new Koa().use(router.routes()).listen(0, '127.0.0.1'));
  },
  'Hono 4': () => {
    const server = createAdaptorServer({ fetch: honoApp().fetch, createServer }) as Server;
    return listening(server.listen(0, '127.0.0.1'));
  },
};

export function expressApp(app: express.Express): express.Express {
  app.set('etag', false);
  app.get('/users/:id', (request, response) => {
    const { status, headers, body } = answerFor(request.params.id);
    response.status(status).set(headers);
    if (body === undefined) response.end();
    else response.json(body);
  });
  app.post('/users', (_request, response) => {
    response.status(CREATED.status).json(CREATED.body);
  });
  return app;
}

export function fastifyApp(): FastifyInstance {
  const app = Fastify();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  app.get<{ Params: { id: string } }>('/users/:id', (request, reply) => {
    const { status, headers, body } = answerFor(request.params.id);
    return reply.code(status).headers(headers).send(body);
  });
  app.post('/users', (_request, reply) => reply.code(CREATED.status).send(CREATED.body));
  return app;
}

export function honoApp(): Hono {
  const app = new Hono();
  app.get('/users/:id', (context) => {
    const { status, headers, body } = answerFor(context.req.param('id'));
    if (body === undefined) return context.body(null, status as never, headers);
    return context.json(body as never, status as never, headers);
  });
  app.post('/users', (context) => context.json(CREATED.body as never, CREATED.status as never));
  return app;
}
