import { arrayOf, enumOf, mapOf, type Parameter, schema, type TypeInput } from '../../../../../src/index.js';
import { IsInt, IsString } from 'class-validator';
import { buildOperation } from '../build.js';

class Filter {
  @IsString() name!: string;
}

describe('explicit parameters', () => {
  test('every field is documented; no schema means string', async () => {
    const { operation, codes } = await buildOperation({
      path: '/users/{id}',
      parameters: [
        { name: 'id', in: 'path', description: 'Whose', schema: schema('integer') },
        { name: 'page', in: 'query', required: true, schema: schema('integer', { minimum: 1 }), example: 2 },
        { name: 'X-Trace', in: 'header', description: 'Any', deprecated: true },
        { name: 'sid', in: 'cookie' },
      ],
    });
    expect(operation.parameters).toEqual([
      { name: 'id', in: 'path', description: 'Whose', required: true, schema: { type: 'integer' } },
      { name: 'page', in: 'query', required: true, schema: { type: 'integer', minimum: 1 }, example: 2 },
      { name: 'X-Trace', in: 'header', description: 'Any', deprecated: true, schema: { type: 'string' } },
      { name: 'sid', in: 'cookie', schema: { type: 'string' } },
    ]);
    expect(codes).toEqual([]);
  });

  test('a path parameter is always required', async () => {
    const { operation } = await buildOperation({
      path: '/{id}',
      parameters: [{ name: 'id', in: 'path', required: false }],
    });
    expect(operation.parameters).toMatchObject([{ name: 'id', required: true }]);
  });
});

describe('an example is coerced to the type of the schema', () => {
  test.each<[TypeInput | undefined, unknown, unknown]>([
    [undefined, 42, '42'],
    [schema('integer'), '42', 42],
    [schema('number'), '1.5', 1.5],
    [schema('boolean'), 'true', true],
    [schema('boolean'), false, false],
    [Number, '7', 7],
    [Date, new Date(0), '1970-01-01T00:00:00.000Z'],
    [[Number], ['1', 2], [1, 2]],
    [schema('any'), 'as it is', 'as it is'],
    [schema('integer'), 0, 0],
    [schema('string'), '', ''],
    [enumOf([1, 2], { name: 'Level' }), '1', 1],
  ])('%p: %p becomes %p', async (type, example, expected) => {
    const parameter: Parameter = { name: 'p', in: 'query', example };
    if (type !== undefined) parameter.schema = type;
    const { operation, codes } = await buildOperation({ parameters: [parameter] });
    expect(operation.parameters?.[0]?.example).toEqual(expected);
    expect(codes).toEqual([]);
  });

  test('keeps an example that cannot be coerced, with a diagnostic', async () => {
    const { operation, diagnostics } = await buildOperation({
      parameters: [{ name: 'p', in: 'query', schema: schema('integer'), example: 'many' }],
    });
    expect(operation.parameters?.[0]?.example).toBe('many');
    expect(diagnostics).toMatchObject([
      { code: 'example-mismatch', severity: 'warning', place: 'GET / query p' },
    ]);
  });

  test('leaves out an example that JSON cannot represent', async () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const { operation, codes } = await buildOperation({
      parameters: [{ name: 'p', in: 'query', example: loop }],
    });
    expect(operation.parameters).toEqual([{ name: 'p', in: 'query', schema: { type: 'string' } }]);
    expect(codes).toEqual(['broken-example']);
  });

  test('no example is invented', async () => {
    const { operation } = await buildOperation({ path: '/{id}', parameters: [{ name: 'p', in: 'query' }] });
    expect(JSON.stringify(operation)).not.toContain('example');
  });
});

describe('automatic path parameters', () => {
  const automatic = { in: 'path', required: true, schema: { type: 'string' } };

  test.each([
    ['/users/:id(\\d+)', '^(?:\\d+)$'],
    ['/users/:id(\\d+)?', '^(?:\\d+)$'],
    ['/users/:id{[0-9]+}', '^(?:[0-9]+)$'],
    // Express and Koa ignore case.
    ['/users/:id([ab]|c)', '^(?:[abAB]|[cC])$'],
    ['/users/:id', undefined],
    // Each segment matches, and the value is all of them.
    ['/users/:id(\\d+)+', undefined],
    // It does not compile, or has no translation.
    ['/users/:id([)', undefined],
    ['/users/:id((?i:a))', undefined],
  ])('of %s has the pattern %s', async (path, pattern) => {
    const { operation } = await buildOperation({ path });
    expect(operation.parameters?.map((one) => ('schema' in one ? one.schema : one))).toEqual([
      { type: 'string', ...(pattern !== undefined && { pattern }) },
    ]);
  });

  test('a class keeps its own schema', async () => {
    class UserPath {
      @IsInt() id!: number;
    }
    const { operation } = await buildOperation({ path: '/users/:id(\\d+)', pathParams: UserPath });
    expect(operation.parameters).toEqual([{ ...automatic, name: 'id', schema: { type: 'integer' } }]);
  });

  test('each {name} gets a required string', async () => {
    const { operation } = await buildOperation({ path: '/users/:id/files/*path' });
    expect(operation.parameters).toEqual([
      { name: 'id', ...automatic },
      { name: 'path', ...automatic },
    ]);
  });

  test('an explicit path parameter of the same name replaces it', async () => {
    const explicit: Parameter = { name: 'id', in: 'path', schema: schema('integer') };
    const { operation } = await buildOperation({ path: '/users/{id}', parameters: [explicit] });
    expect(operation.parameters).toEqual([{ ...automatic, name: 'id', schema: { type: 'integer' } }]);
  });

  test('is not replaced by a query parameter of the name', async () => {
    const { operation } = await buildOperation({
      path: '/users/{id}',
      parameters: [{ name: 'id', in: 'query' }],
    });
    expect(operation.parameters?.map((parameter) => parameter.in)).toEqual(['query', 'path']);
  });

  test('a parameter that occurs twice is listed once', async () => {
    const { operation } = await buildOperation({ path: '/users/{id}/friends' });
    expect(operation.parameters).toHaveLength(1);
  });
});

describe('Parameters: style and explode', () => {
  const list = arrayOf(String);
  test.each<[Parameter['in'], TypeInput, object]>([
    ['query', String, {}],
    ['query', enumOf(['a', 'b']), {}],
    ['query', list, { style: 'form', explode: true }],
    ['query', [schema('integer')], { style: 'form', explode: true }],
    ['query', schema('array', { items: {} }), { style: 'form', explode: true }],
    ['query', Filter, { style: 'deepObject', explode: true }],
    ['query', mapOf(String), { style: 'deepObject', explode: true }],
    ['path', list, { style: 'simple', explode: false }],
    ['path', Filter, { style: 'simple', explode: false }],
    ['header', list, { style: 'simple', explode: false }],
    ['cookie', list, { style: 'form', explode: false }],
  ])('documents %s', async (location, type, style) => {
    const parameter: Parameter = { name: 'p', in: location, schema: type };
    const { operation, codes } = await buildOperation({ path: '/{p}', parameters: [parameter] });
    const { style: given, explode } = operation.parameters?.[0] ?? {};
    expect({ style: given, explode }).toEqual({ style: undefined, explode: undefined, ...style });
    expect(codes).toEqual([]);
  });

  test.each<[Partial<Parameter>, object]>([
    [{ style: 'pipeDelimited' }, { style: 'pipeDelimited' }],
    [{ style: 'form' }, { style: 'form', explode: true }],
    [
      { style: 'form', explode: false },
      { style: 'form', explode: false },
    ],
    [{ explode: false }, { style: 'form', explode: false }],
    [{ allowReserved: true }, { style: 'form', explode: true, allowReserved: true }],
  ])('documents %p for a list in the query', async (given, expected) => {
    const parameter: Parameter = { name: 'p', in: 'query', schema: list, ...given };
    const { operation } = await buildOperation({ parameters: [parameter] });
    expect(operation.parameters).toEqual([
      { name: 'p', in: 'query', ...expected, schema: { type: 'array', items: { type: 'string' } } },
    ]);
  });

  test('a style that the place does not allow gives way to the right one', async () => {
    const parameter: Parameter = { name: 'p', in: 'header', schema: list, style: 'deepObject' };
    const { operation, codes } = await buildOperation({ parameters: [parameter] });
    expect(operation.parameters).toMatchObject([{ style: 'simple', explode: false }]);
    expect(codes).toEqual(['style-not-allowed']);
  });
});

describe('invalid parameters', () => {
  test.each<[string, Parameter, string]>([
    ['a header with a line break', { name: 'X-A\r\nX-B', in: 'header' }, 'invalid-header-name'],
    ['a header with a blank', { name: 'X A', in: 'header' }, 'invalid-header-name'],
    ['a cookie with a semicolon', { name: 'a;b', in: 'cookie' }, 'invalid-cookie-name'],
    ['no name', { name: '', in: 'query' }, 'parameter-without-name'],
    ['no place', { name: 'p', in: 'body' as 'query' }, 'unknown-parameter-place'],
    ['a path parameter that the path lacks', { name: 'id', in: 'path' }, 'path-parameter-not-in-path'],
    ['Accept', { name: 'Accept', in: 'header' }, 'reserved-header'],
    ['Content-Type', { name: 'content-type', in: 'header' }, 'reserved-header'],
    ['Authorization', { name: 'AUTHORIZATION', in: 'header' }, 'reserved-header'],
  ])('%s is left out with a diagnostic, the others stay', async (_title, parameter, code) => {
    const { operation, codes } = await buildOperation({
      parameters: [parameter, { name: 'fine', in: 'query' }],
    });
    expect(operation.parameters?.map(({ name }) => name)).toEqual(['fine']);
    expect(codes).toEqual([code]);
  });

  test('keeps the last of two explicit ones at the place of the first; header names ignore case', async () => {
    const { operation, codes } = await buildOperation({
      parameters: [
        { name: 'X-Trace', in: 'header' },
        { name: 'page', in: 'query' },
        { name: 'x-trace', in: 'header', description: 'second' },
      ],
    });
    expect(operation.parameters).toMatchObject([
      { name: 'x-trace', description: 'second' },
      { name: 'page' },
    ]);
    expect(codes).toEqual(['duplicate-parameter']);
  });

  test('reports a parameter that replaces a property of a class', async () => {
    const { operation, codes } = await buildOperation({
      queryParams: Filter,
      parameters: [
        { name: 'name', in: 'query', schema: schema('integer') },
        { name: 'name', in: 'header' },
      ],
    });
    expect(operation.parameters).toEqual([
      { name: 'name', in: 'query', schema: { type: 'integer' } },
      { name: 'name', in: 'header', schema: { type: 'string' } },
    ]);
    expect(codes).toEqual(['parameter-replaced']);
  });

  test('documents a parameter with an invalid schema without a type', async () => {
    const { operation, codes } = await buildOperation({
      parameters: [{ name: 'p', in: 'query', schema: 'integer' as unknown as TypeInput }],
    });
    expect(operation.parameters).toEqual([{ name: 'p', in: 'query', schema: {} }]);
    expect(codes).toEqual(['invalid-type']);
  });
});
