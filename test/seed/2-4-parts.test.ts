import { IsInt, IsString } from 'class-validator';
import {
  body,
  pathParam,
  queryParam,
  response,
  schema,
  type Endpoint,
  type Parameter,
  type ResponseSpec,
} from 'dtospec';
import { operationOf, parameterOf, responses, specOf } from './support.js';

class User {
  @IsInt() id!: number;
  @IsString() name!: string;
}

const USER = { $ref: '#/components/schemas/User' };

describe('2.4 Parameter', () => {
  test('2.4.1 name', async () => {
    expect(await parameterOf({ parameters: [{ name: 'page', in: 'query' }] })).toMatchObject({
      name: 'page',
    });
  });

  test.each(['path', 'query', 'header', 'cookie'] as const)('2.4.2 in: %s', async (location) => {
    const parameters: Parameter[] = [{ name: 'item', in: location }];
    expect(await parameterOf({ path: location === 'path' ? '/{item}' : '/', parameters })).toMatchObject({
      in: location,
    });
  });

  test.each<[string, string, Partial<Parameter>, object]>([
    ['2.4.3', 'description', { description: 'The page' }, { description: 'The page' }],
    ['2.4.4', 'required', { required: true }, { required: true }],
    ['2.4.5', 'schema of the type integer', { schema: schema('integer') }, { schema: { type: 'integer' } }],
    ['2.4.6', 'schema of the type string', { schema: schema('string') }, { schema: { type: 'string' } }],
    ['2.4.7', 'no schema means string', {}, { schema: { type: 'string' } }],
    ['2.4.8', 'example', { example: 'two' }, { example: 'two' }],
  ])('%s %s', async (_number, _title, fields, expected) => {
    expect(await parameterOf({ parameters: [{ name: 'page', in: 'query', ...fields }] })).toEqual({
      name: 'page',
      in: 'query',
      schema: { type: 'string' },
      ...expected,
    });
  });

  test('2.4.9 path parameters are always required', async () => {
    const parameters: Parameter[] = [{ name: 'id', in: 'path', required: false }];
    expect(await parameterOf({ path: '/{id}', parameters })).toMatchObject({ required: true });
  });

  test('2.4.10 other parameters are optional by default', async () => {
    expect(await parameterOf({ parameters: [{ name: 'page', in: 'query' }] })).not.toHaveProperty('required');
  });

  test('2.4.11 a parameter without an example has none', async () => {
    expect(await parameterOf({ parameters: [queryParam('page', 'The page')] })).not.toHaveProperty('example');
    expect(await parameterOf({ path: '/{id}', parameters: [pathParam('id', 'It')] })).not.toHaveProperty(
      'example',
    );
  });
});

describe('2.5 RequestBody', () => {
  const bodyOf = async (requestBody: Endpoint['requestBody']): Promise<unknown> =>
    (await operationOf({ method: 'POST', requestBody: requestBody! })).requestBody;

  test('2.5.1 description', async () => {
    expect(await bodyOf({ schema: User, description: 'The user' })).toMatchObject({
      description: 'The user',
    });
  });

  test.each([
    'application/json',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'application/xml',
  ])('2.5.2 the spec lists the contentType %s', async (contentType) => {
    expect(await bodyOf({ schema: User, contentType })).toEqual({
      content: { [contentType]: { schema: USER } },
    });
  });

  test.each([
    [true, true],
    [false, undefined],
    [undefined, undefined],
  ])('2.5.3 required: %s', async (required, expected) => {
    const given = required === undefined ? { schema: User } : { schema: User, required };
    const requestBody = (await bodyOf(given)) as { required?: boolean };
    expect(requestBody.required).toBe(expected);
  });

  test('2.5.4 schema is a class', async () => {
    const { components } = await specOf([{ method: 'POST', requestBody: body(User) }]);
    expect(components?.schemas).toEqual({
      User: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
        required: ['id', 'name'],
      },
    });
  });
});

describe('2.6 ResponseSpec', () => {
  const responseOf = async (spec: ResponseSpec): Promise<unknown> =>
    (await operationOf({ responses: { 200: spec } })).responses['200'];

  test('2.6.1 description', async () => {
    expect(await responseOf({ description: 'Fine' })).toEqual({ description: 'Fine' });
  });

  test('2.6.2 schema is a class', async () => {
    expect(await responseOf({ description: 'Fine', schema: User })).toEqual({
      description: 'Fine',
      content: { 'application/json': { schema: USER } },
    });
  });

  test('2.6.3 schema is a list of a class', async () => {
    expect(await responseOf({ description: 'Fine', schema: [User] })).toEqual({
      description: 'Fine',
      content: { 'application/json': { schema: { type: 'array', items: USER } } },
    });
  });

  test('2.6.4 the status code is the key, not a field', async () => {
    const operation = await operationOf({ responses: { ...responses, 418: response('Teapot') } });
    expect(Object.keys(operation.responses)).toEqual(['200', '418']);
    expect(response('Teapot')).toEqual({ description: 'Teapot' });
  });
});
