import { NEST_MAIN } from './nest-programs.js';
import { START } from './start.js';
import type { Framework } from './templates.js';

/** The packages and the server of a framework. */
export interface ProjectTemplate {
  /** Packages of the framework, each with its versions. */
  readonly packages: Readonly<Record<string, string>>;
  readonly devPackages?: Readonly<Record<string, string>>;
  /** `src/main.ts` after its imports of all frameworks. */
  readonly main: string;
}

const IMPORTS = `import { docs, operationsOf } from './api.js';
import { sendTaskAdded, startReceiver } from './webhook.js';

const port = Number(process.env.PORT ?? 3000);
const operations = operationsOf(sendTaskAdded);
`;

/** A running server for each framework. */
export const PROJECTS: Readonly<Record<Framework, ProjectTemplate>> = {
  express: {
    packages: { express: '^5.0.0' },
    devPackages: { '@types/express': '^5.0.0' },
    main: `import express, { type ErrorRequestHandler } from 'express';
import { expressOperations } from 'dtospec/express';
${IMPORTS}
const app = express();
expressOperations(app, docs, operations);
docs.mount(app, '/docs');

/** Errors of handlers. Invalid requests do not come here: their responses are problem details already. */
const respondToErrors: ErrorRequestHandler = (error: Error, _request, response, next) => {
  console.error(error);
  if (response.headersSent) next(error);
  else
    response
      .status(500)
      .type('application/problem+json')
      .json({ title: 'Internal Server Error', status: 500 });
};
app.use(respondToErrors);
app.listen(port);
${START}`,
  },
  fastify: {
    packages: { fastify: '^5.0.0' },
    main: `import Fastify from 'fastify';
import { fastifyDocs, fastifyOperations } from 'dtospec/fastify';
${IMPORTS}
const app = Fastify();
await app.register(fastifyOperations, { docs, operations });
await app.register(fastifyDocs, { docs, prefix: '/docs' });
await app.listen({ port });
${START}`,
  },
  koa: {
    packages: { koa: '^3.0.0', '@koa/router': '^15.0.0' },
    devPackages: { '@types/koa': '^3.0.0' },
    main: `import Router from '@koa/router';
import Koa from 'koa';
import { koaDocs, koaOperations } from 'dtospec/koa';
${IMPORTS}
const app = new Koa();
const router = new Router();
koaOperations(router, docs, operations);
app.use(koaDocs(docs, '/docs'));
app.use(router.routes());
app.listen(port);
${START}`,
  },
  hono: {
    packages: { hono: '^4.0.0', '@hono/node-server': '^2.0.0' },
    main: `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { fetchDocs, honoOperations } from 'dtospec/fetch';
${IMPORTS}
const app = new Hono();
honoOperations(app, docs, operations);
const serveDocs = fetchDocs(docs, '/docs');
app.all('/docs/*', (context) => serveDocs(context.req.raw) ?? context.notFound());
serve({ fetch: app.fetch, port });
${START}`,
  },
  node: {
    packages: {},
    main: `import { createServer } from 'node:http';
import { nodeOperations } from 'dtospec';
${IMPORTS}
const api = nodeOperations(docs, operations);
const serveDocs = docs.middleware('/docs');
createServer((request, response) => {
  serveDocs(request, response, () => {
    void api(request, response).then((served) => served || response.writeHead(404).end());
  });
}).listen(port);
${START}`,
  },
  nest: {
    packages: {
      '@nestjs/common': '^11.0.0',
      '@nestjs/core': '^11.0.0',
      '@nestjs/platform-express': '^11.0.0',
      rxjs: '^7.0.0',
    },
    devPackages: { '@types/express': '^5.0.0' },
    main: NEST_MAIN,
  },
};
