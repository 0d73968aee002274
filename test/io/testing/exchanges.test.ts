import axios from 'axios';
import request from 'supertest';
import { ConfigError } from '../../../src/shared/errors.js';
import { checkExchange, type Exchange, type ExchangeReport } from '../../../src/tools/testing.js';
import type { Listening } from '../../support/network/listen.js';
import { expressApp, fastifyApp, honoApp, SERVICES } from './frameworks.js';
import { DRIFT, userDocs } from './users.js';
import express from 'express';

const docs = userDocs();
const newUser = { name: 'Ada', email: 'ada@example.com' };

/** How a client asks for a user, and makes one; each gives what `checkExchange` takes. */
interface Client {
  get(origin: string, path: string): Promise<Exchange>;
  post(origin: string, path: string, body: object): Promise<Exchange>;
}

const CLIENTS: Readonly<Record<string, Client>> = {
  supertest: {
    get: async (origin, path) => ({ response: await request(origin).get(path) }),
    post: async (origin, path, body) => ({ response: await request(origin).post(path).send(body) }),
  },
  axios: {
    get: async (origin, path) => ({ response: await axios.get(origin + path, { validateStatus: null }) }),
    post: async (origin, path, body) => ({ response: await axios.post(origin + path, body) }),
  },
  'axios over fetch': {
    get: async (origin, path) => ({
      response: await axios.get(path, { baseURL: origin, adapter: 'fetch', validateStatus: null }),
    }),
    post: async (origin, path, body) => ({
      response: await axios.post(path, body, { baseURL: origin, adapter: 'fetch' }),
    }),
  },
  fetch: {
    get: async (origin, path) => {
      const asked = new Request(origin + path);
      return { request: asked, response: await fetch(asked) };
    },
    post: async (origin, path, body) => {
      const headers = { 'content-type': 'application/json' };
      const asked = new Request(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { request: asked, response: await fetch(asked.clone()) };
    },
  },
};

function shown({ mismatches }: ExchangeReport): string[] {
  return mismatches.map(({ code, pointer }) => `${code} ${pointer}`);
}

describe.each(Object.entries(SERVICES))('mismatches of a service on %s', (_, start) => {
  let service: Listening;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service.close());

  const rows = Object.entries(CLIENTS).flatMap(([client, calls]) =>
    Object.entries(DRIFT).map(([id, [what, , found]]) => ({ client, calls, id, what, found })),
  );

  it.each(rows)('$client: $what', async ({ calls, id, found }) => {
    const report = await checkExchange(docs, await calls.get(service.origin, `/users/${id}`));
    expect(report.operation).toBe('GET /users/{id}');
    expect(shown(report)).toEqual(found === undefined ? [] : [found]);
  });

  it.each(Object.entries(CLIENTS))('%s: compares bodies and queries of requests', async (_name, calls) => {
    const good = await checkExchange(docs, await calls.post(service.origin, '/users?fields=a', newUser));
    expect(shown(good)).toEqual([]);
    const bad = await checkExchange(
      docs,
      await calls.post(service.origin, '/users?x=1', { ...newUser, email: 1 }),
    );
    expect(shown(bad)).toEqual(['parameter-undocumented #', 'body-invalid #/email']);
  });
});

describe('responses without a server', () => {
  it.each(Object.entries(DRIFT))('compares responses of light-my-request: %s', async (id, [, , found]) => {
    const response = await fastifyApp().inject({ method: 'GET', url: `/users/${id}` });
    expect(shown(await checkExchange(docs, { response }))).toEqual(found === undefined ? [] : [found]);
  });

  it('reads light-my-request, with a body', async () => {
    const response = await fastifyApp().inject({ method: 'POST', url: '/users', payload: { name: 1 } });
    expect(shown(await checkExchange(docs, { response }))).toEqual([
      'body-invalid #/email',
      'body-invalid #/name',
    ]);
  });

  it.each(Object.entries(DRIFT))('compares responses of Hono: %s', async (id, [, , found]) => {
    const exchange = {
      request: { method: 'GET', url: `/users/${id}` },
      response: await honoApp().request(`/users/${id}`),
    };
    expect(shown(await checkExchange(docs, exchange))).toEqual(found === undefined ? [] : [found]);
  });

  it('reads an Express application that supertest starts', async () => {
    const response = await request(expressApp(express())).get('/users/2');
    expect(shown(await checkExchange(docs, { response }))).toEqual(['body-invalid #/name']);
  });
});

describe('reading responses of libraries', () => {
  it('leaves the bodies of fetch to be read', async () => {
    const response = Response.json({ id: 1 });
    await checkExchange(docs, { request: { method: 'GET', url: '/users/1' }, response });
    expect(await response.json()).toEqual({ id: 1 });
  });

  it('rejects a response whose body is gone', async () => {
    const response = Response.json({ id: 1 });
    await response.text();
    const check = checkExchange(docs, { request: { method: 'GET', url: '/users/1' }, response });
    await expect(check).rejects.toThrow(ConfigError);
    await expect(check).rejects.toThrow(/answer has been read already/);
    const request = new Request('http://localhost/users', { method: 'POST', body: '{}' });
    await request.text();
    const other = checkExchange(docs, { request, response: { status: 201 } });
    await expect(other).rejects.toThrow(/request has been read already/);
  });

  it('rejects a stream of axios', async () => {
    const data = new ReadableStream();
    const response = { status: 200, headers: {}, config: { method: 'get', url: '/users/1' }, data };
    await expect(checkExchange(docs, { response })).rejects.toThrow(/is a stream/);
  });

  it('ignores the form of a request that supertest has sent', async () => {
    const response = await request(expressApp(express())).post('/users').field('name', 'Ada');
    expect(shown(await checkExchange(docs, { response }))).toEqual(['content-type-undocumented #']);
  });
});
