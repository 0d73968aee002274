import { isConstructor } from '../model/type-ref.js';
import type { BodyView, Endpoint, Parameter, RequestBody, ResponseHeader, ResponseSpec } from './endpoint.js';
import {
  FLAG,
  isListOf,
  isRecord,
  LIST,
  NUMBER,
  OBJECT,
  SECURITY,
  SERVERS,
  TEXT,
  TEXTS,
  VALIDATION,
  WITH_URL,
  type FieldCheck,
  type FieldChecks,
} from './fields.js';
import type { WebhookOptions } from './webhooks.js';

// What the fields of everything that an endpoint is made of may hold.

const CLASS: FieldCheck = { what: 'a class with decorated properties', holds: isConstructor };

const MEDIA_TYPES: FieldCheck = {
  what: "a media type, or a list of them, as in ['application/json', 'application/xml']",
  holds: (value) => TEXT.holds(value) || TEXTS.holds(value),
};

const EXAMPLES: FieldCheck = {
  what: "examples by name, as in { plain: { value: 'Ada' } }",
  holds: (value) => isRecord(value) && Object.values(value).every(isRecord),
};

const CALLBACKS: FieldCheck = {
  what: "lists of requests by name and URL, as in { paid: { '{$request.body#/url}': [{ method: 'POST', responses }] } }",
  holds: (value) =>
    isRecord(value) &&
    Object.values(value).every((urls) => isRecord(urls) && Object.values(urls).every(isListOf(isRecord))),
};

export const ENDPOINT: FieldChecks<Endpoint> = {
  operationId: TEXT,
  summary: TEXT,
  description: TEXT,
  tags: TEXTS,
  parameters: LIST,
  queryParams: CLASS,
  pathParams: CLASS,
  headerParams: CLASS,
  cookieParams: CLASS,
  requestBody: { what: 'a body, as in body(User)', holds: isRecord },
  validation: VALIDATION,
  responses: { what: "responses by status, as in { 200: response('OK') }", holds: isRecord },
  security: SECURITY,
  deprecated: FLAG,
  externalDocs: WITH_URL,
  servers: SERVERS,
  callbacks: CALLBACKS,
  extensions: OBJECT,
};

export const PARAMETER: FieldChecks<Parameter> = {
  description: TEXT,
  required: FLAG,
  deprecated: FLAG,
  explode: FLAG,
  allowReserved: FLAG,
  examples: EXAMPLES,
};

const BODY_VIEW: FieldChecks<BodyView> = { groups: TEXTS, version: NUMBER };

export const REQUEST_BODY: FieldChecks<RequestBody> = {
  ...BODY_VIEW,
  description: TEXT,
  contentType: MEDIA_TYPES,
  examples: EXAMPLES,
  required: FLAG,
  validation: VALIDATION,
};

export const RESPONSE: FieldChecks<ResponseSpec> = {
  ...BODY_VIEW,
  description: TEXT,
  contentType: MEDIA_TYPES,
  examples: EXAMPLES,
  links: OBJECT,
  content: {
    what: "media types with what travels, as in { 'text/csv': { schema: String } }",
    holds: (value) => isRecord(value) && Object.values(value).every(isRecord),
  },
  headers: { what: "headers by name, as in { 'X-Total': { description: 'How many' } }", holds: isRecord },
};

export const HEADER: FieldCheck = {
  what: "an object, as in { description: 'How many' }",
  holds: isRecord,
};

export const RESPONSE_HEADER: FieldChecks<ResponseHeader> = { description: TEXT, required: FLAG };

export const WEBHOOK: FieldChecks<WebhookOptions> = {
  ...BODY_VIEW,
  name: TEXT,
  summary: TEXT,
  description: TEXT,
  tags: TEXTS,
  contentType: TEXT,
  channel: {
    what: 'the channel that sends it, as in new WebhookChannel(options)',
    holds: (value) => isRecord(value) && typeof value.sentHeaders === 'function',
  },
  signature: FLAG,
  standardWebhooks: FLAG,
  headers: {
    what: "descriptions by name, as in { 'X-Tenant': 'Whose order it is' }",
    holds: (value) => isRecord(value) && Object.values(value).every(TEXT.holds),
  },
  operationId: TEXT,
  deprecated: FLAG,
  extensions: OBJECT,
};
