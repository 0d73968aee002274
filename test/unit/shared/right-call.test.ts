import Router from '@koa/router';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressOperations } from '../../../src/adapters/express.js';
import { honoOperations } from '../../../src/adapters/fetch.js';
import { koaDocs, koaOperations } from '../../../src/adapters/koa.js';
import { Docs, operation, response } from '../../../src/index.js';

const docs = new Docs({ info: { title: 'Tasks', version: '1.0.0' } });
const operations = [
  operation({ method: 'GET', path: '/tasks', responses: { 204: response('None') } }, () => undefined),
];

test.each<[string, object, typeof koaOperations, string]>([
  ['koaOperations in Express', express(), koaOperations, 'For Express, call expressOperations('],
  ['koaOperations in Express 4', express4(), koaOperations, 'For Express, call expressOperations('],
  [
    'koaOperations in a router of Express',
    express.Router(),
    koaOperations,
    'For Express, call expressOperations(',
  ],
  ['koaOperations in Koa without a router', new Koa(), koaOperations, 'with a router of @koa/router'],
  ['koaOperations in Hono', new Hono(), koaOperations, 'For Hono, call honoOperations('],
  ['honoOperations in Express', express(), honoOperations, 'For Express, call expressOperations('],
  [
    'honoOperations in Fastify',
    Fastify(),
    honoOperations,
    'For Fastify, call app.register(fastifyOperations',
  ],
  [
    'expressOperations in Fastify',
    Fastify(),
    expressOperations,
    'For Fastify, call app.register(fastifyOperations',
  ],
  ['expressOperations in Koa', new Router(), expressOperations, "For Koa's router, call koaOperations("],
  ['expressOperations in Hono', new Hono(), expressOperations, 'For Hono, call honoOperations('],
])('%s names the right call, and registers nothing', (_name, application, register, message) => {
  const own = new Docs({ info: { title: 'Tasks', version: '1.0.0' } });
  expect(() => register(application, own, operations)).toThrow(message);
  expect(own.buildSpec().paths).toEqual({});
});

test.each<[string, object, typeof koaOperations]>([
  ['Express', express(), expressOperations],
  ['a router of Express', express.Router(), expressOperations],
  ['Express 4', express4(), expressOperations],
  ['a router of Express 4', express4.Router(), expressOperations],
  ["Koa's router", new Router(), koaOperations],
  ['Hono', new Hono(), honoOperations],
  ['a base path of Hono', new Hono().basePath('/v1'), honoOperations],
])('%s is accepted by its own function', (_name, application, register) => {
  const own = new Docs({ info: { title: 'Tasks', version: '1.0.0' } });
  register(application, own, operations);
  expect(Object.keys(own.buildSpec().paths)).not.toEqual([]);
});

test('koaDocs in Express names the right call', async () => {
  const middleware = koaDocs(docs, '/docs') as (request: object, response: object) => Promise<unknown>;
  await expect(middleware({ url: '/docs/' }, {})).rejects.toThrow('For Express, call docs.mount(app, base).');
});
