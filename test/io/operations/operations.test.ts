import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { formURLEncodedBody, operation, ProblemDetails, reply, response, file } from '../../../src/index.js';
import { byTurns } from '../../fixtures/runs.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import {
  ItemCookies,
  ItemHeaders,
  ItemPath,
  ItemQuery,
  Login,
  NewOrder,
  Order,
} from '../../unit/operations/shop.js';
import { askToContinue, askTwice, head, leaveWithin, LONG_FILE, REFUSED } from './hostile.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';
import { made, nextEnd, STREAM_TABLE, STREAMS } from './streams.js';
import { nextVideo, UPLOAD_TABLE, UPLOADS } from './uploads.js';

const handled: string[] = [];

const OPERATIONS = [
  operation(
    {
      method: 'GET',
      path: '/items/{id}',
      params: ItemPath,
      query: ItemQuery,
      headers: ItemHeaders,
      cookies: ItemCookies,
      responses: { 200: response('What came', { type: 'object' }), 404: response('None', ProblemDetails) },
    },
    ({ params, query, headers, cookies }) =>
      params.id === 404
        ? reply(404, { type: 'about:blank', title: 'None', status: 404 })
        : reply(200, { params, query, headers, cookies }, { headers: { 'x-kind': ['a', 'b'] } }),
  ),
  operation(
    { method: 'POST', path: '/orders', body: NewOrder, responses: { 201: response('Placed', Order) } },
    ({ body: { email, lines } }) => {
      handled.push(email);
      return { id: 1, email, placed: new Date(0), lineCount: lines.length, secret: 'x' };
    },
  ),
  operation(
    {
      method: 'POST',
      path: '/login',
      body: formURLEncodedBody(Login),
      responses: { 200: response('In', Login) },
    },
    ({ body }) => body,
  ),
  operation(
    {
      method: 'PUT',
      path: '/blobs/:name',
      body: { schema: file(), contentType: 'image/*', required: true },
      responses: { 200: response('Back', file()) },
    },
    ({ body }) => body,
  ),
  operation(
    { method: 'DELETE', path: '/items/:id', params: ItemPath, responses: { 204: response('Gone') } },
    () => undefined,
  ),
  operation({ method: 'GET', path: '/broken', responses: { 204: response('Never') } }, () => {
    throw new Error('on purpose');
  }),
  operation(
    { method: 'GET', path: '/wrong', responses: { 200: response('An order', Order) } },
    () => ({ id: 'x' }) as never,
  ),
  ...UPLOADS,
  ...STREAMS,
];

const json = (value: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});
const valid = { email: 'ada@example.com', order_lines: [{ sku: 'LAMP', quantity: 2 }] };
const form = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});

/** What is asked, and the status that answers it; the rest of the answer is node:http's, everywhere. */
const TABLE: readonly (readonly [string, string, RequestInit, number])[] = [
  [
    'valid parameters',
    '/items/7?page_size=5&tags=a&tags=b&price[max]=2',
    { headers: { 'x-tenant': 'acme', cookie: 'seen=1' } },
    200,
  ],
  ['a documented failure', '/items/404', {}, 404],
  ['an invalid path', '/items/x', {}, 400],
  ['an invalid query', '/items/1?page_size=51&open=maybe', {}, 400],
  ['an invalid header', '/items/1', { headers: { 'x-tenant': 'a' } }, 400],
  ['a percent sign in a query', '/items/1?tags=%zz', {}, 400],
  ['no content', '/items/1', { method: 'DELETE' }, 204],
  ['a valid body', '/orders', json(valid), 201],
  ['an invalid body', '/orders', json({ email: 'x', order_lines: [{ sku: 'L' }] }), 400],
  ['no body', '/orders', { method: 'POST' }, 400],
  ['an array', '/orders', json([]), 400],
  ['a wrong content type', '/orders', { ...json(valid), headers: { 'content-type': 'text/plain' } }, 415],
  ['a valid form', '/login', form('user=a+d%61&age=7&codes=1&codes=2&limits[min]=2'), 200],
  ['an invalid form', '/login', form('user=a&age=x'), 400],
  ['JSON for a form', '/login', json({ user: 'ada', age: 1 }), 415],
  [
    'bytes',
    '/blobs/a',
    { method: 'PUT', headers: { 'content-type': 'image/png' }, body: new Uint8Array([0, 255, 1]) },
    200,
  ],
  ['an error of the handler', '/broken', {}, 500],
  ['an answer that is not as documented', '/wrong', {}, 500],
  ...UPLOAD_TABLE,
  ...STREAM_TABLE,
];

/** The application's own parsers answer these before the operation is asked. */
const UNPARSED: typeof TABLE = [
  ['broken JSON', '/orders', json('{"email":'), 400],
  ['a body too long', '/orders', json({ ...valid, email: 'x'.repeat(20_000) }), 413],
  ['a body too long, in chunks', '/orders', { ...json(''), body: chunks(), duplex: 'half' }, 413],
];

function chunks(): ReadableStream<Uint8Array> {
  let left = 30;
  return new ReadableStream({
    pull: (controller) => {
      if (left-- === 0) controller.close();
      else controller.enqueue(new Uint8Array(1000).fill(0x20));
    },
  });
}

async function ask(origin: string, path: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(origin + path, init);
  const content = await answer.text();
  const type = answer.headers.get('content-type');
  const isOwn = answer.status !== 500;
  return {
    status: answer.status,
    ...(isOwn && { type }),
    kinds: answer.headers.get('x-kind'),
    ...(isOwn && { before: answer.headers.get('x-before') }),
    ...(isOwn && { content: /[/+]json$/.test(type ?? '') ? JSON.parse(content) : content }),
  };
}

const reference = new Map<string, unknown>();
let base: Served;
beforeAll(async () => {
  base = await serve('node:http', OPERATIONS);
  for (const [name, path, init] of TABLE) reference.set(name, await ask(base.origin, path, init));
});
afterAll(() => base.close());

it.each(TABLE)('answers %s as documented', (name, _path, _init, status) => {
  expect(reference.get(name)).toMatchObject({ status });
});

function pointersOf(name: string): string[] {
  const { content } = reference.get(name) as { content: { errors: { pointer: string; rule: string }[] } };
  return content.errors.map(({ pointer, rule }) => `${pointer} ${rule}`);
}

it('documents its responses', () => {
  expect(reference.get('valid parameters')).toEqual({
    status: 200,
    type: 'application/json',
    kinds: 'a, b',
    before: 'middleware',
    content: {
      params: { id: 7 },
      query: { page_size: undefined, pageSize: 5, tags: ['a', 'b'], price: { max: 2 } },
      headers: { tenant: 'acme' },
      cookies: { seen: 1 },
    },
  });
  expect(reference.get('a valid body')).toMatchObject({
    content: { id: 1, email: 'ada@example.com', placed: '1970-01-01T00:00:00.000Z', line_count: 1 },
  });
  expect(reference.get('a valid form')).toMatchObject({
    content: { user: 'a da', age: 7, codes: [1, 2], limits: { min: 2 } },
  });
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const holiday = { title: 'Holiday', photo: ['me.png', 'image/png', 'PNG'], notes: [] };
  expect(reference.get('a form with files')).toMatchObject({
    content: {
      ...holiday,
      age: 7,
      codes: [1, 2],
      range: { min: 1 },
      ranges: [{ min: 2 }],
      notes: [
        ['a.txt', 'text/plain', 'one'],
        ['b.txt', 'text/plain', 'two'],
      ],
      raw: '0102',
    },
  });
  expect(reference.get('the name of a file that is a path')).toMatchObject({
    content: { ...holiday, photo: ['passwd', 'image/png', 'PNG'] },
  });
  expect(pointersOf('a file of another content type')).toEqual(['#/photo contentType']);
  expect(pointersOf('an input without a chosen file')).toEqual(['#/photo required']);
  expect(pointersOf('a file that is a text')).toEqual(['#/photo filename']);
  expect(pointersOf('a list of files that is one text')).toEqual(['#/pages filename']);
  expect(pointersOf('a stream without a name')).toEqual(['#/video filename']);
  expect(pointersOf('a form of wrong values')).toEqual([
    '#/title minLength',
    '#/age isInt',
    '#/range nestedValidation',
  ]);
  expect(reference.get('a file read as a stream')).toMatchObject({
    content: { name: 'large.bin', type: 'video/mp4', size: 199_000, hash: hash('x'.repeat(199_000)) },
  });
  expect(reference.get('files read as streams')).toMatchObject({
    content: { all: [{ size: 199_000 }, { size: 3, hash: hash('PNG') }] },
  });
  expect(reference.get('a body read as a stream')).toMatchObject({ content: { size: 150_000 } });
  expect(reference.get('a stream of events')).toMatchObject({
    type: 'text/event-stream',
    content:
      ':\n\nevent: order.placed\ndata: {"id":1}\n\n' +
      'event: order.shipped\nid: 7\nretry: 1000\ndata: {"id":1,"carrier":"two\\nlines"}\n\n',
  });
  expect(reference.get('a stream of lines')).toMatchObject({ content: '{"id":1}\n{"id":2}\n' });
  expect(reference.get('a stream of nothing')).toMatchObject({ kinds: 'none', content: '' });
});

describe.each(FRAMEWORKS.map((framework, turn) => [framework, turn] as const))('%s', (framework, turn) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
  });
  afterAll(() => served.close());

  // Each row by half of the frameworks, and with DTOSPEC_RUNS by all.
  it.each(byTurns(TABLE, turn, 2))('answers %s as node:http does', async (name, path, init) => {
    expect(await ask(served.origin, path, init)).toEqual(reference.get(name));
  });

  it('documents its responses', async () => {
    expect(served.docs.buildSpec()).toEqual(base.docs.buildSpec());
    await expectValidDocument(served.docs.buildSpec());
  });

  if (framework !== 'node:http')
    it.each([
      ['/broken', 'broken: on purpose'],
      ['/wrong', 'GET /wrong with status 200 differs from its documentation'],
    ])('hands the error of %s to the framework', async (path, text) => {
      const answer = await fetch(served.origin + path);
      expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining(text)]);
    });

  if (!framework.includes('parsers'))
    it.each(UNPARSED)('refuses %s', async (_, path, init, status) => {
      const answer = await ask(served.origin, path, {
        ...init,
        ...(init.body instanceof ReadableStream && { body: chunks() }),
      });
      expect(answer).toMatchObject({ status, type: 'application/problem+json', content: { status } });
    });

  if (!framework.includes('parsers'))
    it.each(REFUSED)('keeps the connection open after %s', async (_, request, status) => {
      expect(await askTwice(served.origin, request)).toEqual([status, 200]);
    });

  it('keeps the connection open after a stream that is too long', async () => {
    // A server that waits for the rest in vain gives up after half a second.
    expect(await askTwice(served.origin, LONG_FILE, 700)).toEqual([413, 200]);
  });

  it('reads a body that arrives only when it is requested', async () => {
    expect(await askToContinue(served.origin, JSON.stringify(valid))).toEqual([100, 201]);
    expect(await askToContinue(served.origin, '{"email":1}')).toEqual([100, 400]);
  });

  it.each(['/items/7', '/items/x', '/events', '/lines'])(
    'answers HEAD of %s as GET without a body',
    async (path) => {
      const { status, headers } = await fetch(served.origin + path);
      const read = await head(served.origin, path);
      expect(read).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(read.toLowerCase()).toContain(`\r\ncontent-type: ${headers.get('content-type') ?? ''}\r\n`);
      expect(read.split('\r\n\r\n')[1]).toBe('');
    },
  );

  it.each(['%', '%zz', '%00', '%2F', '%ff', 'a'.repeat(90)])(
    'refuses the path parameter %j',
    async (text) => {
      const { status } = await fetch(`${served.origin}/items/${text}`);
      expect([400, 404]).toContain(status);
    },
  );

  it('does not handle a form that breaks off', async () => {
    await leaveWithin(
      served.origin,
      '/uploads',
      '--XX\r\ncontent-disposition: form-data; name="title"\r\n\r\nBroken\r\n' +
        '--XX\r\ncontent-disposition: form-data; name="photo"; filename="x"\r\n\r\nPNG',
    );
    expect(await ask(served.origin, '/items/1', {})).toMatchObject({ status: 200 });
  });

  it('does not handle a request that breaks off', async () => {
    handled.length = 0;
    const { hostname, port } = new URL(served.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write(
      'POST /orders HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"email"',
    );
    // The server answers another request after it has seen the first one.
    await ask(served.origin, '/items/1', {});
    socket.destroy();
    await once(socket, 'close');
    expect(await ask(served.origin, '/items/1', {})).toMatchObject({ status: 200 });
    expect(handled).toEqual([]);
  });

  it('reports an aborted request stream to the handler', async () => {
    const { hostname, port } = new URL(served.origin);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      'POST /videos HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: 9999\r\n\r\n' +
        '--XX\r\ncontent-disposition: form-data; name="title"\r\n\r\nBroken\r\n' +
        '--XX\r\ncontent-disposition: form-data; name="video"; filename="x"\r\n\r\nMP4',
    );
    expect(await nextVideo('started')).toBe('Broken');
    socket.destroy();
    expect(await nextVideo('ended')).toMatchObject({ name: 'RequestAbortedError' });
  });

  it.each(['/lines/broken', '/lines/wrong'])('closes the connection if %s fails', async (path) => {
    // Frameworks may log it; one whose first item fails may have sent no head yet.
    const log = jest.spyOn(console, 'error').mockReturnValue();
    const isBroken = await fetch(served.origin + path).then(
      async (answer) =>
        answer.status === 500 ||
        answer.text().then(
          () => false,
          () => true,
        ),
      () => true,
    );
    log.mockRestore();
    expect(isBroken).toBe(true);
    expect(await ask(served.origin, '/items/1', {})).toMatchObject({ status: 200 });
  });

  it('pauses a stream that the client does not read, and ends it when the client disconnects', async () => {
    const { hostname, port } = new URL(served.origin);
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => undefined);
    socket.write('GET /lines/endless HTTP/1.1\r\nhost: x\r\n\r\n');
    const ended = nextEnd();
    let before = -1;
    while (made.count === 0 || before < made.count) {
      before = made.count;
      await delay(300);
    }
    socket.destroy();
    expect(await ended).toBe('returned');
  });

  it('aborts the signal of a waiting handler if the client disconnects', async () => {
    const leave = new AbortController();
    const answer = await fetch(`${served.origin}/events/waiting`, { signal: leave.signal });
    const ended = nextEnd();
    const reader = answer.body!.getReader();
    await reader.read();
    leave.abort();
    expect(await ended).toBe(true);
  });

  if (!framework.includes('node:http') && !framework.includes('fetch'))
    it('keeps routes that were registered by hand', async () => {
      expect(await ask(served.origin, '/by-hand', {})).toMatchObject({ status: 200, content: 'by hand' });
    });
});
