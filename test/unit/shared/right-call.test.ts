import { EventEmitter } from 'node:events';
import Router from '@koa/router';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressOperations } from '../../../src/adapters/express.js';
import { fetchDocs, fetchOperations, honoOperations } from '../../../src/adapters/fetch.js';
import { koaDocs, koaOperations } from '../../../src/adapters/koa.js';
import { Docs, operation, response } from '../../../src/index.js';

const nothing = (): undefined => undefined;

/** Applications of frameworks that are not installed here, by the methods that they have. */
const METHODS_OF = {
  h3: 'register mount on all use get post put delete patch head options connect trace query handler fetch request',
  AdonisJS:
    'parsePattern use named route any get post put patch delete group resource on where commit match makeUrl',
  Sails: 'on off emit load request lift lower all get post put delete getActions registerAction',
  LoopBack: 'bind get on off route controller mountExpressRouter expressMiddleware middleware',
};

function shaped(framework: keyof typeof METHODS_OF): object {
  return Object.fromEntries(METHODS_OF[framework].split(' ').map((method) => [method, nothing]));
}

/** itty-router: a proxy that registers a route for each method that is called, also for `use`. */
const proxy = (): object => new Proxy({}, { get: () => () => proxy() });

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
  ['expressOperations in h3', shaped('h3'), expressOperations, 'For h3, call fetchOperations('],
  ['koaOperations in h3', shaped('h3'), koaOperations, 'fetchOperations(docs, operations) of dtospec/fetch'],
  ['honoOperations in h3', shaped('h3'), honoOperations, 'For h3, call '],
  [
    'expressOperations in AdonisJS',
    shaped('AdonisJS'),
    expressOperations,
    'For AdonisJS, call nodeOperations(',
  ],
  ['koaOperations in AdonisJS', shaped('AdonisJS'), koaOperations, 'nodeOperations(docs, operations)'],
  ['honoOperations in AdonisJS', shaped('AdonisJS'), honoOperations, 'For AdonisJS, call '],
  ['expressOperations in Sails', shaped('Sails'), expressOperations, 'For Sails, call nodeOperations('],
  [
    'expressOperations in LoopBack',
    shaped('LoopBack'),
    expressOperations,
    'For LoopBack, call expressOperations(',
  ],
  [
    'expressOperations in itty-router',
    proxy(),
    expressOperations,
    'as in itty-router, call fetchOperations(',
  ],
  ['honoOperations in itty-router', proxy(), honoOperations, 'as in itty-router, call '],
  ['honoOperations in an emitter', new EventEmitter(), honoOperations, 'needs a Hono application'],
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

test.each<[string, object, string]>([
  ['Koa', new Koa(), "For Koa, call app.use(koaDocs(docs, '/docs')) of dtospec/koa."],
  ["Koa's router", new Router(), "call app.use(koaDocs(docs, '/docs')) of dtospec/koa."],
  ['Hono', new Hono(), 'For Hono, call fetchDocs(docs, base) of dtospec/fetch.'],
  ['Fastify', Fastify(), 'For Fastify, call app.register(fastifyDocs'],
  ['h3', shaped('h3'), "For h3, call fetchDocs(docs, '/docs')"],
  ['AdonisJS', shaped('AdonisJS'), "For AdonisJS, call docs.middleware('/docs')"],
  ['itty-router', proxy(), "as in itty-router, call fetchDocs(docs, '/docs')"],
])('docs.mount in %s names the right call', (_name, application, message) => {
  const mount = (): void => docs.mount(application as never, '/docs');
  expect(mount).toThrow("docs.mount(app, '/docs') needs an application with Connect's use(path, handler)");
  expect(mount).toThrow(message);
});

type Handler = (...args: unknown[]) => unknown;

test.each<[string, typeof koaOperations]>([
  ['expressOperations', expressOperations],
  ['koaOperations', koaOperations],
])('%s names a router that calls handlers with arguments of its own', async (name, register) => {
  const handlers: Handler[] = [];
  const router = { get: (_path: string, handler: Handler) => handlers.push(handler) };
  register(router, new Docs({ info: { title: 'Tasks', version: '1.0.0' } }), operations);
  const event = { url: new URL('http://localhost/tasks'), method: 'GET', req: {}, request: {}, params: {} };
  const answer = new Promise((resolve) => resolve(handlers[0]!(event, () => undefined)));
  await expect(answer).rejects.toThrow(`${name} serves a router that calls its handlers with`);
});

test.each<[string, Handler]>([
  ['fetchOperations', fetchOperations(docs, []) as Handler],
  ['fetchDocs', fetchDocs(docs, '/docs') as Handler],
])('%s names the Request of an event with headers', (name, serve) => {
  const event = { url: new URL('http://localhost/tasks'), method: 'GET', headers: new Headers() };
  expect(() => serve(event)).toThrow(`${name} returns a function of a Request, but was called with another`);
});

test('koaDocs in Express names the right call', async () => {
  const middleware = koaDocs(docs, '/docs') as (request: object, response: object) => Promise<unknown>;
  await expect(middleware({ url: '/docs/' }, {})).rejects.toThrow('For Express, call docs.mount(app, base).');
});
