import { Expose, Type } from 'class-transformer';
import { IsInt, IsString, ValidateNested } from 'class-validator';
import {
  arrayOf,
  ArrayOf,
  body,
  bodyWithDesc,
  type Config,
  Example,
  file,
  formBody,
  formURLEncodedBody,
  mapOf,
  type RequestBody,
  response,
  type Responses,
  type ResponseSpec,
  schema,
  SchemaOverride,
  type TypeInput,
  TypeOf,
} from '../../../../../src/index.js';
import type { HttpMethod } from '../../../../../src/documents/openapi/types/objects.js';
import { build, buildOperation, ok } from '../build.js';

class User {
  @IsString() name!: string;
}

const user = { $ref: '#/components/schemas/User' };

function post(requestBody: RequestBody) {
  return buildOperation({ method: 'POST', requestBody });
}

function reply(spec: ResponseSpec, config: Partial<Config> = {}) {
  return buildOperation({ responses: { 200: spec } }, config);
}

describe('request bodies', () => {
  test.each<[string, RequestBody, object]>([
    ['body', body(User), { required: true, content: { 'application/json': { schema: user } } }],
    [
      'bodyWithDesc',
      bodyWithDesc('Whom', User),
      { description: 'Whom', required: true, content: { 'application/json': { schema: user } } },
    ],
    ['formBody', formBody(User), { required: true, content: { 'multipart/form-data': { schema: user } } }],
    [
      'formURLEncodedBody',
      formURLEncodedBody(User),
      { required: true, content: { 'application/x-www-form-urlencoded': { schema: user } } },
    ],
    ['nothing but a schema', { schema: User }, { content: { 'application/json': { schema: user } } }],
    [
      'a media type of its own',
      { schema: User, contentType: 'application/vnd.shop+json' },
      { content: { 'application/vnd.shop+json': { schema: user } } },
    ],
    [
      'an empty media type',
      { schema: User, contentType: '' },
      { content: { 'application/json': { schema: user } } },
    ],
  ])('%s', async (_title, requestBody, expected) => {
    const { operation, codes } = await post(requestBody);
    expect(operation.requestBody).toEqual(expected);
    expect(codes).toEqual([]);
  });

  test.each<HttpMethod>(['GET', 'HEAD', 'DELETE', 'TRACE'])(
    'warns of a body of %s, and documents it',
    async (method) => {
      const { operation, diagnostics } = await buildOperation({ method, requestBody: body(User) });
      expect(operation.requestBody).toBeDefined();
      expect(diagnostics).toMatchObject([{ code: 'body-without-meaning', place: `${method} / requestBody` }]);
    },
  );

  test('documents no body if none is given', async () => {
    const { operation } = await buildOperation({ method: 'POST' });
    expect(operation).not.toHaveProperty('requestBody');
  });
});

describe('files and forms', () => {
  class Upload {
    @IsString() title!: string;
    @TypeOf(() => Buffer) picture!: Buffer;
    @ArrayOf(() => Buffer) more!: Buffer[];
  }
  class Filter {
    @IsString() name!: string;
    @ValidateNested() @Type(() => User) user!: User;
  }

  test('documents a file in a multipart form as bytes', async () => {
    const { document } = await build([
      { method: 'POST', path: '/', requestBody: formBody(Upload), responses: ok },
    ]);
    expect(document.components?.schemas?.Upload?.properties).toMatchObject({
      picture: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
      more: {
        type: 'array',
        items: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
      },
    });
    const { operation } = await post(formBody(Upload));
    const octets = { contentType: 'application/octet-stream' };
    expect(operation.requestBody?.content?.['multipart/form-data']?.encoding).toEqual({
      picture: octets,
      more: octets,
    });
  });

  test('documents a nested class in a URL-encoded form as a deep object', async () => {
    const { operation } = await post(formURLEncodedBody(Filter));
    const media = operation.requestBody?.content?.['application/x-www-form-urlencoded'];
    expect(media?.encoding).toEqual({ user: { style: 'deepObject', explode: true } });
  });

  test.each<[string, TypeInput]>([
    ['Buffer', Buffer],
    ['file()', file()],
  ])('documents a response that is a %s as a download', async (_title, type) => {
    const { operation } = await reply(response('The picture', type));
    const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
    expect(operation.responses['200']?.content).toEqual({ 'application/octet-stream': { schema: binary } });
  });

  // OpenAPI 3.1.1, "Migrating Binary Descriptions from OAS 3.0": no type, and the media type of the content.
  test.each([
    ['image/png', 'image/png'],
    ['IMAGE/PNG', 'image/png'],
    ['text/csv; charset=utf-8', 'text/csv'],
    ['application/pdf', 'application/pdf'],
    // A range is no media type.
    ['image/*', 'application/octet-stream'],
  ])('a file of type %s', async (contentType, contentMediaType) => {
    for (const openapi of ['3.1', '3.2'] as const) {
      const { operation } = await reply({ description: '', schema: file(), contentType }, { openapi });
      expect(operation.responses['200']?.content).toEqual({
        [contentType]: { schema: { type: 'string', format: 'binary', contentMediaType } },
      });
    }
    const { operation } = await reply({ description: '', schema: file(), contentType }, { openapi: '3.0' });
    const schema = { type: 'string', format: 'binary' };
    expect(operation.responses['200']?.content).toEqual({ [contentType]: { schema } });
  });

  test('documents the media type of a picture in the encoding, too', async () => {
    class Profile {
      @TypeOf(() => Buffer) @SchemaOverride({ contentMediaType: 'image/png' }) picture!: Buffer;
    }
    for (const [openapi, picture] of [
      ['3.0', { type: 'string', format: 'binary' }],
      ['3.1', { type: 'string', format: 'binary', contentMediaType: 'image/png' }],
      ['3.2', { type: 'string', format: 'binary', contentMediaType: 'image/png' }],
    ] as const) {
      const endpoint = { method: 'POST', path: '/', requestBody: formBody(Profile), responses: ok };
      const { document } = await build([endpoint], { openapi });
      expect(document.components?.schemas?.Profile?.properties).toEqual({ picture });
      const content = document.paths['/']?.post?.requestBody?.content;
      expect(content?.['multipart/form-data']?.encoding).toEqual({ picture: { contentType: 'image/png' } });
    }
  });

  test('documents a file in JSON as base64', async () => {
    const { operation } = await reply({ description: '', schema: Buffer, contentType: 'application/json' });
    const text = { type: 'string', contentEncoding: 'base64' };
    expect(operation.responses['200']?.content).toEqual({ 'application/json': { schema: text } });
  });
});

describe('responses', () => {
  test.each<[string, TypeInput, object]>([
    ['a class', User, user],
    ['a list of a class', [User], { type: 'array', items: user }],
    ['arrayOf', arrayOf(User), { type: 'array', items: user }],
    ['mapOf', mapOf(User), { type: 'object', additionalProperties: user }],
    ['String', String, { type: 'string' }],
    ['a schema', schema('integer', { minimum: 1 }), { type: 'integer', minimum: 1 }],
  ])('%s', async (_title, type, expected) => {
    const { operation } = await reply(response('It', type));
    expect(operation.responses).toEqual({
      200: { description: 'It', content: { 'application/json': { schema: expected } } },
    });
  });

  test('writes each class once under components.schemas, and refers to it', async () => {
    const endpoint = {
      method: 'POST',
      path: '/users',
      requestBody: body(User),
      responses: { 201: response('', User) },
    };
    const { document } = await build([endpoint]);
    expect(document.components?.schemas).toEqual({
      User: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    });
  });

  test('with inlineSchemas, writes each one in full', async () => {
    const endpoint = {
      method: 'POST',
      path: '/users',
      requestBody: body(User),
      responses: { 201: response('', User) },
    };
    const { document } = await build([endpoint], { inlineSchemas: true });
    expect(document.components).toBeUndefined();
    const inline = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    expect(document.paths['/users']?.post?.requestBody?.content?.['application/json']?.schema).toEqual(
      inline,
    );
  });

  test('documents a status, a range and default, headers, and a response without content', async () => {
    const { operation, codes } = await buildOperation({
      responses: {
        default: response('Any other'),
        '4XX': response('Wrong'),
        200: {
          description: 'All',
          headers: { 'X-Total': { description: 'How many', required: true, schema: schema('integer') } },
        },
        204: response('Nothing'),
      },
    });
    expect(operation.responses).toEqual({
      200: {
        description: 'All',
        headers: { 'X-Total': { description: 'How many', required: true, schema: { type: 'integer' } } },
      },
      204: { description: 'Nothing' },
      '4XX': { description: 'Wrong' },
      default: { description: 'Any other' },
    });
    expect(codes).toEqual([]);
  });

  test.each<[string, Responses, object, string]>([
    ['no responses', {}, { default: { description: '' } }, 'no-responses'],
    ['a status that is none', { 99: response('?'), ...ok }, { 200: { description: 'OK' } }, 'invalid-status'],
    [
      'a status by name',
      { ok: response('?'), ...ok } as Responses,
      { 200: { description: 'OK' } },
      'invalid-status',
    ],
    [
      'a range in lower case',
      { '4xx': response('Wrong') } as Responses,
      { '4XX': { description: 'Wrong' } },
      '',
    ],
    ['no description', { 200: {} as ResponseSpec }, { 200: { description: '' } }, ''],
    [
      'a header with a line break',
      { 200: { description: 'OK', headers: { 'X-A\nX-B': {}, 'X-C': {} } } },
      { 200: { description: 'OK', headers: { 'X-C': { schema: { type: 'string' } } } } },
      'invalid-header-name',
    ],
    [
      'content of a status that resets the form',
      { 205: response('Reset', String) },
      { 205: { description: 'Reset', content: { 'application/json': { schema: { type: 'string' } } } } },
      'content-not-allowed',
    ],
    [
      'content where HTTP has none',
      { 204: response('Nothing', String) },
      { 204: { description: 'Nothing', content: { 'application/json': { schema: { type: 'string' } } } } },
      'content-not-allowed',
    ],
    [
      'a schema that is no type',
      { 200: response('It', 'User' as unknown as TypeInput) },
      { 200: { description: 'It', content: { 'application/json': { schema: {} } } } },
      'invalid-type',
    ],
  ])('%s', async (_title, responses, expected, code) => {
    const { operation, codes } = await buildOperation({ responses });
    expect(operation.responses).toEqual(expected);
    expect(codes).toEqual(code === '' ? [] : [code]);
  });
});

describe('examples of bodies come from @Example only', () => {
  @Example({ id: 1 }, { name: 'first', summary: 'The first' })
  @Example({ id: 2 }, { name: 'second' })
  class Item {
    @IsInt() @Example('7') id!: number;
  }

  test('converts them to the property, and writes named ones beside the media type', async () => {
    const { document } = await build([{ method: 'POST', path: '/', requestBody: body(Item), responses: ok }]);
    expect(document.components?.schemas?.Item?.properties).toMatchObject({ id: { examples: [7] } });
    expect(document.paths['/']?.post?.requestBody?.content?.['application/json']?.examples).toEqual({
      first: { summary: 'The first', value: { id: 1 } },
      second: { value: { id: 2 } },
    });
  });

  test('creates no examples itself', async () => {
    const { docs } = await build([{ method: 'POST', path: '/', requestBody: body(User), responses: ok }]);
    expect(docs.specJSON()).not.toContain('example');
  });
});

describe('groups and version choose the view of a body', () => {
  class Account {
    @IsString() name!: string;
    @Expose({ groups: ['admin'] }) @IsString() role!: string;
    @Expose({ since: 2 }) @IsString() since2!: string;
  }

  test.each<[string, Partial<ResponseSpec>, string[]]>([
    ['none', {}, ['name', 'since2']],
    ['a group', { groups: ['admin'] }, ['name', 'role', 'since2']],
    ['a version', { version: 1 }, ['name']],
  ])('%s', async (_title, view, expected) => {
    const { document } = await build([
      { method: 'GET', path: '/', responses: { 200: { ...response('', Account), ...view } } },
      { method: 'POST', path: '/', requestBody: { ...body(Account), ...view }, responses: ok },
    ]);
    const schemas = Object.values(document.components?.schemas ?? {});
    for (const { properties } of schemas) expect(Object.keys(properties ?? {}).sort()).toEqual(expected);
    expect(schemas.length).toBeGreaterThan(0);
  });
});
