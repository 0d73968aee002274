// Servers that do the same: validate a path, a query and a body, call the handler, and serialize its result.
import { createRequire } from 'node:module';
import { createAdaptorServer } from '@hono/node-server';
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { dist, inExpress, inFastify, inHono, inKoa } from '../lib/frameworks.mjs';
import {
  JSON_SCHEMA,
  METHOD,
  NewOrder,
  Order,
  OrderQuery,
  PATH,
  place,
  placeInstance,
  ShopPath,
  ZOD,
} from './shop.mjs';

const require = createRequire(import.meta.url);
const { instanceToPlain, plainToInstance } = require('class-transformer');
const { validate } = require('class-validator');

export const CONTESTANTS = {
  'Fastify, ajv': () => inFastify((app) => schemaRoute(app, JSON_SCHEMA)),
  'Fastify, zod': () =>
    inFastify((app) => {
      app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
      schemaRoute(app, ZOD);
    }),
  'Fastify, dtospec': () =>
    inFastify((app) => {
      app.register(dist('fastify').fastifyOperations, { docs: docs(), operations: [placeOrder()] });
    }),
  'Fastify, class-validator by hand': () =>
    inFastify((app) => {
      app.post(PATH, async ({ params, query, body }, reply) => {
        const answer = await byHand(params, query, body);
        return reply.code(answer.status).send(answer.body);
      });
    }),
  'Nest on Fastify, ValidationPipe': nest,
  'Hono, zod-openapi': () => {
    const app = new OpenAPIHono();
    const json = (schema) => ({
      content: { 'application/json': { schema } },
      description: 'Placed',
      required: true,
    });
    const request = { params: ZOD.params, query: ZOD.query, body: json(ZOD.body) };
    const route = createRoute({
      method: METHOD.toLowerCase(),
      path: '/shops/{shop}/orders',
      request,
      responses: { 201: json(ZOD.order) },
    });
    app.openapi(route, ({ req, json: send }) => {
      const [params, query, body] = ['param', 'query', 'json'].map((target) => req.valid(target));
      return send(place({ params, query, body }), 201);
    });
    return createAdaptorServer({ fetch: app.fetch });
  },
  'Hono, dtospec': () => inHono((app) => dist('fetch').honoOperations(app, docs(), [placeOrder()])),
  'Express, dtospec': () =>
    inExpress((app) => dist('express').expressOperations(app, docs(), [placeOrder()])),
  'Express, class-validator by hand': () =>
    inExpress((app, express) => {
      app.post(PATH, express.json(), (request, response, next) => {
        byHand(request.params, request.query, request.body).then(
          ({ status, body }) => response.status(status).json(body),
          next,
        );
      });
    }),
  'Koa, dtospec': () =>
    inKoa((app) => {
      const Router = require('@koa/router');
      const router = new (Router.default ?? Router)();
      dist('koa').koaOperations(router, docs(), [placeOrder()]);
      app.use(router.routes());
    }),
};

const docs = () => new (dist('index').Docs)({ info: { title: 'Shop', version: '1' } });

function placeOrder() {
  const { operation, response } = dist('index');
  return operation(
    {
      method: METHOD,
      path: PATH,
      params: ShopPath,
      query: OrderQuery,
      body: NewOrder,
      responses: { 201: response('Placed', Order) },
    },
    placeInstance,
  );
}

function schemaRoute(app, { params, query: querystring, body, order }) {
  app.post(
    PATH,
    { schema: { params, querystring, body, response: { 201: order } } },
    async (request, reply) => {
      reply.code(201);
      return place(request);
    },
  );
}

async function byHand(params, query, body) {
  const read = async (target, plain) => {
    const instance = plainToInstance(target, plain);
    const faults = await validate(instance, { whitelist: true });
    if (faults.length > 0) throw new Error('The input is invalid.', { cause: faults });
    return instance;
  };
  try {
    const input = { params: await read(ShopPath, params), query: await read(OrderQuery, query) };
    return {
      status: 201,
      body: instanceToPlain(placeInstance({ ...input, body: await read(NewOrder, body) })),
    };
  } catch (error) {
    return { status: 400, body: error.cause };
  }
}

async function nest() {
  const {
    Body,
    ClassSerializerInterceptor,
    Controller,
    Param,
    Post,
    Query,
    ValidationPipe,
  } = require('@nestjs/common');
  const { NestFactory, Reflector } = require('@nestjs/core');
  const { FastifyAdapter } = require('@nestjs/platform-fastify');
  class Orders {
    create(params, query, body) {
      return placeInstance({ params, query, body });
    }
  }
  const { prototype } = Orders;
  for (const [index, decorate] of [Param(), Query(), Body()].entries()) decorate(prototype, 'create', index);
  Reflect.defineMetadata('design:paramtypes', [ShopPath, OrderQuery, NewOrder], prototype, 'create');
  Post(':shop/orders')(prototype, 'create', Object.getOwnPropertyDescriptor(prototype, 'create'));
  Controller('shops')(Orders);
  class Shop {}
  Reflect.defineMetadata('controllers', [Orders], Shop);
  const app = await NestFactory.create(Shop, new FastifyAdapter(), { logger: false });
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app.getHttpServer();
}
