/* oxlint-disable typescript/no-unnecessary-type-parameters -- types are compared */
import { IsBoolean, IsInt, IsOptional, IsString } from 'class-validator';
import {
  csv,
  Docs,
  download,
  eventStream,
  file,
  operation,
  type Operation,
  problemResponse,
  reply,
  response,
} from '../../../src/index.js';
import { BodyStream } from '../../../src/operations/response/body-stream.js';
import { acceptedTypes } from '../../../src/operations/response/negotiate.js';
import { runnerOf, type TestResponse } from './run.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>): void => undefined;

class Row {
  @IsString() sku!: string;
  @IsInt() count!: number;
}

const CONTENT = { 'application/json': [Row], 'text/csv': csv([Row]), 'text/plain': String } as const;
const rows: Row[] = [{ sku: 'A', count: 1 }];

const report = operation(
  { method: 'GET', path: '/r', responses: { 200: { description: 'Report', content: CONTENT } } },
  ({ mediaType }) => {
    same<typeof mediaType, 'application/json' | 'text/csv' | 'text/plain'>(true);
    return mediaType === 'text/plain' ? 'A: 1' : rows;
  },
);

const asked = (one: Operation, accept?: string, body?: string): Promise<TestResponse> =>
  runnerOf(one)({
    target: '/r',
    headers: {
      ...(accept !== undefined && { accept }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
  });

describe('a success that is a component', () => {
  const config = { components: { responses: { Rows: { description: 'Rows', content: CONTENT } } } };
  const answer = (more: object): Promise<TestResponse> => {
    const responses = { 200: { $ref: 'Rows' }, ...more };
    const one = operation({ method: 'GET', path: '/r', responses }, () => rows as never);
    return runnerOf(one, {}, config)({ target: '/r', headers: { accept: 'image/png' } });
  };

  it('sends its first type to a client that accepts none, since 406 is not documented', async () => {
    expect(await answer({})).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  });

  it('is refused with 406 where the operation documents it', async () => {
    expect(await answer({ 406: problemResponse('Not acceptable') })).toMatchObject({ status: 406 });
  });
});

describe('Accept chooses the media type', () => {
  test.each<[string | undefined, string]>([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV', 'text/csv'],
    ['text/csv; header=present', 'text/csv'],
    ['text/csv; charset="utf-8"; q=0.9', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/*, text/plain;q=0.1', 'text/csv'],
    ['text/plain', 'text/plain'],
    ['text/csv;q=0.5, application/json;q=0.4', 'text/csv'],
    ['application/json;q=0.4,text/csv;q=0.5', 'text/csv'],
    ['*/*, application/json;q=0', 'text/csv'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'application/json'],
    [';;;', 'application/json'],
    ['json', 'application/json'],
    ['application/xml, text/plain', 'text/plain'],
  ])('%j gives %s', async (accept, type) => {
    const { status, headers } = await asked(report, accept);
    const sent = type.startsWith('text/') ? `${type}; charset=utf-8` : type;
    expect([status, headers['content-type'], headers.vary]).toEqual([200, sent, 'Accept']);
  });

  test.each(['application/xml', 'image/*', 'application/json;q=0, text/*;q=0', 'a/b;c="d,e/f"'])(
    '%j excludes all of them',
    async (accept) => {
      const { status, headers, body } = await asked(report, accept);
      expect([status, headers.vary, headers['content-type']]).toEqual([
        406,
        'Accept',
        'application/problem+json',
      ]);
      expect((body as { detail: string }).detail).toBe(
        'The response has one of the media types application/json, text/csv, text/plain.',
      );
    },
  );

  it('is decided before the handler runs', async () => {
    let isCalled = false;
    const one = operation(
      { method: 'POST', path: '/r', responses: { 200: { description: 'x', content: CONTENT } } },
      () => {
        isCalled = true;
        return rows;
      },
    );
    expect((await asked(one, 'image/png')).status).toBe(406);
    expect(isCalled).toBe(false);
  });

  it("is the handler's to override", async () => {
    const one = operation(
      { method: 'GET', path: '/r', responses: { 200: { description: 'x', content: CONTENT } } },
      () => reply(200, rows, { headers: { 'content-type': 'text/csv', vary: 'Cookie, accept' } }),
    );
    const { headers } = await asked(one, 'application/json');
    expect(headers).toMatchObject({ 'content-type': 'text/csv', vary: 'Cookie, Accept' });
  });

  it('falls back to a media type that can contain the value', async () => {
    const one = operation(
      {
        method: 'GET',
        path: '/r',
        responses: {
          200: { description: 'x', content: { 'application/json': Row, 'application/pdf': file() } },
        },
      },
      () => download('pdf', { filename: 'a.pdf' }),
    );
    expect((await asked(one, 'application/json')).headers).toMatchObject({
      'content-type': 'application/pdf',
    });
    expect((await asked(one)).headers).toMatchObject({ 'content-type': 'application/pdf' });
  });

  it('chooses among several types with one schema', async () => {
    const one = operation(
      {
        method: 'GET',
        path: '/r',
        responses: {
          200: { ...response('x', Row), contentType: ['application/json', 'application/vnd.shop+json'] },
        },
      },
      ({ mediaType }) => {
        same<typeof mediaType, string>(true);
        return rows[0]!;
      },
    );
    expect((await asked(one, 'application/vnd.shop+json')).headers['content-type']).toBe(
      'application/vnd.shop+json',
    );
  });
});

it('takes a text as the media type that can contain it', async () => {
  const one = operation(
    {
      method: 'GET',
      path: '/r',
      responses: { 200: { description: 'x', content: { 'application/json': Row, 'text/plain': String } } },
    },
    () => 'a text',
  );
  for (const accept of ['application/json', '*/*'])
    expect(await asked(one, accept)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'a text',
    });
});

it('varies also where another success has one media type', async () => {
  const one = operation(
    {
      method: 'GET',
      path: '/r',
      responses: { 200: { description: 'x', content: CONTENT }, 202: response('Later', Row) },
    },
    ({ reply: replyWith }) => replyWith(202, rows[0]!),
  );
  expect((await asked(one, 'application/json')).headers).toMatchObject({ vary: 'Accept' });
  expect((await asked(one, 'image/png')).status).toBe(406);
});

it('does not vary for a range of media types, which the handler chooses', async () => {
  const one = operation(
    {
      method: 'GET',
      path: '/r',
      responses: { 200: { description: 'x', content: { 'image/*': file(), 'text/plain': String } } },
    },
    () => reply(200, Buffer.from('x'), { headers: { 'content-type': 'image/png' } }),
  );
  const { status, headers } = await asked(one, 'text/plain');
  expect([status, headers.vary]).toEqual([200, undefined]);
});

describe('operations with one media type', () => {
  const one = operation(
    { method: 'GET', path: '/r', responses: { 200: response('x', Row) } },
    ({ mediaType }) => {
      same<typeof mediaType, undefined>(true);
      return rows[0]!;
    },
  );

  it('do not read Accept', async () => {
    const { status, headers } = await asked(one, 'application/xml');
    expect([status, headers.vary]).toEqual([200, undefined]);
  });

  it('do not document 406', () => {
    const [bound] = new Docs({ info: { title: 'T', version: '1' } }).bindOperations([one], {});
    expect(Object.keys(bound!.endpoint.responses)).toEqual(['200']);
  });
});

it('documents 406 for several media types', () => {
  const docs = new Docs({ info: { title: 'T', version: '1' } });
  docs.bindOperations([report], {});
  const { paths } = docs.buildSpec();
  expect(Object.keys(paths['/r']!.get!.responses!)).toEqual(['200', '406']);
});

class Prompt {
  @IsString() text!: string;
  @IsOptional() @IsBoolean() stream?: boolean;
}

class Chunk {
  @IsString() text!: string;
}

describe('JSON or events', () => {
  const complete = operation(
    {
      method: 'POST',
      path: '/r',
      body: Prompt,
      responses: {
        200: {
          description: 'The answer',
          content: { 'application/json': Chunk, 'text/event-stream': { itemSchema: Chunk } },
        },
        404: problemResponse('No model'),
      },
    },
    ({ body }) => {
      async function* chunks(): AsyncGenerator<Chunk> {
        yield await Promise.resolve({ text: body.text });
      }
      return body.stream === true ? chunks() : { text: body.text };
    },
  );

  test.each([
    [false, undefined, 'application/json'],
    [true, undefined, 'text/event-stream'],
    [true, 'application/json', 'text/event-stream'],
    [false, 'text/event-stream', 'application/json'],
    [true, 'text/event-stream', 'text/event-stream'],
  ])('are one operation: stream %s, Accept %s', async (stream, accept, type) => {
    const { status, headers, body } = await asked(complete, accept, JSON.stringify({ text: 'x', stream }));
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(body instanceof BodyStream).toBe(stream);
  });

  it('are both documented', () => {
    for (const openapi of ['3.0', '3.1', '3.2'] as const) {
      const docs = new Docs({ info: { title: 'T', version: '1' }, openapi });
      docs.bindOperations([complete], {});
      expect(docs.validate()).toBeNull();
      const { responses } = docs.buildSpec().paths['/r']!.post! as {
        responses: Record<string, { content: object }>;
      };
      expect(Object.keys(responses['200']!.content)).toEqual(['application/json', 'text/event-stream']);
    }
  });

  it('has no 406 for an event stream alone', () => {
    const one = operation(
      { method: 'GET', path: '/r', responses: { 200: eventStream('x', Chunk) } },
      async function* () {
        yield await Promise.resolve({ text: 'x' });
      },
    );
    const [bound] = new Docs({ info: { title: 'T', version: '1' } }).bindOperations([one], {});
    expect(Object.keys(bound!.endpoint.responses)).toEqual(['200']);
  });
});

test.each([';a="', 'a/b;c=",', ',', 'a/', '"\\', ';q=', ' ;', 'a/b,', '\t;x'])(
  'reads a long Accept of %j',
  (text) => {
    const types = acceptedTypes(text.repeat(16_384 / text.length), ['application/json', 'text/csv']);
    expect(types).toBeInstanceOf(Array);
  },
);
