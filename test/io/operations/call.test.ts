import { inspect } from 'node:util';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Type } from 'class-transformer';
import {
  apiKeyAuth,
  bearerAuth,
  Cookie,
  Docs,
  forbidden,
  formBody,
  Header,
  nodeOperations,
  operation,
  Path,
  Query,
  reply,
  response,
} from '../../../src/index.js';
import { mcpServer } from '../../../src/mcp/index.js';
import { printable } from '../../../src/shared/printable.js';
import { connectDirectly } from '../mcp/servers.js';

class ItemPath {
  @Path('id') @IsInt() @Min(1) id!: number;
}
class Inner {
  @IsOptional() @IsInt() min?: number;
  @IsOptional() @IsString() @Length(1, 5) word?: string;
}
class ItemQuery {
  @IsOptional() @IsInt() @Max(100) limit?: number;
  @IsOptional() @IsIn(['a', 'b c', 'd&e'], { each: true }) tags?: string[];
  @Query('joined', { style: 'form', explode: false })
  @IsOptional()
  @IsString({ each: true })
  joined?: string[];
  @IsOptional() @ValidateNested() @Type(() => Inner) inner?: Inner;
}
class ItemHeaders {
  @Header('X-Tenant') @IsOptional() @IsString() @Length(2, 5) tenant?: string;
}
class ItemCookies {
  @Cookie('seen') @IsOptional() @IsInt() seen?: number;
}
class Line {
  @IsString() @Length(2, 5) sku!: string;
  @IsInt() @Min(1) quantity!: number;
}
class Order {
  @IsEmail() email!: string;
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
  @IsOptional() @ValidateNested() @Type(() => Order) before?: Order;
}
class Seen {
  @IsString() seen!: string;
}

const anything = response('What came', { type: 'object' } as const);
const putItem = operation(
  {
    method: 'PUT',
    path: '/items/{id}',
    params: ItemPath,
    query: ItemQuery,
    headers: ItemHeaders,
    cookies: ItemCookies,
    body: Order,
    security: [],
    unknownProperties: 'refuse',
    responses: { 200: anything },
  },
  ({ params, query, headers, cookies, body }) => reply(200, { params, query, headers, cookies, body }),
);

const key = apiKeyAuth('key', 'X-API-Key', {
  verify: (given) => (given === 'sesame' ? { name: 'Ada' } : undefined),
});
const whoAmI = operation(
  { method: 'GET', path: '/me', security: [key], responses: { 200: anything } },
  ({ auth, request }) => ({ auth, target: request.target, method: request.method }),
);
const upload = operation(
  {
    method: 'POST',
    path: '/files',
    security: [],
    body: formBody(Seen),
    responses: { 204: response('Stored') },
  },
  () => undefined,
);
const numbers = operation(
  {
    method: 'GET',
    path: '/numbers',
    security: [],
    responses: { 200: { description: 'Numbers', contentType: 'application/jsonl', itemSchema: Number } },
  },
  async function* () {
    yield await Promise.resolve(1);
    yield 2;
  },
);
const fails = operation(
  { method: 'DELETE', path: '/fails', security: [], responses: { 204: response('No') } },
  () => {
    throw new RangeError('of the handler');
  },
);

const docs = new Docs({
  info: { title: 'Items', version: '1' },
  auth: { schemes: [key, bearerAuth('other')] },
});
const serve = nodeOperations(docs, [putItem, whoAmI, upload, numbers, fails]);
const server = createServer((request, response) => void serve(request, response));
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

type Values = Record<string, unknown>;
interface Input {
  readonly params: { id: unknown };
  readonly query: Values;
  readonly headers: Record<string, string>;
  readonly cookies: Record<string, number | string>;
  readonly body: unknown;
}

/** Sends the input as a client of the document does, written without the library. */
async function sendByHTTP({ params, query, headers, cookies, body }: Input): Promise<[number, unknown]> {
  const pairs = Object.entries(query).flatMap(([name, value]): string[] => {
    const write = (text: unknown): string => encodeURIComponent(String(text));
    if (name === 'joined' && Array.isArray(value))
      return value.length === 0 ? [] : [`joined=${value.map(write).join(',')}`];
    if (Array.isArray(value)) return value.map((item) => `${write(name)}=${write(item)}`);
    if (typeof value !== 'object' || value === null) return [`${write(name)}=${write(value)}`];
    return Object.entries(value).map(([member, inner]) => `${name}[${write(member)}]=${write(inner)}`);
  });
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const received = await fetch(
    `${origin}/items/${encodeURIComponent(String(params.id))}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
    {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      },
      body: JSON.stringify(body),
    },
  );
  return [received.status, await received.json()];
}

const scalar = fc.oneof(
  fc.integer({ min: -2, max: 120 }),
  fc.constantFrom('a', 'b c', 'd&e', 'x,y', 'ü+%', '1e3', true),
);
const json = fc.jsonValue({ maxDepth: 2 });
const line = fc.record({
  sku: fc.string({ maxLength: 6 }),
  quantity: fc.oneof(fc.integer({ min: 0, max: 3 }), json),
});
const order = fc.record(
  {
    email: fc.constantFrom('ada@example.com', 'no email'),
    lines: fc.array(line, { maxLength: 2 }),
    before: json,
    isAdmin: json,
    __proto__: fc.constant({ isAdmin: true }),
  },
  { requiredKeys: ['email', 'lines'] },
);
const VALID = {
  params: { id: 7 },
  query: { limit: 5, tags: ['b c', 'd&e'], joined: ['a,b', 'c'], inner: { min: 1, word: 'x=y' } },
  headers: { 'X-Tenant': 'acme' },
  cookies: { seen: 3 },
  body: { email: 'ada@example.com', lines: [{ sku: 'AB-1', quantity: 2 }] },
};

const generated: fc.Arbitrary<Input> = fc.record({
  params: fc.record({ id: fc.oneof(fc.integer({ min: -1, max: 9 }), fc.constantFrom('a', '7', 'a/b', '%')) }),
  query: fc.record(
    {
      limit: scalar,
      tags: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
      joined: fc.array(fc.constantFrom('a', 'b,c', ' ', '%'), { maxLength: 3 }),
      inner: fc.record({ min: scalar, word: scalar, other: scalar }, { requiredKeys: [] }),
      unknown: scalar,
    },
    { requiredKeys: [] },
  ),
  headers: fc.record({ 'X-Tenant': fc.constantFrom('acme', 'a', 'a b') }, { requiredKeys: [] }),
  cookies: fc.record({ seen: fc.constantFrom(1, 2.5, 'no') }, { requiredKeys: [] }),
  body: fc.oneof({ weight: 4, arbitrary: order }, json),
});

/** In most inputs, most parts are valid. */
const input: fc.Arbitrary<Input> = fc
  .tuple(generated, fc.subarray(['params', 'query', 'headers', 'cookies', 'body'] as const))
  .map(([parts, kept]) => ({ ...VALID, ...Object.fromEntries(kept.map((name) => [name, parts[name]])) }));

test('generated inputs have the verdict, the faults and the result of the HTTP operation', async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(input, async (given) => {
      const called = await docs.call(putItem, given as never);
      const result: unknown = called.data;
      expect([called.status, result]).toEqual(await sendByHTTP(given));
      statuses.add(called.status);
    }),
    { numRuns: 300 },
  );
  expect([...statuses].toSorted((one, other) => one - other)).toEqual([200, 400]);
});

test('as the arguments of a tool of MCP they have the same verdict, faults and result', async () => {
  const client = await connectDirectly(mcpServer(docs, { operations: [putItem] }));
  let [accepted, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(input, async (given) => {
      const [status, received] = await sendByHTTP(given);
      const called = await client.callTool({ name: 'putItemsById', arguments: { ...given } });
      expect(called.isError === true).toBe(status !== 200);
      if (status === 200) {
        accepted += 1;
        expect(called.structuredContent).toEqual(received);
        return;
      }
      refused += 1;
      const { text = '' } = called.content[0] as { text?: string };
      const lines = text.split('\n').slice(1);
      if ('unknown' in given.query)
        expect(lines).toContainEqual(expect.stringMatching(/^#\/query\/unknown: /));
      else {
        const { errors = [] } = received as { errors?: { in: string; pointer: string; detail: string }[] };
        const parts: Record<string, string> = {
          path: 'params',
          query: 'query',
          header: 'headers',
          cookie: 'cookies',
          body: 'body',
        };
        const expected = errors.map((one) => `#/${parts[one.in]!}${one.pointer.slice(1)}: ${one.detail}`);
        expect(lines).toEqual(expected.map(printable));
      }
    }),
    { numRuns: 300 },
  );
  await client.close();
  expect(Math.min(accepted, refused)).toBeGreaterThan(20);
});

test('a valid input reaches the handler as it is', async () => {
  const { status, data } = await docs.call(putItem, VALID as never);
  expect(status).toBe(200);
  expect(data).toEqual({ ...VALID, headers: { tenant: 'acme' } });
});

test('a fault has the pointer and the sentence of the HTTP operation', async () => {
  const wrong = { ...VALID, body: { ...VALID.body, lines: [{ sku: 'AB-1', quantity: 0 }] } };
  const { status, ok, data } = await docs.call(putItem, wrong as never);
  expect([status, ok]).toEqual([400, false]);
  expect(data).toMatchObject({ errors: [{ in: 'body', pointer: '#/lines/0/quantity' }] });
});

describe('security', () => {
  test('refuses a call without a credential, as HTTP does', async () => {
    expect((await docs.call(whoAmI)).status).toBe(401);
    expect((await docs.call(whoAmI, {}, { headers: { 'x-api-key': 'wrong' } })).status).toBe(401);
  });

  test('accepts the credential in a header', async () => {
    const { data } = await docs.call(whoAmI, {}, { headers: { 'X-API-Key': 'sesame' } });
    expect(data).toEqual({ auth: { name: 'Ada' }, target: '/me', method: 'GET' });
  });

  test('gives the handler an identity that the caller has verified', async () => {
    const { status, data } = await docs.call(whoAmI, {}, { auth: { name: 'Grace' } });
    expect([status, data]).toEqual([200, { auth: { name: 'Grace' }, target: '/me', method: 'GET' }]);
  });

  test('does not take the identity from the input', async () => {
    expect((await docs.call(whoAmI, { auth: { name: 'Grace' } } as never)).status).toBe(401);
  });

  test.each([undefined, null, false, '', 0, [], forbidden(), Promise.resolve(undefined)])(
    'is checked if the identity is %j',
    async (auth) => {
      expect((await docs.call(whoAmI, {}, { auth })).status).toBe(401);
    },
  );
});

test('a stream is an iterable of its items', async () => {
  const { data } = await docs.call(numbers);
  const items: unknown[] = [];
  for await (const item of data as AsyncIterable<unknown>) items.push(item);
  expect(items).toEqual([1, 2]);
});

test('errors of the handler reject', async () => {
  await expect(docs.call(fails)).rejects.toThrow(new RangeError('of the handler'));
});

test('an abort reaches the signal of the request', async () => {
  let signal: AbortSignal | undefined;
  const waits = operation(
    { method: 'GET', path: '/waits', security: [], responses: { 204: response('Done') } },
    ({ request }) => {
      ({ signal } = request);
      return undefined;
    },
  );
  const own = new Docs({ info: { title: 'x', version: '1' } }).addOperations([waits]);
  const controller = new AbortController();
  await own.call(waits, {}, { signal: controller.signal });
  controller.abort();
  expect(signal?.aborted).toBe(true);
});

test.each<[string, object, string]>([
  ['null in the query', { query: { limit: null } }, 'The parameter limit cannot be null'],
  ['an object in a list', { query: { tags: [{}] } }, 'The parameter tags cannot be an array'],
  ['half a surrogate pair', { query: { limit: '\ud800' } }, 'The parameter limit cannot be'],
  [
    'a path that leads elsewhere',
    { params: { id: '..' } },
    'The path parameter id of PUT /items/{id} cannot be ".."',
  ],
  [
    'an empty path parameter',
    { params: { id: '' } },
    'The path parameter id of PUT /items/{id} cannot be ""',
  ],
  ['a missing path parameter', { params: {} }, 'The path parameter id of PUT /items/{id} cannot be ""'],
  ['an unknown path parameter', { params: { id: 1, no: 1 } }, 'PUT /items/{id} has no path parameter "no"'],
  [
    'a header with a line break',
    { headers: { 'X-Tenant': 'a\r\nb: c' } },
    'The header X-Tenant cannot be sent',
  ],
])('%s rejects, because a request cannot contain it', async (_, more, message) => {
  await expect(docs.call(putItem, { ...VALID, ...more } as never)).rejects.toMatchObject({
    name: 'TypeError',
    message: expect.stringContaining(message) as string,
  });
});

test('a parameter has its name in the document or, as in the types, that of its property', async () => {
  const { 'X-Tenant': tenant } = VALID.headers;
  const typed = await docs.call(putItem, { ...VALID, headers: { tenant } });
  expect(typed.status).toBe(200);
  expect(typed.data).toMatchObject({ headers: { tenant } });
  expect(typed.data).toEqual((await docs.call(putItem, VALID as never)).data);
});

test('the error about a header has no part of its value', async () => {
  const calling = docs.call(putItem, VALID as never, {
    headers: { Authorization: 'Bearer s3cret\n' + 'x\0' },
  });
  const error: unknown = await calling.catch((reason: unknown) => reason);
  expect(String(error)).toContain('The header Authorization cannot be sent');
  expect(inspect(error)).not.toContain('s3cret');
});

test('a parameter that is documented as JSON is sent as JSON', async () => {
  const lines = {
    type: 'array',
    items: { type: 'object', properties: { sku: { type: 'string' } } },
  } as const;
  const find = operation(
    {
      method: 'GET',
      path: '/lines/{where}',
      security: [],
      parameters: [
        { name: 'where', in: 'path', required: true, content: { 'application/json': { schema: Number } } },
        { name: 'lines', in: 'query', content: { 'application/json': { schema: lines } } },
      ],
      responses: { 200: anything },
    },
    ({ params, query }) => ({ params, query }),
  );
  const own = new Docs({ info: { title: 'Lines', version: '1' } }).addOperations([find]);
  const input = { params: { where: 7 }, query: { lines: [{ sku: 'a,b' }] } };
  expect(await own.call(find, input as never)).toMatchObject({ status: 200, data: input });
  expect(await own.call(find, { ...input, query: { lines: [] } } as never)).toMatchObject({
    data: { query: { lines: [] } },
  });
  expect(own.inputSchemaOf(find).properties).toMatchObject({
    params: { properties: { where: { type: 'number' } } },
    query: { properties: { lines: { type: 'array' } } },
  });
  const mcp = mcpServer(own);
  expect(mcp.tools[0]?.inputSchema).toEqual(own.inputSchemaOf(find));
  const client = await connectDirectly(mcp);
  const name = mcp.tools[0]?.name ?? '';
  expect(await client.callTool({ name, arguments: input })).toMatchObject({ structuredContent: input });
});

test.each(['a; admin=1', '"a"', ' a', 'a ', 'a\nb', 'caf\u00e9', ''])(
  'a cookie without percent-encoding has the very text %j, or is refused',
  async (flavour) => {
    class Flavours {
      @Cookie('flavour', { style: 'cookie' }) @IsOptional() @IsString() flavour?: string;
    }
    const taste = operation(
      { method: 'GET', path: '/taste', security: [], cookies: Flavours, responses: { 200: anything } },
      ({ cookies, request }) => ({ ...cookies, sent: request.headers.cookie }),
    );
    const own = new Docs({ openapi: '3.2', info: { title: 'Jar', version: '1' } }).addOperations([taste]);
    const called = own.call(taste, { cookies: { flavour } });
    if (flavour === '') expect((await called).data).toEqual({ flavour: '', sent: 'flavour=' });
    else await expect(called).rejects.toThrow('The parameter flavour cannot be');
    expect((await own.call(taste, { cookies: { flavour: 'a b,c"d' } })).data).toMatchObject({
      flavour: 'a b,c"d',
    });
  },
);

test('an operation that is not registered is refused by its name', async () => {
  const other = operation(
    { method: 'GET', path: '/other', responses: { 204: response('No') } },
    () => undefined,
  );
  const message = 'needs registered operations, but GET /other is not registered yet';
  await expect(docs.call(other)).rejects.toThrow(`docs.call ${message}`);
  expect(() => docs.inputSchemaOf(other)).toThrow(`docs.inputSchemaOf ${message}`);
});

describe('the schema of the input', () => {
  test.each(['3.0', '3.1'] as const)('is one closed JSON Schema in OpenAPI %s', (openapi) => {
    const own = new Docs({ openapi, info: { title: 'x', version: '1' } }).addOperations([putItem]);
    const schema = own.inputSchemaOf(putItem);
    expect(schema).toMatchObject({
      type: 'object',
      properties: {
        params: {
          properties: { id: { type: 'integer', minimum: 1 } },
          required: ['id'],
          additionalProperties: false,
        },
        query: { properties: { limit: { type: 'integer', maximum: 100 } } },
        headers: { properties: { 'X-Tenant': { type: 'string' } } },
        cookies: { properties: { seen: { type: 'integer' } } },
        body: { $ref: '#/$defs/Order' },
      },
      required: ['params', 'body'],
      additionalProperties: false,
      $defs: { Order: { properties: { before: { $ref: '#/$defs/Order' } } } },
    });
    expect(Object.keys(schema.$defs ?? {}).toSorted()).toEqual(['Inner', 'Line', 'Order']);
    const check = new Ajv2020({ strict: false, formats: { email: /@/ } }).compile(schema);
    expect(check(VALID)).toBe(true);
    expect(check({ ...VALID, other: 1 })).toBe(false);
    expect(check({ ...VALID, query: { other: 1 } })).toBe(false);
  });

  test('accepts only what the operation accepts', async () => {
    const check = new Ajv2020({ strict: false, formats: { email: /@/ } }).compile(
      docs.inputSchemaOf(putItem),
    );
    const typed = input.filter(({ query }) => !('unknown' in query));
    let count = 0;
    await fc.assert(
      fc.asyncProperty(typed, async (given) => {
        const refused = !check(given);
        const { status } = await docs.call(putItem, given as never);
        if (!refused) expect(status).toBe(200);
        count += refused ? 0 : 1;
      }),
      { numRuns: 300 },
    );
    expect(count).toBeGreaterThan(0);
  });

  test('is refused for a form, which is no JSON', () => {
    expect(() => docs.inputSchemaOf(upload)).toThrow('operation POST /files takes multipart/form-data');
  });
});
