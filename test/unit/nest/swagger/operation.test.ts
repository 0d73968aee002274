/* oxlint-disable typescript/no-empty-function -- only their decorators count */
import { Get, Post } from '@nestjs/common';
import {
  ApiBasicAuth,
  ApiBearerAuth,
  ApiBody,
  ApiCallbacks,
  ApiConsumes,
  ApiCookieAuth,
  ApiDefaultGetter,
  ApiDefaultResponse,
  ApiExcludeController,
  ApiExcludeEndpoint,
  ApiExtension,
  ApiExtraModels,
  ApiHeader,
  ApiHeaders,
  ApiLink,
  ApiNotFoundResponse,
  ApiOAuth2,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiProperty,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  ApiWebhook,
  getSchemaPath,
} from '@nestjs/swagger';
import { body, response, type Endpoint } from '../../../../src/index.js';
import { operationMetadata, type OperationMetadata } from '../../../../src/nest/swagger/operation.js';
import { buildOperation } from '../../documents/openapi/build.js';

enum Size {
  Small = 'small',
  Large = 'large',
}

class Owner {
  @ApiProperty() id!: string;
}

class Cat {
  @ApiProperty({ link: () => Owner }) owner!: string;
}

class Failure {
  @ApiProperty() reason!: string;
}

class Filter {
  @ApiProperty() text!: string;
}

@ApiTags('cats')
@ApiBearerAuth()
@ApiConsumes('application/json')
@ApiHeader({ name: 'X-Tenant', description: 'Whose cats' })
@ApiResponse({ status: 500, description: 'Broken', type: Failure })
@ApiExtraModels(Owner)
class Controller {
  @ApiOperation({
    summary: 'All',
    description: 'Of them',
    deprecated: true,
    operationId: 'all',
    externalDocs: { url: 'https://x.io' },
  })
  @ApiTags('more')
  @ApiOAuth2(['read'])
  @ApiExtension('x-rate', { limit: 3 })
  @Get()
  described() {}

  @ApiOperation({ tags: ['only'], 'x-internal': true } as never)
  @ApiBasicAuth()
  @ApiCookieAuth()
  @ApiSecurity({ a: [], b: ['x'] })
  secured() {}

  @ApiParam({ name: 'id', description: 'Which', type: Number, example: 3 })
  @ApiQuery({ name: 'size', enum: Size, enumName: 'Size', required: false })
  @ApiQuery({ name: 'sizes', enum: Size, isArray: true })
  @ApiQuery({ name: 'page', type: 'integer', minimum: 1, default: 1 })
  @ApiQuery({ name: 'tags', type: [String], style: 'form', explode: false })
  @ApiQuery({ name: 'filter', type: Filter })
  @ApiQuery({ name: 'raw', schema: { type: 'string', nullable: true, maxLength: 3 } })
  @ApiHeaders([
    { name: 'X-Trace', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'X-Size', enum: Size },
  ])
  parameters() {}

  @ApiQuery({ type: Filter }) spread() {}

  @ApiBody({ type: [Cat], description: 'Some', examples: { one: { value: [{ owner: 'x' }] } } })
  @ApiConsumes('application/xml')
  list() {}
  @ApiBody({ description: 'Only said' }) @Post() open() {}
  @ApiBody({
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
    required: false,
  })
  upload() {}
  @ApiBody({ enum: Size, enumName: 'Size' } as never) enumerated() {}

  @ApiOkResponse({
    type: Cat,
    description: 'It',
    headers: { 'X-Total': { description: 'How many', schema: { type: 'integer' } } },
  })
  @ApiNotFoundResponse({ description: 'None' })
  @ApiDefaultResponse({ type: () => [Failure] })
  @ApiProduces('application/json', 'application/xml')
  responses() {}

  @ApiResponse({
    status: '4XX',
    description: 'Wrong',
    schema: { oneOf: [{ $ref: getSchemaPath(Failure) }, { type: 'string' }] },
  })
  @ApiResponse({ status: 201, description: 'Text', type: String, example: 'ok' })
  @ApiResponse({ status: 202, description: 'May be', type: Cat, nullable: true })
  @ApiResponse({
    status: 203,
    description: 'Table',
    content: { 'text/csv': { schema: { type: 'string' }, example: 'a,b' } },
  })
  variants() {}

  @ApiCallbacks({
    name: 'born',
    callbackUrl: '{$request.body#/url}',
    method: 'post',
    requestBody: { type: Cat },
    expectedResponse: { status: 204 },
  })
  callbacks() {}

  @ApiWebhook('cat.born') webhook() {}
  @ApiWebhook() unnamed() {}
  @ApiExcludeEndpoint() excluded() {}
  @ApiExcludeEndpoint(false) kept() {}
  @ApiDefaultGetter(Owner, 'ownerId') owner() {}
  @ApiLink({ from: Cat, fromField: 'owner', routeParam: 'cat' }) friends() {}
  plain() {}
}

@ApiExcludeController()
class Excluded {
  one() {}
}

class Inheriting extends Controller {}

class Bare {
  one() {}
}

const read = (method: string, controller = Controller as never): OperationMetadata =>
  operationMetadata({ controller, method, status: 200, operationIdOf: (_, name) => name });

/** The operation of an endpoint that is nothing but the metadata. */
async function documented(method: string) {
  const { fields, parameters, requestBody, responses } = read(method);
  const endpoint = {
    ...fields,
    method: 'POST',
    parameters: [...parameters],
    responses,
    ...(requestBody === undefined ? {} : { requestBody: { ...body(Cat), ...requestBody } }),
  } as Partial<Endpoint>;
  const path = parameters.some(({ in: place }) => place === 'path') ? '/{id}' : '/';
  const auth = {
    schemes: ['bearer', 'basic', 'cookie', 'a', 'b'].map(
      (name) => ({ name, type: 'http', scheme: 'bearer' }) as const,
    ),
  };
  return buildOperation({ path, ...endpoint }, { auth });
}

describe('fields of the operation', () => {
  it('joins the fields of controller and method, those of the controller first', () => {
    expect(read('described').fields).toEqual({
      operationId: 'all',
      summary: 'All',
      description: 'Of them',
      deprecated: true,
      externalDocs: { url: 'https://x.io' },
      tags: ['cats', 'more'],
      security: [{ bearer: [] }, { oauth2: ['read'] }],
      extensions: { 'x-rate': { limit: 3 } },
    });
  });

  it('lets @ApiOperation name the tags alone, and reads every kind of security', () => {
    expect(read('secured').fields).toEqual({
      tags: ['only'],
      security: [{ bearer: [] }, { a: [], b: ['x'] }, { cookie: [] }, { basic: [] }],
      extensions: { 'x-internal': true },
    });
  });

  it('is empty without decorators', () => {
    expect(operationMetadata({ controller: Bare, method: 'one', status: 200 })).toEqual({
      excluded: false,
      webhook: undefined,
      fields: {},
      parameters: [],
      queryParams: undefined,
      requestBody: undefined,
      responses: {},
      consumes: [],
      produces: [],
    });
  });

  it('is inherited with the method', () => {
    expect(read('described', Inheriting as never)).toEqual(read('described'));
  });

  it.each([
    ['excluded', true],
    ['kept', false],
    ['plain', false],
  ])('reads exclusion: %s', (method, excluded) => {
    expect(read(method).excluded).toBe(excluded);
  });

  it('excludes a controller', () => {
    expect(read('one', Excluded as never).excluded).toBe(true);
  });

  it('names webhooks', () => {
    expect([read('webhook').webhook, read('unnamed').webhook, read('plain').webhook]).toEqual([
      'cat.born',
      'unnamed',
      undefined,
    ]);
  });
});

describe('parameters', () => {
  it('are documented as they are described', async () => {
    const { operation } = await documented('parameters');
    const parameters = Object.fromEntries(
      (operation.parameters ?? []).map(({ name, in: place, ...rest }) => [`${place} ${name}`, rest]),
    );
    expect(parameters).toEqual({
      'header X-Tenant': { description: 'Whose cats', schema: { type: 'string' } },
      'path id': { description: 'Which', required: true, schema: { type: 'number' }, example: 3 },
      'query size': { schema: { $ref: '#/components/schemas/Size' } },
      'query sizes': {
        required: true,
        style: 'form',
        explode: true,
        schema: { type: 'array', items: { type: 'string', enum: ['small', 'large'] } },
      },
      'query page': { required: true, schema: { type: 'integer', minimum: 1, default: 1 } },
      'query tags': {
        required: true,
        style: 'form',
        explode: false,
        schema: { type: 'array', items: { type: 'string' } },
      },
      'query filter': {
        required: true,
        style: 'deepObject',
        explode: true,
        schema: { $ref: '#/components/schemas/Filter' },
      },
      'query raw': { required: true, schema: { type: ['string', 'null'], maxLength: 3 } },
      'header X-Trace': { required: true, schema: { type: 'string', format: 'uuid' } },
      'header X-Size': { schema: { type: 'string', enum: ['small', 'large'] } },
    });
  });

  it('documents the properties of a class without a name as parameters', () => {
    expect(read('spread').queryParams).toBe(Filter);
    expect(read('parameters').queryParams).toBeUndefined();
  });
});

describe('bodies', () => {
  it('have the type, the examples and all media types', async () => {
    const { operation } = await documented('list');
    const media = {
      schema: { type: 'array', items: { $ref: '#/components/schemas/Cat' } },
      examples: { one: { value: [{ owner: 'x' }] } },
    };
    expect(operation.requestBody).toEqual({
      description: 'Some',
      required: true,
      content: { 'application/json': media, 'application/xml': media },
    });
  });

  it('leave the type to the route where none is given', () => {
    expect(read('open').requestBody).toEqual({
      description: 'Only said',
      required: true,
      contentType: ['application/json'],
    });
  });

  it('accept schemas and enums', () => {
    expect(read('upload').requestBody).toMatchObject({
      required: false,
      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
    });
  });

  it('are enums with a name', async () => {
    const { operation } = await documented('enumerated');
    expect(operation.requestBody?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Size',
    });
  });
});

describe('responses', () => {
  it('are those of method and controller, under each media type', async () => {
    const { operation } = await documented('responses');
    const media = (schema: object) => ({ 'application/json': { schema }, 'application/xml': { schema } });
    expect(operation.responses).toEqual({
      200: {
        description: 'It',
        headers: { 'X-Total': { description: 'How many', schema: { type: 'integer' } } },
        content: media({ $ref: '#/components/schemas/Cat' }),
        links: {
          owner_from_owner: { operationId: 'owner', parameters: { ownerId: '$response.body#/owner' } },
          friends_from_owner: { operationId: 'friends', parameters: { cat: '$response.body#/owner' } },
        },
      },
      404: { description: 'None' },
      500: { description: 'Broken', content: media({ $ref: '#/components/schemas/Failure' }) },
      default: {
        description: '',
        content: media({ type: 'array', items: { $ref: '#/components/schemas/Failure' } }),
      },
    });
  });

  it('have types, schemas, examples and content of all kinds', () => {
    const { responses } = read('variants');
    expect(responses).toMatchObject({
      '4XX': { schema: { oneOf: [{ $ref: '#/components/schemas/Failure' }, { type: 'string' }] } },
      201: { description: 'Text', schema: String, example: 'ok' },
      203: response('Table'),
    });
    expect((responses as Record<number, object>)[203]).toMatchObject({
      content: { 'text/csv': { schema: { type: 'string' }, example: 'a,b' } },
    });
  });

  it('may be null', async () => {
    const { operation } = await documented('variants');
    expect(operation.responses['202']?.content?.['application/json']?.schema).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'null' }],
    });
  });
});

it('callbacks are those of an endpoint', async () => {
  const { operation } = await documented('callbacks');
  expect(operation.callbacks?.born?.['{$request.body#/url}']?.post).toEqual({
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } },
    },
    responses: { 204: { description: 'The callback was taken.' } },
  });
});
