// Operations of dtospec that answer what their handlers get, in each framework.
import { createServer } from 'node:http';
import { createAdaptorServer, getRequestListener } from '@hono/node-server';
import Router from '@koa/router';
import { IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';

/** `from` imports a file of dist, such as `index.js`. */
export async function operationServers(from) {
  const dtospec = await from('index.js');
  const [{ expressOperations }, { fastifyOperations }] = [await from('express.js'), await from('fastify.js')];
  const [{ koaOperations }, { fetchOperations, honoOperations }] = [
    await from('koa.js'),
    await from('fetch.js'),
  ];
  const operations = operationsOf(dtospec);
  const docs = () => new dtospec.Docs({ info: { title: 'Parsers', version: '1' }, diagnostics: 'silent' });

  const ofExpress = (create) => {
    const app = create();
    expressOperations(app, docs(), operations);
    return createServer(app);
  };
  return {
    'Express 4': () => ofExpress(express4),
    'Express 5': () => ofExpress(express),
    Fastify: async () => {
      const app = Fastify();
      await app.register(fastifyOperations, { docs: docs(), operations });
      await app.ready();
      return app.server;
    },
    Koa: () => {
      const router = new Router();
      koaOperations(router, docs(), operations);
      return createServer(new Koa().use(router.routes()).callback());
    },
    Hono: () => {
      const app = new Hono();
      honoOperations(app, docs(), operations);
      return createAdaptorServer({ fetch: app.fetch, createServer });
    },
    fetch: () => {
      const serve = fetchOperations(docs(), operations);
      return createServer(
        getRequestListener(async (request) => (await serve(request)) ?? new Response(null, { status: 404 })),
      );
    },
    'node:http': () => {
      const serve = dtospec.nodeOperations(docs(), operations);
      return createServer(async (request, response) => {
        if (!(await serve(request, response))) response.writeHead(404).end();
      });
    },
  };
}

function operationsOf(dtospec) {
  const { arrayOf, formBody, formURLEncodedBody, MapOf, operation, response, rules, schema } = dtospec;
  const responses = { 200: response('What the handler got', schema('any')) };
  const classOf = (members) => {
    class Members {}
    rules(Members, members);
    return Members;
  };
  const Text = classOf({ a: [IsOptional(), IsString()] });
  const Inner = classOf({ b: [IsOptional(), IsString()] });
  const QUERIES = {
    text: Text,
    integer: classOf({ a: [IsOptional(), IsInt()] }),
    list: classOf({ a: [IsOptional(), IsString({ each: true })] }),
    object: classOf({ a: [IsOptional(), IsObject(), ValidateNested(), Type(() => Inner)] }),
    map: classOf({ a: [IsOptional(), MapOf(() => String)] }),
  };
  const comma = { name: 'a', in: 'query', style: 'form', explode: false, schema: arrayOf(String) };
  const BODIES = {
    json: Text,
    any: schema('any'),
    optional: { content: { 'application/json': Text }, required: false },
    patch: { content: { 'application/merge-patch+json': Text }, required: true },
    form: formURLEncodedBody(classOf({ a: [IsOptional(), IsString({ each: true })] })),
    parts: formBody(Text),
    text: { content: { 'text/plain': String }, required: true },
  };
  const PATHS = { items: classOf({ id: [IsString()] }), numbers: classOf({ id: [IsInt()] }) };
  return [
    ...Object.entries(QUERIES).map(([kind, type]) =>
      operation({ method: 'GET', path: `/query/${kind}`, query: type, responses }, ({ query }) => query),
    ),
    operation({ method: 'GET', path: '/query/comma', parameters: [comma], responses }, ({ query }) => query),
    ...Object.entries(BODIES).map(([kind, body]) =>
      operation({ method: 'POST', path: `/body/${kind}`, body, responses }, ({ body: got }) =>
        got === undefined ? 'nothing' : got,
      ),
    ),
    ...Object.entries(PATHS).map(([name, params]) =>
      operation({ method: 'GET', path: `/${name}/{id}`, params, responses }, ({ params: { id } }) => id),
    ),
  ];
}
