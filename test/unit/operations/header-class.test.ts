import { Exclude, Expose, Type } from 'class-transformer';
import { IsDate, IsInt, IsOptional, IsString, Min } from 'class-validator';
import {
  type Constructor,
  Description,
  Docs,
  file,
  Header,
  operation,
  type Operation,
  problem,
  problemResponse,
  reply,
  response,
} from '../../../src/index.js';
import { runnerOf, type TestResponse } from './run.js';

class Inner {
  @IsInt() a!: number;
  @IsString() b!: string;
}

class RateLimit {
  @Header('X-RateLimit-Limit') @Description('Requests for each minute') @IsInt() @Min(1) limit!: number;
  @Expose({ name: 'x-reset' }) @IsOptional() @Type(() => Date) @IsDate() reset?: Date;
  @IsOptional() @IsString({ each: true }) tags?: string[];
  @IsOptional() @Type(() => Inner) inner?: Inner;
  @Exclude({ toPlainOnly: true }) @IsOptional() @IsString() secret?: string;
}

const limits = (fields: Partial<RateLimit> = {}): RateLimit =>
  Object.assign(new RateLimit(), { limit: 60 }, fields);

type Given = ConstructorParameters<typeof Map>[0] | object;

const answering = (headers: Given, documented: unknown = RateLimit, status = 200): Operation =>
  operation(
    {
      method: 'GET',
      path: '/r',
      responses: {
        200: { ...response('A text', String), headers: documented as Constructor },
        429: { ...problemResponse('Too many'), headers: documented as Constructor },
      },
    },
    () =>
      status === 200
        ? reply(200, 'x', { headers: headers as never })
        : problem(429, 'Wait', { headers: headers as never }),
  );

const run = (one: Operation): Promise<TestResponse> => runnerOf(one)({ target: '/r' });

describe('a class of response headers', () => {
  it('is documented as headers', () => {
    const docs = new Docs({ info: { title: 'T', version: '1' } });
    docs.add({ method: 'GET', path: '/r', responses: { 200: { description: 'x', headers: RateLimit } } });
    expect(docs.validate()).toBeNull();
    const { paths } = docs.buildSpec();
    expect((paths['/r']!.get!.responses as Record<string, unknown>)['200']).toEqual({
      description: 'x',
      headers: {
        'X-RateLimit-Limit': {
          description: 'Requests for each minute',
          required: true,
          schema: { type: 'integer', minimum: 1 },
        },
        'x-reset': { schema: { type: 'string', format: 'date-time' } },
        tags: { style: 'simple', explode: false, schema: { type: 'array', items: { type: 'string' } } },
        inner: { style: 'simple', explode: false, schema: { $ref: '#/components/schemas/Inner' } },
      },
    });
  });

  test.each<[string, Given, object]>([
    ['an instance', limits(), { 'x-ratelimit-limit': '60' }],
    ['a plain object', { limit: 60 }, { 'x-ratelimit-limit': '60' }],
    [
      'a date, a list and an object',
      limits({ reset: new Date(0), tags: ['a', 'b'], inner: { a: 1, b: 'x' } }),
      { 'x-reset': '1970-01-01T00:00:00.000Z', tags: 'a,b', inner: 'a,1,b,x' },
    ],
    ['other headers beside', { limit: 60, location: '/x', 'x-other': 5 }, { location: '/x', 'x-other': '5' }],
    ['a member that is undefined', { limit: 60, tags: undefined }, { 'x-ratelimit-limit': '60' }],
  ])('writes %s', async (_, headers, sent) => {
    const response = await run(answering(headers));
    expect(response).toMatchObject({ status: 200, headers: sent });
  });

  test.each([
    ['an instance', limits({ secret: 'x' })],
    ['a plain object', { limit: 60, secret: 'x' }],
    ['an instance with an own member', Object.assign(limits(), { password: 'x' })],
  ])('leaves undocumented members of %s out', async (_, headers) => {
    const { headers: sent } = await run(answering(headers));
    expect(Object.keys(sent).sort()).toEqual(['content-type', 'x-ratelimit-limit']);
  });

  class Cached {
    @Header('X-Cache') @IsString() cache!: string;
    @Expose() @Header('X-Key') @IsString() get key(): string {
      return `key of ${this.cache}`;
    }
  }
  class Traced {
    @Header('X-Trace') @IsOptional() @IsString() cache?: string;
  }

  test.each([
    ['the first class', [Cached, Traced]],
    ['the last class', [Traced, Cached]],
  ])('writes an instance of %s of a list, and nothing else', async (_, documented) => {
    const cached = Object.assign(new Cached(), { cache: 'hit', password: 'x' });
    const { headers } = await run(answering(cached, documented));
    expect(headers).toEqual({ 'content-type': 'application/json', 'x-cache': 'hit', 'x-key': 'key of hit' });
  });

  it('leaves undocumented members of an instance of another class out', async () => {
    class Session {
      limit = 60;
      token = 'secret';
    }
    const { headers } = await run(answering(new Session()));
    expect(headers).toEqual({ 'content-type': 'application/json', 'x-ratelimit-limit': '60' });
  });

  it('sends each cookie in a header of its own, since cookies cannot be joined (RFC 9110, 5.3)', async () => {
    class Cookies {
      @Header('Set-Cookie') @IsString({ each: true }) cookies!: string[];
    }
    const { headers } = await run(answering({ cookies: ['a=1; Path=/', 'b=2'] }, Cookies));
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2']);
  });

  it('writes the headers of a problem', async () => {
    const response = await run(answering({ limit: 60, 'retry-after': '5' }, RateLimit, 429));
    expect(response).toMatchObject({
      status: 429,
      headers: { 'x-ratelimit-limit': '60', 'retry-after': '5' },
    });
  });

  test.each([
    ['a missing header', {}, /the required header X-RateLimit-Limit is missing/],
    ['a value that its schema refuses', { limit: 0 }, /the header X-RateLimit-Limit does not satisfy/],
  ])('is checked: %s', async (_, headers, message) => {
    await expect(run(answering(headers))).rejects.toThrow(message);
  });

  class RequestId {
    @Header('X-Request-Id') @IsString() id!: string;
  }

  it('stands in a list with others', async () => {
    const documented = [RateLimit, RequestId, { ETag: { description: 'Version' } }];
    const one = answering({ limit: 60, id: 'r1', etag: '"1"' }, documented);
    expect(await run(one)).toMatchObject({
      headers: { 'x-ratelimit-limit': '60', 'x-request-id': 'r1', etag: '"1"' },
    });
    const [endpoint] = new Docs({ info: { title: 'T', version: '1' } }).bindOperations([one], {});
    expect(Object.keys(endpoint!.endpoint.responses)).toContain('304');
  });

  class Versioned {
    @Header('ETag') @IsString() etag!: string;
  }

  it('has the header of a version, so 304 is documented', async () => {
    const one = operation(
      {
        method: 'GET',
        path: '/r',
        responses: { 200: { ...response('A text', String), headers: Versioned } },
      },
      ({ reply: replyWith }) => replyWith(200, 'x', { headers: { etag: '"1"' } }),
    );
    const response_ = await runnerOf(one)({ target: '/r', headers: { 'if-none-match': '"1"' } });
    expect(response_).toMatchObject({ status: 304, headers: { etag: '"1"' } });
  });

  it('stands beside the headers of a range', async () => {
    const one = operation(
      {
        method: 'GET',
        path: '/r',
        responses: { 200: { ...response('A file', file()), headers: RequestId } },
      },
      ({ reply: replyWith }) => replyWith(200, 'x' as never, { headers: { id: 'r1' } }),
    );
    const docs = new Docs({ info: { title: 'T', version: '1' } });
    docs.bindOperations([one], {});
    const [bound] = docs.bindOperations([one], {});
    expect(JSON.stringify(bound!.endpoint.responses)).toContain('Content-Range');
    expect(await run(one)).toMatchObject({ status: 200, headers: { 'x-request-id': 'r1' } });
  });

  class Exploded {
    @Header('X-State', { explode: true }) @Type(() => Inner) state!: Inner;
  }

  it('has the style of its decorators', async () => {
    expect(await run(answering({ state: { a: 1, b: 'x' } }, Exploded))).toMatchObject({
      headers: { 'x-state': 'a=1,b=x' },
    });
  });

  it('needs decorators', () => {
    expect(() => runnerOf(answering({}, class Plain {}))).toThrow(/Plain: No decorator describes a property/);
  });

  test.each([
    ['a promise', Promise.resolve()],
    ['a list with a text', ['X-Total']],
  ])('is not %s', (_, headers) => {
    const docs = new Docs({ info: { title: 'T', version: '1' } });
    docs.add({
      method: 'GET',
      path: '/r',
      responses: { 200: { description: 'x', headers: headers as never } },
    });
    docs.buildSpec();
    expect(docs.diagnostics()).toEqual([
      expect.objectContaining({
        code: 'invalid-field',
        message: expect.stringMatching(/headers needs a class/) as never,
      }),
    ]);
  });
});
