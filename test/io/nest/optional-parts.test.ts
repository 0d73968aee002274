import { Controller, Get, Module, Param, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { nestDocs } from '../../../src/nest/index.js';

async function applicationWith(route: string, adapter: object): Promise<INestApplication> {
  @Controller('files')
  class FilesController {
    @Get(route) get(@Param() params: Record<string, string>): object {
      return params;
    }
  }
  @Module({ controllers: [FilesController] })
  class AppModule {}
  return NestFactory.create(AppModule, adapter as never, { logger: false });
}

interface Documented {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly codes: readonly string[];
  readonly messages: string;
  /** Of each documented path, with its parameters replaced by their names. */
  readonly responses: readonly unknown[];
}

async function documented(route: string, adapter: object): Promise<Documented> {
  const app = await applicationWith(route, adapter);
  const docs = nestDocs(app, { info: { title: 'Files', version: '1' } });
  const { paths } = docs.buildSpec();
  const found = docs.diagnostics().filter(({ code }) => code !== 'unknown-response');
  await app.listen(0, '127.0.0.1');
  try {
    const origin = await app.getUrl();
    const responses: unknown[] = [];
    for (const path of Object.keys(paths)) {
      const response = await fetch(`${origin}${path.replace(/[{}]/g, '')}`);
      responses.push(response.ok ? await response.json() : response.status);
    }
    return {
      paths,
      codes: found.map(({ code }) => code),
      messages: found.map(({ message }) => message).join(),
      responses,
    };
  } finally {
    await app.close();
  }
}

const parametersOf = (path: string): object =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, name]));

test.each<[string, string[]]>([
  ['img{.:type}', ['/files/img.{type}', '/files/img']],
  [':id/versions{/:version}', ['/files/{id}/versions/{version}', '/files/{id}/versions']],
  ['part{-:number}', ['/files/part-{number}', '/files/part']],
  ['old{er}', ['/files/older', '/files/old']],
  ['a{/:b{/:c}}', ['/files/a/{b}/{c}', '/files/a', '/files/a/{b}']],
])('Express runs both forms of %s, and both are documented without a diagnostic', async (route, paths) => {
  const { codes, responses, ...found } = await documented(route, new ExpressAdapter());
  expect(Object.keys(found.paths)).toEqual(paths);
  expect(responses).toEqual(paths.map(parametersOf));
  expect(codes).toEqual([]);
});

test.each([
  ['{:name}', '/files/{name}', '/files{/:name}'],
  ['by/{:name}', '/files/by/{name}', '/files/by{/:name}'],
  ['{:tenant}/all', '/files/{tenant}/all', '/files{/:tenant}/all'],
])('Express needs the slash of %s, and a diagnostic has the way out', async (route, path, remedy) => {
  const { codes, messages, responses, ...found } = await documented(route, new ExpressAdapter());
  expect(Object.keys(found.paths)).toEqual([path]);
  expect(responses).toEqual([parametersOf(path)]);
  expect(codes).toEqual(['optional-path-parameter']);
  expect(messages).toContain(`into the braces: ${remedy}.`);
  const app = await applicationWith(route, new ExpressAdapter());
  await app.listen(0, '127.0.0.1');
  const { status } = await fetch(`${await app.getUrl()}${path.replace(/\/\{\w+\}/, '')}`);
  await app.close();
  expect(status).toBe(404);
});

test.each<[string, string[]]>([
  ['by/:name?', ['/files/by/{name}', '/files/by']],
  [':from-:to?', ['/files/{from}-{to}', '/files']],
  [':name.:type?', ['/files/{name}.{type}', '/files']],
  ['all::batch', ['/files/all:batch']],
  [':id(^[^/]+)::undo', ['/files/{id}:undo']],
  [String.raw`:id(^\d{2}$)/:part?`, ['/files/{id}/{part}', '/files/{id}']],
])('Fastify runs both forms of %s', async (route, paths) => {
  const { codes, responses, ...found } = await documented(route, new FastifyAdapter());
  expect(Object.keys(found.paths)).toEqual(paths);
  expect(codes).toEqual([]);
  if (!route.includes(String.raw`\d`)) expect(responses).toEqual(paths.map(parametersOf));
});

test.each([
  ['a{/:name}', 'write /files/a/:name?.'],
  ['{:name}', 'write /files/:name?.'],
  ['img{.:type}', 'Declare a route for each form of the path.'],
])('Fastify does not run %s, and a diagnostic has the way out', async (route, remedy) => {
  const app = await applicationWith(route, new FastifyAdapter());
  await app.listen(0, '127.0.0.1');
  const { status } = await fetch(`${await app.getUrl()}/files/a/name`);
  await app.close();
  expect(status).toBe(404);
  const { paths, codes, messages } = await documented(route, new FastifyAdapter());
  expect(paths).toEqual({});
  expect(codes).toEqual(['unreachable-route']);
  expect(messages).toContain(remedy);
});

test.each([
  ['pre:id?', '/files/pre{id}', 'id?'],
  ['img.:type?', '/files/img.{type}', 'type?'],
  [':id::undo', '/files/{id}', 'id::undo'],
  [':from:to', '/files/{from}', 'from:to'],
])(
  'Fastify reads the signs of %s as part of the name, and a diagnostic says so',
  async (route, path, name) => {
    const { paths, codes, messages, responses } = await documented(route, new FastifyAdapter());
    expect(Object.keys(paths)).toEqual([path]);
    expect(responses).toEqual([{ [name]: path.replace(/^.*\{|\}/g, '') }]);
    expect(codes).toEqual(['path-parameter-not-in-path']);
    expect(messages).toContain(JSON.stringify(name));
  },
);

test('Fastify reads a question mark after an expression as text, which no request contains', async () => {
  const { paths, codes } = await documented(String.raw`:id(\d+)?`, new FastifyAdapter());
  expect(paths).toEqual({});
  expect(codes).toEqual(['unreachable-route']);
});
