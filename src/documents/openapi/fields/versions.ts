import {
  BOOLEAN,
  type Check,
  isArrayOf,
  named,
  OBJECT,
  OBJECTS,
  oneOf,
  STRING,
  STRINGS,
} from '../../../shared/checks.js';
import { isRecord } from '../../../shared/values.js';
import {
  ANY,
  CALLBACKS,
  CONTENT,
  ENCODINGS,
  EXAMPLES,
  type Fields,
  HEADERS,
  RESPONSE_HEADERS,
  isMapOf,
  LINKS,
  list,
  map,
  type ObjectFields,
  one,
  withFallback,
  type Fallback,
  renamed,
  required,
  RESPONSES,
  SECURITY,
  SERVERS,
  WITH_URL,
} from './field.js';

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

/** Fields of OpenAPI 3.0 (OpenAPI 3.0.4, 4.7). */
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
  // The values of variables are checked with their URL.
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
  response: { description: STRING, headers: RESPONSE_HEADERS, content: CONTENT, links: LINKS },
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

const spdxUrl: Fallback = (identifier, { url }) => {
  if (typeof identifier !== 'string' || !/^[\w.-]+$/.test(identifier) || url !== undefined) return undefined;
  return { url: `https://spdx.org/licenses/${identifier}.html` };
};

export const OPENAPI_3_1 = {
  document: { jsonSchemaDialect: STRING },
  info: { summary: STRING },
  license: { identifier: withFallback(STRING, spdxUrl) },
  reference: { summary: STRING, description: STRING },
  // References are written in full.
  components: { pathItems: withFallback(OBJECT, () => ({})) },
} as const satisfies ObjectFields;

const asDescription: Fallback = (name, { description }) =>
  description === undefined || description === '' ? { description: name } : undefined;

/** Keeps `itemSchema`, because its form in earlier versions depends on the media type. */
const keepItemSchema: Fallback = (itemSchema) => ({ itemSchema });

const isUnset = ({ value, externalValue }: Readonly<Record<string, unknown>>): boolean =>
  value === undefined && externalValue === undefined;

const asValue: Fallback = (value, example) => (isUnset(example) ? { value } : undefined);

const asText: Fallback = (serialized, example) =>
  isUnset(example) && example.dataValue === undefined ? { value: serialized } : undefined;

/**
 * Writes the summary as Redocly's `x-summary`, and as the description if there is none, since earlier
 * versions require one.
 */
const asSummary: Fallback = (summary, { description }) => ({
  'x-summary': summary,
  ...((description === undefined || description === '') && { description: summary }),
});

const ENCODING_LIST = {
  what: "an array of encodings, as in [{ contentType: 'image/png' }]",
  holds: isArrayOf(isRecord),
};
const POSITIONS = { prefixEncoding: ENCODING_LIST, itemEncoding: OBJECT };

export const OPENAPI_3_2 = {
  document: {
    $self: {
      what: 'a URI without a fragment',
      holds: (value: unknown) => typeof value === 'string' && !value.includes('#'),
    },
  },
  server: { name: withFallback(STRING, asDescription) },
  tag: {
    summary: withFallback(STRING, renamed('x-displayName')),
    // x-tagGroups represents the tree of tags.
    parent: withFallback(STRING, () => ({})),
    kind: STRING,
  },
  example: {
    dataValue: withFallback(ANY, asValue),
    serializedValue: withFallback(STRING, asText),
  },
  response: { summary: withFallback(STRING, asSummary) },
  mediaType: { itemSchema: withFallback(ANY, keepItemSchema), ...POSITIONS },
  encoding: { encoding: ENCODINGS, ...POSITIONS },
  securityScheme: {
    oauth2MetadataUrl: STRING,
    deprecated: BOOLEAN,
  },
  oauthFlows: { deviceAuthorization: one('deviceAuthorizationFlow', OBJECT) },
  deviceAuthorizationFlow: {
    deviceAuthorizationUrl: required(named(STRING, 'the URL that devices ask for a code, a string')),
    ...OPENAPI_3_0.clientCredentialsFlow,
  },
  // References are written in full.
  components: { mediaTypes: withFallback(OBJECT, () => ({})) },
} as const satisfies ObjectFields;
