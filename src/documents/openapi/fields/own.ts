import {
  BOOLEAN,
  type Check,
  FUNCTION,
  isArrayOf,
  OBJECT,
  OBJECTS,
  oneOf,
  STRING,
  STRINGS,
} from '../../../shared/checks.js';
import { DIAGNOSTICS_MODES } from '../../../shared/diagnostics-notice.js';
import { isToken } from '../../../shared/http.js';
import { isClass, isConstructor, isRecord } from '../../../shared/values.js';
import { type AuthConfig, type Config, OPENAPI_VERSIONS } from '../config/config.js';
import { type DocsAuth, type UIConfig, VIEWERS } from '../config/page-options.js';
import type { WebhookOptions } from '../types/endpoint.js';
import {
  ANY,
  BODY_VIEW,
  type Field,
  type Fields,
  isMapOf,
  isTextOrTexts,
  list,
  MEDIA_TYPES,
  type ObjectFields,
  one,
  PARAMETER_TYPE,
  required,
  RESPONSE_HEADERS,
  RESPONSES,
  SECURITY,
  SERVERS,
  VALIDATION,
  WITH_URL,
} from './field.js';

type All<T> = Readonly<Record<Exclude<keyof T, `x-${string}` | 'extensions'>, Field>>;

const CONFIG: All<Config> = {
  $self: ANY,
  jsonSchemaDialect: ANY,
  info: OBJECT,
  servers: SERVERS,
  tags: {
    what: "an array of objects with a name, as in [{ name: 'users' }]",
    holds: isArrayOf((tag) => isRecord(tag) && typeof tag.name === 'string'),
  },
  ui: OBJECT,
  auth: OBJECT,
  docsAuth: { ...OBJECT, secret: true },
  authorize: FUNCTION,
  onError: FUNCTION,
  strict: BOOLEAN,
  diagnostics: oneOf(...DIAGNOSTICS_MODES),
  inlineSchemas: BOOLEAN,
  openapi: oneOf(...OPENAPI_VERSIONS),
  validation: VALIDATION,
  nullableOptional: BOOLEAN,
  implicitConversion: oneOf('accepted', 'declared'),
  parameterNames: oneOf('property', 'lowercase'),
  security: SECURITY,
  responses: RESPONSES,
  responseHeaders: RESPONSE_HEADERS,
  externalDocs: WITH_URL,
  models: { what: 'an array of classes, as in [Cat, Dog]', holds: isArrayOf(isClass) },
  facts: {
    what: "the path of a facts file, as in './dtospec-facts.json', its content, or false",
    holds: (value) => value === false || typeof value === 'string' || isRecord(value),
  },
  components: OBJECT,
  paths: { what: "path items by path, as in { '/users': { summary: 'Users' } }", holds: isMapOf(isRecord) },
  transformDocument: FUNCTION,
};

const UI: All<UIConfig> = {
  title: STRING,
  favicon: STRING,
  logo: {
    what: "an object with src and alt, as in { src: 'https://example.com/logo.svg', alt: 'Example' }",
    holds: (value) => isRecord(value) && typeof value.src === 'string' && typeof value.alt === 'string',
  },
  head: arrayLike("[{ tag: 'meta', attributes: { name: 'robots', content: 'noindex' } }]"),
  language: {
    what: "a language's tag, as in 'de' or 'pt-BR'",
    holds: (value) => typeof value === 'string' && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(value),
  },
  texts: { what: "texts by name, as in { signIn: 'Anmelden' }", holds: isMapOf(STRING.holds) },
  viewer: oneOf(...VIEWERS),
  viewerScript: STRING,
  theme: ANY,
  darkMode: ANY,
  layout: ANY,
  showSidebar: ANY,
  sidebarSearch: ANY,
  tagGrouping: ANY,
  collapsibleSchemas: ANY,
  customCSS: ANY,
  viewerVersion: ANY,
  specCORSOrigin: ANY,
  viewerSource: {
    what: "'cdn', 'local', or the viewer's files as texts, as in { script }",
    holds: (value) => {
      if (!isRecord(value)) return value === 'cdn' || value === 'local';
      const { script, style } = value;
      return typeof script === 'string' && (style === undefined || typeof style === 'string');
    },
  },
  viewerIntegrity: ANY,
  viewerOptions: ANY,
  contentSecurityPolicy: ANY,
};

const AUTH: All<AuthConfig> = { persistCredentials: ANY, schemes: arrayLike("[bearerAuth('staff')]") };

const DOCS_AUTH: All<DocsAuth> = {
  enabled: required({ ...BOOLEAN, what: 'true, which protects the docs, or false' }),
  username: ANY,
  password: ANY,
  realm: ANY,
  apiKey: {
    what: 'a string, or an array of strings',
    holds: isTextOrTexts,
    secret: true,
  },
  apiKeyHeader: {
    what: "the name of a header, as in 'X-API-Key'",
    holds: (value) => typeof value === 'string' && isToken(value),
  },
  signIn: BOOLEAN,
};

function arrayLike(example: string): Check {
  return { what: `an array of objects, as in ${example}`, holds: isArrayOf(isRecord) };
}

const AUDIENCE: Check = {
  what: "a name, or an array of names, as in ['partner', 'public']",
  holds: isTextOrTexts,
};

const SIGNER: Check = {
  what: 'the channel that sends it, as in new WebhookChannel(options)',
  holds: (value) => isRecord(value) && typeof value.sentHeaders === 'function',
};

const WEBHOOK: All<WebhookOptions> = {
  ...BODY_VIEW,
  name: STRING,
  summary: STRING,
  description: STRING,
  tags: STRINGS,
  audience: AUDIENCE,
  method: ANY,
  contentType: STRING,
  channel: SIGNER,
  signature: BOOLEAN,
  standardWebhooks: BOOLEAN,
  headers: {
    what: "descriptions by name, as in { 'X-Tenant': 'Whose order it is' }",
    holds: (value) => isRecord(value) && Object.values(value).every(STRING.holds),
  },
  parameters: OBJECTS,
  responses: RESPONSES,
  security: SECURITY,
  servers: list('server', SERVERS),
  externalDocs: one('externalDocs', WITH_URL),
  operationId: STRING,
  deprecated: BOOLEAN,
};

const OMITTED: Check = {
  what: "true, or a list of statuses and of names and classes of headers, as in [429, 'X-Request-Id']",
  holds: (value) =>
    value === true ||
    isArrayOf((member) => typeof member === 'number' || typeof member === 'string' || isConstructor(member))(
      value,
    ),
};

const EXPOSURE: Check = {
  what: "options of class-transformer, as in { strategy: 'excludeAll' }",
  holds: isRecord,
};

const BODY = { ...BODY_VIEW, contentType: MEDIA_TYPES } satisfies Fields;

export const OWN = {
  config: CONFIG,
  ui: UI,
  auth: AUTH,
  docsAuth: DOCS_AUTH,
  webhook: { ...WEBHOOK, webhook: ANY },
  operation: {
    method: ANY,
    path: ANY,
    audience: AUDIENCE,
    params: PARAMETER_TYPE,
    query: PARAMETER_TYPE,
    headers: PARAMETER_TYPE,
    cookies: PARAMETER_TYPE,
    body: ANY,
    queryParams: PARAMETER_TYPE,
    pathParams: PARAMETER_TYPE,
    headerParams: PARAMETER_TYPE,
    cookieParams: PARAMETER_TYPE,
    validation: VALIDATION,
    omitCommon: OMITTED,
  },
  requestBody: { ...BODY, validation: VALIDATION },
  response: { ...BODY, exposure: EXPOSURE },
  pathItem: { $ref: STRING, operations: { what: 'an array of operations', holds: Array.isArray } },
  securityScheme: { name: STRING, paramName: STRING },
} as const satisfies ObjectFields;

export const HAVE_CONTENT = ['requestBody', 'response'] as const;
