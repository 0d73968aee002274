// Each framework with a handler of its own that does the work by hand, and with the operation.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { dist, inExpress, inFastify, inHono, inKoa } from '../lib/frameworks.mjs';
import { byHand, PATH, placeOrder } from './shop.mjs';

const require = createRequire(import.meta.url);
const docs = () => new (dist('index').Docs)({ info: { title: 'Shop', version: '1' } });

export const FRAMEWORKS = {
  Express: {
    bare: () =>
      inExpress((app, express) => {
        app.post(PATH, express.json(), (request, response, next) => {
          byHand(request.params, request.query, request.body).then(
            (order) => response.status(201).json(order),
            next,
          );
        });
      }),
    dtospec: () => inExpress((app) => dist('express').expressOperations(app, docs(), [placeOrder])),
  },
  Fastify: {
    bare: () =>
      inFastify((app) => {
        app.post(PATH, async ({ params, query, body }, reply) => {
          const order = await byHand(params, query, body);
          return reply.code(201).send(order);
        });
      }),
    dtospec: () =>
      inFastify((app) => {
        app.register(dist('fastify').fastifyOperations, { docs: docs(), operations: [placeOrder] });
      }),
  },
  Koa: {
    bare: () =>
      inKoaRouter((router) => {
        router.post(PATH, async (context) => {
          const body = JSON.parse(await text(context.req));
          const order = await byHand(context.params, context.query, body);
          context.status = 201;
          context.body = order;
        });
      }),
    dtospec: () => inKoaRouter((router) => dist('koa').koaOperations(router, docs(), [placeOrder])),
  },
  Hono: {
    bare: () =>
      inHono((app) => {
        app.post(PATH, async (context) =>
          context.json(await byHand(context.req.param(), context.req.query(), await context.req.json()), 201),
        );
      }),
    dtospec: () => inHono((app) => dist('fetch').honoOperations(app, docs(), [placeOrder])),
  },
};

function inKoaRouter(add) {
  const Router = require('@koa/router');
  const router = new (Router.default ?? Router)();
  add(router);
  return inKoa((app) => app.use(router.routes()));
}
