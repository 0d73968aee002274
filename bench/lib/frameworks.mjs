// A server of each framework: `add(app, framework)` says what it does.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A module of dtospec, as built. */
export const dist = (name) => require(`../../dist/${name}.cjs`);

export function inExpress(add) {
  const express = require('express');
  const app = express();
  add(app, express);
  return createServer(app);
}

export async function inFastify(add) {
  const app = require('fastify')();
  add(app);
  await app.ready();
  return app.server;
}

export function inKoa(add) {
  const Koa = require('koa');
  const app = new (Koa.default ?? Koa)();
  add(app);
  return createServer(app.callback());
}

export async function inHono(add) {
  const { Hono } = await import('hono');
  const { createAdaptorServer } = await import('@hono/node-server');
  const app = new Hono();
  add(app);
  return createAdaptorServer({ fetch: app.fetch });
}
