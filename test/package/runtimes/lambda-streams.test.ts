import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { IsInt } from 'class-validator';
import { Hono } from 'hono';
import { streamHandle } from 'hono/aws-lambda';
import { csv, Docs, download, eventStream, file, operation, response } from '../../../src/index.js';
import { honoOperations } from '../../../src/adapters/fetch.js';

// The two functions of Lambda's runtime for Node.js that a streaming handler calls, as AWS documents them.
type StreamHandler = (event: object, stream: Writable, context: object) => Promise<void>;
interface Metadata {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}
let metadata: Metadata | undefined;
Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: StreamHandler) => handler,
    HttpResponseStream: {
      from: (stream: Writable, given: Metadata) => {
        metadata = given;
        return stream;
      },
    },
  },
});

class Tick {
  @IsInt() id!: number;
}

async function* ticks(): AsyncGenerator<Tick> {
  for (const id of [1, 2]) yield await Promise.resolve({ id });
}
async function* failing(): AsyncGenerator<string> {
  yield await Promise.resolve('%PDF-1.7 one of two');
  throw new Error('The disk is gone');
}

const PDF = Buffer.alloc(300_000, '%PDF');
const pdf = { 200: response('The file', file('application/pdf')) };
const operations = [
  operation({ method: 'GET', path: '/pdf', responses: pdf }, () => download(PDF, { size: PDF.length })),
  operation({ method: 'GET', path: '/half', responses: pdf }, () => failing()),
  operation({ method: 'GET', path: '/csv', responses: { 200: response('Ticks', csv([Tick])) } }, () =>
    ticks(),
  ),
  operation({ method: 'GET', path: '/ticks', responses: { 200: eventStream('Ticks', Tick) } }, () => ticks()),
];

interface FunctionEvent {
  readonly requestContext: { readonly http: object };
}
const EVENT = JSON.parse(
  readFileSync(path.join(__dirname, 'lambda-events/function-url.json'), 'utf8'),
) as FunctionEvent;

async function call(
  rawPath: string,
): Promise<{ status: number | undefined; type: string | undefined; body: Buffer }> {
  const app = new Hono();
  honoOperations(app, new Docs({ info: { title: 'Ticks', version: '1' } }), operations);
  const handler = streamHandle(app) as unknown as StreamHandler;
  const http = { ...EVENT.requestContext.http, method: 'GET', path: rawPath };
  const event = { ...EVENT, rawPath, rawQueryString: '', body: undefined };
  const stream = new PassThrough();
  const body = buffer(stream);
  await handler({ ...event, requestContext: { ...EVENT.requestContext, http } }, stream, {});
  return { status: metadata?.statusCode, type: metadata?.headers['content-type'], body: await body };
}

test('streams files, CSV and events through streamHandle of Hono', async () => {
  expect(await call('/pdf')).toEqual({ status: 200, type: 'application/pdf', body: PDF });
  expect(metadata?.headers['content-length']).toBe('300000');
  expect(await call('/csv')).toMatchObject({ status: 200, body: Buffer.from('id\r\n1\r\n2\r\n') });
  const { type, body } = await call('/ticks');
  expect(type).toContain('text/event-stream');
  expect(body.toString()).toContain('data: {"id":1}\n\ndata: {"id":2}\n\n');
});

test('a source that fails after its first bytes breaks the stream off', async () => {
  const print = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(call('/half')).rejects.toThrow('The disk is gone');
  expect(metadata?.statusCode).toBe(200);
  print.mockRestore();
});
