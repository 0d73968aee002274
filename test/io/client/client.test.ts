import { inspect } from 'node:util';
/* oxlint-disable typescript/no-unnecessary-type-parameters -- types are compared too */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { IsArray, IsDate, IsIn, IsInt, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import {
  bearerAuth,
  Docs,
  eventStream,
  file,
  formBody,
  formURLEncodedBody,
  jsonLines,
  mapOf,
  Nullable,
  oneOf,
  operation,
  type Operation,
  Query,
  WriteOnly,
  problem,
  problemResponse,
  reply,
  Required,
  response,
  ServerSentEvent,
  Webhook,
  TypeOf,
} from '../../../src/index.js';
import { ClientError, createClient, unwrap, type ClientOptions } from '../../../src/client/index.js';
import { listening } from '../../support/network/listen.js';
import { FRAMEWORKS, serve, type Served } from '../operations/servers.js';

class IdPath {
  @IsInt() @Min(1) id!: number;
}
class Price {
  @IsOptional() @IsInt() min?: number;
  @IsOptional() @IsInt() max?: number;
}
class Search {
  @IsOptional() @IsArray() @IsIn(['a', 'b'], { each: true }) tags?: ('a' | 'b')[];
  @IsOptional() @ValidateNested() @Type(() => Price) price?: Price;
  @IsOptional() @IsDate() @Type(() => Date) since?: Date;
  @IsOptional() @IsString() text?: string;
}
class Tenant {
  @IsString() 'x-tenant'!: string;
}
class Card {
  @IsIn(['card']) method!: 'card';
  @IsString() digits!: string;
}
class Cash {
  @IsIn(['cash']) method!: 'cash';
}
class NewOrder {
  @IsDate() @Type(() => Date) due!: Date;
  @IsOptional() @Nullable() @IsString() note?: string | null;
  @ValidateNested() @Type(() => Card) card!: Card;
}
@Webhook('order.changed')
class Order extends NewOrder {
  @IsInt() id!: number;
  @Required() amount!: bigint;
  total(): number {
    return 0;
  }
}
class Login {
  @IsString() user!: string;
}
class Upload {
  @IsString() title!: string;
  @Required() photo!: File;
}
class Answer {
  @IsString() text!: string;
}

const order = (id: number, given: Partial<NewOrder> = {}): Order =>
  Object.assign(
    new Order(),
    { id, due: new Date(0), card: { method: 'card', digits: '1' }, amount: 12n },
    given,
  );

const getOrder = operation(
  {
    method: 'GET',
    path: '/orders/{id}',
    params: IdPath,
    responses: { 200: response('It', Order), 404: problemResponse('None') },
  },
  ({ params: { id } }) => (id === 404 ? problem(404, 'No such order.') : order(id)),
);
const search = operation(
  {
    method: 'GET',
    path: '/orders',
    query: Search,
    headers: Tenant,
    responses: { 200: response('What came', Answer) },
  },
  ({ query, headers }) => ({ text: JSON.stringify([query, headers['x-tenant']]) }),
);
const make = operation(
  { method: 'POST', path: '/orders', body: NewOrder, responses: { 201: response('Made', Order) } },
  ({ body }) => order(7, { ...body, note: body.note ?? null }),
);
const pay = operation(
  {
    method: 'PUT',
    path: '/orders/:id/payment',
    params: IdPath,
    body: oneOf(Card, Cash),
    responses: { 204: response('Paid') },
  },
  () => undefined,
);
const signIn = operation(
  {
    method: 'POST',
    path: '/login',
    body: formURLEncodedBody(Login),
    responses: { 200: response('Who', Answer) },
  },
  ({ body }) => ({ text: body.user }),
);
const upload = operation(
  { method: 'POST', path: '/photos', body: formBody(Upload), responses: { 200: response('Kept', Answer) } },
  async ({ body: { title, photo } }) => ({ text: `${title} ${await photo.text()}` }),
);
const lines = operation(
  { method: 'GET', path: '/lines', responses: { 200: jsonLines('Orders', Order) } },
  async function* () {
    yield await Promise.resolve(order(1));
    yield order(2, { note: 'two\u2028lines' });
  },
);
const events = operation(
  { method: 'GET', path: '/events', responses: { 200: eventStream('Orders', Order) } },
  async function* ({ request }) {
    yield new ServerSentEvent(order(1), { id: 'e1' });
    yield await Promise.resolve(order(2));
    if (request.headers['x-endless'] !== undefined) await once(request.signal, 'abort');
  },
);
const download = operation(
  { method: 'GET', path: '/files/{name}', responses: { 200: response('Bytes', file()) } },
  ({ params }) => Buffer.from(params.name),
);
const csv = operation(
  {
    method: 'GET',
    path: '/csv',
    responses: { 200: { description: 'Rows', content: { 'text/csv': String } } },
  },
  () => 'a,b',
);
const secret = operation(
  {
    method: 'DELETE',
    path: '/orders/{id}',
    params: IdPath,
    security: [bearerAuth('staff', { verify: (token) => token === 'right' })],
    responses: { 200: response('Gone', Answer), 202: response('Later', Answer) },
  },
  ({ params }) => reply(202, { text: String(params.id) }),
);

const OPERATIONS = [getOrder, search, make, pay, signIn, upload, lines, events, download, csv, secret];
const contract = (docs: Docs) => docs.clientApi(OPERATIONS);
type Api = ReturnType<typeof contract>;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => undefined;

interface OrderJson {
  due: string;
  note?: string | null;
  card: { method: 'card'; digits: string };
  id: number;
  amount: string;
}

describe.each(FRAMEWORKS)('a client of %s', (framework) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
    expect(contract(served.docs)).toEqual({});
  });
  afterAll(() => served.close());
  const client = (options: ClientOptions = {}) => createClient<Api>(served.origin, options);
  const json = { due: '1970-01-01T00:00:00.000Z', card: { method: 'card', digits: '1' }, amount: '12' };

  it('types the data of a response by its status', async () => {
    const found = await client()['/orders/{id}'].get({ params: { id: 7 } });
    if (found.status === 200) same<(typeof found.data)['due'], string>(true);
    if (found.status === 200) found.data satisfies OrderJson;
    expect(found).toMatchObject({ status: 200, ok: true, data: { ...json, id: 7 } });
    const missing = await client()['/orders/{id}'].get({ params: { id: 404 } });
    if (missing.status === 404) same<typeof missing.data.title, string>(true);
    if (missing.status === 500) same<typeof missing.data, unknown>(true);
    expect(missing).toMatchObject({
      status: 404,
      ok: false,
      data: { title: 'Not Found', detail: 'No such order.' },
    });
    expect(await client()['/orders/{id}'].get({ params: { id: 0 } })).toMatchObject({ status: 400 });
  });

  it('writes parameters as documented', async () => {
    const query = {
      tags: ['a', 'b'] as const,
      price: { min: 1, max: 5 },
      since: '2026-01-31T00:00:00.000Z',
      text: 'ä &=+#',
    };
    const { data } = await client()['/orders'].get({
      query: { ...query, tags: ['a', 'b'] },
      headers: { 'x-tenant': 'acme' },
    });
    expect(JSON.parse((data as Answer).text)).toEqual([query, 'acme']);
    expect(
      (await client({ headers: { 'x-tenant': 'b' } })['/orders'].get({ headers: { 'x-tenant': 'a' } })).data,
    ).toEqual({
      text: '[{},"a"]',
    });
  });

  it('sends and reads bodies', async () => {
    const api = client();
    const made = await api['/orders'].post({
      body: { due: '2026-01-31T00:00:00Z', card: { method: 'card', digits: '4' } },
    });
    expect(made.data).toEqual({
      ...json,
      id: 7,
      note: null,
      due: '2026-01-31T00:00:00.000Z',
      card: { method: 'card', digits: '4' },
    });
    const paid = await api['/orders/:id/payment'].put({ params: { id: 1 }, body: { method: 'cash' } });
    if (paid.status === 204) same<typeof paid.data, undefined>(true);
    expect(paid).toMatchObject({ status: 204, data: undefined });
    expect(await unwrap(api['/login'].post({ body: new URLSearchParams({ user: 'Ada' }) }))).toEqual({
      text: 'Ada',
    });
    const form = new FormData();
    form.set('title', 'Sea');
    form.set('photo', new Blob(['blue']), 'sea.png');
    expect(await unwrap(api['/photos'].post({ body: form }))).toEqual({ text: 'Sea blue' });
  });

  it('reads streams', async () => {
    const items: OrderJson[] = [];
    for await (const item of await unwrap(client()['/lines'].get())) items.push(item);
    expect(items.map(({ id, note }) => [id, note])).toEqual([
      [1, undefined],
      [2, 'two\u2028lines'],
    ]);
    const received: unknown[] = [];
    for await (const { event, id, data } of await unwrap(client()['/events'].get()))
      received.push([event, id, data.id]);
    expect(received).toEqual([
      ['order.changed', 'e1', 1],
      ['order.changed', 'e1', 2],
    ]);
  });

  it('ends a stream that is aborted', async () => {
    const controller = new AbortController();
    const call = client()['/events'].get({ headers: { 'x-endless': 'yes' }, signal: controller.signal });
    const read = async (): Promise<void> => {
      for await (const { data } of await unwrap(call)) if (data.id === 2) controller.abort();
    };
    await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reads other content types on request', async () => {
    const api = client();
    expect(await unwrap(api['/csv'].get({ as: 'text' }))).toBe('a,b');
    const blob = await unwrap(api['/files/{name}'].get({ params: { name: 'a/b?c' }, as: 'blob' }));
    expect(await blob.text()).toBe('a/b?c');
    await expect(api['/csv'].get()).rejects.toThrow(
      "The response of GET /csv with status 200 has text/csv, not JSON. For another content type, pass as: 'text' or 'blob'.",
    );
  });

  it('unwrap throws for failures', async () => {
    const api = client();
    await expect(unwrap(api['/orders/{id}'].get({ params: { id: 404 } }))).rejects.toMatchObject({
      code: 'ERR_CLIENT_RESPONSE',
      status: 404,
      data: { detail: 'No such order.' },
    });
    await expect(unwrap(api['/orders/{id}'].delete({ params: { id: 1 } }))).rejects.toBeInstanceOf(
      ClientError,
    );
    const headers = (): Promise<Record<string, string>> => Promise.resolve({ authorization: 'Bearer right' });
    const gone = await client({ headers })['/orders/{id}'].delete({ params: { id: 1 } });
    expect(gone).toMatchObject({ status: 202, data: { text: '1' } });
  });
});

it.each(['', '.', '..', undefined, null, {}])('refuses the path parameter %j', async (id) => {
  const api = createClient<Api>('http://127.0.0.1:1', { fetch: () => Promise.reject(new Error('was sent')) });
  await expect(api['/orders/{id}'].get({ params: { id: id as never } })).rejects.toThrow(TypeError);
});

test('the error about a header names it, and has no part of its value', async () => {
  const headers = { Authorization: 'Bearer s3cret\nx' };
  const api = createClient<Api>('http://127.0.0.1:1', { headers, fetch: () => Promise.reject(new Error()) });
  const error: unknown = await api['/csv'].get().catch((reason: unknown) => reason);
  expect(String(error)).toContain('The header Authorization cannot be sent');
  expect(inspect(error)).not.toContain('s3cret');
});

it('retries idempotent requests, and ends a request in time', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/lines') return;
    response
      .writeHead(asked < 3 ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' })
      .end('{}');
  });
  const { origin, close } = await listening(server.listen(0, '127.0.0.1'));
  const api = createClient<Api>(origin, { retries: 2 });
  expect(await api['/orders/{id}'].get({ params: { id: 1 } })).toMatchObject({ status: 200 });
  expect(asked).toBe(3);
  asked = 0;
  const body = { due: '', card: { method: 'card', digits: '' } } as const;
  expect(await api['/orders'].post({ body })).toMatchObject({ status: 503 });
  expect(asked).toBe(1);
  expect(await api['/orders/{id}'].get({ params: { id: 1 }, timeout: Infinity })).toMatchObject({
    status: 200,
  });
  await expect(api['/lines'].get({ timeout: 50, retries: 0 })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  await expect(api['/lines'].get({ signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await close();
});

it.each([
  ['while the response arrives', '3600', 0],
  ['while it waits for longer than a timer can', '9999999', 20],
])('ends its retries when the call is aborted %s', async (_, retryAfter, after) => {
  const controller = new AbortController();
  let asked = 0;
  const api = createClient<Api>('http://127.0.0.1:1', {
    retries: 3,
    fetch: () => {
      asked += 1;
      if (after === 0) controller.abort();
      else setTimeout(() => controller.abort(), after);
      return Promise.resolve(new Response(null, { status: 503, headers: { 'retry-after': retryAfter } }));
    },
  });
  const call = api['/orders/{id}'].get({ params: { id: 1 }, signal: controller.signal });
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toBe(1);
});

describe('odd responses', () => {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const json = { 'content-type': 'APPLICATION/Problem+JSON; charset="utf-8"' };
  const ask = async (status: number, headers: Record<string, string>, text: string | undefined) => {
    const server = createServer((_, response) => response.writeHead(status, headers).end(text));
    const { origin, close } = await listening(server.listen(0, '127.0.0.1'));
    try {
      return await createClient<Api>(origin)['/orders/{id}'].get({ params: { id: 1 } });
    } finally {
      await close();
    }
  };

  it.each([
    ['an empty body of JSON', 200, json, '', undefined],
    [
      'a length of a body that status 304 does not have',
      304,
      { ...json, 'content-length': '2' },
      undefined,
      undefined,
    ],
    ['a byte order mark', 404, json, '\uFEFF{"title":"Ä"}', { title: 'Ä' }],
    ['null', 200, json, 'null', null],
    ['no content type and no body', 500, {}, undefined, undefined],
    ['a documented status of a type in capitals', 404, json, '{"title":"x"}', { title: 'x' }],
  ])('reads %s', async (_, status, headers, text, data) => {
    expect(await ask(status, headers, text)).toMatchObject({ status, data });
  });

  it.each([
    ["a proxy's page", 502, html, '<h1>Bad Gateway</h1>'],
    ['a page for a documented problem', 404, html, '<h1>Not Found</h1>'],
    ['JSON that is cut off', 200, json, '{"id":'],
    ['two content types', 200, { 'content-type': 'application/json, text/html' }, '{}'],
  ])('throws for %s', async (_, status, headers, text) => {
    await expect(ask(status, headers, text)).rejects.toMatchObject({
      name: 'ClientError',
      status,
      data: text,
    });
  });

  it.each(['a\r\nx-b: c', 'ä\u0100', '\0'])('refuses the header value %j', async (tenant) => {
    const api = createClient<Api>('http://127.0.0.1:1');
    await expect(api['/orders'].get({ headers: { 'x-tenant': tenant } })).rejects.toMatchObject({
      name: 'TypeError',
    });
  });

  it.each(['a/../b', '%2e%2e', 'ü/\u{1f600}', '?#&', 'a\\b'])(
    'keeps the path parameter %j in its segment',
    async (name) => {
      let asked = '';
      const fetch = (url: string): Promise<Response> => {
        asked = new URL(url).pathname;
        return Promise.resolve(new Response('x'));
      };
      const api = createClient<Api>('http://127.0.0.1:1', { fetch });
      await api['/files/{name}'].get({ params: { name }, as: 'text' });
      expect(asked).toBe(`/files/${encodeURIComponent(name)}`);
    },
  );
});

it('keeps the colon of a custom method', async () => {
  const batch = operation(
    { method: 'POST', path: '/products:batch', responses: { 200: { description: 'x' } } },
    () => reply(200),
  );
  const cancel = operation(
    { method: 'POST', path: '/orders/{id}:cancel', params: IdPath, responses: { 200: { description: 'x' } } },
    () => reply(200),
  );
  const asked: string[] = [];
  const fetch = (url: string): Promise<Response> => {
    asked.push(new URL(url).pathname);
    return Promise.resolve(new Response(''));
  };
  const custom = (docs: Docs) => docs.clientApi([batch, cancel]);
  const api = createClient<ReturnType<typeof custom>>('http://127.0.0.1:1', { fetch });
  await api['/products:batch'].post({ as: 'text' });
  await api['/orders/{id}:cancel'].post({ params: { id: 1 }, as: 'text' });
  expect(asked).toEqual(['/products:batch', '/orders/1:cancel']);
});

it('is not a promise, and has paths only', async () => {
  const api = createClient<Api>('http://127.0.0.1:1');
  expect(await Promise.resolve(api)).toBe(api);
  expect((api as unknown as Record<string, unknown>).toString).toBeUndefined();
});

it('rejects wrong calls at compile time', () => {
  const api = createClient<Api>('http://127.0.0.1:1', { fetch: () => new Promise(() => undefined) });
  const wrong = () => [
    // @ts-expect-error no such path
    api['/order'],
    // @ts-expect-error no such method
    api['/lines'].post,
    // @ts-expect-error params are needed
    api['/orders/{id}'].get(),
    // @ts-expect-error a misspelt parameter
    api['/orders/{id}'].get({ params: { idd: 1 } }),
    // @ts-expect-error a header is needed
    api['/orders'].get({}),
    // @ts-expect-error a date travels as text
    api['/orders'].post({ body: { due: new Date(), card: { method: 'card', digits: '' } } }),
    // @ts-expect-error a form brings its content type along
    api['/login'].post({ body: { user: 'Ada' } }),
    // @ts-expect-error operations alone are not checked
    createClient<typeof OPERATIONS>(''),
  ];
  expect(wrong).toBeInstanceOf(Function);
});

class Renamed {
  @Expose({ name: 'line_count' }) @IsInt() lineCount!: number;
}
class Secretive {
  @IsInt() id!: number;
  @WriteOnly() @IsString() password!: string;
  @Exclude() @IsString() hash!: string;
}
class Changed {
  @Transform(({ value }) => String(value)) @IsInt() count!: number;
}
class Directed {
  @TypeOf(() => String, { direction: 'input' }) @IsInt() count!: number;
}
class Piped {
  @Query('ids', { style: 'pipeDelimited', explode: false }) @IsArray() @IsInt({ each: true }) ids!: number[];
}
class Paged {
  @Query('page_size') @IsInt() pageSize!: number;
}
class Nested {
  @IsOptional() @ValidateNested() @Type(() => Renamed) filter?: Renamed;
}
class Listed {
  @IsArray() @IsString({ each: true }) ids!: string[];
}
class Namesake {
  @IsInt() lineCount!: number;
}
Object.defineProperty(Namesake, 'name', { value: 'Renamed' });
class Two {
  @ValidateNested() @Type(() => Namesake) first!: Namesake;
  @ValidateNested() @Type(() => Renamed) second!: Renamed;
}
const at = { method: 'GET', path: '/x' } as const;
const none = { 204: response('') };
const HIDDEN: readonly (readonly [string, Operation])[] = [
  [
    'Renamed.lineCount of its response 200 travels as line_count',
    operation({ ...at, responses: { 200: response('', [Renamed]) } }, () => []),
  ],
  [
    'Renamed.lineCount of its body travels as line_count',
    operation({ ...at, method: 'PUT', body: mapOf(Renamed), responses: none }, () => undefined),
  ],
  [
    'Renamed.lineCount of its response 200 travels as line_count',
    operation({ ...at, responses: { 200: response('', Two) } }, () => new Two()),
  ],
  [
    'Renamed.lineCount of its response 200 travels',
    operation({ ...at, responses: { 200: jsonLines('', oneOf(Order, Renamed)) } }, () => undefined as never),
  ],
  [
    "Secretive.password of its response 200 is not sent: give the response the class OmitType(Secretive, ['password'])",
    operation({ ...at, responses: { 200: response('', Secretive) } }, () => new Secretive()),
  ],
  [
    'Secretive.hash of its response 200 is not sent',
    operation({ ...at, responses: { 200: response('', Secretive) } }, () => new Secretive()),
  ],
  [
    'Changed.count of its response 200 is made by a @Transform',
    operation({ ...at, responses: { 200: response('', Changed) } }, () => new Changed()),
  ],
  [
    'Directed.count of its body has a type of its own there',
    operation({ ...at, method: 'PUT', body: Directed, responses: none }, () => undefined),
  ],
  [
    'the query parameter ids has a style that clients do not write',
    operation({ ...at, query: Piped, responses: none }, () => undefined),
  ],
  [
    'the query parameter page_size is the property pageSize',
    operation({ ...at, query: Paged, responses: none }, () => undefined),
  ],
  [
    'Renamed.lineCount of the query parameter filter travels as line_count',
    operation({ ...at, query: Nested, responses: none }, () => undefined),
  ],
  [
    'the header parameter ids has a style',
    operation({ ...at, headers: Listed, responses: none }, () => undefined),
  ],
  ['its path needs a slash', operation({ ...at, path: 'x', responses: none }, () => undefined)],
  [
    'the option problem replaces problem details',
    operation(
      { ...at, problem: { schema: Answer, create: () => new Answer() }, responses: none },
      () => undefined,
    ),
  ],
];

it.each(HIDDEN)('rejects operations that differ from their types: %s', (message, wrong) => {
  const docs = new Docs({ info: { title: 'Test', version: '1' } });
  expect(() => docs.clientApi([wrong])).toThrow(
    /^clientApi needs registered operations, but .* is not registered yet\. Call it after expressOperations/,
  );
  docs.bindOperations([wrong]);
  expect(() => docs.clientApi({ wrong })).toThrow(message);
});
