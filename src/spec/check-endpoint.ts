import { isConstructor } from '../model/type-ref.js';
import type { BodyView, Endpoint, Parameter, RequestBody, ResponseHeader, ResponseSpec } from './endpoint.js';
import {
  FLAG,
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
  extensions: OBJECT,
};

export const PARAMETER: FieldChecks<Parameter> = {
  description: TEXT,
  required: FLAG,
  deprecated: FLAG,
  explode: FLAG,
  allowReserved: FLAG,
};

const BODY_VIEW: FieldChecks<BodyView> = { groups: TEXTS, version: NUMBER };

export const REQUEST_BODY: FieldChecks<RequestBody> = {
  ...BODY_VIEW,
  description: TEXT,
  contentType: TEXT,
  required: FLAG,
  validation: VALIDATION,
};

export const RESPONSE: FieldChecks<ResponseSpec> = {
  ...BODY_VIEW,
  description: TEXT,
  contentType: TEXT,
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
