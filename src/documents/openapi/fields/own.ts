import { BOOLEAN, FUNCTION, OBJECTS, STRING, STRINGS, type Check } from '../../../shared/checks.js';
import { isRecord } from '../../../shared/values.js';
import type { AuthConfig, Config } from '../config/config.js';
import type { DocsAuth, UIConfig } from '../config/page-options.js';
import type { WebhookOptions } from '../types/endpoint.js';
import {
  ANY,
  BODY_VIEW,
  type Field,
  type Fields,
  list,
  MEDIA_TYPES,
  type ObjectFields,
  one,
  PARAMETER_TYPE,
  RESPONSES,
  SECURITY,
  SERVERS,
  VALIDATION,
  WITH_URL,
} from './field.js';

type All<T> = Readonly<Record<Exclude<keyof T, `x-${string}` | 'extensions'>, Field>>;

// `resolveConfig` checks the values of options. This table has only their names.
const CONFIG: All<Config> = {
  $self: ANY,
  jsonSchemaDialect: ANY,
  info: ANY,
  servers: ANY,
  tags: ANY,
  ui: ANY,
  auth: ANY,
  docsAuth: ANY,
  authorize: FUNCTION,
  onError: FUNCTION,
  strict: BOOLEAN,
  diagnostics: STRING,
  inlineSchemas: BOOLEAN,
  openapi: STRING,
  validation: ANY,
  nullableOptional: BOOLEAN,
  implicitConversion: STRING,
  parameterNames: STRING,
  security: ANY,
  externalDocs: ANY,
  models: ANY,
  facts: ANY,
  components: ANY,
  paths: ANY,
  transformDocument: FUNCTION,
};

const UI: All<UIConfig> = {
  title: ANY,
  favicon: ANY,
  logo: ANY,
  head: ANY,
  language: ANY,
  texts: ANY,
  viewer: ANY,
  viewerScript: ANY,
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
  viewerSource: ANY,
  viewerIntegrity: ANY,
  viewerOptions: ANY,
  contentSecurityPolicy: ANY,
};

const AUTH: All<AuthConfig> = { persistCredentials: ANY, schemes: ANY };

const DOCS_AUTH: All<DocsAuth> = {
  enabled: ANY,
  username: ANY,
  password: ANY,
  realm: ANY,
  apiKey: ANY,
  apiKeyHeader: ANY,
  signIn: ANY,
};

const AUDIENCE: Check = {
  what: "a name, or an array of names, as in ['partner', 'public']",
  holds: (value) => STRING.holds(value) || STRINGS.holds(value),
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
  },
  requestBody: { ...BODY, validation: VALIDATION },
  response: { ...BODY, exposure: EXPOSURE },
  pathItem: { $ref: STRING, operations: { what: 'an array of operations', holds: Array.isArray } },
  securityScheme: { name: STRING, paramName: STRING },
} as const satisfies ObjectFields;

export const HAVE_CONTENT = ['requestBody', 'response'] as const;
