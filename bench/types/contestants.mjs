import { fileURLToPath } from 'node:url';

// The same two kinds of operations with each library: one with a path, a query, a body and two responses, one with a query
// and a list; and a client that calls each of them.

const each = (count, text) => Array.from({ length: count }, (_, index) => text(index));

const names = (count) => each(count, (index) => `create${index}, list${index}`).join(', ');

const zod = (index) => `
const Query${index} = z.object({ page: z.number().optional(), tags: z.array(z.string()).optional() });
const Body${index} = z.object({ name: z.string(), lines: z.array(z.object({ sku: z.string(), quantity: z.number() })) });
const Item${index} = Body${index}.extend({ id: z.number() });`;

const dtospec = {
  server: (count) => `
import { operation, problem, problemResponse, reply, response } from '../../dist/index.js';
${each(
  count,
  (index) => `
class Path${index} { id!: number; }
class Query${index} { page?: number; tags?: string[]; }
class Body${index} { name!: string; lines!: { sku: string; quantity: number }[]; }
class Item${index} extends Body${index} { id!: number; }
export const create${index} = operation(
  {
    method: 'POST',
    path: '/items${index}/{id}',
    params: Path${index},
    query: Query${index},
    body: Body${index},
    responses: { 201: response('Made', Item${index}), 404: problemResponse('None') },
  },
  ({ params, query, body }) =>
    query.page === 404
      ? problem(404, 'There is none.')
      : reply(201, Object.assign(new Item${index}(), body, params)),
);
export const list${index} = operation(
  { method: 'GET', path: '/items${index}', query: Query${index}, responses: { 200: response('All', [Item${index}]) } },
  ({ query: { page = 1 } }) => Array.from({ length: page }, () => new Item${index}()),
);`,
).join('')}`,
  client: (count) => `
import { createClient } from '../../dist/client.js';
import type { Docs } from '../../dist/index.js';
import { ${names(count)} } from './server.js';
const contract = (docs: Docs) => docs.clientApi([${names(count)}]);
const api = createClient<ReturnType<typeof contract>>('');
${each(
  count,
  (index) => `
export async function call${index}(): Promise<string | number> {
  const body = { name: '', lines: [{ sku: '', quantity: 1 }] };
  const made = await api['/items${index}/{id}'].post({ params: { id: 1 }, query: { page: 1 }, body });
  if (made.status === 404) return made.data.title;
  const all = await api['/items${index}'].get({ query: { tags: ['a'] } });
  return made.status === 201 && all.status === 200 ? made.data.id + all.data.length : 0;
}`,
).join('')}`,
};

const hono = {
  server: (count) => `
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
const Problem = z.object({ title: z.string() });
${each(
  count,
  (index) => `${zod(index)}
const createRoute${index} = createRoute({
  method: 'post',
  path: '/items${index}/{id}',
  request: {
    params: z.object({ id: z.coerce.number() }),
    query: Query${index},
    body: { content: { 'application/json': { schema: Body${index} } }, required: true },
  },
  responses: {
    201: { description: 'Made', content: { 'application/json': { schema: Item${index} } } },
    404: { description: 'None', content: { 'application/json': { schema: Problem } } },
  },
});
const listRoute${index} = createRoute({
  method: 'get',
  path: '/items${index}',
  request: { query: Query${index} },
  responses: { 200: { description: 'All', content: { 'application/json': { schema: z.array(Item${index}) } } } },
});`,
).join('')}
export const app = new OpenAPIHono()${each(
    count,
    (index) => `
  .openapi(createRoute${index}, (c) => {
    if (c.req.valid('query').page === 404) return c.json({ title: 'There is none.' }, 404);
    return c.json({ ...c.req.valid('json'), ...c.req.valid('param') }, 201);
  })
  .openapi(listRoute${index}, (c) => c.json([], 200))`,
  ).join('')};`,
  client: (count) => `
import { hc } from 'hono/client';
import type { app } from './server.js';
const api = hc<typeof app>('');
${each(
  count,
  (index) => `
export async function call${index}(): Promise<string | number> {
  const json = { name: '', lines: [{ sku: '', quantity: 1 }] };
  const made = await api.items${index}[':id'].$post({ param: { id: 1 }, query: { page: 1 }, json });
  if (made.status === 404) return (await made.json()).title;
  const all = await api.items${index}.$get({ query: { tags: ['a'] } });
  return (await made.json()).id + (await all.json()).length;
}`,
).join('')}`,
};

/** Types without schemas, which cost the least. ts-rest knows zod 3 only, which zod 4 contains. */
const tsRest = {
  paths: { zod: [fileURLToPath(import.meta.resolve('zod/v3')).replace(/\.js$/, '.d.ts')] },
  server: (count) => `
import { initContract } from '@ts-rest/core';
const c = initContract();
${each(
  count,
  (index) => `
interface Query${index} { page?: number; tags?: string[]; }
interface Body${index} { name: string; lines: { sku: string; quantity: number }[]; }
interface Item${index} extends Body${index} { id: number; }`,
).join('')}
export const contract = c.router({${each(
    count,
    (index) => `
  create${index}: {
    method: 'POST',
    path: '/items${index}/:id',
    pathParams: c.type<{ id: number }>(),
    query: c.type<Query${index}>(),
    body: c.type<Body${index}>(),
    responses: { 201: c.type<Item${index}>(), 404: c.type<{ title: string }>() },
  },
  list${index}: {
    method: 'GET',
    path: '/items${index}',
    query: c.type<Query${index}>(),
    responses: { 200: c.type<Item${index}[]>() },
  },`,
  ).join('')}
}, { strictStatusCodes: true });`,
  client: (count) => `
import { initClient } from '@ts-rest/core';
import { contract } from './server.js';
const api = initClient(contract, { baseUrl: '' });
${each(
  count,
  (index) => `
export async function call${index}(): Promise<string | number> {
  const body = { name: '', lines: [{ sku: '', quantity: 1 }] };
  const made = await api.create${index}({ params: { id: 1 }, query: { page: 1 }, body });
  if (made.status === 404) return made.body.title;
  const all = await api.list${index}({ query: { tags: ['a'] } });
  return made.body.id + all.body.length;
}`,
).join('')}`,
};

const orpc = {
  server: (count) => `
import { os } from '@orpc/server';
import { z } from 'zod';
${each(
  count,
  (index) => `${zod(index)}
const create${index} = os
  .route({ method: 'POST', path: '/items${index}/{id}', inputStructure: 'detailed', successStatus: 201 })
  .errors({ NOT_FOUND: { status: 404, data: z.object({ title: z.string() }) } })
  .input(z.object({ params: z.object({ id: z.number() }), query: Query${index}, body: Body${index} }))
  .output(Item${index})
  .handler(({ input: { params, query, body }, errors }) => {
    if (query.page === 404) throw errors.NOT_FOUND({ data: { title: 'There is none.' } });
    return { ...body, ...params };
  });
const list${index} = os
  .route({ method: 'GET', path: '/items${index}' })
  .input(Query${index})
  .output(z.array(Item${index}))
  .handler(() => []);`,
).join('')}
export const router = { ${names(count)} };`,
  client: (count) => `
import { createORPCClient, safe, type ClientLink } from '@orpc/client';
import type { RouterClient } from '@orpc/server';
import type { router } from './server.js';
declare const link: ClientLink<Record<never, never>>;
const api: RouterClient<typeof router> = createORPCClient(link);
${each(
  count,
  (index) => `
export async function call${index}(): Promise<string | number> {
  const body = { name: '', lines: [{ sku: '', quantity: 1 }] };
  const made = await safe(api.create${index}({ params: { id: 1 }, query: { page: 1 }, body }));
  if (made.isDefined) { const status = made.error.status; if (made.error.code === 'NOT_FOUND') return made.error.data.title + status; }
  const all = await api.list${index}({ tags: ['a'] });
  return made.isSuccess ? made.data.id + all.length : 0;
}`,
).join('')}`,
};

const elysia = {
  server: (count) => `
import { Elysia, t } from 'elysia';
${each(
  count,
  (index) => `
const Query${index} = t.Object({ page: t.Optional(t.Number()), tags: t.Optional(t.Array(t.String())) });
const Body${index} = t.Object({ name: t.String(), lines: t.Array(t.Object({ sku: t.String(), quantity: t.Number() })) });
const Item${index} = t.Object({ id: t.Number(), name: t.String(), lines: t.Array(t.Object({ sku: t.String(), quantity: t.Number() })) });`,
).join('')}
export const app = new Elysia()${each(
    count,
    (index) => `
  .post(
    '/items${index}/:id',
    ({ params, query, body, status }) =>
      query.page === 404 ? status(404, { title: 'There is none.' }) : status(201, { ...body, ...params }),
    {
      params: t.Object({ id: t.Number() }),
      query: Query${index},
      body: Body${index},
      response: { 201: Item${index}, 404: t.Object({ title: t.String() }) },
    },
  )
  .get('/items${index}', () => [], { query: Query${index}, response: { 200: t.Array(Item${index}) } })`,
  ).join('')};`,
  client: (count) => `
import { treaty } from '@elysiajs/eden';
import type { app } from './server.js';
const api = treaty<typeof app>('');
${each(
  count,
  (index) => `
export async function call${index}(): Promise<string | number> {
  const body = { name: '', lines: [{ sku: '', quantity: 1 }] };
  const made = await api.items${index}({ id: 1 }).post(body, { query: { page: 1 } });
  if (made.error) return made.error.status === 404 ? made.error.value.title : 0;
  const all = await api.items${index}.get({ query: { tags: ['a'] } });
  return made.data.id + (all.data?.length ?? 0);
}`,
).join('')}`,
};

export const CONTESTANTS = {
  dtospec,
  'ts-rest, types only': tsRest,
  oRPC: orpc,
  'Elysia, Eden': elysia,
  'Hono with zod-openapi, hc': hono,
};
