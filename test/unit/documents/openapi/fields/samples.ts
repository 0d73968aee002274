import { IsString } from 'class-validator';
import type { OpenApiVersion } from '../../../../../src/index.js';
import {
  OPENAPI_3_0,
  OPENAPI_3_1,
  OPENAPI_3_2,
} from '../../../../../src/documents/openapi/fields/versions.js';
import type { Typed } from '../../../../../src/documents/openapi/fields/table.js';
import { ok } from '../build.js';

// One value for each field of each object of OpenAPI. A field without one does not compile, and fails.

class User {
  @IsString() name!: string;
}

export interface Sample<T = unknown> {
  readonly given: T;
  /** Other fields of the object that this one needs. */
  readonly beside?: object;
  /** What it is in the document. @default as it is given */
  readonly arrives?: unknown;
  /** What the object has in the versions that lack the field. @default a diagnostic says that it is left out */
  readonly before?: object;
  /** Fields that the object must have for another one are replaced by these. */
  readonly instead?: object;
  /** The only versions in which a validator takes the value. @default all */
  readonly valid?: readonly OpenApiVersion[];
}

type Tables = typeof OPENAPI_3_0 & typeof OPENAPI_3_1 & typeof OPENAPI_3_2;
type Value<T, F> = T extends unknown ? (F extends keyof T ? NonNullable<T[F]> : never) : never;
type Given<N, F> = N extends keyof Typed
  ? [Value<Typed[N], F>] extends [never]
    ? unknown
    : Value<Typed[N], F>
  : unknown;
type Samples = {
  readonly [N in keyof Tables]: { readonly [F in keyof Tables[N]]: Sample<Given<N, F>> };
};

const text = { given: 'A text' };
const url = { given: 'https://example.com/a' };
const docs = { given: { url: 'https://example.com', description: 'More' } };
const servers = { given: [{ url: 'https://example.com', description: 'One' }] };
const examples = { given: { one: { summary: 'One', value: 'Ada' } } };
const scopes = { given: { read: 'Reads' } };
const content = {
  given: { 'text/csv': String },
  arrives: { 'text/csv': { schema: { type: 'string' } } },
};
const ofUser = { arrives: { $ref: '#/components/schemas/User' } };
const encoding = { given: { photo: { contentType: 'image/png' } } };
const prefixEncoding = { given: [{ contentType: 'image/png' }], beside: { schema: { type: 'array' } } };
const itemEncoding = { given: { contentType: 'image/png' }, beside: { itemSchema: { type: 'object' } } };
const parameters = {
  given: [{ name: 'q', in: 'query' as const, description: 'Query' }],
  arrives: [{ name: 'q', in: 'query', description: 'Query', schema: { type: 'string' } }],
};
const FLOW = { tokenUrl: 'https://example.com/token', scopes: {} };
const AUTHORIZE = { authorizationUrl: 'https://example.com/authorize' };
const DEVICE = { deviceAuthorizationUrl: 'https://example.com/device' };

/** What each object must have, beside the field that is looked at. */
export const REQUIRED: Readonly<Record<string, object>> = {
  info: { title: 'T', version: '1' },
  license: { name: 'MIT' },
  server: { url: 'https://example.com' },
  serverVariable: { default: 'eu' },
  externalDocs: { url: 'https://example.com' },
  example: {},
  reference: { $ref: 'Unauthorized' },
  link: { operationId: 'getOwner' },
  parameter: { name: 'q', in: 'query' },
  requestBody: { content: content.given },
  response: { description: 'OK' },
  mediaType: { schema: User },
  securityScheme: { type: 'http', scheme: 'basic' },
  oauthFlows: {},
  implicitFlow: { ...AUTHORIZE, scopes: {} },
  passwordFlow: FLOW,
  clientCredentialsFlow: FLOW,
  authorizationCodeFlow: { ...AUTHORIZE, ...FLOW },
  deviceAuthorizationFlow: { ...DEVICE, ...FLOW },
};

const BEARER = { type: 'http', scheme: 'bearer' };
const OAUTH = { type: 'oauth2', flows: { clientCredentials: FLOW } };

export const SAMPLES: Samples = {
  document: {
    $self: { given: 'https://example.com/openapi.json' },
    jsonSchemaDialect: { given: 'https://spec.openapis.org/oas/3.1/dialect/base', valid: ['3.1'] },
  },
  info: {
    title: text,
    version: text,
    description: text,
    termsOfService: url,
    contact: { given: { name: 'Ada' } },
    license: { given: { name: 'MIT' } },
    summary: text,
  },
  contact: { name: text, url, email: { given: 'ada@example.com' } },
  license: {
    name: text,
    url,
    identifier: { given: 'MIT', before: { url: 'https://spdx.org/licenses/MIT.html' } },
  },
  server: {
    url,
    description: text,
    variables: { given: { region: { default: 'eu' } }, beside: { url: 'https://{region}.example.com' } },
    name: { given: 'production', before: { description: 'production' } },
  },
  serverVariable: { enum: { given: ['eu', 'us'] }, default: { given: 'us' }, description: text },
  tag: {
    name: { given: 'users' },
    description: text,
    externalDocs: docs,
    summary: { given: 'Users', before: { 'x-displayName': 'Users' } },
    parent: {
      given: 'tag-parent-config-root',
      // x-tagGroups, unless an operation has no tag.
      before: {},
    },
    kind: { given: 'nav' },
  },
  externalDocs: { url, description: text },
  example: {
    summary: text,
    description: text,
    value: { given: 'Ada' },
    externalValue: url,
    dataValue: { given: 'Ada', before: { value: 'Ada' } },
    serializedValue: { given: 'Ada', before: { value: 'Ada' } },
  },
  reference: {
    $ref: { given: 'Unauthorized', arrives: '#/components/responses/Unauthorized' },
    summary: text,
    description: text,
  },
  link: {
    operationId: { given: 'getOwner' },
    operationRef: { given: '#/paths/~1owner/get', instead: {} },
    parameters: { given: { id: '$response.body#/id' } },
    requestBody: { given: '$response.body' },
    description: text,
    server: { given: { url: 'https://example.com' }, valid: ['3.0', '3.2'] },
  },
  pathItem: { summary: text, description: text, servers, parameters },
  operation: {
    tags: { given: ['users'] },
    summary: text,
    description: text,
    externalDocs: docs,
    operationId: { given: 'doIt' },
    parameters,
    requestBody: {
      given: { schema: String },
      arrives: { content: { 'application/json': { schema: { type: 'string' } } } },
    },
    responses: { given: { 404: { description: 'None' } } },
    callbacks: {
      given: { done: { '{$url}': [{ method: 'POST', responses: ok }] } },
      arrives: { done: { '{$url}': { post: { responses: ok } } } },
    },
    deprecated: { given: true },
    security: { given: ['bearerAuth'], arrives: [{ bearerAuth: [] }] },
    servers,
  },
  parameter: {
    name: { given: 'id' },
    in: { given: 'header' },
    description: text,
    required: { given: true },
    deprecated: { given: true },
    allowEmptyValue: { given: true },
    style: { given: 'pipeDelimited', beside: { schema: [String] } },
    explode: { given: false, beside: { schema: [String] } },
    allowReserved: { given: true },
    schema: { given: Number, arrives: { type: 'number' } },
    example: { given: 'Ada' },
    examples,
    content,
  },
  header: {
    description: text,
    required: { given: true },
    deprecated: { given: true },
    style: { given: 'simple' },
    explode: { given: true, beside: { schema: [String] } },
    schema: { given: Number, arrives: { type: 'number' } },
    example: { given: 'Ada' },
    examples,
    content,
  },
  requestBody: { description: text, content, required: { given: true } },
  response: {
    description: text,
    headers: {
      given: { 'X-Total': { description: 'How many' } },
      arrives: { 'X-Total': { description: 'How many', schema: { type: 'string' } } },
    },
    content,
    links: { given: { owner: { operationId: 'getOwner' } } },
    summary: { given: 'In short', before: { 'x-summary': 'In short' } },
  },
  mediaType: {
    schema: { given: User, ...ofUser },
    example: { given: { name: 'Ada' } },
    examples: { given: { one: { value: { name: 'Ada' } } } },
    encoding: { ...encoding, beside: { schema: { type: 'object' } } },
    itemSchema: {
      given: User,
      instead: {},
      ...ofUser,
      before: { schema: { type: 'array', items: ofUser.arrives } },
    },
    prefixEncoding,
    itemEncoding: { ...itemEncoding, instead: {} },
  },
  encoding: {
    contentType: { given: 'image/png' },
    headers: {
      given: { 'X-Total': { schema: Number } },
      arrives: { 'X-Total': { schema: { type: 'number' } } },
    },
    style: { given: 'spaceDelimited' },
    explode: { given: true },
    allowReserved: { given: true },
    encoding,
    prefixEncoding: { given: [{ contentType: 'image/png' }] },
    itemEncoding: { given: { contentType: 'image/png' } },
  },
  securityScheme: {
    type: { given: 'http', beside: { scheme: 'basic' } },
    description: { ...text, beside: BEARER },
    scheme: { given: 'basic', beside: { type: 'http' } },
    bearerFormat: { given: 'JWT', beside: BEARER },
    in: { instead: {}, given: 'header', beside: { type: 'apiKey', paramName: 'X-Key' } },
    flows: { instead: {}, given: { clientCredentials: FLOW }, beside: { type: 'oauth2' } },
    openIdConnectUrl: { ...url, instead: {}, beside: { type: 'openIdConnect' } },
    oauth2MetadataUrl: { ...url, instead: {}, beside: OAUTH },
    deprecated: { given: true, beside: BEARER },
  },
  oauthFlows: {
    implicit: { given: { ...AUTHORIZE, scopes: {} } },
    password: { given: FLOW },
    clientCredentials: { given: FLOW },
    authorizationCode: { given: { ...AUTHORIZE, ...FLOW } },
    deviceAuthorization: { given: { ...DEVICE, ...FLOW } },
  },
  implicitFlow: { authorizationUrl: url, refreshUrl: url, scopes },
  passwordFlow: { tokenUrl: url, refreshUrl: url, scopes },
  clientCredentialsFlow: { tokenUrl: url, refreshUrl: url, scopes },
  authorizationCodeFlow: { authorizationUrl: url, tokenUrl: url, refreshUrl: url, scopes },
  deviceAuthorizationFlow: { deviceAuthorizationUrl: url, tokenUrl: url, refreshUrl: url, scopes },
  components: {
    schemas: { given: { Name: String }, arrives: { Name: { type: 'string' } } },
    responses: { given: { Unauthorized: { description: 'Sign in' } } },
    parameters: {
      given: { Page: { name: 'page', in: 'query' } },
      arrives: { Page: { name: 'page', in: 'query', schema: { type: 'string' } } },
    },
    examples: { given: { Ada: { value: 'Ada' } } },
    requestBodies: {
      given: { Name: { schema: String } },
      arrives: { Name: { content: { 'application/json': { schema: { type: 'string' } } } } },
    },
    headers: {
      given: { Total: { description: 'How many' } },
      arrives: { Total: { description: 'How many', schema: { type: 'string' } } },
    },
    links: { given: { Owner: { operationId: 'getOwner' } } },
    callbacks: {
      given: { done: { '{$url}': [{ method: 'POST', responses: ok }] } },
      arrives: { done: { '{$url}': { post: { responses: ok } } } },
    },
    pathItems: {
      given: { Health: { operations: [{ method: 'GET', responses: ok }] } },
      arrives: { Health: { get: { responses: ok } } },
      before: {},
    },
    mediaTypes: {
      given: { Name: { schema: String } },
      arrives: { Name: { schema: { type: 'string' } } },
      before: {},
    },
  },
};
