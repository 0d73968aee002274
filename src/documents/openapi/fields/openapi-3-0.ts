import { BOOLEAN, OBJECT, OBJECTS, oneOf, STRING, STRINGS, type Check } from '../../../shared/checks.js';
import { isRecord } from '../../../shared/values.js';
import {
  ANY,
  CALLBACKS,
  CONTENT,
  ENCODINGS,
  EXAMPLES,
  HEADERS,
  isMapOf,
  LINKS,
  RESPONSES,
  SECURITY,
  SERVERS,
  WITH_URL,
} from './checks.js';
import { list, map, one, required, type Fields, type ObjectFields } from './field.js';

const EXTERNAL_DOCS = one('externalDocs', WITH_URL);
const SERVER_LIST = list('server', SERVERS);

const STYLE = { style: STRING, explode: BOOLEAN, allowReserved: BOOLEAN } satisfies Fields;

const EXAMPLED = { example: ANY, examples: EXAMPLES } satisfies Fields;

const SCOPES: Check = {
  what: "what each scope allows by its name, as in { read: 'Read access' }",
  holds: isMapOf(STRING.holds),
};
const FLOW = { refreshUrl: STRING, scopes: required(SCOPES) } satisfies Fields;
const AUTHORIZATION = { authorizationUrl: required(STRING) } satisfies Fields;
const TOKEN = { tokenUrl: required(STRING) } satisfies Fields;

const SERVER_VARIABLES: Check = {
  what: "variables by name, as in { region: { default: 'eu' } }",
  holds: isMapOf(isRecord),
};

/** The fields of OpenAPI 3.0 (3.0.4, 4.7). `schema` is whatever the compiler takes for a type. */
export const OPENAPI_3_0 = {
  info: {
    title: required(STRING),
    description: STRING,
    termsOfService: STRING,
    contact: one('contact', OBJECT),
    license: one('license', OBJECT),
    version: required(STRING),
  },
  contact: { name: STRING, url: STRING, email: STRING },
  license: { name: required(STRING), url: STRING },
  server: {
    url: required(STRING),
    description: STRING,
    variables: map('serverVariable', SERVER_VARIABLES),
  },
  // What the variables hold is checked with the URL that they are of.
  serverVariable: { enum: ANY, default: required(ANY), description: STRING },
  tag: { name: required(STRING), description: STRING, externalDocs: EXTERNAL_DOCS },
  externalDocs: { url: required(STRING), description: STRING },
  example: { summary: STRING, description: STRING, value: ANY, externalValue: STRING },
  reference: { $ref: required(STRING) },
  link: {
    operationId: STRING,
    operationRef: STRING,
    parameters: OBJECT,
    requestBody: ANY,
    description: STRING,
    server: one('server', WITH_URL),
  },
  pathItem: {
    summary: STRING,
    description: STRING,
    servers: SERVER_LIST,
    parameters: OBJECTS,
  },
  operation: {
    tags: STRINGS,
    summary: STRING,
    description: STRING,
    externalDocs: EXTERNAL_DOCS,
    operationId: STRING,
    parameters: OBJECTS,
    requestBody: { what: 'a body, as in body(User)', holds: isRecord },
    responses: RESPONSES,
    callbacks: CALLBACKS,
    deprecated: BOOLEAN,
    security: SECURITY,
    servers: SERVER_LIST,
  },
  parameter: {
    name: ANY,
    in: ANY,
    description: STRING,
    required: BOOLEAN,
    deprecated: BOOLEAN,
    allowEmptyValue: BOOLEAN,
    ...STYLE,
    schema: ANY,
    ...EXAMPLED,
    content: CONTENT,
  },
  header: {
    description: STRING,
    required: BOOLEAN,
    deprecated: BOOLEAN,
    style: oneOf('simple'),
    explode: BOOLEAN,
    schema: ANY,
    ...EXAMPLED,
    content: CONTENT,
  },
  requestBody: { description: STRING, content: CONTENT, required: BOOLEAN },
  response: { description: STRING, headers: HEADERS, content: CONTENT, links: LINKS },
  mediaType: { schema: ANY, ...EXAMPLED, encoding: ENCODINGS },
  encoding: { contentType: STRING, headers: HEADERS, ...STYLE },
  securityScheme: {
    type: required(STRING),
    description: STRING,
    scheme: STRING,
    bearerFormat: STRING,
    in: STRING,
    flows: one('oauthFlows', OBJECT),
    openIdConnectUrl: STRING,
  },
  oauthFlows: {
    implicit: one('implicitFlow', OBJECT),
    password: one('passwordFlow', OBJECT),
    clientCredentials: one('clientCredentialsFlow', OBJECT),
    authorizationCode: one('authorizationCodeFlow', OBJECT),
  },
  implicitFlow: { ...AUTHORIZATION, ...FLOW },
  passwordFlow: { ...TOKEN, ...FLOW },
  clientCredentialsFlow: { ...TOKEN, ...FLOW },
  authorizationCodeFlow: { ...AUTHORIZATION, ...TOKEN, ...FLOW },
  components: {
    schemas: OBJECT,
    responses: OBJECT,
    parameters: OBJECT,
    examples: OBJECT,
    requestBodies: OBJECT,
    headers: OBJECT,
    links: OBJECT,
    callbacks: OBJECT,
  },
} as const satisfies ObjectFields;
