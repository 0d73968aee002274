import {
  BOOLEAN,
  isArrayOf,
  NUMBER,
  OBJECT,
  OBJECTS,
  STRING,
  STRINGS,
  type Check,
  type Checks,
} from '../base/checks.js';
import { isRecord } from '../base/values.js';
import { isConstructor } from '../model/type-ref.js';
import type { BodyView, Endpoint, Parameter, RequestBody, ResponseHeader, ResponseSpec } from './endpoint.js';
import { SECURITY, SERVERS, VALIDATION, WITH_URL } from './fields.js';
import type { WebhookOptions } from './webhook-options.js';

// What the fields of everything that an endpoint is made of may hold.

const CLASS: Check = { what: 'a class with decorated properties', holds: isConstructor };

const MEDIA_TYPES: Check = {
  what: "a media type, or an array of them, as in ['application/json', 'application/xml']",
  holds: (value) => STRING.holds(value) || STRINGS.holds(value),
};

const AUDIENCE: Check = {
  what: "a name, or an array of names, as in ['partner', 'public']",
  holds: (value) => STRING.holds(value) || STRINGS.holds(value),
};

const EXAMPLES: Check = {
  what: "examples by name, as in { plain: { value: 'Ada' } }",
  holds: (value) => isRecord(value) && Object.values(value).every(isRecord),
};

const CALLBACKS: Check = {
  what: "lists of requests by name and URL, as in { paid: { '{$request.body#/url}': [{ method: 'POST', responses }] } }",
  holds: (value) =>
    isRecord(value) &&
    Object.values(value).every((urls) => isRecord(urls) && Object.values(urls).every(isArrayOf(isRecord))),
};

export const ENDPOINT: Checks<Endpoint> = {
  operationId: STRING,
  summary: STRING,
  description: STRING,
  tags: STRINGS,
  audience: AUDIENCE,
  parameters: OBJECTS,
  queryParams: CLASS,
  pathParams: CLASS,
  headerParams: CLASS,
  cookieParams: CLASS,
  requestBody: { what: 'a body, as in body(User)', holds: isRecord },
  validation: VALIDATION,
  responses: { what: "responses by status, as in { 200: response('OK') }", holds: isRecord },
  security: SECURITY,
  deprecated: BOOLEAN,
  externalDocs: WITH_URL,
  servers: SERVERS,
  callbacks: CALLBACKS,
  extensions: OBJECT,
};

export const PARAMETER: Checks<Parameter> = {
  description: STRING,
  required: BOOLEAN,
  deprecated: BOOLEAN,
  explode: BOOLEAN,
  allowReserved: BOOLEAN,
  examples: EXAMPLES,
};

const BODY_VIEW: Checks<BodyView> = { groups: STRINGS, version: NUMBER };

export const REQUEST_BODY: Checks<RequestBody> = {
  ...BODY_VIEW,
  description: STRING,
  contentType: MEDIA_TYPES,
  examples: EXAMPLES,
  required: BOOLEAN,
  validation: VALIDATION,
};

export const RESPONSE: Checks<ResponseSpec> = {
  ...BODY_VIEW,
  description: STRING,
  contentType: MEDIA_TYPES,
  examples: EXAMPLES,
  links: OBJECT,
  content: {
    what: "media types with what travels, as in { 'text/csv': { schema: String } }",
    holds: (value) => isRecord(value) && Object.values(value).every(isRecord),
  },
  headers: { what: "headers by name, as in { 'X-Total': { description: 'How many' } }", holds: isRecord },
  exposure: { what: "options of class-transformer, as in { strategy: 'excludeAll' }", holds: isRecord },
};

export const HEADER: Check = {
  what: "an object, as in { description: 'How many' }",
  holds: isRecord,
};

export const RESPONSE_HEADER: Checks<ResponseHeader> = { description: STRING, required: BOOLEAN };

export const WEBHOOK: Checks<WebhookOptions> = {
  ...BODY_VIEW,
  name: STRING,
  summary: STRING,
  description: STRING,
  tags: STRINGS,
  audience: AUDIENCE,
  contentType: STRING,
  channel: {
    what: 'the channel that sends it, as in new WebhookChannel(options)',
    holds: (value) => isRecord(value) && typeof value.sentHeaders === 'function',
  },
  signature: BOOLEAN,
  standardWebhooks: BOOLEAN,
  headers: {
    what: "descriptions by name, as in { 'X-Tenant': 'Whose order it is' }",
    holds: (value) => isRecord(value) && Object.values(value).every(STRING.holds),
  },
  operationId: STRING,
  deprecated: BOOLEAN,
  extensions: OBJECT,
};
