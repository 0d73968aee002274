import { ConfigError } from '../../../../src/shared/errors.js';
import { checkExchange } from '../../../../src/tools/testing.js';
import { order, shopDocument } from './shop-document.js';
import type { ExchangeOptions, PlainRequest, PlainResponse } from '../../../../src/tools/exchanges/types.js';

const document = shopDocument();
const json = { 'Content-Type': 'application/json; charset=utf-8' };
const tenant = { 'x-tenant': '3' };

type Given = readonly [request: Partial<PlainRequest> & { url: string }, response: PlainResponse];

async function check([request, response]: Given, options?: ExchangeOptions) {
  const given = { method: 'GET', headers: tenant, ...request };
  return checkExchange(document, { request: { ...given, url: `/v1/api${given.url}` }, response }, options);
}

async function found(given: Given, options?: ExchangeOptions): Promise<string[]> {
  const { mismatches } = await check(given, options);
  return mismatches.map(({ code, message, rule }) => `${code} ${rule}: ${message}`);
}

const orders = (body: unknown, headers = {}): PlainResponse => ({
  status: 200,
  headers: { ...json, 'X-Total': 1, ...headers },
  body,
});
const list = { url: '/orders' };
const problem = { 'content-type': 'application/problem+json' };
const pinned = { ...order, pin: '1' };
const post = (body: unknown, headers: Record<string, string> = json): Given => [
  { method: 'POST', url: '/orders', headers: { ...tenant, ...headers }, body },
  { status: 201, body: order },
];

describe('an exchange as documented', () => {
  const good: Record<string, Given> = {
    JSON: [list, orders([order, { ...order, note: null }])],
    'JSON as bytes': [list, orders(Buffer.from(JSON.stringify([order])))],
    'JSON as text': [list, orders(JSON.stringify([order]))],
    'another media type': [
      list,
      { ...orders('id,at'), headers: { 'content-type': 'text/csv', 'x-total': '1' } },
    ],
    'a range of statuses': [list, { status: 404, headers: problem, body: { title: 'none' } }],
    'the default status, a range of media types, empty': [
      list,
      { status: 500, headers: { 'content-type': 'text/html' } },
    ],
    'a list in a header': [list, orders([], { 'X-Tags': 'new, old' })],
    'parameters in every style': [
      {
        url: '/orders?page=1&ids=1,2&tags=new&tags=old&filter[min]=1.5&red=1&blue=2&where=%7B%22a%22:1%7D',
        headers: { ...tenant, cookie: 'a=b; session=abcd' },
      },
      orders([]),
    ],
    'another value of a variable of the server': [{ url: '/../../v2/api/orders' }, orders([])],
    'an answer to HEAD of what GET documents': [{ ...list, method: 'HEAD' }, { ...orders(undefined) }],
    'a request body without what is read-only': post({ at: order.at, lines: [], pin: '1' }),
    'a form': post(new URLSearchParams({ at: order.at, lines: '{"sku":"A"}', pin: '1' }), {}),
    'a form with a file': post(formOf({ note: '3', file: new Blob(['abc']) }), {}),
    'a refused request that is wrong': [
      { url: '/orders?page=x&who=me', headers: {} },
      { status: 400, headers: problem, body: { title: 'x' } },
    ],
    'no content': [{ url: '/orders/7' }, { status: 204 }],
    bytes: [
      { url: '/orders/latest' },
      {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: Buffer.from([1, 200, 3]),
      },
    ],
    'a branch of a union': [{ url: '/orders/7/' }, { status: 200, body: { kind: 'sent', to: 'x' } }],
    events: [
      { url: '/events' },
      {
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: `:\n\nevent: made\ndata: ${JSON.stringify(order)}\n\n`,
      },
    ],
    'lines of JSON': [
      { url: '/events' },
      {
        status: 200,
        headers: { 'content-type': 'application/jsonl' },
        body: `${JSON.stringify(order)}\n${JSON.stringify(order)}\n`,
      },
    ],
  };
  good['another value of a variable of the server'] = [{ url: '/orders' }, orders([])];

  it.each(Object.entries(good))('%s', async (_, given) => {
    expect(await found(given)).toEqual([]);
  });

  it('may begin with any value that a variable of the server has', async () => {
    const request = { method: 'GET', url: 'http://127.0.0.1:3000/v2/api/orders', headers: tenant };
    expect((await checkExchange(document, { request, response: orders([]) })).operation).toBe('GET /orders');
  });

  it.each<[string, string | undefined, boolean]>([
    ['/orders', undefined, true],
    ['/orders', '/', true],
    ['/orders', '/v1', false],
    ['/v1/orders', '/v1', true],
    ['/v3/orders', undefined, false],
  ])('%s with the basePath %s: %s', async (url, basePath, ok) => {
    const request = { method: 'GET', url, headers: tenant };
    const options = basePath === undefined ? {} : { basePath };
    expect((await checkExchange(document, { request, response: orders([]) }, options)).ok).toBe(ok);
  });

  it('prefers text to a parameter in a path', async () => {
    expect((await check([{ url: '/orders/latest' }, { status: 200 }])).operation).toBe('GET /orders/latest');
    expect((await check([{ url: '/orders/late' }, { status: 200 }])).operation).toBe('GET /orders/{id}');
  });
});

describe('a document whose names repeat or refer', () => {
  const integer = { type: 'integer' } as const;
  const text = { type: 'string' } as const;
  const document = {
    openapi: '3.1.0' as const,
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        parameters: [{ name: 'X-Id', in: 'header' as const, required: true, schema: integer }],
        get: {
          security: [{ key: [] }],
          parameters: [{ name: 'x-id', in: 'header' as const, schema: text }],
          responses: { 200: { description: 'Done', content: { 'x-own/type': { schema: text } } } },
        },
      },
    },
    components: {
      securitySchemes: {
        key: { $ref: '#/components/securitySchemes/token' },
        token: { type: 'apiKey' as const, in: 'query' as const, name: 'token' },
      },
    },
  };
  const response = { status: 200, headers: { 'content-type': 'x-own/type' }, body: 'a' };
  const mismatches = async (url: string, headers = {}) =>
    (await checkExchange(document, { request: { method: 'GET', url, headers }, response })).mismatches;

  it("an operation's header replaces the path item's, whatever its case", async () => {
    expect(await mismatches('/things', { 'X-ID': 'seven' })).toEqual([]);
    expect(await mismatches('/things')).toEqual([]);
  });

  it('accepts an API key whose scheme is a reference', async () => {
    expect(await mismatches('/things?token=1')).toEqual([]);
    expect(await mismatches('/things?tokens=1')).toMatchObject([{ code: 'parameter-undocumented' }]);
  });
});

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, value, name);
  return form;
}

describe('mismatches of an exchange', () => {
  const bad: Record<string, readonly [Given, ...string[]]> = {
    'invalid percent-encoding in the query': [
      [{ url: '/orders?page=%zz' }, orders([])],
      'parameter-invalid parameters: The query has invalid percent-encoding.',
    ],
    path: [
      [{ url: '/order' }, { status: 200 }],
      'operation-undocumented paths: The operation GET /v1/api/order is not documented.',
    ],
    method: [
      [{ url: '/events', method: 'DELETE' }, { status: 200 }],
      'operation-undocumented paths: The operation DELETE /v1/api/events is not documented; at this path GET is.',
    ],
    status: [
      [{ url: '/orders/7' }, { status: 404 }],
      'status-undocumented responses: The status 404 is not documented; documented are 200, 204.',
    ],
    'content type': [
      [list, { ...orders('<a/>'), headers: { 'content-type': 'text/html', 'x-total': 1 } }],
      'content-type-undocumented content: The response body has the content type text/html, which is not documented; documented are application/json, text/csv.',
    ],
    'no content type': [
      [list, { ...orders('[]'), headers: { 'x-total': 1 } }],
      'content-type-missing content: The response body has no content type; documented are application/json, text/csv.',
    ],
    'no body': [
      [list, { ...orders(undefined) }],
      'body-missing content: The response body is documented, and missing.',
    ],
    'a body where none is documented': [
      [
        { url: '/orders', method: 'GET' },
        { status: 500, headers: { 'content-type': 'text/plain' }, body: 'too long' },
      ],
      'body-invalid maxLength: The response body must have at most 5 characters.',
    ],
    'what is no JSON': [[list, orders('{')], 'body-unreadable content: The response body is not JSON.'],
    'a missing header': [
      [list, { status: 200, headers: json, body: [] }],
      'header-missing required: The response header x-total is required, and missing.',
    ],
    'header values': [
      [list, orders([], { 'X-Total': 'many', 'X-Tags': 'new,odd' })],
      'header-invalid type: The response header x-total must be an integer, not a string.',
      'header-invalid enum: The response header x-tags at #/1 must be one of "new", "old".',
    ],
    'a renamed field': [
      [list, orders([{ ...order, lines: [{ name: 'A' }] }])],
      'body-invalid required: The response body at #/0/lines/0/sku is required.',
    ],
    'a date in another form': [
      [list, orders([{ ...order, at: 'Wed, 01 Jan 2020 00:00:00 GMT' }])],
      'body-invalid format: The response body at #/0/at must have the format date-time.',
    ],
    'what only requests have': [
      [list, orders([pinned])],
      'body-invalid writeOnly: The response body at #/0/pin is write-only, and never sent.',
    ],
    'several at once': [
      [list, orders([{ ...order, id: '1', lines: [{ sku: 'a', of: {} }], note: 1 }])],
      'body-invalid type: The response body at #/0/id must be an integer, not a string.',
      'body-invalid type: The response body at #/0/note must be a string or null, not an integer.',
      'body-invalid pattern: The response body at #/0/lines/0/sku must match ^[A-Z]+$.',
      'body-invalid required: The response body at #/0/lines/0/of/sku is required.',
    ],
    'a branch of a union': [
      [{ url: '/orders/7' }, { status: 200, body: { kind: 'sent', by: 'x' } }],
      'body-invalid required: The response body at #/to is required.',
    ],
    'no branch of a union': [
      [{ url: '/orders/7' }, { status: 200, body: { kind: 'lost' } }],
      'body-invalid oneOf: The response body at #/kind must be one of "made", "sent".',
    ],
    'an item of a stream': [
      [
        { url: '/events' },
        {
          status: 200,
          headers: { 'content-type': 'application/jsonl' },
          body: `${JSON.stringify(order)}\n{}`,
        },
      ],
      'body-invalid required: The response body at #/1/at is required.',
      'body-invalid required: The response body at #/1/id is required.',
      'body-invalid required: The response body at #/1/lines is required.',
    ],
    'the data of an event': [
      [
        { url: '/events' },
        {
          status: 200,
          headers: { 'content-type': 'text/event-stream' },
          body: 'event: made\ndata: {"id":1}\n\n',
        },
      ],
      'body-invalid required: The response body at #/0/data/at is required.',
      'body-invalid required: The response body at #/0/data/lines is required.',
    ],
    parameters: [
      [
        {
          url: '/orders?page=0&ids=1,b&tags=none&filter[max]=1&red=r&where=%7B%7D&who=me',
          headers: { cookie: 'session=a' },
        },
        orders([]),
      ],
      'parameter-missing required: The header parameter X-Tenant is required, and missing.',
      'parameter-invalid minimum: The query parameter page must not be less than 1.',
      'parameter-invalid type: The query parameter ids at #/1 must be an integer, not a string.',
      'parameter-invalid enum: The query parameter tags at #/0 must be one of "new", "old".',
      'parameter-invalid additionalProperties: The query parameter filter at #/max is not documented.',
      'parameter-invalid type: The query parameter spread at #/red must be an integer, not a string.',
      'parameter-invalid minLength: The cookie parameter session must have at least 4 characters.',
      'parameter-invalid required: The query parameter where at #/a is required.',
      'parameter-undocumented parameters: The query parameter who is not documented.',
    ],
    'a path parameter': [
      [{ url: '/orders/abc' }, { status: 204 }],
      'parameter-invalid type: The path parameter id must be an integer, not a string.',
    ],
    'a request body': [
      post({ at: 'now', lines: 'none' }),
      'body-invalid required: The request body at #/pin is required.',
      'body-invalid format: The request body at #/at must have the format date-time.',
      'body-invalid type: The request body at #/lines must be an array, not a string.',
    ],
    'no request body': [post(undefined), 'body-missing required: The request body is required, and missing.'],
    'a part of a form': [
      post(formOf({ note: 'x', file: new Blob(['abcd']) }), {}),
      'body-invalid type: The request body at #/note must be an integer, not a string.',
      'body-invalid maxLength: The request body at #/file must have at most 3 characters.',
    ],
    'a field of a form': [
      post(new URLSearchParams({ at: 'now', pin: '1' }), {}),
      'body-invalid required: The request body at #/lines is required.',
      'body-invalid format: The request body at #/at must have the format date-time.',
    ],
  };

  it.each(Object.entries(bad))('reports %s', async (_, [given, ...messages]) => {
    expect((await found(given)).sort()).toEqual([...messages].sort());
  });

  it('reports the place in the document', async () => {
    const { mismatches } = await check([list, orders([{ ...order, at: 1 }])]);
    expect(mismatches).toEqual([
      {
        code: 'body-invalid',
        operation: 'GET /orders',
        place: 'response body',
        pointer: '#/0/at',
        rule: 'type',
        message: 'The response body at #/0/at must be a string, not an integer.',
        documented: '#/paths/~1orders/get/responses/200/content/application~1json/schema',
      },
    ]);
  });

  it('shows no value, which may be a secret', async () => {
    const told = await found([list, orders([{ ...order, at: 'hunter2', id: 'hunter2', note: ['hunter2'] }])]);
    expect(told).toHaveLength(3);
    expect(told.join()).not.toContain('hunter2');
  });
});

describe('options', () => {
  const wrong: Given = [{ url: '/orders?page=0' }, { status: 400, headers: problem, body: { title: 'x' } }];
  const accepted: Given = [{ url: '/orders?page=0' }, orders([])];

  it.each([
    ['accepted', 0, 1],
    ['all', 1, 1],
    ['none', 0, 0],
  ] as const)('requests: %s', async (requests, ofRefused, ofAccepted) => {
    expect(await found(wrong, { requests })).toHaveLength(ofRefused);
    expect(await found(accepted, { requests })).toHaveLength(ofAccepted);
  });

  it('additionalProperties: false rejects members that no schema describes', async () => {
    const more: Given = [list, orders([{ ...order, extra: 1, lines: [{ sku: 'A', more: 1 }] }])];
    expect(await found(more)).toEqual([]);
    expect((await found(more, { additionalProperties: false })).sort()).toEqual([
      'body-invalid unevaluatedProperties: The response body at #/0/extra is not documented.',
      'body-invalid unevaluatedProperties: The response body at #/0/lines/0/more is not documented.',
    ]);
    const union: Given = [{ url: '/orders/7' }, { status: 200, body: { kind: 'sent', to: 'x', by: 1 } }];
    expect(await found(union, { additionalProperties: false })).toEqual([
      'body-invalid unevaluatedProperties: The response body at #/by is not documented.',
    ]);
  });
});

describe('OpenAPI 3.0', () => {
  const schema = {
    type: 'object',
    required: ['a', 'b'],
    properties: {
      a: { type: 'integer', nullable: true, minimum: 1, exclusiveMinimum: true },
      b: { allOf: [{ $ref: '#/components/schemas/B' }], nullable: true },
    },
  };
  const old = {
    openapi: '3.0.3',
    info: { title: 'a', version: '1' },
    paths: { '/': { get: { responses: { 200: { description: '', content: { '*/*': { schema } } } } } } },
    components: { schemas: { B: { type: 'string', readOnly: true } } },
  };
  const told = async (body: unknown): Promise<string[]> => {
    const exchange = { request: { method: 'GET', url: '/' }, response: { status: 200, body } };
    return (await checkExchange(old, exchange)).mismatches.map(({ rule, pointer }) => `${pointer} ${rule}`);
  };

  it('is read by its own keywords', async () => {
    expect(await told({ a: null, b: 'x' })).toEqual([]);
    expect(await told({ a: 1, b: null })).toEqual(['#/a exclusiveMinimum', '#/b type']);
  });

  it('reads nullable only there', async () => {
    const text = JSON.stringify({ ...old, openapi: '3.1.1' });
    const newer = JSON.parse(text.replace(',"exclusiveMinimum":true', '')) as object;
    const exchange = {
      request: { method: 'GET', url: '/' },
      response: { status: 200, body: { a: null, b: 'x' } },
    };
    expect((await checkExchange(newer, exchange)).mismatches.map(({ rule }) => rule)).toEqual(['type']);
  });
});

describe('exchanges that cannot be compared', () => {
  const exchange = { request: { method: 'GET', url: '/' }, response: { status: 200 } };

  it.each<[string, object, object, RegExp]>([
    [
      'a document of another kind',
      { swagger: '2.0' },
      exchange,
      /OpenAPI document of version 3\.0, 3\.1 or 3\.2/,
    ],
    ['no response', document, { request: exchange.request }, /has a response, not undefined/],
    ['a promise', document, { response: Promise.resolve() }, /a promise: await it first/],
    ['an answer of no kind', document, { response: { code: 200 } }, /of an unknown kind/],
    ['no request', document, { response: { status: 200 } }, /does not contain its request/],
    [
      'a request of no kind',
      document,
      { request: 'GET /', response: { status: 200 } },
      /The request is "GET \/"/,
    ],
  ])('%s', async (_, given, pair, message) => {
    const check = checkExchange(given, pair as never);
    await expect(check).rejects.toThrow(ConfigError);
    await expect(check).rejects.toThrow(message);
  });

  it('reports a reference to another file', async () => {
    const response = { description: '', content: { '*/*': { schema: { $ref: 'user.json' } } } };
    const broken = { openapi: '3.1.0', paths: { '/': { get: { responses: { 200: response } } } } };
    const check = checkExchange(broken, { ...exchange, response: { status: 200, body: {} } });
    await expect(check).rejects.toThrow(/user\.json.*Bundle the document/s);
  });
});

describe('a required request body without bytes', () => {
  const text = { schema: { type: 'string' } };
  const form = { schema: { type: 'object', properties: { a: { type: 'string' } } } };
  const content = {
    'text/plain': text,
    'application/x-www-form-urlencoded': form,
    'application/octet-stream': {},
    'application/json': form,
    'multipart/form-data': form,
  };
  const responses = { 204: { description: 'Taken' } };
  const paths = { '/': { post: { requestBody: { required: true, content }, responses } } };
  const taking = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths };

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/octet-stream'],
    ['application/json', 'body-missing'],
    ['multipart/form-data; boundary=X', 'body-missing'],
    ['image/png', 'content-type-undocumented'],
  ])('is a value of %s, or has a mismatch', async (type, ...codes) => {
    const request = { method: 'POST', url: '/', headers: { 'content-type': type }, body: '' };
    const { mismatches } = await checkExchange(taking, { request, response: { status: 204 } });
    expect(mismatches.map(({ code }) => code)).toEqual(codes);
  });
});
