import { ConfigError } from '../../../shared/errors.js';
import { show } from '../../../shared/values.js';
import { express4, express5 } from './express.js';
import { fastify } from './fastify.js';
import { hono } from './hono.js';
import { koaRouter } from './koa-router.js';
import { nest } from './nest.js';
import type { RouteReader } from './types.js';

/** Frameworks whose routes can be read; a new one is one file and one entry here. The first that knows an app reads it. */
const READERS: readonly RouteReader[] = [nest, fastify, express4, express5, koaRouter, hono];

/** @throws ConfigError for what is no application of theirs */
export function readerOf(app: unknown): RouteReader {
  const isThing = (typeof app === 'object' && app !== null) || typeof app === 'function';
  const reader = isThing ? READERS.find((one) => one.recognises(app)) : undefined;
  if (reader !== undefined) return reader;
  throw new ConfigError(
    `Routes are compared for an application of Express, Fastify, Koa with @koa/router, Hono or Nest, not for ${show(app)}. Give the application itself, not its server.`,
  );
}
