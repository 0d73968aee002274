import { IsEmail, IsIBAN } from 'class-validator';
import {
  Docs,
  DocsError,
  DocsValidationError,
  body,
  response,
  type Endpoint,
} from '../../../../src/index.js';
import { build, buildUnchecked, info, ok } from './build.js';

function endpoint(method: string, path: string, more: Partial<Endpoint> = {}): Endpoint {
  return { method, path, responses: ok, ...more };
}

function errorsOf(...endpoints: Endpoint[]): DocsError[] {
  return buildUnchecked(endpoints).docs.validate()?.errors ?? [];
}

describe('validate()', () => {
  test('is null when everything is valid', async () => {
    const { docs } = await build([endpoint('GET', '/users'), endpoint('GET', '/users/{id}')]);
    expect(docs.validate()).toBeNull();
  });

  test('is one error that lists all three kinds, each with its code and endpoint', () => {
    const first = endpoint('GET', '/users/:id');
    const again = endpoint('get', '/users/{id}');
    const fetch = endpoint('FETCH', '/x');
    const clash = endpoint('POST', '/x', { operationId: 'getUsersById' });
    const error = buildUnchecked([first, again, fetch, clash]).docs.validate();
    expect(error).toBeInstanceOf(DocsValidationError);
    expect(error).toBeInstanceOf(AggregateError);
    expect(error?.errors.map(({ code, place, endpoint: of }) => [code, place, of])).toEqual([
      ['duplicate-endpoint', 'GET /users/{id}', again],
      ['unsupported-method', 'FETCH /x', fetch],
      ['duplicate-operation-id', 'POST /x', clash],
    ]);
    expect(error?.errors.every((one) => one instanceof DocsError)).toBe(true);
    expect(error?.message).toMatch(
      /3 errors:\n {2}GET \/users\/\{id\}: .*\n {2}FETCH \/x: .*\n {2}POST \/x: /,
    );
  });

  test.each([
    ['GET', '/users/:id', 'get', '/users/{id}'],
    ['POST', '/files/*path', 'Post', '/files/{path}'],
    ['PUT', '/a/{id:[0-9]+}', 'PUT', '/a/:id(\\d+)'],
  ])('%s %s and %s %s collide', (method, path, otherMethod, otherPath) => {
    const errors = errorsOf(endpoint(method, path), endpoint(otherMethod, otherPath));
    expect(errors.map(({ code }) => code)).toEqual(['duplicate-endpoint']);
  });

  test('lists every duplicate', () => {
    const same = [1, 2, 3].map(() => endpoint('GET', '/a'));
    expect(errorsOf(...same).map(({ code }) => code)).toEqual(['duplicate-endpoint', 'duplicate-endpoint']);
    const ids = ['/a', '/b', '/c'].map((path) => endpoint('GET', path, { operationId: 'x' }));
    expect(errorsOf(...ids).map(({ place }) => place)).toEqual(['GET /b', 'GET /c']);
  });

  test('a pair of duplicate endpoints is not also a duplicate operationId', () => {
    const pair = [1, 2].map(() => endpoint('GET', '/a', { operationId: 'x' }));
    expect(errorsOf(...pair).map(({ code }) => code)).toEqual(['duplicate-endpoint']);
  });

  test('generated operationIds that meet are duplicates too', () => {
    const errors = errorsOf(endpoint('GET', '/user-profiles'), endpoint('GET', '/user/profiles'));
    expect(errors.map(({ code }) => code)).toEqual(['duplicate-operation-id']);
  });

  test('operationIds of path items and callbacks are duplicates too', () => {
    const operation = { method: 'POST', operationId: 'x', responses: ok };
    const { docs: items } = buildUnchecked([endpoint('GET', '/a', { operationId: 'x' })], {
      paths: { '/b': { operations: [operation] } },
    });
    const callbacks = { paid: { 'https://example.com': { operations: [operation] } } };
    const { docs: callback } = buildUnchecked([endpoint('GET', '/a', { operationId: 'x', callbacks })]);
    for (const docs of [items, callback])
      expect(docs.validate()?.errors.map(({ code }) => code)).toEqual(['duplicate-operation-id']);
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'])(
    '%s is supported, in any case',
    async (method) => {
      const lower = method.toLowerCase();
      const { document, docs } = await build([endpoint(method, '/a'), endpoint(lower, '/b')]);
      expect(docs.validate()).toBeNull();
      expect([document.paths['/a'], document.paths['/b']]).toEqual([
        { [lower]: expect.anything() },
        { [lower]: expect.anything() },
      ]);
    },
  );

  test.each(['FETCH', 'CONNECT', '', ' GET', 'constructor'])('rejects the method %p', (method) => {
    expect(errorsOf(endpoint(method, '/a')).map(({ code }) => code)).toEqual(['unsupported-method']);
  });

  test('identical templates are one path, under the names of the first', async () => {
    const named = [{ name: 'userId', in: 'path' as const, description: 'Whose' }];
    const { document, docs } = await build([
      endpoint('GET', '/users/{id}/cats/{cat}'),
      endpoint('PUT', '/users/{userId}/cats/{id}', { parameters: named }),
    ]);
    expect(docs.validate()).toBeNull();
    expect(docs.diagnostics({ notes: true }).map(({ code, places }) => [code, places])).toEqual([
      ['identical-templates', ['PUT /users/{userId}/cats/{id}']],
    ]);
    expect(Object.keys(document.paths)).toEqual(['/users/{id}/cats/{cat}']);
    const { put } = document.paths['/users/{id}/cats/{cat}'] ?? {};
    expect(put?.parameters).toMatchObject([{ name: 'id', description: 'Whose' }, { name: 'cat' }]);
  });

  test.each([
    ['/u/:id', '/u/{name}'],
    ['/u/{id}/x/{y}', '/u/{y}/x/{id}'],
    ['/u/:id(\\d+)', '/u/{slug}'],
    ['/u/{id}', '/u/{id}'],
  ])('of one method, %s and %s are duplicates: the last one is kept', async (first, last) => {
    const { document, docs } = await build([
      endpoint('GET', first, { summary: 'first' }),
      endpoint('GET', '/other'),
      endpoint('PUT', last),
      endpoint('GET', last, { summary: 'last' }),
    ]);
    const [error, ...others] = docs.validate()?.errors ?? [];
    expect([error?.code, error?.message, others]).toEqual([
      'duplicate-endpoint',
      expect.stringContaining(`GET ${last} is registered twice, the second time as endpoint 4.`),
      [],
    ]);
    expect(docs.diagnostics().map(({ code }) => code)).toEqual(['duplicate-endpoint']);
    expect(Object.keys(document.paths)).toEqual([last, '/other']);
    expect(document.paths[last]?.get?.summary).toBe('last');
    expect(Object.keys(document.paths[last] ?? {})).toEqual(['get', 'put']);
  });

  test('identical templates are one diagnostic', async () => {
    const { docs } = await build(
      ['/a/{id}', '/a/{slug}', '/b/{id}', '/b/{name}'].map((path, index) =>
        endpoint(index % 2 === 0 ? 'GET' : 'PUT', path),
      ),
    );
    expect(docs.diagnostics()).toMatchObject([
      {
        code: 'identical-templates',
        message: expect.stringContaining(': /a/{slug} and /a/{id}, /b/{name} and /b/{id}.') as string,
        places: ['PUT /a/{slug}', 'PUT /b/{name}'],
      },
    ]);
  });

  test('paths that routers do not tell apart are one diagnostic', async () => {
    const { docs } = await build([
      ...['/a', '/a/', '/b/{id}', '/B/{id}', '/café', '/caf%C3%A9'].map((path, index) =>
        endpoint('GET', path, { operationId: `get${index}` }),
      ),
      endpoint('PUT', '/a/'),
      endpoint('GET', '/'),
      endpoint('GET', '/b'),
    ]);
    expect(docs.diagnostics()).toMatchObject([
      {
        code: 'similar-paths',
        message: expect.stringContaining(
          ': /a/ and /a, /B/{id} and /b/{id}, /caf%C3%A9 and /café. ',
        ) as string,
        places: ['GET /a/', 'GET /B/{id}', 'GET /caf%C3%A9'],
      },
    ]);
  });

  test('does not contain warnings', () => {
    const { docs, codes } = buildUnchecked([endpoint('GET', '/a', { responses: {} })]);
    expect(codes).toEqual(['no-responses']);
    expect(docs.validate()).toBeNull();
  });
});

describe('add and buildSpec never fail', () => {
  test('keep the last of two, in the place of the first', async () => {
    const { document } = await build([
      endpoint('GET', '/a', { summary: 'first' }),
      endpoint('GET', '/b'),
      endpoint('get', 'a', { summary: 'last' }),
    ]);
    expect(Object.keys(document.paths)).toEqual(['/a', '/b']);
    expect(document.paths['/a']?.get?.summary).toBe('last');
  });

  test('skip an unsupported method', async () => {
    const { document } = await build([endpoint('FETCH', '/a'), endpoint('GET', '/b')]);
    expect(Object.keys(document.paths)).toEqual(['/b']);
  });

  test('accept no endpoint at all', async () => {
    const { document, docs } = await build([]);
    expect(document).toEqual({ openapi: '3.1.0', info, paths: {} });
    expect(docs.validate()).toBeNull();
  });
});

describe('a broken endpoint does not affect the others', () => {
  class Thing {}
  const loop: Record<string, unknown> = { type: 'object' };
  loop.self = loop;
  test.each<[string, unknown, string]>([
    ['null', null, 'invalid-endpoint'],
    ['a number', 7, 'invalid-endpoint'],
    ['a list of endpoints', [endpoint('GET', '/a')], 'invalid-endpoint'],
    ['no method', { path: '/a', responses: ok }, 'unsupported-method'],
    ['a symbol for a method', { ...endpoint('GET', '/a'), method: Symbol('get') }, 'unsupported-method'],
    ['no path', { method: 'GET', responses: ok }, 'endpoint-without-path'],
    ['no responses', { method: 'GET', path: '/a' }, 'no-responses'],
    ['responses that are null', { method: 'GET', path: '/a', responses: { 200: null } }, 'no-responses'],
    ['parameters that are no list', { ...endpoint('GET', '/a'), parameters: 7 }, 'invalid-field'],
    ['a parameter that is null', { ...endpoint('GET', '/a'), parameters: [null] }, 'invalid-field'],
    ['tags that are a text', { ...endpoint('GET', '/a'), tags: 'users' }, 'invalid-field'],
    ['security that is a text', { ...endpoint('GET', '/a'), security: 'bearerAuth' }, 'invalid-field'],
    ['a class for a body', { ...endpoint('POST', '/a'), requestBody: Thing }, 'invalid-field'],
    ['a summary that is a number', { ...endpoint('GET', '/a'), summary: 7 }, 'invalid-field'],
    [
      'an instance for a schema',
      endpoint('POST', '/a', { requestBody: body(new Thing() as never) }),
      'invalid-type',
    ],
    ['a body without a schema', endpoint('POST', '/a', { requestBody: {} as never }), 'invalid-type'],
    ['a schema in a circle', endpoint('POST', '/a', { requestBody: body(loop) }), 'broken-schema'],
    [
      'an extension in a circle',
      endpoint('GET', '/a', { extensions: { 'x-n': loop as never } }),
      'invalid-extension',
    ],
  ])('%s', async (_title, broken, code) => {
    const { document, codes } = await build([broken as Endpoint, endpoint('GET', '/fine')]);
    expect(document.paths['/fine']).toBeDefined();
    expect(codes).toEqual([code]);
  });

  test.each([
    ['a class', Number],
    ['a text', 'OK'],
    ['a list', [Number]],
  ])('omits and reports %s instead of a response', async (_title, given) => {
    const responses = { ...ok, 400: given } as unknown as Endpoint['responses'];
    const { document, diagnostics } = await build([{ ...endpoint('GET', '/a'), responses }]);
    expect(document.paths['/a']?.get?.responses).toEqual({ 200: { description: 'OK' } });
    expect(diagnostics).toMatchObject([
      { code: 'invalid-response', severity: 'error', place: 'GET /a responses.400' },
    ]);
    expect(diagnostics[0]?.message).toContain("Write response('The user', User).");
  });

  test('an invalid field does not affect other fields', async () => {
    const { document } = await build([
      { ...endpoint('GET', '/a'), tags: 'users', summary: 'All' } as unknown as Endpoint,
    ]);
    expect(document.paths['/a']?.get).toMatchObject({ summary: 'All', responses: { 200: {} } });
  });

  test('an endpoint without a method is placed by its path', async () => {
    const { diagnostics } = await build([{ path: '/a', responses: ok } as unknown as Endpoint]);
    expect(diagnostics).toMatchObject([
      { place: '/a', message: expect.stringContaining('Endpoint 1 has no method') as unknown },
    ]);
  });

  test('accepts values with another form in JSON', async () => {
    const { document } = await build([
      endpoint('GET', '/a', {
        responses: { 200: response('', { const: 1n, default: new Date(0), title: undefined }) },
      }),
    ]);
    const schema = document.paths['/a']?.get?.responses['200']?.content?.['application/json']?.schema;
    expect(schema).toStrictEqual({ const: 1, default: '1970-01-01T00:00:00.000Z' });
  });

  test('a change of the document does not reach the endpoints', () => {
    const tags = ['users'];
    const { document } = buildUnchecked([endpoint('GET', '/a', { tags })]);
    document.paths['/a']?.get?.tags?.push('changed');
    expect(tags).toEqual(['users']);
  });

  test('add and addAll never throw', () => {
    const docs = new Docs({ info });
    expect(() => docs.add(null as never).addAll(undefined as never, 7 as never)).not.toThrow();
    expect(docs.validate()?.errors).toHaveLength(3);
  });
});

describe('the fields of an endpoint', () => {
  test('are in the operation', async () => {
    const { document, codes } = await build(
      [
        endpoint('POST', '/users', {
          operationId: 'createUser',
          summary: 'Create',
          description: 'Creates a *user*.',
          tags: ['users'],
          deprecated: true,
          externalDocs: { url: 'https://example.com/users' },
          servers: [{ url: 'https://write.example.com' }],
          extensions: { 'x-rate-limit': 10 },
        }),
      ],
      { tags: [{ name: 'users' }] },
    );
    expect(document.paths['/users']?.post).toEqual({
      tags: ['users'],
      summary: 'Create',
      description: 'Creates a *user*.',
      externalDocs: { url: 'https://example.com/users' },
      operationId: 'createUser',
      responses: { 200: { description: 'OK' } },
      deprecated: true,
      servers: [{ url: 'https://write.example.com' }],
      'x-rate-limit': 10,
    });
    expect(codes).toEqual([]);
  });

  test('ignores an empty operationId and empty texts', async () => {
    const { document } = await build([
      endpoint('GET', '/', { operationId: '', summary: '', description: '', tags: [] }),
    ]);
    expect(document.paths['/']?.get).toEqual({
      operationId: 'getRoot',
      responses: { 200: { description: 'OK' } },
    });
  });
});

describe('order of diagnostics', () => {
  class Account {
    @IsIBAN() iban!: string;
    @IsEmail() mail!: string;
  }

  test('errors precede warnings about schemas, each in the order of discovery', () => {
    const { docs } = buildUnchecked([
      endpoint('POST', '/a', { requestBody: body(Account) }),
      endpoint('FETCH', '/b'),
      endpoint('GET', '/c', { responses: {} }),
      endpoint('GET', '/d', { responses: { 700: { description: 'late' } } }),
    ]);
    expect(
      docs
        .diagnostics({ notes: true })
        .flatMap(({ code, places }) => places.map((place) => `${code} ${place}`)),
    ).toEqual([
      'unsupported-method FETCH /b',
      'invalid-status GET /d responses.700',
      'no-responses GET /c',
      'no-responses GET /d',
      'looser-rule Account.iban',
    ]);
    expect(docs.diagnostics({ notes: true }).at(-1)?.message).toContain(
      '@IsIBAN(): the schema is looser than the validator',
    );
  });
});
