// The same routes in each framework without dtospec. They answer what the framework itself reads.
import { createServer } from 'node:http';
import { createAdaptorServer, getRequestListener } from '@hono/node-server';
import Router from '@koa/router';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';

const KINDS = ['text', 'integer', 'list', 'comma', 'object', 'map'];
const BODIES = ['json', 'any', 'optional', 'patch', 'form', 'parts', 'text'];

function ofExpress(create) {
  const app = create();
  app.use(create.json(), create.urlencoded({ extended: true }), create.text());
  for (const kind of KINDS) app.get(`/query/${kind}`, (request, response) => response.json(request.query));
  for (const kind of BODIES)
    app.post(`/body/${kind}`, (request, response) => response.json(request.body ?? NOTHING));
  app.get(['/items/:id', '/numbers/:id'], (request, response) => response.json(request.params.id));
  app.use((error, _request, response, _next) => void response.status(error.status ?? 500).end());
  return createServer(app);
}

async function ofFastify() {
  const app = Fastify();
  for (const kind of KINDS) app.get(`/query/${kind}`, ({ query }) => query);
  for (const kind of BODIES)
    app.post(`/body/${kind}`, ({ body = NOTHING }, reply) => reply.send(JSON.stringify(body)));
  for (const path of ['/items/:id', '/numbers/:id'])
    app.get(path, ({ params }, reply) => reply.send(JSON.stringify(params.id)));
  await app.ready();
  return app.server;
}

function ofKoa() {
  const app = new Koa();
  app.silent = true;
  const router = new Router();
  for (const kind of KINDS)
    router.get(`/query/${kind}`, (context) => void (context.body = { ...context.query }));
  router.get(
    ['/items/:id', '/numbers/:id'],
    (context) => void (context.body = JSON.stringify(context.params.id)),
  );
  return createServer(app.use(router.routes()).callback());
}

/** A handler of Hono and of fetch asks for what it expects. */
const WANTED = { form: 'form', parts: 'form', text: 'text' };

function ofHono() {
  const app = new Hono();
  for (const kind of KINDS)
    app.get(`/query/${kind}`, (context) => context.json(oneOrList(context.req.queries())));
  for (const kind of BODIES)
    app.post(`/body/${kind}`, async (context) => {
      const read = { form: () => context.req.parseBody({ all: true }), text: () => context.req.text() };
      return context.json(await (read[WANTED[kind]] ?? (() => context.req.json()))());
    });
  for (const path of ['/items/:id', '/numbers/:id'])
    app.get(path, (context) => context.json(context.req.param('id')));
  app.onError((_error, context) => context.body(null, 500));
  return createAdaptorServer({ fetch: app.fetch, createServer });
}

function ofFetch() {
  return createServer(
    getRequestListener(async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.startsWith('/query/')) return Response.json(oneOrList(listsIn(searchParams)));
      const [, kind] = /^\/body\/(\w+)$/.exec(pathname) ?? [];
      if (kind === undefined) return new Response(null, { status: 404 });
      try {
        const read = {
          form: async () => oneOrList(listsIn(await request.formData())),
          text: () => request.text(),
        };
        return Response.json(await (read[WANTED[kind]] ?? (() => request.json()))());
      } catch {
        return new Response(null, { status: 500 });
      }
    }),
  );
}

const NOTHING = 'nothing';

function listsIn(pairs) {
  return Object.fromEntries([...pairs.keys()].map((name) => [name, pairs.getAll(name)]));
}

function oneOrList(lists) {
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, list.length === 1 ? list[0] : list]),
  );
}

export const OWN = {
  'Express 4': () => ofExpress(express4),
  'Express 5': () => ofExpress(express),
  Fastify: ofFastify,
  Koa: ofKoa,
  Hono: ofHono,
  fetch: ofFetch,
};

/** What has no part in a comparison: Koa and fetch bring no parser, and fetch no router. */
export const WITHOUT = { bodies: ['Koa'], paths: ['fetch'] };
