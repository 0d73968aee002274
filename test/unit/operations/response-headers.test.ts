import {
  Docs,
  file,
  operation,
  type Operation,
  problem,
  problemResponse,
  reply,
  response,
} from '../../../src/index.js';
import { runnerOf, type TestResponse } from './run.js';

const HEADERS = {
  'X-Count': { schema: { type: 'integer', minimum: 0 }, required: true },
  'X-Reset': { schema: { type: 'string', pattern: '^[0-9]+$' } },
  'X-Tags': { schema: { type: 'array', items: { type: 'integer' } } },
  'X-State': { schema: { type: 'object', properties: { a: { type: 'integer' } } }, explode: true },
  'X-Json': { content: { 'application/json': { schema: { type: 'object', required: ['a'] } } } },
  'Content-Type': { schema: { type: 'integer' }, required: true },
} as const;

type Sent = Readonly<Record<string, string | number | readonly string[]>>;

const answering = (headers: Sent, documented: object = HEADERS): Operation =>
  operation(
    {
      method: 'GET',
      path: '/r',
      responses: { 200: { ...response('A text', String), headers: documented as never } },
    },
    () => reply(200, 'x', { headers }),
  );

const run = (one: Operation, options = {}): Promise<TestResponse> => runnerOf(one, options)({ target: '/r' });

describe('checkResponses compares headers', () => {
  test.each<[string, Sent]>([
    ['a number', { 'x-count': 7 }],
    ['a text of a number, under any case', { 'X-COUNT': '7' }],
    ['a list', { 'x-count': 1, 'x-tags': '1,2' }],
    ['several headers of one name', { 'x-count': 1, 'x-tags': ['1', '2'] }],
    ['an object', { 'x-count': 1, 'x-state': 'a=1' }],
    ['JSON', { 'x-count': 1, 'x-json': '{"a":1}' }],
    ['an undocumented header', { 'x-count': 1, 'x-other': 'x' }],
  ])('accepts %s', async (_, headers) => {
    expect(await run(answering(headers))).toMatchObject({ status: 200 });
  });

  test.each<[string, Sent, RegExp]>([
    ['a missing header', {}, /the required header X-Count is missing/],
    ['another type', { 'x-count': 'many' }, /the header X-Count does not satisfy its schema: .*integer/],
    ['a limit', { 'x-count': -1 }, /the header X-Count does not satisfy its schema/],
    ['a pattern', { 'x-count': 1, 'x-reset': 'soon' }, /the header X-Reset/],
    ['an item', { 'x-count': 1, 'x-tags': '1,x' }, /the header X-Tags/],
    ['a member', { 'x-count': 1, 'x-state': 'a=x' }, /the header X-State/],
    ['JSON', { 'x-count': 1, 'x-json': '{}' }, /the header X-Json/],
    ['no JSON', { 'x-count': 1, 'x-json': 'x' }, /the header X-Json/],
  ])('refuses %s', async (_, headers, message) => {
    await expect(run(answering(headers))).rejects.toThrow(message);
    await expect(run(answering(headers), { checkResponses: false })).resolves.toMatchObject({ status: 200 });
  });

  it('compares those of a problem, of a range of statuses and of a response without a body', async () => {
    const required = { 'Retry-After': { schema: Number, required: true } };
    const limited = (headers?: Sent): Operation =>
      operation(
        {
          method: 'GET',
          path: '/r',
          responses: {
            204: response('Done'),
            429: { ...problemResponse('Slow down'), headers: required },
          },
        },
        () => problem(429, 'Slow down.', headers && { headers }),
      );
    await expect(run(limited())).rejects.toThrow(/status 429 .*the required header Retry-After is missing/);
    expect(await run(limited({ 'retry-after': 7 }))).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7' },
    });
    const moved = operation(
      {
        method: 'GET',
        path: '/r',
        responses: {
          204: response('Done'),
          '3XX': {
            description: 'Elsewhere',
            headers: { Location: { required: true, schema: { type: 'string' } } },
          },
        },
      },
      () => reply(303),
    );
    await expect(run(moved)).rejects.toThrow(/the required header Location is missing/);
  });

  it('follows a reference to a header of the components', async () => {
    const docs = {
      components: { headers: { Count: { schema: { type: 'integer' as const }, required: true } } },
    };
    const one = answering({}, { 'X-Count': { $ref: '#/components/headers/Count' } });
    await expect(runnerOf(one, {}, docs)({ target: '/r' })).rejects.toThrow(/required header X-Count/);
  });

  it('ends the stream of a response that it refuses', async () => {
    const cancel = jest.fn();
    const one = operation(
      {
        method: 'GET',
        path: '/r',
        responses: { 200: { ...response('x', file()), headers: { 'X-Count': { required: true } } } },
      },
      () => new ReadableStream<Uint8Array>({ cancel }),
    );
    await expect(run(one)).rejects.toThrow(/required header X-Count/);
    await new Promise(setImmediate);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('has the header of a part of a file that it sends by itself', async () => {
    const one = operation(
      { method: 'GET', path: '/r', responses: { 200: response('x', file()) } },
      () => new Uint8Array(3),
    );
    expect(new Docs({ info: { title: 'x', version: '1' } }).bindOperations([one])).toHaveLength(1);
    expect(await run(one)).toMatchObject({ status: 200 });
  });
});
