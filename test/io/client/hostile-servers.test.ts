import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientError, createClient, type ClientOptions } from '../../../src/client/index.js';
import { eventStream, jsonLines, operation, response, type Docs } from '../../../src/index.js';
import { listen, type Listening } from '../../support/network/listen.js';

const login = operation(
  { method: 'POST', path: '/login', responses: { 200: response('What came', String) } },
  () => '',
);
const read = operation(
  { method: 'GET', path: '/read', responses: { 200: response('What came', String) } },
  () => '',
);
const lines = operation(
  { method: 'GET', path: '/lines', responses: { 200: jsonLines('Texts', String) } },
  () => undefined as never,
);
const events = operation(
  { method: 'GET', path: '/events', responses: { 200: eventStream('Texts', String) } },
  () => undefined as never,
);
type Api = ReturnType<
  typeof Docs.prototype.clientApi<[typeof login, typeof read, typeof lines, typeof events]>
>;

describe('a redirect', () => {
  interface Arrived {
    readonly server: string;
    readonly method: string;
    readonly key: string | undefined;
    readonly authorization: string | undefined;
    readonly body: string;
  }
  let arrived: Arrived[] = [];
  let own: Listening;
  let other: Listening;

  /** Redirects `/read?to=a,b` to `b` at `a`, and returns what came at the end. */
  const answer =
    (server: string) =>
    (request: IncomingMessage, reply: ServerResponse): void => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { 'x-api-key': key, authorization } = request.headers;
        arrived.push({ server, method: request.method ?? '', key: key?.toString(), authorization, body });
        const { searchParams } = new URL(request.url ?? '', 'http://x');
        const [to, ...rest] = (searchParams.get('to') ?? '').split(',');
        if (to === '' || to === undefined)
          return void reply.writeHead(200, { 'content-type': 'application/json' }).end('"done"');
        const origin = { own: own.origin, other: other.origin, path: '' }[to] ?? '';
        const status = Number(searchParams.get('status') ?? 307);
        const more = `?status=${status}&to=${rest.join(',')}`;
        return void reply.writeHead(status, { location: `${origin}/next${more}` }).end('moved');
      });
    };

  beforeAll(async () => {
    own = await listen(answer('own'));
    other = await listen(answer('other'));
  });
  afterAll(() => Promise.all([own.close(), other.close()]));
  beforeEach(() => {
    arrived = [];
  });

  const client = (more: ClientOptions = {}) =>
    createClient<Api>(own.origin, {
      headers: { 'X-API-Key': 'k', authorization: 'Bearer t' },
      ...more,
    });

  test.each([301, 302, 303, 307, 308])('of %i to another origin carries no credentials', async (status) => {
    const { data } = await client()['/read'].get({ query: { to: 'other', status } });
    expect(data).toBe('done');
    expect(arrived).toEqual([
      { server: 'own', method: 'GET', key: 'k', authorization: 'Bearer t', body: '' },
      { server: 'other', method: 'GET', key: undefined, authorization: undefined, body: '' },
    ]);
  });

  test('to the same origin carries them', async () => {
    await client()['/read'].get({ query: { to: 'path,own' } });
    expect(arrived.map(({ server, key }) => [server, key])).toEqual([
      ['own', 'k'],
      ['own', 'k'],
      ['own', 'k'],
    ]);
  });

  test('back from another origin carries them no more', async () => {
    await client()['/read'].get({ query: { to: 'other,own' } });
    expect(arrived.map(({ server, key }) => [server, key])).toEqual([
      ['own', 'k'],
      ['other', undefined],
      ['own', undefined],
    ]);
  });

  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{"a":1}'],
    [308, 'POST', '{"a":1}'],
  ])('of %i to a POST arrives as %s, as fetch sends it', async (status, method, body) => {
    for (const headers of [{}, { 'x-api-key': 'k' }]) {
      arrived = [];
      const call = { query: { to: 'path', status }, body: { a: 1 } };
      await client({ headers })['/login'].post(call);
      expect(arrived[1]).toMatchObject({ method, body });
    }
  });

  test('that does not end throws', async () => {
    const call = client()['/read'].get({ query: { to: Array(30).fill('own').join(',') } });
    await expect(call).rejects.toThrow(/^http:.* was redirected more than 20 times\.$/);
    expect(arrived).toHaveLength(21);
  });

  test('whose target a browser hides throws, if the request has headers', async () => {
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const fetch = (_url: string, init: RequestInit): Promise<Response> =>
      Promise.resolve(init.redirect === 'manual' ? hidden : Response.json('followed'));
    await expect(client({ fetch })['/read'].get()).rejects.toThrow(ClientError);
    expect((await client({ fetch, headers: {} })['/read'].get()).data).toBe('followed');
  });
});

describe('a stream', () => {
  const streaming = (type: string, chunks: Iterable<string>, more: ClientOptions = {}) =>
    createClient<Api>('http://a.example', {
      fetch: () =>
        Promise.resolve(
          new Response(ReadableStream.from(Array.from(chunks, (chunk) => new TextEncoder().encode(chunk))), {
            headers: { 'content-type': type },
          }),
        ),
      ...more,
    });
  const linesOf = async (chunks: Iterable<string>, more?: ClientOptions): Promise<unknown[]> => {
    const { data } = await streaming('application/jsonl', chunks, more)['/lines'].get();
    const all: unknown[] = [];
    for await (const line of data as AsyncIterable<unknown>) all.push(line);
    return all;
  };
  const eventsOf = async (chunks: Iterable<string>, more?: ClientOptions): Promise<unknown[]> => {
    const { data } = await streaming('text/event-stream', chunks, more)['/events'].get();
    const all: unknown[] = [];
    for await (const event of data as AsyncIterable<{ data: unknown }>) all.push(event.data);
    return all;
  };

  test('whose line comes in many chunks is searched once', async () => {
    const long = 'x'.repeat(20_000);
    let searched = 0;
    const { split } = String.prototype;
    const spy = jest.spyOn(String.prototype, 'split').mockImplementation(function (this: string, ...given) {
      searched += this.length;
      return Reflect.apply(split, this, given) as string[];
    });
    const found = await linesOf(['"', ...long, '"\n1\n']).finally(() => {
      spy.mockRestore();
    });
    expect(found).toEqual([long, 1]);
    expect(searched).toBeLessThan(3 * long.length);
    expect(searched).toBeGreaterThanOrEqual(long.length);
  });

  test.each<[string, string[]]>([
    ['LF', ['1\n2\n', '3\n']],
    ['CRLF', ['1\r\n2\r', '\n3\r\n']],
    ['CR', ['1\r2\r', '3\r']],
    ['no end', ['1\n', '2\n3']],
    ['a chunk for each character', [...'1\r\n2\r\n3\r\n']],
  ])('has the same lines with %s', async (_, chunks) => {
    expect(await linesOf(chunks)).toEqual([1, 2, 3]);
  });

  test('whose line is too long throws, and ends the response', async () => {
    let sent = 0;
    const endless = function* (): Generator<string> {
      for (; sent < 1_000; sent += 1) yield 'x'.repeat(100);
    };
    const body = ReadableStream.from(endless()).pipeThrough(new TextEncoderStream());
    const api = createClient<Api>('http://a.example', {
      maxLineLength: 1_000,
      fetch: () => Promise.resolve(new Response(body, { headers: { 'content-type': 'application/jsonl' } })),
    });
    const { data } = await api['/lines'].get();
    const reading = (async () => {
      for await (const _ of data as AsyncIterable<unknown>);
    })();
    await expect(reading).rejects.toThrow(
      'GET /lines sent a line or an event of more than 1000 characters. Raise maxLineLength.',
    );
    expect(sent).toBeLessThan(30);
  });

  test('takes a line of the maximum length', async () => {
    const options = { maxLineLength: 10 };
    expect(await linesOf(['"12345678"\n"1', '2345678"\n'], options)).toEqual(['12345678', '12345678']);
    await expect(linesOf(['1\n"123456789"\n'], options)).rejects.toThrow(ClientError);
  });

  test('whose event has too many lines throws', async () => {
    const data = 'data: "12345678"\n';
    expect(await eventsOf([data, '\n', data, '\n'], { maxLineLength: 20 })).toEqual(['12345678', '12345678']);
    const many = ['data: [1,\n', ...Array<string>(9).fill('data: 1,\n'), 'data: 1]\n', '\n'];
    expect(await eventsOf(many)).toHaveLength(1);
    await expect(eventsOf(many, { maxLineLength: 20 })).rejects.toThrow(/more than 20 characters/);
  });
});
