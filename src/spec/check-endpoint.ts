import { show } from '../../decorators/arguments.js';
import { isConstructor } from '../model/type-ref.js';
import type { OperationContext } from './context.js';
import type { Endpoint } from './endpoint.js';

/** What a field may hold, for callers without types. */
interface FieldCheck {
  /** Follows "needs". */
  readonly what: string;
  readonly holds: (value: unknown) => boolean;
}

const TEXT: FieldCheck = { what: 'a text', holds: (value) => typeof value === 'string' };
const OBJECT: FieldCheck = { what: 'an object', holds: isRecord };
const LIST: FieldCheck = { what: 'a list of objects', holds: isListOf(isRecord) };
const TEXTS: FieldCheck = { what: "a list of texts, as in ['users']", holds: isListOf(TEXT.holds) };
const CLASS: FieldCheck = { what: 'a class with decorated properties', holds: isConstructor };
const SECURITY: FieldCheck = {
  what: "a list of names or { name: scopes }, as in ['bearerAuth']",
  holds: isListOf((value) => typeof value === 'string' || isRecord(value)),
};

const FIELDS: Readonly<Partial<Record<keyof Endpoint, FieldCheck>>> = {
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
  responses: { what: "responses by status, as in { 200: response('OK') }", holds: isRecord },
  security: SECURITY,
  externalDocs: OBJECT,
  servers: LIST,
  extensions: OBJECT,
};

/** The endpoint without the fields that hold something else than their types say; a diagnostic names each. */
export function soundEndpoint(endpoint: Endpoint, context: OperationContext): Endpoint {
  const entries = Object.entries(endpoint).filter(([name, value]: [string, unknown]) => {
    const check = FIELDS[name as keyof Endpoint];
    if (check === undefined || value === undefined || value === null || check.holds(value)) return true;
    context.report({
      code: 'invalid-field',
      severity: 'error',
      message: `${name} needs ${check.what}, not ${show(value)}; it is left out.`,
      place: `${context.place} ${name}`,
    });
    return false;
  });
  return Object.fromEntries(entries) as unknown as Endpoint;
}

/** An object of named values: neither a list nor a class. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isListOf(holds: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(holds);
}
