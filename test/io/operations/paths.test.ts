import Router from '@koa/router';
import { IsString } from 'class-validator';
import express from 'express';
import express4 from 'express4';
import Fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { honoOperations } from '../../../src/adapters/fetch.js';
import { koaOperations } from '../../../src/adapters/koa.js';
import { Docs, operation, Path as PathName, response } from '../../../src/index.js';
import { compareRoutes } from '../../../src/tools/testing.js';
import { FRAMEWORKS, serve } from './servers.js';

class Path {
  @IsString() id!: string;
}

class Two {
  @IsString() a!: string;
  @IsString() b!: string;
}

class Dashed {
  @PathName('user-id') @IsString() userId!: string;
  @IsString() p1!: string;
}

class Answer {
  @IsString() path!: string;
  @IsString() id!: string;
}

const responses = { 200: response('What came', Answer) };
const one = (path: string) =>
  operation({ method: 'GET', path, params: Path, responses }, ({ params: { id } }) => ({
    path,
    id,
  }));

/** Text beside parameters, of every kind of character that a router may read as something else. */
const PATHS = [
  ...[
    '/a/{id}_x',
    '/a/{id}day',
    '/a/{id}9',
    '/a/{id}.json',
    '/a/{id}-z',
    '/a/{id}:go',
    '/a/{id}+',
    '/a/{id}$',
  ],
  ...['/b/x{id}', '/b/:{id}', '/b/{id}'],
  // Sent percent-encoded.
  ...['/f/ü/{id}', '/f/a b/{id}', '/f/{id} €'],
];
const OPERATIONS = [
  ...PATHS.map(one),
  operation({ method: 'GET', path: '/h/{id}/items:all', params: Path, responses }, ({ params: { id } }) => ({
    path: '/h/{id}/items:all',
    id,
  })),
  operation({ method: 'GET', path: '/c/{a}..{b}~d', params: Two, responses }, ({ params: { a, b } }) => ({
    path: '/c/{a}..{b}~d',
    id: `${a} ${b}`,
  })),
];

test.each(FRAMEWORKS)(
  '%s prefers concrete paths to templates, in any order of registration',
  async (framework) => {
    const concrete = (path: string) =>
      operation({ method: 'GET', path, responses }, () => ({ path, id: '' }));
    const two = operation({ method: 'GET', path: '/d/{a}/{b}', params: Two, responses }, () => ({
      path: '/d/{a}/{b}',
      id: '',
    }));
    const { origin, close } = await serve(framework, [
      two,
      one('/d/{id}'),
      one('/d/{id}.json'),
      concrete('/d/me'),
      one('/d/me/{id}'),
      concrete('/d/me/all'),
    ]);
    const chosen: Record<string, unknown> = {};
    for (const path of ['/d/me', '/d/you', '/d/7.json', '/d/me/all', '/d/me/7', '/d/you/all'])
      chosen[path] = ((await (await fetch(origin + path)).json()) as Answer).path;
    expect(chosen).toEqual({
      '/d/me': '/d/me',
      '/d/you': '/d/{id}',
      '/d/7.json': '/d/{id}.json',
      '/d/me/all': '/d/me/all',
      '/d/me/7': '/d/me/{id}',
      '/d/you/all': '/d/{a}/{b}',
    });
    await close();
  },
);

test.each(FRAMEWORKS)(
  '%s keeps a parameter name that its router cannot write apart from other names',
  async (framework) => {
    const { origin, close } = await serve(framework, [
      operation(
        { method: 'GET', path: '/e/{user-id}/{p1}' as string, params: Dashed, responses },
        ({ params }) => ({
          path: params.p1,
          id: params.userId,
        }),
      ),
    ]);
    expect(await (await fetch(`${origin}/e/x/y`)).json()).toEqual({ path: 'y', id: 'x' });
    await close();
  },
);

test.each(FRAMEWORKS)('%s serves custom methods, whose colon is text', async (framework) => {
  const { origin, close, docs } = await serve(framework, [
    operation({ method: 'GET', path: '/h/products:batch', responses }, () => ({ path: 'batch', id: '' })),
    operation({ method: 'GET', path: '/h/v1:undo', responses }, () => ({ path: 'undo', id: '' })),
    operation({ method: 'GET', path: '/h/{id}:download', params: Path, responses }, ({ params: { id } }) => ({
      path: 'download',
      id,
    })),
  ]);
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(origin + path);
    return answer.ok ? ((await answer.json()) as Answer).path : answer.status;
  };
  expect(await ask('/h/products:batch')).toBe('batch');
  expect(await ask('/h/v1:undo')).toBe('undo');
  expect(await ask('/h/7:download')).toBe('download');
  for (const path of ['/h/productsX', '/h/products', '/h/v1X', '/h/products:other'])
    expect([path, await ask(path)]).toEqual([path, 404]);
  expect(Object.keys(docs.buildSpec().paths)).toEqual(
    expect.arrayContaining(['/h/products:batch', '/h/v1:undo', '/h/{id}:download']),
  );
  expect(docs.diagnostics()).toEqual([]);
  await close();
});

test.each(FRAMEWORKS)('%s finds an operation by the text beside its parameters', async (framework) => {
  const { origin, close } = await serve(framework, OPERATIONS);
  const ask = async (path: string) => {
    const answer = await fetch(origin + path);
    return answer.ok ? await answer.json() : answer.status;
  };
  for (const path of PATHS) expect(await ask(path.replace('{id}', '7'))).toEqual({ path, id: '7' });
  // A parameter beside text may have any character, too.
  for (const path of ['/a/{id}.json', '/b/x{id}'])
    for (const id of ['1/2', 'a\nb', ':go'])
      expect(await ask(path.replace('{id}', encodeURIComponent(id)))).toEqual({ path, id });
  expect(await ask('/c/1..2~d')).toEqual({ path: '/c/{a}..{b}~d', id: '1 2' });
  // An empty parameter is none: this is another operation's path.
  expect(await ask('/b/x')).toEqual({ path: '/b/{id}', id: 'x' });
  // What is no operation's path is left to others.
  for (const path of ['/a/7', '/a/7_y', '/c/7', '/a/_x', '/a/.json', '/a/-z', '/b/', '/c/..2~d'])
    expect([path, await ask(path)]).toEqual([path, 404]);
  await close();
});

test.each(FRAMEWORKS)(
  '%s splits a segment with two parameters at the last text between them',
  async (framework) => {
    const pair = operation(
      { method: 'GET', path: '/g/{a}-{b}', params: Two, responses },
      ({ params: { a, b } }) => ({ path: a, id: b }),
    );
    const { origin, close } = await serve(framework, [pair]);
    const answers: unknown[] = [];
    for (const path of ['/g/1-2', '/g/1-2-3', '/g/--b', '/g/a%2Db-c'])
      answers.push(await (await fetch(origin + path)).json());
    expect(answers).toEqual([
      { path: '1', id: '2' },
      { path: '1-2', id: '3' },
      { path: '-', id: 'b' },
      { path: 'a-b', id: 'c' },
    ]);
    for (const path of ['/g/a-', '/g/-b'])
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 404]);
    await close();
  },
);

/** Fastify and Hono have a setting of their own. */
const LENIENT = FRAMEWORKS.filter((framework) => !/Fastify|Hono/.test(framework));

test.each(LENIENT)('%s finds an operation by a path with a slash at its end, too', async (framework) => {
  const { origin, close } = await serve(framework, OPERATIONS);
  const answers = ['/a/7_x/', '/b/7/'].map(async (path) => (await fetch(origin + path)).json());
  expect(await Promise.all(answers)).toEqual([
    { path: '/a/{id}_x', id: '7' },
    { path: '/b/{id}', id: '7' },
  ]);
  for (const path of ['/b//', '/a/7_x//'])
    expect([path, (await fetch(origin + path)).ok]).toEqual([path, false]);
  await close();
});

/** Applications whose routes can be read, and what registers operations in each. */
const APPLICATIONS: Readonly<Record<string, [object, (app: never, docs: Docs) => void]>> = {
  Express: [express(), (app, docs) => expressOperations(app, docs, OPERATIONS)],
  'Express 4': [express4(), (app, docs) => expressOperations(app, docs, OPERATIONS)],
  Fastify: [
    Fastify(),
    (app: FastifyInstance, docs) => void app.register(fastifyOperations, { docs, operations: OPERATIONS }),
  ],
  'a router of Koa': [new Router(), (app, docs) => koaOperations(app, docs, OPERATIONS)],
  Hono: [new Hono(), (app, docs) => honoOperations(app, docs, OPERATIONS)],
};

test.each(Object.entries(APPLICATIONS))(
  'compareRoutes recognises the operations of %s',
  async (_, [app, register]) => {
    const docs = new Docs({ info: { title: 'Paths', version: '1.0.0' } });
    register(app as never, docs);
    expect(await compareRoutes(app, docs)).toMatchObject({ undocumented: [], unserved: [], unknown: [] });
  },
);
