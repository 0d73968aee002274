import 'reflect-metadata';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Type } from 'class-transformer';
import { Equals, IsArray, IsIn, IsInt, IsOptional, IsString, Matches, ValidateNested } from 'class-validator';
import { Controller, Get, Module, Query as QueryOfNest } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import express, { type RequestHandler } from 'express';
import Koa from 'koa';
import { z } from 'zod';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyDocs, fastifyOperations } from '../../../src/adapters/fastify.js';
import { fetchDocs, fetchOperations, honoOperations } from '../../../src/adapters/fetch.js';
import { koaDocs, koaOperations } from '../../../src/adapters/koa.js';
import {
  ArrayOf,
  bearerAuth,
  type Config,
  Docs,
  Enum,
  Example,
  type Operation,
  nodeOperations,
  operation,
  PickType,
  Query,
  reply,
  response,
  TypeOf,
  Webhook,
} from '../../../src/index.js';
import {
  expressRawBody,
  FakeNotifier,
  Message,
  Notifier,
  receiveWebhooks,
  retryAfterDelays,
  verifyStandardWebhook,
  WebhookChannel,
} from '../../../src/webhooks/messages/index.js';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import { createClient } from '../../../src/client/index.js';
import { DtospecModule } from '../../../src/nest/module.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';
import { callCommand } from '../../support/programs/call-command.js';
import { listening } from '../../support/network/listen.js';

/** By which a mistake is told. The compiler's errors are in `test/unit/operations/compiler-messages.ts`. */
export type Channel = 'throw' | 'diagnostic' | 'warning' | 'response' | 'command';

/** A mistake, the channel by which it is told, what is told, and the program. */
export type Mistake = readonly [mistake: string, channel: Channel, told: string, program: () => unknown];

const INFO = { info: { title: 'Shop', version: '1.0.0' } };

class Item {
  @IsString() name!: string;
}

class Hiding {
  @IsString() name!: string;
  @IsString() password!: string;
  toJSON(): object {
    const { password: _, ...others } = this;
    return others;
  }
}

enum Color {
  Red = 'red',
}

/** The response to a request of one operation. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

function docsOf(target: unknown, config: object = {}): Docs {
  const docs = new Docs({ ...INFO, ...config } as Config);
  docs.add({
    method: 'POST',
    path: '/items',
    body: target,
    responses: { 200: response('It', target as never) },
  } as never);
  return docs;
}

function withProperty(...decorators: PropertyDecorator[]): Docs {
  class Order {
    a: unknown;
  }
  for (const decorator of decorators) decorator(Order.prototype, 'a');
  return docsOf(Order);
}

const post = (definition: object, handler: (...given: never[]) => unknown = () => undefined): Operation =>
  operation(
    { method: 'POST', path: '/items', responses: { 200: response('It', Item) }, ...definition } as never,
    handler as never,
  ) as never;

function served(one: Operation, config: object = {}): Docs {
  const docs = new Docs({ ...INFO, ...config } as Config);
  fetchOperations(docs, [one]);
  return docs;
}

async function ask(one: Operation, body?: unknown, init: RequestInit = {}, url = '/items'): Promise<Answer> {
  const serve = fetchOperations(new Docs(INFO), [one]);
  const headers = { 'content-type': 'application/json' };
  const answer = await serve(
    new Request(`http://localhost${url}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body) ?? null,
      ...init,
    }),
  );
  return { status: answer?.status ?? 0, text: (await answer?.text()) ?? '' };
}

async function throughExpress(
  handlers: readonly unknown[],
  prepare?: (app: express.Express) => void,
): Promise<Answer> {
  const app = express();
  prepare?.(app);
  for (const handler of handlers) app.use(handler as RequestHandler);
  const fail: express.ErrorRequestHandler = (error: Error, _request, answer, _next) =>
    void answer.status(500).send(error.message);
  app.use(fail);
  const { origin, close } = await listening(app.listen(0, '127.0.0.1'));
  const answer = await fetch(`${origin}/items`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"a"}',
  });
  const text = await answer.text();
  await close();
  return { status: answer.status, text };
}

const notice = (message: () => unknown) => ({ via: () => ['webhook'], toWebhook: message }) as never;

async function sent(
  message: () => unknown,
  options: object = { defaultURL: 'https://shop.example' },
): Promise<void> {
  const { deliveries } = await new FakeNotifier()
    .register(new WebhookChannel(options as never))
    .send('ann', notice(message));
  for (const { error } of deliveries) if (error) throw error;
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

@Webhook('item.added')
class ItemAdded {
  @Equals('item.added') type = 'item.added' as const;
}

class Notice {
  via(): string[] {
    return ['webhook'];
  }
}

const receive = (body: never, headers: object, handle: () => void): unknown =>
  receiveWebhooks({ secrets: SECRET, events: [ItemAdded] })(body, headers as never, handle);

async function shareEngine(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mistakes-'));
  const engine = new SqliteEngine({ file: path.join(folder, 'queue.sqlite') });
  try {
    await new Notifier({ engine }).start();
    await new Notifier({ engine }).start();
  } finally {
    await engine.stop({ grace: 0 });
    rmSync(folder, { recursive: true });
  }
}

const withFiles = (...args: string[]) => callCommand(__dirname, args);

export const MISTAKES: readonly Mistake[] = [
  // Types
  [
    'a list of one class without @Type',
    'diagnostic',
    'unknown-element-type: The type of the elements is unknown. Add @ArrayOf(() => Item), @Type(() => Item) or a validator with each: true.',
    () => withProperty(IsArray()),
  ],
  [
    '@ValidateNested without @Type',
    'diagnostic',
    'nested-without-type: @ValidateNested without @Type rejects every object at run time. Add @Type(() => Item).',
    () => withProperty(ValidateNested()),
  ],
  [
    'a number of zod without a conversion in a query of Nest',
    'diagnostic',
    'text-rejected: The values of a query are text, and this schema rejects them. In Zod, write z.coerce.number().',
    async () => {
      class Search {
        static readonly schema = z.object({ page: z.number().optional() });
      }
      class Pages {
        find(_search: Search): void {
          // Its parameter counts.
        }
      }
      Controller('pages')(Pages);
      Get()(Pages.prototype, 'find', Object.getOwnPropertyDescriptor(Pages.prototype, 'find')!);
      Reflect.defineMetadata('design:paramtypes', [Search], Pages.prototype, 'find');
      QueryOfNest()(Pages.prototype, 'find', 0);
      class ZodPipe {
        transform = (value: unknown): unknown => value;
      }
      class App {}
      Module({ controllers: [Pages] })(App);
      const app = await NestFactory.create(App, { logger: false });
      app.useGlobalPipes(new ZodPipe());
      return nestDocs(app, { ...INFO, diagnostics: 'silent' });
    },
  ],
  [
    'a toJSON that hides a member of a class with decorators',
    'diagnostic',
    'to-json-not-called: Its toJSON leaves out password, which its decorators document. Operations do not call toJSON',
    () => docsOf(Hiding),
  ],
  [
    'a class in place of the function of @Type',
    'diagnostic',
    'invalid-type: @Type has a class in place of a function. Write @Type(() => Item).',
    () => withProperty(ValidateNested(), Type(Item as never)),
  ],
  [
    'a misspelt key as the only one of PickType',
    'throw',
    'PickType(Item) names "nmae", which has no decorator there, so the class has no property. Correct the key (known: name).',
    () => served(post({ body: class Some extends PickType(Item, ['nmae' as 'name']) {} })),
  ],
  [
    'a list in @Type',
    'diagnostic',
    'list-in-type: class-transformer takes the class of one element, and throws for every object of a list. Write @Type(() => Item).',
    () =>
      withProperty(
        IsArray(),
        ValidateNested({ each: true }),
        Type(() => [Item] as never),
      ),
  ],
  [
    '@IsIn of an enum',
    'diagnostic',
    "contradictory-rules: @IsIn() takes a list of values, not an object: no value passes. For an enum, write @IsEnum(Enum); for a list, @IsIn(['a', 'b']).",
    () => withProperty(IsIn(Color as never)),
  ],
  [
    'Array as a type',
    'diagnostic',
    "invalid-type: Array has no type for its items. Write arrayOf(Item), or arrayOf(schema('any')) if items may have any type.",
    () => docsOf(Array),
  ],
  [
    'Array as the type of a property',
    'diagnostic',
    "invalid-type: Array has no type for its items. Write arrayOf(Item), or arrayOf(schema('any')) if items may have any type.",
    () => withProperty(TypeOf(() => Array as never)),
  ],
  [
    'an instance as a type',
    'diagnostic',
    'invalid-type: An instance of Item is not a type: write the class. A type is a DTO class, String, Number, Boolean, Date, [Item], arrayOf(Item),',
    () => docsOf(new Item()),
  ],
  [
    'the name of a class as a type',
    'diagnostic',
    'invalid-type: "Item" is not a type. A type is a DTO class, String, Number, Boolean, Date, [Item], arrayOf(Item), mapOf(Item), oneOf(A, B) or a JSON',
    () => docsOf('Item'),
  ],
  [
    'undefined as a type, as in a circular import',
    'diagnostic',
    'invalid-type: The type is undefined. Where modules import each other, decorators take it as a function, () => Item; elsewhere, use it once both are',
    () => withProperty(TypeOf(() => undefined as never)),
  ],
  [
    'a list of two types',
    'diagnostic',
    'invalid-type: A list of 2 types is not a type: write [Item] for a list, tupleOf(A, B) for a tuple. A type is a DTO class, String, Number, Boolean,',
    () => docsOf([Item, String]),
  ],
  [
    'a property without a decorator',
    'diagnostic',
    'class-without-metadata: No decorator describes a property of this class, so its schema is any object. Decorate its properties.',
    () => withProperty(Reflect.metadata('x', 1) as PropertyDecorator),
  ],
  [
    'a property of an unknown type',
    'diagnostic',
    'unknown-type: The type is unknown, so the schema is open. Add a validator, @TypeOf(() => Item) or another type decorator, or compile with',
    () => withProperty(IsOptional()),
  ],
  [
    'rules that contradict each other',
    'diagnostic',
    'contradictory-rules: The rules of this property contradict each other: no value passes. Remove one of them.',
    () => withProperty(IsString(), IsInt()),
  ],
  [
    'an enum without members',
    'throw',
    'Order.a: @Enum needs an enum or a list of strings and numbers, not an array.',
    () => withProperty(Enum([] as never)),
  ],
  [
    'an example that is invalid',
    'diagnostic',
    'example-mismatch: The example "a" does not satisfy its schema: it must be an integer, not a string. Change the example, or the rules.',
    () => withProperty(IsInt(), Example('a')),
  ],
  [
    'a pattern that takes exponential time',
    'diagnostic',
    'slow-pattern: The pattern ^(a+)+$ may take exponential time for a text of a few dozen characters: a repeated group matches the same text in several',
    () => withProperty(Matches(/^(a+)+$/)),
  ],
  [
    '@ArrayOf with the class itself',
    'throw',
    'Order.a: @ArrayOf needs a function that returns the type, as in @ArrayOf(() => Item), not the class Item.',
    () => withProperty(ArrayOf(Item as never)),
  ],
  // Documents
  [
    'no title',
    'diagnostic',
    'incomplete-info: The API has no title or no version. Set config.info.title and config.info.version.',
    () => new Docs({ info: { version: '1' } } as never),
  ],
  [
    'no config',
    'throw',
    "new Docs(config) needs an object, as in { info: { title: 'Shop', version: '1.0.0' } }, not undefined.",
    () => new Docs(undefined as never),
  ],
  [
    'a field of info in the configuration',
    'diagnostic',
    'unknown-option: "title" is not a field of the configuration, so it has no effect. Write it in info: { info: { title: … } }.',
    () => new Docs({ title: 'Shop', version: '1' } as never),
  ],
  [
    'an option of the page in the configuration',
    'diagnostic',
    '"viewer" is not a field of the configuration, so it has no effect. Write it in ui: { ui: { viewer: … } }.',
    () => new Docs({ ...INFO, viewer: 'redoc' } as never),
  ],
  [
    'authorize in docsAuth',
    'diagnostic',
    '"authorize" is not a field of config.docsAuth, so it has no effect. Write it beside docsAuth: { docsAuth: …, authorize: … }.',
    () => new Docs({ ...INFO, docsAuth: { enabled: false, authorize: () => true } } as never),
  ],
  [
    'a misspelt option of Docs',
    'diagnostic',
    'unknown-option: "sevrers" is not a field of the configuration, so it has no effect. Did you mean servers?',
    () => new Docs({ ...INFO, sevrers: [] } as never),
  ],
  [
    'a misspelt option of the page',
    'diagnostic',
    'unknown-option: "tittle" is not a field of config.ui, so it has no effect. Did you mean title?',
    () => new Docs({ ...INFO, ui: { tittle: 'x' } } as never),
  ],
  [
    'a password for the page without a user name',
    'warning',
    'docsAuth.password has no effect, because docsAuth.username is missing or empty. Set both for a sign-in with a password.',
    () => new Docs({ ...INFO, docsAuth: { enabled: true, apiKey: 'k', password: 'p' } }).handler(),
  ],
  [
    'a server without a scheme',
    'diagnostic',
    'server-without-scheme: The URL "api.example.com" is relative to the address of the document. For a host, write "https://api.example.com".',
    () => docsOf(Item, { servers: [{ url: 'api.example.com' }] }),
  ],
  [
    'an operation in the place of an endpoint',
    'diagnostic',
    'invalid-endpoint: Endpoint 1 is an operation and is skipped. Pass operations to the adapter of your router, as in expressOperations(app, docs,',
    () => {
      const docs = new Docs(INFO);
      docs.add(post({}) as never);
      return docs;
    },
  ],
  [
    'an endpoint without a method',
    'diagnostic',
    'unsupported-method: Endpoint 1 has no method and is skipped. Use one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS, TRACE.',
    () => {
      const docs = new Docs(INFO);
      docs.add({ path: '/' } as never);
      return docs;
    },
  ],
  [
    'an endpoint twice',
    'diagnostic',
    'duplicate-endpoint: POST /items is registered twice, the second time as endpoint 2. The last one is kept. Remove the others.',
    () => {
      const docs = docsOf(Item);
      docs.add({ method: 'POST', path: '/items' } as never);
      return docs;
    },
  ],
  [
    'a path parameter that is not in the path',
    'diagnostic',
    'path-parameter-not-in-path: The path has no parameters, so the path parameter name is left out. Rename it, or add {name} to the path. It is a',
    () => {
      const docs = new Docs(INFO);
      docs.add({ method: 'GET', path: '/items', params: Item, responses: { 204: response('') } } as never);
      return docs;
    },
  ],
  [
    '@Query in the class of a body',
    'diagnostic',
    'parameter-in-body: @Query names a parameter, but this class is a body, so requests send a in the body. Move it to a class of parameters, as in { query:',
    () => withProperty(IsString(), Query('b')),
  ],
  [
    'a body of a GET',
    'diagnostic',
    'body-without-meaning: In HTTP the body of a GET request has no meaning, and clients may not send it. Use query, or another method.',
    () => {
      const docs = new Docs(INFO);
      docs.add({ method: 'GET', path: '/items', body: Item, responses: { 204: response('') } } as never);
      return docs;
    },
  ],
  [
    'a security scheme by its URI before OpenAPI 3.2',
    'diagnostic',
    'security-uri-not-in-openapi: The security scheme "https://a.example/auth.json#/staff" is a URI, which OpenAPI 3.1 does not allow, so it is left out.',
    () => {
      const docs = new Docs(INFO);
      const security = ['https://a.example/auth.json#/staff'];
      docs.add({ method: 'GET', path: '/', security, responses: { 204: response('') } } as never);
      return docs;
    },
  ],
  [
    'a security scheme that is not declared',
    'diagnostic',
    'unknown-security-scheme: Security scheme "staff" is neither predefined nor registered, so it is left out. Nothing remains, so this is documented as',
    () => {
      const docs = new Docs(INFO);
      docs.add({ method: 'GET', path: '/', security: ['staff'], responses: { 204: response('') } } as never);
      return docs;
    },
  ],
  [
    'an endpoint without responses',
    'diagnostic',
    'no-responses: The endpoint documents no response, so the document has an empty default one. Add at least one, as in responses: { 200: response("OK")',
    () => {
      const docs = new Docs(INFO);
      docs.add({ method: 'GET', path: '/' } as never);
      return docs;
    },
  ],
  // Operations
  [
    'an operation without a handler',
    'throw',
    'operation GET / needs a handler, as in ({ params }) => users.find(params.id), not undefined.',
    () => operation({ method: 'GET', path: '/', responses: {} } as never, undefined as never),
  ],
  [
    'an operation without responses',
    'throw',
    "operation GET / needs responses, as in { 200: response('The user', User) }, not undefined.",
    () => served(operation({ method: 'GET', path: '/' } as never, (() => 1) as never) as never),
  ],
  [
    'a misspelt field of an operation',
    'throw',
    'operation POST /items bdy: "bdy" is not a field of the operation, so it has no effect. Did you mean body? (unknown-field)',
    () => served(post({ bdy: Item })),
  ],
  [
    'a misspelt option of an operation',
    'throw',
    'operation POST /items maxBodyByte: "maxBodyByte" is not a field of the operation, so it has no effect. Did you mean maxBodyBytes? (unknown-field)',
    () => served(post({ maxBodyByte: 5 })),
  ],
  [
    'a field of an operation that has none like it',
    'throw',
    'invalidStatus, maxBodyBytes, limits, multipart, problem, unknownProperties, undocumentedProperties, checkResponses, keepAlive. (unknown-field)',
    () => served(post({ bodyParser: false })),
  ],
  [
    'Array as a body',
    'throw',
    "operation POST /items requestBody: Array has no type for its items. Write arrayOf(Item), or arrayOf(schema('any')) if items may have any type.",
    () => served(post({ body: Array })),
  ],
  [
    'a PATCH with a body whose class defines its fields',
    'diagnostic',
    'erased-by-patch: Instances of this body of a PATCH have title, note with the value undefined if the request does not contain them, so Object.assign(entity,',
    () => {
      class ChangeItem {
        @IsOptional() @IsString() title?: string;
        @IsOptional() @IsString() note?: string;
      }
      return served(post({ method: 'PATCH', body: ChangeItem }));
    },
  ],
  [
    'a scheme that nobody checks',
    'diagnostic',
    'security-not-verified: Security scheme staff is documented and not checked: it has no verify. Add one, or set verify: false if something in front of',
    () =>
      served(post({ security: ['staff'] }), {
        auth: { schemes: [{ name: 'staff', type: 'http', scheme: 'bearer' }] },
      }),
  ],
  [
    'an undeclared scheme of an operation',
    'throw',
    'operation POST /items requires the security scheme "staff", which is neither predefined nor registered, so nothing would check it. Pass the scheme',
    () => served(post({ security: ['staff'] })),
  ],
  [
    'a scheme without parts',
    'throw',
    "config.auth.schemes needs an array of objects, as in [bearerAuth('staff')], not an array.",
    () => served(post({}), { auth: { schemes: [bearerAuth] } }),
  ],
  [
    'two operations at one path',
    'throw',
    'operation POST /items (other) has the same method and path as POST /items, operation 1 of the call, and is operation 2. It would never run. Change',
    () => fetchOperations(new Docs(INFO), [post({}), post({ operationId: 'other' })]),
  ],
  [
    'one operation instead of a list',
    'throw',
    'fetchOperations needs a list of operations, as in [createUser, getUser], not an object.',
    () => fetchOperations(new Docs(INFO), post({}) as never),
  ],
  [
    'operations in a list of their own',
    'throw',
    'fetchOperations needs the results of operation(definition, handler), not an array.',
    () => fetchOperations(new Docs(INFO), [[post({})]] as never),
  ],
  [
    'operations without docs',
    'throw',
    'fetchOperations needs docs: an instance of Docs, as in new Docs({ info }), not an array.',
    () => fetchOperations([post({})] as never, new Docs(INFO) as never),
  ],
  [
    'a config instead of docs',
    'throw',
    'fetchOperations needs docs: an instance of Docs, as in new Docs({ info }), not an object.',
    () => fetchOperations(INFO as never, [post({})]),
  ],
  // Routers
  [
    'expressOperations of an application of Koa',
    'throw',
    'expressOperations cannot serve operations here. For Koa, call koaOperations(router, docs, operations) of dtospec/koa, with a router of @koa/router.',
    () => expressOperations(new Koa() as never, new Docs(INFO), []),
  ],
  [
    'koaOperations of an application of Koa',
    'throw',
    'koaOperations cannot serve operations here. For Koa, call koaOperations(router, docs, operations) of dtospec/koa, with a router of @koa/router.',
    () => koaOperations(new Koa() as never, new Docs(INFO), []),
  ],
  [
    'honoOperations of an application of Express',
    'throw',
    'honoOperations needs a Hono application, with on(method, path, handler), not a function. For Express, call expressOperations(app, docs, operations)',
    () => honoOperations(express() as never, new Docs(INFO), []),
  ],
  [
    'honoOperations of an emitter of events',
    'throw',
    'honoOperations needs a Hono application, with on(method, path, handler), not an object.',
    () => honoOperations(new EventEmitter() as never, new Docs(INFO), []),
  ],
  [
    'docs.mount of a router of itty-router, which has every method',
    'throw',
    "docs.mount(app, '/docs') needs an application with Connect's use(path, handler). For a router that has every method, as in itty-router, call fetchDocs(docs, '/docs')",
    () => new Docs(INFO).mount(new Proxy({}, { get: () => () => undefined }) as never, '/docs'),
  ],
  [
    'fastifyDocs called directly',
    'throw',
    'A plugin of Fastify was called directly. Write app.register(fastifyOperations, { docs, operations }) or app.register(fastifyDocs, { docs, prefix }).',
    () => fastifyDocs(new Docs(INFO) as never, {} as never, undefined as never),
  ],
  [
    'fastifyOperations called directly',
    'throw',
    'A plugin of Fastify was called directly. Write app.register(fastifyOperations, { docs, operations }) or app.register(fastifyDocs, { docs, prefix }).',
    () => fastifyOperations(new Docs(INFO) as never, [] as never, undefined as never),
  ],
  [
    'koaDocs given to Express',
    'response',
    'koaDocs returns middleware of Koa, but was called without a context of Koa. For Express, call docs.mount(app, base).',
    () => throughExpress([koaDocs(new Docs(INFO), '/items')]),
  ],
  [
    'fetchOperations given to Express',
    'response',
    'fetchOperations returns a function of a Request, but was called with another object. In Hono, pass context.req.raw, in h3 event.req, in Qwik City and SolidStart event.request. For Express, call',
    () => throughExpress([fetchOperations(new Docs(INFO), [])]),
  ],
  [
    'nodeOperations given to Express',
    'response',
    'nodeOperations returns a function of node:http, but was called as middleware. For Express, call expressOperations(app, docs, operations).',
    () => throughExpress([nodeOperations(new Docs(INFO), [])]),
  ],
  [
    'fetchDocs given to Express',
    'response',
    'fetchDocs returns a function of a Request, but was called with another object. In Hono, pass context.req.raw, in h3 event.req, in Qwik City and SolidStart event.request. For Express, call docs.mount(app, base).',
    () => throughExpress([fetchDocs(new Docs(INFO), '/items')]),
  ],
  [
    'docs.mount of a Koa application',
    'throw',
    "docs.mount(app, '/docs') needs an application with Connect's use(path, handler). For Koa, call app.use(koaDocs(docs, '/docs')) of dtospec/koa.",
    () => {
      new Docs(INFO).mount(new Koa() as never, '/docs');
    },
  ],
  [
    'docs.mount without a path',
    'throw',
    "The docs need a base path, a string such as '/docs', not undefined.",
    () => {
      new Docs(INFO).mount(express(), undefined as never);
    },
  ],
  [
    'docs that are served empty',
    'diagnostic',
    'empty-document: These docs are served without any operation, webhook or model. Add operations to this instance of Docs, as in expressOperations(app,',
    () => {
      const docs = new Docs(INFO);
      docs.mount(express(), '/docs');
      return docs;
    },
  ],
  [
    'docs that are mounted above later operations',
    'diagnostic',
    "hidden-by-docs: docs.mount(app, '/api') comes before this operation, so the docs answer its requests, with 404. Mount the docs after the operations, or at",
    () => {
      const docs = new Docs(INFO);
      const app = express();
      docs.mount(app, '/api');
      expressOperations(app, docs, [post({ path: '/api/items' })]);
      return docs;
    },
  ],
  [
    'operations behind a parser of text',
    'warning',
    'A body parser before the operations has read a JSON body as text, so the operation gets a string. Restrict the parser, as in express.text({ type:',
    () =>
      throughExpress([], (app) => {
        app.use(express.text({ type: '*/*' }));
        expressOperations(app, new Docs(INFO), [
          post({ body: Item }, ((input: { body: Item }) => input.body) as never),
        ]);
      }),
  ],
  // Requests and responses
  [
    'a request of another content type',
    'response',
    'The content type is not supported. Send application/json.',
    () => ask(post({ body: Item }), undefined, { headers: {}, body: '{"name":"a"}' }),
  ],
  [
    'a body that is no JSON',
    'response',
    'The body is not valid JSON.',
    () => ask(post({ body: Item }), undefined, { body: 'name=a' }),
  ],
  [
    'a body with a wrong member',
    'response',
    'name must be a string',
    () => ask(post({ body: Item }), { name: 5 }),
  ],
  ['a body that is missing', 'response', 'A body is required', () => ask(post({ body: Item }))],
  [
    'a handler that returns nothing',
    'warning',
    'The response of POST /items with status 200 differs from its documentation: the documented body is missing.',
    () => ask(post({})),
  ],
  [
    'a forgotten await',
    'warning',
    'the body does not satisfy its schema: #/items must be an array, not an object; the value is a Promise: await it.',
    () => {
      class Items {
        @TypeOf(() => [Item]) items!: Item[];
      }
      return ask(
        post({ responses: { 200: response('Them', Items) } }, () => ({ items: Promise.resolve([]) })),
      );
    },
  ],
  [
    'a virtual of Mongoose, which toJSON leaves out',
    'warning',
    '#/name is required; the object has name, and its toJSON leaves it out: change toJSON (in Mongoose, toJSON: { virtuals: true })',
    () => {
      class Document {
        readonly $title = 'a';
        get name(): string {
          return this.$title;
        }
        toJSON(): object {
          return { title: this.$title };
        }
      }
      return ask(post({}, () => new Document()));
    },
  ],
  [
    'the id of a relation that an ORM has not loaded',
    'warning',
    '#/item must be an object, not null; the value is a number, and null is sent in its place: return the object, or document the number.',
    () => {
      class Order {
        @TypeOf(() => Item) item!: Item;
      }
      return ask(post({ responses: { 200: response('It', Order) } }, () => ({ item: 7 })));
    },
  ],
  [
    'the id of MongoDB of a relation that is not loaded',
    'warning',
    '#/item must be an object, not null; the value is a string, and null is sent in its place: return the object',
    () => {
      class Order {
        @TypeOf(() => Item) item!: Item;
      }
      const id = { bytes: 12, toJSON: () => '507f1f77bcf86cd799439011' };
      const item = Object.setPrototypeOf(id, class ObjectId {}.prototype) as never;
      return ask(post({ responses: { 200: response('It', Order) } }, () => ({ item })));
    },
  ],
  [
    'a bigint of Prisma that is documented as an integer',
    'warning',
    '#/size must be an integer, not a string; a bigint is sent as text: document it by @TypeOf(() => BigInt), or return Number(value).',
    () => {
      class Row {
        @TypeOf(() => Number) @IsInt() size!: number;
      }
      const row = { size: 7n as unknown as number };
      return ask(post({ responses: { 200: response('It', Row) } }, () => row));
    },
  ],
  [
    'a handler that returns the response of the framework',
    'warning',
    '#/name is required; the value is a response of the framework: return its body, or reply(status, body).',
    () =>
      throughExpress([], (app) => {
        expressOperations(app, new Docs(INFO), [
          post({}, ((input: { request: { raw: express.Request } }) =>
            input.request.raw.res?.json({ name: 'a' })) as never),
        ]);
      }),
  ],
  [
    'a handler that returns a Response',
    'warning',
    '#/name is required; the value is a response of the framework: return its body, or reply(status, body).',
    () => ask(post({}, () => Response.json({ name: 'a' }))),
  ],
  [
    'a handler that returns an error',
    'warning',
    '#/name is required; the value is an error: throw it, or return problem(status, detail).',
    () => ask(post({}, () => new Error('no'))),
  ],
  [
    'a handler that returns an iterator',
    'warning',
    'it must be an array, not an object; the value is an iterator: return a list, as in [...values].',
    () =>
      ask(
        post({ responses: { 200: response('Them', [Item]) } }, () => new Map([[1, { name: 'a' }]]).values()),
      ),
  ],
  [
    'a prefix in place of a mounted router',
    'diagnostic',
    'mounted-elsewhere: The operation answers without /api: prefix documents where the router is mounted, and does not mount it.',
    async () => {
      const docs = new Docs(INFO);
      await throughExpress([], (app) => {
        expressOperations(app, docs, [post({})], { prefix: '/api' });
      });
      return docs;
    },
  ],
  [
    'a handler that sends a response itself',
    'warning',
    "the handler has sent a response by the framework's own means, which nothing checks, and returned no body. Return the body in place of it.",
    () =>
      throughExpress([], (app) => {
        expressOperations(app, new Docs(INFO), [
          post(
            {},
            ((input: { request: { raw: express.Request } }) =>
              void input.request.raw.res?.json({ name: 'a' })) as never,
          ),
        ]);
      }),
  ],
  [
    'a handler that returns an undocumented status',
    'throw',
    'The response of POST /items with status 201 differs from its documentation: the status 201 is not documented.',
    () => ask(post({}, () => reply(201, new Item()))),
  ],
  [
    'a handler that returns a wrong member',
    'warning',
    'The response of POST /items with status 200 differs from its documentation: the body does not satisfy its schema: #/name must be a string, not an',
    () => ask(post({}, () => Object.assign(new Item(), { name: 5 }))),
  ],
  [
    'a status that is a text',
    'response',
    'The handler of POST /items replied with "200", which is not the status of a response. Use 200 to 599.',
    () =>
      throughExpress([], (app) => {
        expressOperations(app, new Docs(INFO), [post({}, () => reply('200' as never, { name: 'a' }))]);
      }),
  ],
  [
    'an operation that is in no list',
    'throw',
    'expressOperations needs a list of operations, as in [createUser, getUser], not an object.',
    () => {
      expressOperations(express(), new Docs(INFO), post({}) as never);
    },
  ],
  [
    'an operation twice in a list',
    'throw',
    'has the same method and path as POST /items, operation 1 of the call, and is operation 2. It would never run.',
    () => {
      expressOperations(express(), new Docs(INFO), [post({}), post({})]);
    },
  ],
  [
    'a plugin of Fastify that is called',
    'throw',
    'A plugin of Fastify was called directly. Write app.register(fastifyOperations, { docs, operations })',
    () => fastifyOperations({} as never, new Docs(INFO) as never, [post({})] as never),
  ],
  // Page
  [
    'a misspelt viewer',
    'throw',
    'config.ui.viewer needs one of scalar, swagger-ui, redoc, not "swagger".',
    () => new Docs({ ...INFO, ui: { viewer: 'swagger' } } as never),
  ],
  [
    'a protection that is not switched on',
    'throw',
    'config.docsAuth.enabled needs true, which protects the docs, or false, not undefined.',
    () => new Docs({ ...INFO, docsAuth: { password: 'x' } } as never),
  ],
  [
    'a switched-off sign-in with a key',
    'diagnostic',
    'unknown-option: "apikey" is not a field of config.docsAuth, so it has no effect. Did you mean apiKey?',
    () => new Docs({ ...INFO, docsAuth: { enabled: false, apikey: 'k' } } as never),
  ],
  // Webhooks
  [
    'options of a webhook at its decorator',
    'throw',
    "Order: @Webhook takes the event's name only. Options are given to docs.addWebhook(Class, options).",
    () => {
      (Webhook as (...args: unknown[]) => ClassDecorator)('order.placed', { tags: ['orders'] })(
        class Order {},
      );
    },
  ],
  [
    'a misspelt option of a parameter',
    'throw',
    'Order.a: @Query has no option explod. Options are style, explode, allowReserved.',
    () => withProperty(Query('a', { explod: false } as never) as PropertyDecorator),
  ],
  [
    'a webhook of a plain object',
    'warning',
    "A webhook is sent as a plain value: without validation and without an event's name, which endpoints filter by. Send an instance of a class with",
    () => sent(() => new Message().setJSON({ id: 1 })),
  ],
  [
    'a webhook of a text of JSON',
    'warning',
    'setJSON() has a text that is JSON already, so receivers get a JSON string. Pass the object itself: setJSON(event).',
    () => sent(() => new Message().setJSON(JSON.stringify({ id: 1 }), { event: false })),
  ],
  [
    'a webhook of a promise',
    'throw',
    'setJSON() has a promise: await it, as in setJSON(await event).',
    () => sent(() => new Message().setJSON(Promise.resolve({ id: 1 }))),
  ],
  [
    'a webhook without a body',
    'warning',
    "A webhook is sent without a body. Call setJSON(event) on the message, or setRaw('') if this is intended.",
    () => sent(() => new Message()),
  ],
  [
    'waits in seconds',
    'warning',
    'The option delays of retryAfterDelays(options) is 30 milliseconds, which is hardly meant. Write 30 * 1_000 for seconds,',
    () => retryAfterDelays({ delays: [1, 5, 30] }),
  ],
  [
    'days until an endpoint is disabled',
    'warning',
    'The option disabledAfter of health is 5 milliseconds, which is hardly meant. Write 5 * 1_000 for seconds, or 5 * 86_400_000 for days.',
    () => new Notifier({ health: { disabledAfter: 5 } }),
  ],
  [
    'a timeout in seconds',
    'warning',
    'The option timeout of new WebhookChannel(options) is 30 milliseconds, which is hardly meant.',
    () => new WebhookChannel({ timeout: 30 }),
  ],
  [
    'a webhook of a class without @Webhook',
    'warning',
    "A webhook is sent as Item, which has no event's name, so endpoints cannot filter by it. Add @Webhook('order.shipped') to Item, or call",
    () => sent(() => new Message().setJSON(Object.assign(new Item(), { name: 'a' }))),
  ],
  [
    'a webhook without the name of its event',
    'warning',
    'Named has no property with the event\'s name, so receivers cannot recognize the event. Add it: @Equals("a.b") type = "a.b" as const.',
    () => {
      @Webhook('a.b')
      class Named {
        @IsInt() id = 1;
      }
      return sent(() => new Message().setJSON(new Named()));
    },
  ],
  [
    'an invalid body of a webhook',
    'throw',
    'The Item to send is not valid: name (isString). Correct the object, or disable the check with validate: false.',
    () =>
      sent(() => new Message().setEvent('a').setJSON(new Item()), {
        defaultURL: 'https://shop.example',
        validate: true,
      }),
  ],
  [
    'a class as the body of a webhook',
    'throw',
    "The message's body cannot be built: setJSON() takes what JSON can write (an object, an array, a string, a number, true, false, null), not the class",
    () => sent(() => new Message().setJSON(Item as never)),
  ],
  [
    'a message that is not returned',
    'throw',
    'toWebhook() threw: it must return a Message',
    () => sent(() => undefined),
  ],
  [
    'a notification without toWebhook',
    'throw',
    'The notification goes through the channel "webhook" but has no toWebhook(). Add the method, or take the name out of via().',
    () =>
      new FakeNotifier()
        .register(new WebhookChannel({ defaultURL: 'https://shop.example' }))
        .send('ann', { via: () => ['webhook'] } as never),
  ],
  [
    'swapped arguments of send',
    'throw',
    'notifier.send(to, notification) needs a notification, an object with via(), not "ann". Write send(customer, new ParcelLeft())',
    () => new FakeNotifier().send(new Notice() as never, 'ann' as never),
  ],
  [
    'a notification whose via() returns a text',
    'throw',
    'via() threw: it must return a list of channel names',
    async () => {
      const { deliveries } = await new FakeNotifier().send('ann', { via: () => 'webhook' } as never);
      for (const { error } of deliveries) if (error) throw error;
    },
  ],
  [
    'endpoints that are texts',
    'throw',
    'endpoints() threw: it must return an endpoint or a list of endpoints, not a string',
    () =>
      sent(() => new Message().setJSON('a', { event: false }), { endpoints: () => 'https://shop.example' }),
  ],
  [
    'the class of a channel',
    'throw',
    'notifier.register(channel) needs a channel, an object with name, prepare() and attempt(), as in new WebhookChannel(options), not the class',
    () => new Notifier().register(WebhookChannel as never),
  ],
  [
    'a channel that is not registered',
    'throw',
    'via() names the channel "webhook", which is not registered (registered: none). Register it with notifier.register(channel) or take the name out of',
    () =>
      new Notifier().send(
        'ann',
        notice(() => new Message()),
      ),
  ],
  [
    'a channel without any address',
    'throw',
    'A message for the channel "webhook" has no URL, and the channel has no defaultURL. Call setURL() on the message or give the channel a defaultURL.',
    () => sent(() => new Message().setJSON('a', { event: false }), {}),
  ],
  [
    'a relative address',
    'throw',
    "The webhook's URL cannot be parsed. Give an absolute http or https URL.",
    () => new WebhookChannel({ defaultURL: '/hook' } as never),
  ],
  [
    'a misspelt option of a channel',
    'throw',
    'new WebhookChannel(options) has no option defaultUrl. Did you mean defaultURL? Options are endpoints, findEndpoint, credentialsToEndpoints,',
    () => new WebhookChannel({ defaultUrl: 'https://shop.example' } as never),
  ],
  [
    'a misspelt option of a notifier',
    'throw',
    'new Notifier(options) has no option retires. Options are retry, concurrency, concurrencyPerTarget, concurrencyUnanswered, keepDead, health,',
    () => new Notifier({ retires: 3 } as never),
  ],
  [
    'a misspelt event of a notifier',
    'throw',
    'notifier.on(name, listener) needs an event (sending, retrying, sent, gone, failed, dead, paused, failing, disabled, warning) and a function, not',
    () => new Notifier().on('fail' as never, () => undefined),
  ],
  [
    'a secret in plain text',
    'throw',
    'The endpoint "a" has a secret that cannot be used: A Standard Webhooks secret is "whsec_" and the base64 of at least 24 random bytes.',
    () =>
      sent(() => new Message().setJSON('a', { event: false }), {
        endpoints: () => ({ id: 'a', url: 'https://shop.example', secrets: ['secret'] }),
      }),
  ],
  ...(
    [
      [
        'a text in place of secrets',
        { secrets: SECRET },
        "has secrets that are a string. Write a list, as in ['whsec_…'].",
      ],
      [
        'a secret with a line break',
        { secrets: [`${SECRET}\n`] },
        'secret ends in a line break, which does not belong',
      ],
      ['a secret in quotes', { secrets: [`"${SECRET}"`] }, 'secret is in quotes, which do not belong to it.'],
      [
        'a text in place of events',
        { events: 'a' },
        "has events that are a string. Write a list, as in ['order.shipped'].",
      ],
      [
        'a misspelt field of an endpoint',
        { secret: 'a' },
        'has a field secret, which has no effect. Write secrets.',
      ],
    ] as const
  ).map(([mistake, endpoint, told]): Mistake => [
    mistake,
    'throw',
    told,
    () =>
      sent(() => new Message().setJSON('a', { event: false }), {
        endpoints: () => ({ id: 'a', url: 'https://shop.example', ...endpoint }),
      }),
  ]),
  [
    'a slip in the events of an endpoint',
    'warning',
    'The endpoint "a" wants the event "item.aded", so it does not receive "item.added": the names differ by one letter.',
    () =>
      sent(() => new Message().setJSON(new ItemAdded()), {
        endpoints: () => ({ id: 'a', url: 'https://shop.example', secrets: [SECRET], events: ['item.aded'] }),
      }),
  ],
  [
    'an event in upper case in the events of an endpoint',
    'warning',
    'The endpoint "a" wants the event "Item.Added", so it does not receive "item.added": names of events are case-sensitive. Write "item.added" in its',
    () =>
      sent(() => new Message().setJSON(new ItemAdded()), {
        endpoints: () => ({
          id: 'a',
          url: 'https://shop.example',
          secrets: [SECRET],
          events: ['Item.Added'],
        }),
      }),
  ],
  [
    'an endpoint without an id',
    'throw',
    'The endpoint "undefined" has no id. Give each endpoint a string of its own.',
    () =>
      sent(() => new Message().setJSON('a', { event: false }), {
        endpoints: () => ({ url: 'https://shop.example' }),
      }),
  ],
  [
    'an event that is not awaited, to a dead receiver',
    'warning',
    'A delivery through channel "webhook" ended as failed, and nothing listens: No response from http://127.0.0.1:1 (ECONNREFUSED). Add',
    async () => {
      await new Notifier({ retry: () => null })
        .register(new WebhookChannel({ defaultURL: 'http://127.0.0.1:1/', blockPrivateNetworks: false }))
        .send(
          'ann',
          notice(() => new Message().setJSON('a', { event: false })),
        );
    },
  ],
  [
    'a webhook to the own machine',
    'warning',
    'A delivery through channel "webhook" ended as failed, and nothing listens: localhost resolves to 127.0.0.1, which is not a public address. If',
    async () => {
      await new Notifier({ retry: () => null })
        .register(new WebhookChannel({ defaultURL: 'https://shop.example' }))
        .send(
          'ann',
          notice(() => new Message().setJSON('a', { event: false }).setURL('http://localhost:1/')),
        );
    },
  ],
  // Engines
  [
    'an engine without a file',
    'throw',
    'The option file of new SqliteEngine(options) needs the path of a file, not undefined.',
    () => new SqliteEngine({} as never),
  ],
  [
    'a misspelt option of an engine',
    'throw',
    'new SqliteEngine(options) has no option fil. Did you mean file? Options are file, driver, lease, pollInterval, afterDead, retention, deadRetention,',
    () => new SqliteEngine({ fil: 'x' } as never),
  ],
  [
    'an engine whose file is a folder',
    'throw',
    `The SqliteEngine's file "${tmpdir()}" is a folder. Name a file in it: "${path.join(tmpdir(), 'deliveries.sqlite')}".`,
    () => new Notifier({ engine: new SqliteEngine({ file: tmpdir() }) }).start(),
  ],
  [
    'a second body of a message',
    'warning',
    'A message has one body: its raw body replaces the json body that was set before. Call one of setJSON, setForm and setRaw.',
    () => new Message().setJSON({ a: 1 }, { event: false }).setRaw('text'),
  ],
  [
    'two pages at one path',
    'throw',
    'There is a page at /docs of this application already. Mount this one at another path.',
    () => {
      const app = express();
      new Docs(INFO).mount(app, '/docs');
      new Docs(INFO).mount(app, '/docs/');
    },
  ],
  [
    'a retention in days',
    'throw',
    'The option retention of new SqliteEngine(options) needs milliseconds, a number from 1,000 up, as in 7 * 86_400_000 for seven days',
    () => new SqliteEngine({ file: 'queue.sqlite', retention: 7 }),
  ],
  [
    'an engine in memory',
    'throw',
    'It must be a file on a disk of this machine, neither in memory nor on a network.',
    () => new Notifier({ engine: new SqliteEngine({ file: ':memory:' }) }).start(),
  ],
  [
    'the class of an engine',
    'throw',
    'The option engine of new Notifier(options) needs an engine, as in new SqliteEngine({ file }), not the class SqliteEngine.',
    () => new Notifier({ engine: SqliteEngine as never }),
  ],
  [
    'a delay as a text',
    'throw',
    'delay threw: it must be a number of milliseconds or a valid Date, not "5m"',
    async () => {
      const { deliveries } = await new FakeNotifier().send('ann', { via: () => ['a'], delay: '5m' } as never);
      for (const { error } of deliveries) if (error) throw error;
    },
  ],
  [
    'an engine that is started without its notifier',
    'throw',
    'SqliteEngine.start(host) is called by a notifier. Pass the engine to new Notifier({ engine }), and call notifier.start().',
    () => new SqliteEngine({ file: 'x' }).start(undefined as never),
  ],
  [
    'discardAll without a filter',
    'throw',
    "SqliteEngine.discardAll(filter) deletes deliveries, so it needs a criterion: id, messageId, endpoint, event, since, until or state. { state: 'dead' }",
    () => new SqliteEngine({ file: 'x' }).discardAll(undefined as never),
  ],
  [
    'a filter that is an id',
    'throw',
    "SqliteEngine.deliveries(filter) takes a filter, as in { endpoint: 'ada' }, not a string.",
    () => new SqliteEngine({ file: 'x' }).deliveries('dlv_1' as never),
  ],
  [
    'a filter with a time in seconds',
    'throw',
    'The field since of SqliteEngine.deliveries(filter) needs a valid Date, or milliseconds since the epoch (not seconds), as in Date.now() - 3_600_000,',
    () => new SqliteEngine({ file: 'x' }).deliveries({ since: 1_764_460_800 }),
  ],
  [
    'an engine of two notifiers',
    'throw',
    'This SqliteEngine already belongs to a notifier. Give each notifier its own engine.',
    () => shareEngine(),
  ],
  // Receiving
  [
    'a receiver without secrets',
    'throw',
    'The option secrets of receiveWebhooks needs a string or an array of them, as in process.env.WEBHOOK_SECRET, or a function that returns them, not',
    () => receiveWebhooks({} as never),
  ],
  [
    'a tolerance in milliseconds',
    'throw',
    'The option toleranceSeconds of receiveWebhooks needs seconds, at most 86400, a day, not 300000.',
    () => receiveWebhooks({ secrets: SECRET, events: [ItemAdded], toleranceSeconds: 300_000 }),
  ],
  [
    'a tolerance of a verification in milliseconds',
    'throw',
    'toleranceSeconds is 300000, more than a day. It is in seconds: 300 are five minutes.',
    () => {
      const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,a' };
      return verifyStandardWebhook('{}', headers, SECRET, { toleranceSeconds: 300_000 });
    },
  ],
  [
    'a receiver of a class without @Webhook',
    'throw',
    "receiveWebhooks({ events }) needs classes with an event's name. Put @Webhook('…') on each.",
    () => receiveWebhooks({ secrets: SECRET, events: [Item] } as never),
  ],
  [
    'a parsed body given to a receiver',
    'throw',
    'rawBody is not the bytes of the request but something parsed. Keep the raw bytes, e.g. with expressRawBody().',
    () => receive({ a: 1 } as never, {}, () => undefined),
  ],
  [
    'expressRawBody that is not called',
    'response',
    "expressRawBody was registered without being called. Write app.use('/hook', expressRawBody()).",
    () => throughExpress([expressRawBody]),
  ],
  [
    'a message id that is a number',
    'throw',
    "The message's id has to be a string of 1 to 256 visible ASCII characters",
    () => new Message().setId(1 as never),
  ],
  [
    'a message without a signature',
    'throw',
    'The request has no webhook-id, webhook-timestamp, webhook-signature. A sender sets them if it signs by Standard Webhooks; a proxy must keep them.',
    () => receive('{}' as never, {}, () => undefined),
  ],
  [
    'a secret of an environment variable that is not set',
    'throw',
    'A Standard Webhooks secret is undefined. Write it as "whsec_" and base64. If it comes from an environment variable, set the variable.',
    () => receiveWebhooks({ secrets: [undefined as never], events: [ItemAdded] }),
  ],
  [
    'a receiver that is called without a handler',
    'throw',
    'receive(rawBody, headers, handle) needs a function as handle, as in ({ event }) => …, not undefined.',
    () => receive('{}' as never, {}, undefined as never),
  ],
  // Tests of applications
  [
    'an assertion about the name of an event',
    'throw',
    'FakeNotifier.assertSent(type) needs the class of a notification, as in assertSent(ParcelLeft), not "item.added".',
    () => {
      new FakeNotifier().assertSent('item.added' as never);
    },
  ],
  [
    'swapped arguments of assertSentTimes',
    'throw',
    'FakeNotifier.assertSentTimes(type) needs the class of a notification, as in assertSentTimes(ParcelLeft), not 1.',
    () => {
      new FakeNotifier().assertSentTimes(1 as never, Notice as never);
    },
  ],
  [
    'an assertion before a send has ended',
    'throw',
    'Notice was sent 0 time(s) instead of 1. Sent: nothing. A send has not ended: await notifier.send(…) first.',
    () => {
      const notifier = new FakeNotifier();
      void notifier.send('ann', new Notice());
      notifier.assertSentTimes(Notice, 1);
    },
  ],
  // Clients
  [
    'operations in the place of the address of a client',
    'throw',
    "createClient(origin, options) needs the address of the server as a string, as in createClient<Api>('https://api.example.com'), not object.",
    () => createClient([] as never),
  ],
  [
    'an address of a client without a scheme',
    'throw',
    'createClient("localhost:3000") lacks a scheme. Write "http://localhost:3000" or "https://…".',
    () => createClient('localhost:3000'),
  ],
  // Nest
  [
    'a module of Nest without a configuration',
    'throw',
    'DtospecModule needs a configuration: imports: [DtospecModule.forRoot(',
    () => DtospecModule.forRoot(undefined as never),
  ],
  [
    'a page beside that of the module of Nest',
    'throw',
    'There is a page at /docs of this application already.',
    async () => {
      const module = DtospecModule.forRoot({ ...INFO, diagnostics: 'throw' });
      const app = await NestFactory.create(module, { logger: false });
      nestDocs(app, { ...INFO, diagnostics: 'silent' }).mount(app, '/docs');
      await app.init();
    },
  ],
  [
    'a module of Nest in the place of its application',
    'throw',
    'nestDocs(app, config) needs the application that NestFactory.create made, as in nestDocs(await NestFactory.create(AppModule), config).',
    () => nestDocs(DtospecModule as never, INFO),
  ],
  [
    'a version of routes in an application of Nest without versions',
    'throw',
    'nestDocs(app, { routes: { version } }) needs an application with versions. Call app.enableVersioning() before nestDocs, or leave version out.',
    async () => {
      const app = await NestFactory.create(class Shop {}, { logger: false });
      nestDocs(app, { ...INFO, routes: { version: '2' } });
    },
  ],
  [
    'an option of routes beside routes',
    'throw',
    'The option wrap of nestDocs(app, config) belongs in routes: nestDocs(app, { routes: { wrap: … } }).',
    async () => {
      const app = await NestFactory.create(class Shop {}, { logger: false });
      nestDocs(app, { ...INFO, wrap: (type: unknown) => type } as never);
    },
  ],
  // Commands
  [
    'a document in the place of a module',
    'command',
    'package.json is not a module. Name the JavaScript of your build that exports the docs.',
    () => callCommand(path.join(__dirname, '../../..'), ['fuzz', 'package.json']),
  ],
  [
    'an unknown command',
    'command',
    'dtospec has no command "biuld". Did you mean build? Run dtospec --help for all commands.',
    () => withFiles('biuld'),
  ],
  [
    'a misspelt option of a command',
    'command',
    "dtospec build: Unknown option '--ouput'. Did you mean --output? Run dtospec build --help for its options.",
    () => withFiles('build', '--ouput', 'x'),
  ],
  [
    'a shortened option of a command',
    'command',
    "dtospec build: Unknown option '--out'. Did you mean --output?",
    () => withFiles('build', '--out', 'x'),
  ],
  [
    'a format that the name of the file contradicts',
    'command',
    'dtospec build --format yaml contradicts the name of x.json. Leave out --format, or change the extension.',
    () => withFiles('build', 'api.js', '-o', 'x.json', '--format', 'yaml'),
  ],
  [
    'build of a file that does not exist',
    'command',
    'The file api.js does not exist',
    () => withFiles('build', 'api.js'),
  ],
  [
    'init for an unknown framework',
    'command',
    'has no readable package.json. Run the command in an empty folder, or in the folder of an application.',
    () => withFiles('init', '--framework', 'rails'),
  ],
];
