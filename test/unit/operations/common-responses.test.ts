import { IsInt, IsString } from 'class-validator';
import {
  type Config,
  Docs,
  Header,
  operation,
  type Operation,
  problem,
  problemResponse,
  response,
} from '../../../src/index.js';
import { runnerOf } from './run.js';

class RateLimit {
  @Header('X-Limit') @IsInt() limit!: number;
}

class Query {
  @IsString() text!: string;
}

const CONFIG: Config = {
  info: { title: 'T', version: '1' },
  components: { responses: { Broken: problemResponse('Unexpected error') } },
  responses: {
    429: problemResponse('Too many requests'),
    500: { $ref: 'Broken' },
    422: { description: 'Common' },
  },
  responseHeaders: [{ 'X-Request-Id': { description: 'Id of the request' } }, RateLimit],
};

interface Shown {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: object;
}

/** The responses of one operation in the document, after each way to it. */
const WAYS: Readonly<Record<string, (more: object, responses: object) => Docs>> = {
  'docs.add': (more, responses) => {
    const docs = new Docs(CONFIG);
    docs.add({ method: 'GET', path: '/x', responses, ...more } as never);
    return docs;
  },
  operation: (more, responses) => {
    const docs = new Docs(CONFIG);
    const one = operation(
      { method: 'GET', path: '/x', responses, ...more } as never,
      () => undefined as never,
    );
    docs.bindOperations([one], {});
    return docs;
  },
};

const responsesOf = (docs: Docs): Readonly<Record<string, Shown>> =>
  docs.buildSpec().paths['/x']!.get!.responses as Record<string, Shown>;

describe.each(Object.keys(WAYS))('common responses: %s', (way) => {
  const shown = (
    more: object = {},
    responses: object = { 200: response('OK') },
  ): Readonly<Record<string, Shown>> => responsesOf(WAYS[way]!(more, responses));

  it.each([
    ['all', {}],
    ['without the omitted ones', { omitCommon: [429, RateLimit] }],
  ])('are the same in a view of the docs: %s', (_, more) => {
    const docs = WAYS[way]!({ ...more, tags: ['x'] }, { 200: response('OK') });
    const view = docs.view({ name: 'part', include: { tags: ['x'] } });
    expect(view.buildSpec().paths).toEqual(docs.buildSpec().paths);
    expect(view.buildSpec().components).toEqual(docs.buildSpec().components);
    expect(view.diagnostics()).toEqual([]);
  });

  it('are in each operation', () => {
    const responses = shown();
    expect(Object.keys(responses)).toEqual(['200', '422', '429', '500']);
    expect(responses['429']!.description).toBe('Too many requests');
    expect(responses['500']).toEqual({ $ref: '#/components/responses/Broken' });
    expect(Object.keys(responses['200']!.headers!)).toEqual(['X-Request-Id', 'X-Limit']);
    expect(Object.keys(responses['429']!.headers!)).toEqual(['X-Request-Id', 'X-Limit']);
  });

  it("are replaced by an operation's own", () => {
    const responses = shown(
      {},
      {
        200: { ...response('OK'), headers: { 'X-Request-Id': { description: 'Own' } } },
        429: response('Own'),
      },
    );
    expect(responses['429']!.description).toBe('Own');
    expect(responses['200']!.headers!['X-Request-Id']!.description).toBe('Own');
  });

  test.each<[string, object, string[], string[]]>([
    ['a status', { omitCommon: [429] }, ['200', '422', '500'], ['X-Request-Id', 'X-Limit']],
    ['a header', { omitCommon: ['x-request-id'] }, ['200', '422', '429', '500'], ['X-Limit']],
    ['a class of headers', { omitCommon: [RateLimit] }, ['200', '422', '429', '500'], ['X-Request-Id']],
    ['everything', { omitCommon: true }, ['200'], []],
  ])('are left out: %s', (_, more, statuses, headers) => {
    const responses = shown(more);
    expect(Object.keys(responses)).toEqual(statuses);
    expect(Object.keys(responses['200']!.headers ?? {})).toEqual(headers);
  });

  test.each([[[404]], [['X-Limit']], [[Query]]])('name what is left out for nothing: %s', (omitCommon) => {
    const docs = WAYS[way]!({ omitCommon }, { 200: response('OK') });
    docs.buildSpec();
    expect(docs.diagnostics().map(({ message }) => message)).toEqual([
      expect.stringMatching(/^omitCommon has .*neither in responses nor in responseHeaders/),
    ]);
  });
});

describe('common responses of operations', () => {
  it('keep the description, and get the problem details that the operation sends', () => {
    const responses = responsesOf(
      WAYS.operation!({ query: Query, invalidStatus: 422 }, { 200: response('OK') }),
    );
    expect(responses['422']).toMatchObject({
      description: 'Common',
      content: { 'application/problem+json': {} },
    });
  });

  const limited = (status: number): Operation =>
    operation({ method: 'GET', path: '/x', responses: { 200: response('OK', String) } }, () =>
      status === 200 ? 'x' : (problem(429, 'Wait', { headers: { limit: '5', 'retry-after': '1' } }) as never),
    );

  it('are documented for replies, with the headers of classes', async () => {
    const sent = await runnerOf(limited(429), {}, CONFIG)({ target: '/x' });
    expect(sent).toMatchObject({ status: 429, headers: { 'x-limit': '5', 'retry-after': '1' } });
  });

  it('are checked', async () => {
    await expect(runnerOf(limited(200), {}, CONFIG)({ target: '/x' })).rejects.toThrow(
      /the required header X-Limit is missing/,
    );
    await expect(runnerOf(limited(429))({ target: '/x' })).rejects.toThrow(/status 429 is not documented/);
  });
});

test.each([
  [{ responses: [] }, /config\.responses needs responses by status/],
  [{ responseHeaders: 'X-Total' }, /config\.responseHeaders needs a class/],
])('a configuration with %j throws', (fields, message) => {
  expect(() => new Docs({ ...CONFIG, ...(fields as object) })).toThrow(message);
});

it('are not in webhooks, which other services answer', () => {
  const docs = new Docs(CONFIG);
  docs.addWebhook(RateLimit, { name: 'limit' });
  expect(JSON.stringify(docs.buildSpec())).not.toMatch(/X-Request-Id|"429"/);
});
