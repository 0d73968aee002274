import { Expose, Transform, type TransformFnParams, Type } from 'class-transformer';
import {
  Allow,
  IsDefined,
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import {
  ConfigError,
  Docs,
  operation,
  queryParam,
  requiredQueryParam,
  response,
  schema,
  formURLEncodedBody,
  arrayOf,
  FileStream,
  formBody,
  Header,
  TypeOf,
  Optional,
  Required,
  SchemaOverride,
  problem,
  ProblemDetails,
  problemResponse,
  type Operation,
  body,
  reply,
} from '../../../src/index.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { runnerOf } from './run.js';
import { ItemCookies, ItemHeaders, ItemPath, ItemQuery, Login, NewOrder, Order } from './shop.js';

class OneStream {
  @Allow() @Required() @SchemaOverride({ contentMediaType: 'image/png' }) photo!: File;
  @Required() video!: FileStream;
}

class TwoStreams extends OneStream {
  @Optional() other?: FileStream;
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('parameters are bound as they are documented', () => {
  const seen: unknown[] = [];
  const list = operation(
    {
      method: 'GET',
      path: '/items/{id}',
      params: ItemPath,
      query: ItemQuery,
      headers: ItemHeaders,
      cookies: ItemCookies,
      responses: { 204: response('Seen') },
    },
    ({ params, query, headers, cookies }) => {
      seen.push({ params, query, headers, cookies });
    },
  );
  const run = runnerOf(list);

  it('makes instances of the classes', async () => {
    const target =
      '/api/items/7?page_size=5&open=true&tags=a&tags=b&ids=1&ids=2&since=2026-01-31T00%3A00%3A00Z&price[min]=1.5';
    const answer = await run({ target, headers: { 'x-tenant': 'acme', cookie: 'a=b; seen=3' } });
    expect(answer).toEqual({ status: 204, headers: {}, body: undefined });
    const [{ params, query, headers, cookies }] = seen.splice(0) as [Record<string, unknown>];
    expect(params).toBeInstanceOf(ItemPath);
    expect(params).toEqual({ id: 7 });
    expect(query).toEqual({
      pageSize: 5,
      open: true,
      tags: ['a', 'b'],
      ids: [1, 2],
      since: new Date('2026-01-31T00:00:00Z'),
      price: { min: 1.5 },
    });
    expect(query).toBeInstanceOf(ItemQuery);
    expect(headers).toEqual({ tenant: 'acme' });
    expect(cookies).toEqual({ seen: 3 });
  });

  it('documents and reads the parameters of a path without a class as strings', async () => {
    const get = operation(
      { method: 'GET', path: '/items/{id}/:name', responses: { 200: response('Both', [String]) } },
      ({ params: { id, name } }) => [id, name],
    );
    expect((await runnerOf(get)({ target: '/items/07/a%20b' })).body).toEqual(['07', 'a b']);
    expect((await runnerOf(get)({ target: '/items/%ff/b' })).status).toBe(400);
    const docs = new Docs({ info: { title: 'Test', version: '1' }, strict: true });
    docs.bindOperations([get]);
    const text = { in: 'path', required: true, schema: { type: 'string' } };
    expect(docs.buildSpec().paths?.['/items/{id}/{name}']?.get?.parameters).toEqual([
      { ...text, name: 'id' },
      { ...text, name: 'name' },
    ]);
    await expectValidDocument(docs.buildSpec());
  });

  it.each([
    ['/items/x', {}, 'path', '#/id'],
    ['/items/0', {}, 'path', '#/id'],
    ['/items/1?page_size=51', {}, 'query', '#/page_size'],
    ['/items/1?page_size=', {}, 'query', '#/page_size'],
    ['/items/1?page_size=1&page_size=2', {}, 'query', '#/page_size'],
    ['/items/1?open=yes', {}, 'query', '#/open'],
    ['/items/1?tags=z', {}, 'query', '#/tags'],
    ['/items/1?ids=1&ids=x', {}, 'query', '#/ids'],
    ['/items/1?price[min]=x', {}, 'query', '#/price/min'],
    ['/items/1', { 'x-tenant': 'a' }, 'header', '#/X-Tenant'],
    ['/items/1', { cookie: 'seen=x' }, 'cookie', '#/seen'],
  ])('rejects %s %j at %s %s', async (target, headers, place, pointer) => {
    const { status, headers: sent, body: problem } = await run({ target, headers });
    expect(status).toBe(400);
    expect(sent).toEqual({ 'content-type': 'application/problem+json' });
    expect(problem).toMatchObject({ title: 'Bad Request', status: 400 });
    const places = (problem as ProblemDetails).errors?.map((error) => `${error.in} ${error.pointer}`);
    expect([...new Set(places)]).toEqual([`${place} ${pointer}`]);
    expect(seen).toEqual([]);
  });

  it.each([
    ['/items/1?page_size=51', 'page_size must not be greater than 50'],
    ['/items/1?page_size=', 'page_size must be an integer number'],
    ['/items/1?tags=z', 'each value in tags must be one of the following values: a, b, c'],
  ])('rejects %s by the name on the wire: %s', async (target, detail) => {
    const { body: problem } = await run({ target });
    expect((problem as { errors: { detail: string }[] }).errors.map((one) => one.detail)).toContain(detail);
  });

  it('passes an undeclared path parameter as text, as documented', async () => {
    const plain = operation(
      { method: 'GET', path: '/blobs/{name}', responses: { 200: response('It', { type: 'object' }) } },
      ({ params }) => reply(200, params),
    );
    expect((await runnerOf(plain)({ target: '/blobs/a%2F7' })).body).toEqual({ name: 'a/7' });
    const docs = new Docs({ info: { title: 'x', version: '1' } });
    docs.bindOperations([plain]);
    expect(docs.buildSpec().paths['/blobs/{name}']!.get!.parameters).toEqual([
      { name: 'name', in: 'path', required: true, schema: { type: 'string' } },
    ]);
  });

  it('passes explicit parameters by name, validated by their schemas', async () => {
    const explicit = operation(
      {
        method: 'GET',
        path: '/search',
        parameters: [requiredQueryParam('q', 'What'), { ...queryParam('n', 'How many'), schema: Number }],
        responses: { 200: response('Found', { type: 'object' }) },
      },
      ({ query }) => reply(200, query),
    );
    expect((await runnerOf(explicit)({ target: '/search?q=x&n=4' })).body).toEqual({ q: 'x', n: 4 });
    const refused = await runnerOf(explicit)({ target: '/search?n=many' });
    expect(refused.body).toMatchObject({ errors: [{ pointer: '#/q' }, { pointer: '#/n' }] });
  });
});

it('names each documented type of a parameter once, and says that one without any must be absent', async () => {
  class Chosen {
    @Optional() @Allow() @SchemaOverride({ enum: [0, 1] }) bit?: unknown;
    @Optional() @Allow() @SchemaOverride({ enum: [] }) nothing?: unknown;
  }
  const run = runnerOf(
    operation(
      { method: 'GET', path: '/', query: Chosen, responses: { 204: response('Seen') } },
      () => undefined,
    ),
  );
  const detailsOf = async (target: string): Promise<unknown[]> =>
    ((await run({ target })).body as ProblemDetails).errors!.map(({ detail }) => detail);
  expect(await detailsOf('/?bit=x')).toEqual(['bit must be one of 0, 1']);
  expect(await detailsOf('/?nothing=x')).toEqual(['nothing must be absent']);
});

describe('bodies', () => {
  const place = operation(
    { method: 'POST', path: '/orders', body: NewOrder, responses: { 201: response('Placed', Order) } },
    ({ body: { email, lines } }) =>
      Object.assign(new Order(), { id: 1, email, placed: new Date(0), lineCount: lines.length, secret: 'x' }),
  );
  const run = runnerOf(place, { maxBodyBytes: 200 });
  const valid = { email: 'ada@example.com', order_lines: [{ sku: 'LAMP', quantity: 2 }] };

  it('validates, and answers with the only success in its documented view', async () => {
    const answer = await run({ target: '/orders', headers: JSON_TYPE, body: JSON.stringify(valid) });
    expect(answer).toEqual({
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: { id: 1, email: 'ada@example.com', placed: '1970-01-01T00:00:00.000Z', line_count: 1 },
    });
  });

  it('names each fault by its names on the wire', async () => {
    const wrong = { email: 'x', order_lines: [valid.order_lines[0], { sku: 'L', quantity: 0 }] };
    const { status, body: problem } = await run({
      target: '/orders',
      headers: JSON_TYPE,
      body: JSON.stringify(wrong),
    });
    expect(status).toBe(400);
    expect((problem as ProblemDetails).errors).toEqual([
      { in: 'body', pointer: '#/email', detail: 'email must be an email', rule: 'isEmail' },
      {
        in: 'body',
        pointer: '#/order_lines/1/sku',
        detail: 'sku must be longer than or equal to 2 characters',
        rule: 'minLength',
      },
      {
        in: 'body',
        pointer: '#/order_lines/1/quantity',
        detail: 'quantity must not be less than 1',
        rule: 'min',
      },
    ]);
  });

  it.each([
    ['an array', JSON_TYPE, '[]', 400],
    ['null', JSON_TYPE, 'null', 400],
    ['none', {}, undefined, 400],
    ['an empty one', JSON_TYPE, '', 400],
    ['broken JSON', JSON_TYPE, '{"email":', 400],
    ['no UTF-8', JSON_TYPE, new Uint8Array([0x22, 0xff, 0x22]), 400],
    ['no content type', {}, '{}', 415],
    ['another content type', { 'content-type': 'text/plain' }, '{}', 415],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }, '{}', 415],
    ['a compressed one', { ...JSON_TYPE, 'content-encoding': 'gzip' }, '{}', 415],
    ['one too long', JSON_TYPE, JSON.stringify({ ...valid, email: 'x'.repeat(200) }), 413],
  ])('rejects %s', async (_, headers, content, status) => {
    const answer = await run({
      target: '/orders',
      headers,
      body: content,
    });
    expect(answer).toMatchObject({
      status,
      headers: { 'content-type': 'application/problem+json' },
      body: { status },
    });
  });

  it('answers invalid ones with 422 by choice, and in the class of the application', async () => {
    class Mistake {
      @IsString() message!: string;
    }
    const own = runnerOf(place, {
      invalidStatus: 422,
      problem: {
        schema: Mistake,
        create: ({ detail }) => Object.assign(new Mistake(), { message: detail, undocumented: true }),
        contentType: 'application/json',
      },
    });
    expect(await own({ target: '/orders', headers: JSON_TYPE, body: '{}' })).toEqual({
      status: 422,
      headers: { 'content-type': 'application/json' },
      body: { message: 'The request is invalid.' },
    });
    expect((await own({ target: '/orders', headers: JSON_TYPE, body: '{' })).status).toBe(400);
  });

  it('refuses half a surrogate pair, on which rules that count bytes throw; passes on other errors of rules', async () => {
    class Mail {
      @IsEmail() to!: string;
      @IsOptional()
      @ValidateBy({ name: 'broken', validator: { validate: () => Promise.reject(new RangeError()) } })
      other?: string;
    }
    const send = operation(
      { method: 'POST', path: '/mails', body: Mail, responses: { 204: response('Sent') } },
      () => undefined,
    );
    const post = (json: string) => runnerOf(send)({ target: '/mails', headers: JSON_TYPE, body: json });
    const refused = await post('{"to":"a@example.com\\ud800"}');
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ detail: 'The value contains an incomplete surrogate pair' }] },
    });
    await expect(post('{"to":"a@example.com","other":"a"}')).rejects.toThrow(RangeError);
  });

  it('rejects what the schema refuses, also if a rule or a getter throws for it', async () => {
    class Part {
      @IsString() name!: string;
      @Expose() @IsString() get upper(): string {
        return this.name.toUpperCase();
      }
    }
    class Code {
      @IsString()
      @ValidateBy({ name: 'a', validator: { validate: (text: string) => text.startsWith('a') } })
      code!: string;
      @IsOptional() @ValidateNested({ each: true }) @Type(() => Part) parts?: Part[];
      @IsOptional()
      @ValidateBy({ name: 'b', validator: { validate: async () => Promise.reject(new RangeError()) } })
      other?: unknown;
    }
    const send = operation(
      { method: 'POST', path: '/codes', body: Code, responses: { 204: response('Taken') } },
      () => undefined,
    );
    const post = async (body: object) =>
      runnerOf(send)({ target: '/codes', headers: JSON_TYPE, body: JSON.stringify(body) });
    for (const [body, pointer] of [
      [{ code: 5 }, '#/code'],
      [{}, '#/code'],
      [{ code: 'a', parts: [{ name: 'b' }, { name: 5 }] }, '#/parts/1/name'],
      [{ code: 'a', parts: [{}] }, '#/parts/0/name'],
      [{ code: 5, other: 1 }, '#/code'],
    ] as const)
      expect(await post(body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    expect(await post({ code: 'a', parts: [{ name: 'b' }] })).toMatchObject({ status: 204 });
    await expect(post({ code: 'a', other: 1 })).rejects.toThrow(RangeError);
  });

  it('rejects a value for which a @Transform throws, without showing the value', async () => {
    class Amount {
      @Transform(({ value }) => BigInt(value as string)) @IsDefined() cents!: bigint;
    }
    const pay = operation(
      { method: 'POST', path: '/pay', body: Amount, responses: { 204: response('Paid') } },
      () => undefined,
    );
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const answer = await runnerOf(pay)({ target: '/pay', headers: JSON_TYPE, body: '{"cents":"secret"}' });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ in: 'body', pointer: '#/cents', detail: 'cents is invalid' }] },
    });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(warned.mock.calls).toEqual([
      [
        'A request could not be converted to an instance of Amount: SyntaxError was thrown.',
        { type: 'OperationWarning' },
      ],
    ]);
    warned.mockRestore();
  });

  it('names the member for which a @Transform throws', async () => {
    const fail = ({ value }: TransformFnParams): void => {
      if (value !== undefined) throw new TypeError(`secret ${value}`);
    };
    class Part {
      @IsOptional() @Expose({ name: 'unit-price' }) @Transform(fail) price?: string;
      @IsOptional() @IsString() kind?: string;
    }
    class Whole {
      @IsOptional() @IsInt() @Transform(fail) size?: number;
      @IsOptional() @ValidateNested() @Type(() => Part) part?: Part;
      @IsOptional() @ValidateNested({ each: true }) @Type(() => Part) parts?: Part[];
      @IsOptional() @ValidateNested({ each: true }) @Type(() => Part) byName?: Map<string, Part>;
    }
    const given = operation(
      {
        method: 'POST',
        path: '/wholes',
        query: Whole,
        body: arrayOf(Whole),
        responses: { 204: response('Taken') },
      },
      () => undefined,
    );
    const run = runnerOf(given);
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const faultsOf = async (value: unknown, query = ''): Promise<unknown> => {
      const target = `/wholes${query}`;
      const answer = await run({ target, headers: JSON_TYPE, body: JSON.stringify([value]) });
      return [answer.status, (answer.body as { errors: unknown }).errors];
    };
    const fault = (pointer: string, name: string, place = 'body'): unknown => [
      400,
      [{ in: place, pointer, detail: `${name} is invalid` }],
    ];
    expect(await faultsOf({ size: 1 })).toEqual(fault('#/0/size', 'size'));
    expect(await faultsOf({ part: { 'unit-price': 'a' } })).toEqual(
      fault('#/0/part/unit-price', 'unit-price'),
    );
    expect(await faultsOf({ parts: [{}, { 'unit-price': 'a' }] })).toEqual(
      fault('#/0/parts/1/unit-price', 'unit-price'),
    );
    expect(await faultsOf({ byName: { a: { 'unit-price': 'a' } } })).toEqual(
      fault('#/0/byName/a/unit-price', 'unit-price'),
    );
    expect(await faultsOf({}, '?size=1')).toEqual(fault('#/size', 'size', 'query'));
    warned.mockRestore();
  });

  it('reads forms as they are documented', async () => {
    const login = operation(
      {
        method: 'POST',
        path: '/login',
        body: formURLEncodedBody(Login),
        responses: { 200: response('In', Login) },
      },
      ({ body: given }) => given,
    );
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await runnerOf(login)({
      target: '/login',
      headers: form,
      body: 'user=a+d%61&age=7&codes=1&limits[min]=2',
    });
    expect(answer.body).toEqual({ user: 'a da', age: 7, codes: [1], limits: { min: 2 } });
    const wrong = await runnerOf(login)({
      target: '/login',
      headers: form,
      body: 'user=ada&age=x&limits[min]=y',
    });
    expect(wrong.body).toMatchObject({ errors: [{ pointer: '#/age' }, { pointer: '#/limits/min' }] });
  });

  it('reads lists, texts and optional bodies', async () => {
    const many = operation(
      {
        method: 'POST',
        path: '/many',
        body: arrayOf(NewOrder),
        responses: { 200: response('How many', Number) },
      },
      ({ body: orders }) => orders.filter((one) => one instanceof NewOrder).length,
    );
    expect(
      (await runnerOf(many)({ target: '/many', headers: JSON_TYPE, body: JSON.stringify([valid, valid]) }))
        .body,
    ).toBe(2);
    const refused = await runnerOf(many)({
      target: '/many',
      headers: JSON_TYPE,
      body: JSON.stringify([valid, {}, 1]),
    });
    expect((refused.body as ProblemDetails).errors?.map(({ pointer }) => pointer)).toContain('#/2');
    const maybe = operation(
      {
        method: 'POST',
        path: '/maybe',
        body: { schema: String, contentType: 'text/plain' },
        responses: { 200: response('It', String) },
      },
      ({ body: text }) => text ?? 'none',
    );
    expect((await runnerOf(maybe)({ target: '/maybe' })).body).toBe('none');
    expect(
      (await runnerOf(maybe)({ target: '/maybe', headers: { 'content-type': 'text/plain' }, body: 'hi' }))
        .body,
    ).toBe('hi');
  });
});

describe('answers', () => {
  const answering = (result: unknown): ReturnType<typeof runnerOf> =>
    runnerOf(
      operation(
        {
          method: 'GET',
          path: '/order',
          responses: {
            200: response('It', Order),
            404: response('None', ProblemDetails),
            '5XX': response('Broken'),
          },
        },
        () => result as never,
      ),
    );
  const order = { id: 1, email: 'a', placed: new Date(0), lineCount: 2, secret: 'x' };

  it('writes plain objects as the documented class', async () => {
    expect((await answering(order)({ target: '/order' })).body).toEqual({
      id: 1,
      email: 'a',
      placed: '1970-01-01T00:00:00.000Z',
      line_count: 2,
    });
  });

  it('sends status and headers', async () => {
    expect(
      await answering(
        reply(
          404,
          { type: 'about:blank', title: 'No', status: 404 },
          { headers: { 'X-Why': 1, 'content-type': 'application/json' } },
        ),
      )({ target: '/order' }),
    ).toEqual({
      status: 404,
      headers: { 'x-why': '1', 'content-type': 'application/json' },
      body: { type: 'about:blank', title: 'No', status: 404 },
    });
    expect(await answering(reply(503))({ target: '/order' })).toEqual({
      status: 503,
      headers: {},
      body: undefined,
    });
  });

  it('takes an object that says yes to every `in` for a body', async () => {
    const everything = new Proxy(order, { has: () => true });
    expect(await answering(everything)({ target: '/order' })).toMatchObject({ status: 200, body: { id: 1 } });
  });

  it('sends problem details as they are documented', async () => {
    const fault = { in: 'query', pointer: '#/q', detail: 'No' } as const;
    const failing = (reply: ReturnType<typeof problem<404 | 409 | 429 | 499>>): ReturnType<typeof runnerOf> =>
      runnerOf(
        operation(
          {
            method: 'GET',
            path: '/order',
            responses: {
              200: response('It', Order),
              404: problemResponse('None'),
              409: problemResponse('Taken'),
              429: problemResponse('Too many'),
              499: problemResponse('Odd'),
            },
          },
          () => reply,
        ),
      );
    const headers = { 'content-type': 'application/problem+json' };
    const details = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is none.' };
    expect(await failing(problem(404, 'There is none.'))({ target: '/order' })).toEqual({
      status: 404,
      headers,
      body: details,
    });
    expect((await failing(problem(409, 'No', [fault]))({ target: '/order' })).body).toMatchObject({
      title: 'Conflict',
      errors: [fault],
    });
    const limited = problem(429, 'No', { headers: { 'Retry-After': 60 }, errors: [fault] });
    expect(await failing(limited)({ target: '/order' })).toMatchObject({
      status: 429,
      headers: { ...headers, 'retry-after': '60' },
      body: { title: 'Too Many Requests', errors: [fault] },
    });
    expect((await failing(problem(499, 'No'))({ target: '/order' })).body).toMatchObject({
      title: 'Status 499',
    });
  });

  it.each([
    [reply(200, { ...order, id: 'x' }), '#/id must be an integer'],
    [reply(201, order), 'the status 201 is not documented'],
    [reply(200), 'the documented body is missing'],
    [reply(503, 'x'), 'a body is not documented'],
    [reply(200, order, { headers: { 'content-type': 'text/csv' } }), 'text/csv is not documented'],
  ])('rejects the response %j, which is not documented', async (result, message) => {
    await expect(answering(result)({ target: '/order' })).rejects.toThrow(message);
  });

  it('sends no undocumented body, also without the check of responses', async () => {
    const run = runnerOf(
      operation(
        { method: 'GET', path: '/up', checkResponses: false, responses: { 204: response('Up') } },
        () => reply(503 as never, { secret: 'x' } as never),
      ),
    );
    await expect(run({ target: '/up' })).rejects.toThrow('the status 503 is not documented');
  });
});

describe('registration', () => {
  it('documents the responses to rejected requests', async () => {
    const docs = new Docs({ info: { title: 'Shop', version: '1' } });
    docs.bindOperations([
      operation(
        {
          method: 'POST',
          path: '/orders/:id',
          params: ItemPath,
          body: NewOrder,
          responses: { 201: response('Placed', Order), 400: response('Own', Order) },
        },
        () => reply(201, new Order()),
      ),
      operation({ method: 'GET', path: '/health', responses: { 204: response('Up') } }, () => undefined),
    ]);
    const { paths } = docs.buildSpec();
    expect(Object.keys(paths['/health']!.get!.responses)).toEqual(['204']);
    const { responses } = paths['/orders/{id}']!.post!;
    expect(Object.keys(responses)).toEqual(['201', '400', '413', '415']);
    expect(Object.keys(responses['400']!.content!)).toEqual(['application/json', 'application/problem+json']);
    await expectValidDocument(docs.buildSpec());
  });

  it('documents files as they travel, and the stream as the last part', async () => {
    const docs = new Docs({ info: { title: 'Shop', version: '1' } });
    docs.bindOperations([
      operation(
        { method: 'POST', path: '/files', body: formBody(OneStream), responses: { 204: response('Kept') } },
        () => undefined,
      ),
    ]);
    const spec = docs.buildSpec();
    expect(spec.paths['/files']!.post!.requestBody).toEqual({
      required: true,
      description: '`video` must be the last part: it is read while it arrives.',
      content: {
        'multipart/form-data': {
          schema: { $ref: '#/components/schemas/OneStream' },
          encoding: {
            photo: { contentType: 'image/png' },
            video: { contentType: 'application/octet-stream' },
          },
        },
      },
    });
    expect(spec.components?.schemas?.OneStream).toMatchObject({
      properties: { photo: { format: 'binary' }, video: { format: 'binary' } },
      required: ['photo', 'video'],
    });
    await expectValidDocument(spec);
  });

  class Bare {}
  class Nested {
    @Allow() @Required() @TypeOf(() => Bare) bare!: Bare;
  }
  class Reserved {
    @Header('Authorization') @IsString() token!: string;
  }
  const responses = { 204: response('Done') };
  const withoutJsonSchema = {
    '~standard': { version: 1, vendor: 'valibot', validate: () => ({ value: 1 }) },
  };
  it.each<[string, Record<string, unknown>, string, string?]>([
    [
      'two bodies',
      { method: 'POST', path: '/a', body: NewOrder, requestBody: body(Order), responses },
      'which mean the same',
      'body NewOrder and requestBody Order',
    ],
    [
      'a field of an endpoint',
      { method: 'GET', path: '/a', queryParams: ItemQuery, responses },
      'Rename it to query',
      'queryParams ItemQuery',
    ],
    [
      'a path parameter without a property',
      { method: 'GET', path: '/a/{id}/{other}', params: ItemPath, responses },
      'Add a property other to ItemPath, or @Path',
      'which ItemPath does not',
    ],
    [
      'a property without a path parameter',
      { method: 'GET', path: '/a', params: ItemPath, responses },
      'Rename it, or add {id}',
      'a property of ItemPath',
    ],
    [
      'a class without metadata',
      { method: 'GET', path: '/a', query: Bare, responses },
      'Decorate its properties',
      'Bare',
    ],
    [
      'a body without metadata',
      { method: 'POST', path: '/a', body: [Bare], responses },
      'Decorate its properties',
      'Bare',
    ],
    [
      'a class without metadata within',
      { method: 'POST', path: '/a', body: Nested, responses },
      'Decorate its properties',
      'Bare',
    ],
    [
      'a response without metadata',
      { method: 'GET', path: '/a', responses: { 200: response('It', Bare) } },
      'Decorate its properties',
      'Bare',
    ],
    [
      'a header that is no parameter',
      { method: 'GET', path: '/a', headers: Reserved, responses },
      'Document it by security',
      'a property of Reserved',
    ],
    [
      'what is no class',
      { method: 'GET', path: '/a', query: 'ItemQuery', responses },
      'needs a class or a Standard JSON Schema as query',
      '"ItemQuery"',
    ],
    [
      'a schema that has no JSON Schema',
      { method: 'GET', path: '/a', query: withoutJsonSchema, responses },
      'toStandardJsonSchema',
      'valibot',
    ],
    [
      'a body that has no JSON Schema',
      { method: 'POST', path: '/a', body: withoutJsonSchema, responses },
      'toStandardJsonSchema',
      'valibot',
    ],
    ['no responses at all', { method: 'GET', path: '/a' }, "as in { 200: response('The user', User) }"],
    ['no responses', { method: 'GET', path: '/a', responses: {} }, 'Add at least one'],
    ['a wildcard', { method: 'GET', path: '/a/*rest', responses }, 'one operation for each path'],
    ['an expression', { method: 'GET', path: '/a/:id(\\d+)', responses }, 'one operation for each path'],
    [
      'an expression of Hono',
      { method: 'GET', path: '/a/:id{[0-9]+}', responses },
      'one operation for each path',
    ],
    [
      'a class and parameters',
      { method: 'GET', path: '/a', query: ItemQuery, parameters: [queryParam('q', '')], responses },
      'Add a property to ItemQuery',
      'the class ItemQuery',
    ],
    [
      'a stream in JSON',
      { method: 'POST', path: '/a', body: OneStream, responses },
      'Take it as formBody(OneStream), or make it a Buffer',
      'OneStream.video',
    ],
    [
      'two streams in a form',
      { method: 'POST', path: '/a', body: formBody(TwoStreams), responses },
      'only the last part of a form can be one',
      'TwoStreams',
    ],
    [
      'a form that is no class',
      { method: 'POST', path: '/a', body: formBody({ type: 'object' }), responses },
      'describe its fields with one',
    ],
    [
      'parts that are no form',
      { method: 'POST', path: '/a', body: { schema: NewOrder, contentType: 'multipart/mixed' }, responses },
      'Register it by hand',
    ],
    [
      'a path parameter twice',
      { method: 'GET', path: '/a/{id}/b/{id}', params: ItemPath, responses },
      'Give each its own name',
    ],
    [
      'a body that HTTP has not',
      { method: 'GET', path: '/a', responses: { 204: response('', Order) } },
      'Leave its schema out',
    ],
    [
      'a class that is undefined',
      { method: 'POST', path: '/a', body: undefined, responses },
      'leave the field out',
    ],
    [
      'another class that is undefined',
      { method: 'GET', path: '/a', query: undefined, responses },
      'leave the field out',
    ],
    [
      'a status for invalid requests',
      { method: 'GET', path: '/a', responses, invalidStatus: 404 },
      'needs 400 or 422, not 404',
    ],
    [
      'a limit that is text',
      { method: 'GET', path: '/a', responses, maxBodyBytes: '1mb' },
      'needs a number that is not negative, not "1mb"',
    ],
    [
      'a limit of files',
      { method: 'GET', path: '/a', responses, multipart: { maxFiles: NaN } },
      'The option maxFiles',
    ],
    [
      'an unknown limit',
      { method: 'GET', path: '/a', responses, multipart: { maxSize: 1 } },
      'needs an object of maxFileBytes',
    ],
    [
      'a problem that nothing makes',
      { method: 'GET', path: '/a', responses, problem: { schema: Order } },
      'a class and a function',
    ],
    [
      'another check of responses',
      { method: 'GET', path: '/a', responses, checkResponses: 'warn' },
      "needs 'throw', 'log' or false",
    ],
    ['an unknown method', { method: 'FETCH', path: '/a', responses }, 'Use one of GET'],
  ])('refuses %s', (_, definition, remedy, owner = '') => {
    const register = (): unknown =>
      new Docs({ info: { title: 'x', version: '1' } }).bindOperations([
        operation(definition as never, () => undefined as never),
      ]);
    expect(register).toThrow(ConfigError);
    expect(register).toThrow(remedy);
    expect(register).toThrow(owner);
    expect(register).toThrow(`operation ${String(definition.method)} ${String(definition.path)}`);
  });

  it.each([
    [{ path: '/a', responses }, 'needs a method that is a string'],
    [{ method: 'GET', responses }, 'needs a path that is a string'],
    ['GET /a', 'needs a definition'],
  ])('refuses %j where it is written', (definition, message) => {
    const write = (): unknown => operation(definition as never, () => undefined as never);
    expect(write).toThrow(ConfigError);
    expect(write).toThrow(message);
  });

  const at = (method: string, path: string, name?: string): Operation =>
    operation({ method, path, responses, ...(name !== undefined && { operationId: name }) }, () => undefined);
  it.each([
    ['GET /a', 'GET /a', 'refused'],
    ['get /a', 'GET /a', 'refused'],
    ['GET /a/{id}', 'GET /a/:id', 'refused'],
    ['GET /a/{id}', 'GET /a/{name}', 'refused'],
    ['GET /a', 'POST /a', 'taken'],
    ['GET /a/{id}', 'GET /a/b', 'taken'],
    ['GET /a/{id}', 'GET /a/{id}/{id2}', 'taken'],
  ])('%s and %s are %s together', (one, other, verdict) => {
    const [first, second] = [one, other].map((place, index) =>
      at(...(place.split(' ') as [string, string]), ['first', 'second'][index]),
    ) as [Operation, Operation];
    const docs = (): Docs => new Docs({ info: { title: 'x', version: '1' } });
    const register = (...calls: Operation[][]): Docs => {
      const all = docs();
      for (const call of calls) all.bindOperations(call);
      return all;
    };
    if (verdict === 'taken') {
      expect(Object.keys(register([first, second]).buildSpec().paths)).not.toEqual([]);
      register([first], [second]);
      return;
    }
    const [a, b] = [one, other].map((place) => place.replace(/^get/, 'GET')) as [string, string];
    const remedy = 'Change its method or path, or remove it.';
    expect(() => register([first, second])).toThrow(ConfigError);
    expect(() => register([at('GET', '/z'), first, second])).toThrow(
      `operation ${b} (second) has the same method and path as ${a} (first), operation 2 of the call, and is operation 3. It would never run. ${remedy}`,
    );
    expect(() => register([first], [second])).toThrow(
      `operation ${b} (second) has the same method and path as ${a} (first), which is already registered. It would never run. ${remedy}`,
    );
    expect(() => register([first, first])).toThrow(ConfigError);
    // For another server.
    register([first], [first]);
  });

  it('registers no operation if one is invalid', () => {
    const docs = new Docs({ info: { title: 'x', version: '1' } });
    const right = operation({ method: 'GET', path: '/right', responses }, () => undefined);
    const wrong = operation({ method: 'GET', path: '/wrong', query: Bare, responses }, () => undefined);
    expect(() => docs.bindOperations([right, wrong])).toThrow(ConfigError);
    expect(docs.buildSpec().paths).toEqual({});
  });
});

test('facts describe an operation whose response is open, and change nothing that it sends', async () => {
  const cat = { name: 'Tom', lives: 9 };
  const getCat = operation(
    { method: 'GET', path: '/facts/{id}', responses: { 200: response('The cat', schema('any')) } },
    () => cat,
  );
  const facts = {
    facts: 1,
    typescript: '5.9.3',
    strictNulls: true,
    sources: {},
    handlers: {},
    operations: {
      'src/cats.ts#GET /facts/{id}': {
        description: 'Finds a cat.',
        answer: { schema: { $ref: 'src/cats.ts#FactCat' } },
      },
    },
    types: {
      'src/cats.ts#FactCat': {
        name: 'FactCat',
        members: { name: { schema: { type: 'string' }, required: true } },
      },
    },
  };
  const docs = new Docs({ info: { title: 'Cats', version: '1.0.0' }, facts }).addOperations([getCat]);
  const { paths, components } = docs.buildSpec();
  expect(paths['/facts/{id}']?.get).toMatchObject({
    description: 'Finds a cat.',
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/FactCat' } } } },
    },
  });
  expect(components?.schemas?.FactCat).toMatchObject({ required: ['name'] });
  expect(await docs.call(getCat, { params: { id: '1' } })).toMatchObject({ data: cat });
});
