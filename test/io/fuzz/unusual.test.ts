import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { fuzz, type FuzzReport } from '../../../src/tools/testing.js';

// What HTTP cannot carry, and what it carries in another form.

const responses = { 200: { description: 'Yes' }, 400: { description: 'No' }, 404: { description: 'None' } };
const documentWith = (paths: object, version = '3.1.0'): object => ({
  ...{ openapi: version, info: { title: 'Unusual', version: '1' }, paths },
});

const run = (
  paths: object,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  version?: string,
): Promise<FuzzReport> => {
  const server = createServer((request, response) => {
    answer(request, response);
  });
  return fuzz(server, { docs: documentWith(paths, version), runs: 30, timeout: 2_000 });
};
const allow = (request: IncomingMessage, response: ServerResponse, methods: string): boolean => {
  if (methods.includes(request.method ?? '')) return false;
  response.writeHead(405, { allow: methods }).end();
  return true;
};

test('sends paths with spaces and other letters percent-encoded', async () => {
  const seen = new Set<string>();
  const { findings, operations } = await run({ '/a b/ü': { get: { responses } } }, (request, response) => {
    seen.add(request.url ?? '');
    if (request.url !== '/a%20b/%C3%BC') response.writeHead(404).end();
    else if (!allow(request, response, 'GET')) response.writeHead(200).end();
  });
  expect(seen).toContain('/a%20b/%C3%BC');
  expect(findings).toEqual([]);
  expect(operations).toMatchObject([{ isReached: true }]);
});

test('does not send what no header may contain: a name, or a cookie without encoding', async () => {
  const parameters = [
    { in: 'header', name: 'X Size', schema: { type: 'string' } },
    { in: 'cookie', name: 'tenant', style: 'cookie', schema: { type: 'string' } },
  ];
  const { findings, operations } = await run(
    { '/things': { get: { parameters, responses } } },
    (request, response) => {
      if (!allow(request, response, 'GET')) response.writeHead(200).end();
    },
    '3.2.0',
  );
  expect(findings).toEqual([]);
  expect(operations).toMatchObject([{ isReached: true }]);
});

test('reads a Location with characters that a request line may not contain', async () => {
  const id = { in: 'path', name: 'id', required: true, schema: { type: 'string' } };
  const paths = {
    '/things': { post: { responses: { 201: { description: 'Created' } } } },
    '/things/{id}': { get: { parameters: [id], responses } },
  };
  const { findings } = await run(paths, (request, response) => {
    if (allow(request, response, request.url === '/things' ? 'POST' : 'GET')) return;
    if (request.method === 'POST') response.writeHead(201, { location: '/thing/a b' }).end();
    else response.writeHead(404).end();
  });
  expect(findings).toMatchObject([{ code: 'created-not-found', isConfirmed: true }]);
});

test('compares a compressed response', async () => {
  const content = { 'application/json': { schema: { type: 'array' } } };
  const paths = { '/things': { get: { responses: { 200: { description: 'Things', content } } } } };
  const { findings } = await run(paths, (request, response) => {
    if (allow(request, response, 'GET')) return;
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync('{}'));
  });
  expect(findings).toMatchObject([{ code: 'answer-undocumented', rule: 'type', isConfirmed: true }]);
});

test('accepts that Fastify rejects members __proto__ and long parameters', async () => {
  const app = Fastify();
  app.post('/things/:id', () => ({}));
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const post = {
    parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string', maxLength: 50 } }],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: { description: 'Yes', content: { 'application/json': {} } } },
  };
  const { findings, operations } = await fuzz(app, {
    docs: documentWith({ '/things/{id}': { post } }),
    runs: 600,
  });
  expect(operations).toMatchObject([{ isReached: true }]);
  const told = findings.filter(({ code, status }) => code === 'valid-refused' || status === 414);
  expect(told.map(({ message, curl }) => `${message} ${curl}`)).toEqual([]);
});
