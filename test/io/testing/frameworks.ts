import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import Router from '@koa/router';
import { Controller, Get, Module, Param, Post, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express from 'express';
import express4 from 'express4';
import Fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import type { ExchangeRecorder } from '../../../src/tools/testing.js';
import { listening, type Listening } from '../../support/network/listen.js';
import { answerFor, CREATED } from './users.js';

/** The same service in each framework, by handlers as people write them. Express sends ETags of its own unless told. */
export const SERVICES: Readonly<Record<string, (recorder?: ExchangeRecorder) => Promise<Listening>>> = {
  'Express 5': (recorder) => listening(expressApp(express(), recorder).listen(0, '127.0.0.1')),
  'Express 4': (recorder) => listening(expressApp(express4() as never, recorder).listen(0, '127.0.0.1')),
  'Fastify 5': async (recorder) => {
    const app = fastifyApp(recorder);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { origin } = await listening(app.server);
    return { origin, close: () => app.close() };
  },
  'Koa 3': (recorder) => {
    const app = new Koa();
    if (recorder) app.use(recorder.koa);
    const router = new Router();
    router.get('/users/:id', (context) => {
      const { status, headers, body } = answerFor(context.params.id);
      context.set(headers);
      context.body = body ?? null;
      context.status = status;
    });
    router.post('/users', async (context) => {
      for await (const _ of context.req);
      context.status = CREATED.status;
      context.body = CREATED.body;
    });
    return listening(app.use(router.routes()).listen(0, '127.0.0.1'));
  },
  'Hono 4': (recorder) => {
    const server = createAdaptorServer({ fetch: honoApp().fetch, createServer }) as Server;
    recorder?.watch(server);
    return listening(server.listen(0, '127.0.0.1'));
  },
  'NestJS on Express': (recorder) => nestService(new ExpressAdapter(), recorder),
  'NestJS on Fastify': (recorder) => nestService(new FastifyAdapter(), recorder),
};

/** Nest reads these answers off the platform's own reply, which takes the status and the headers. */
interface PlatformReply {
  status(status: number): { send(body: unknown): unknown };
  header(name: string, value: string): unknown;
}

@Controller('users')
class UsersController {
  @Get(':id')
  find(@Param('id') id: string, @Res() reply: PlatformReply): void {
    const { status, headers, body } = answerFor(id);
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    reply.status(status).send(body);
  }

  @Post()
  create(): object {
    return CREATED.body!;
  }
}

@Module({ controllers: [UsersController] })
class UsersModule {}

async function nestService(
  adapter: ExpressAdapter | FastifyAdapter,
  recorder?: ExchangeRecorder,
): Promise<Listening> {
  const app = await NestFactory.create(UsersModule, adapter, { logger: false });
  if (adapter instanceof ExpressAdapter) adapter.getInstance<express.Express>().set('etag', false);
  recorder?.watch(app.getHttpServer() as Server);
  await app.listen(0, '127.0.0.1');
  const { origin } = await listening(app.getHttpServer() as Server);
  return { origin, close: () => app.close() };
}

export function expressApp(app: express.Express, recorder?: ExchangeRecorder): express.Express {
  if (recorder) app.use(recorder.middleware);
  app.set('etag', false);
  app.use(express.json());
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

export function fastifyApp(recorder?: ExchangeRecorder): FastifyInstance {
  const app = Fastify();
  if (recorder) app.register(recorder.fastify);
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
  app.post('/users', async (context) => {
    await context.req.text();
    return context.json(CREATED.body as never, CREATED.status as never);
  });
  return app;
}
