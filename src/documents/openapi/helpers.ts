import { ANY_VALUE, type RawSchema, type TypeInput } from '../../../decorators/type-input.js';
import type { Schema, SchemaType } from '../json-schema/schema.js';
import type { ApiKeyScheme, BasicCredentials, HttpScheme, Verify, VerifyResult } from './config/config.js';
import { EVENT_STREAM } from './create/item-stream.js';
import type { Parameter, RequestBody, ResponseSpec } from './types/parts.js';

/**
 * Documents a response. Without `schema` it has no body, as for status 204.
 * @example response('The user', User)
 */
export function response(description: string): ResponseSpec<never>;
export function response<T extends TypeInput>(description: string, schema: T): ResponseSpec<T>;
export function response(description: string, ...schema: readonly [TypeInput?]): ResponseSpec {
  if (schema.length === 0) return { description };
  // In a circular import, the class is undefined here. The
  // build reports it; omitting it would hide the problem.
  return { description, schema: schema[0] as unknown as TypeInput };
}

type StreamResponse<T extends TypeInput, C extends string> = Omit<
  ResponseSpec<never>,
  'schema' | 'itemSchema' | 'contentType'
> & {
  itemSchema: T;
  contentType: C;
};

/**
 * Documents a stream of server-sent events. Each event's name
 * is that of its class's `@Webhook`; its data is the instance.
 * @example eventStream('What happens to orders', oneOf(OrderPlaced, OrderShipped))
 */
export function eventStream<T extends TypeInput>(
  description: string,
  itemSchema: T,
): StreamResponse<T, 'text/event-stream'> {
  return { description, contentType: EVENT_STREAM, itemSchema };
}

/**
 * Documents a stream of JSON values, one per line.
 * @example jsonLines('All orders', Order)
 */
export function jsonLines<T extends TypeInput>(
  description: string,
  itemSchema: T,
): StreamResponse<T, 'application/jsonl'> {
  return { description, contentType: 'application/jsonl', itemSchema };
}

type RequiredBody<T extends TypeInput, C extends string> = RequestBody<T> & {
  required: true;
  contentType: C;
};

/** Documents a required JSON body. */
export function body<T extends TypeInput>(schema: T): RequiredBody<T, 'application/json'> {
  return { contentType: 'application/json', required: true, schema };
}

/** Documents a required JSON body with a description. */
export function bodyWithDesc<T extends TypeInput>(
  description: string,
  schema: T,
): RequiredBody<T, 'application/json'> {
  return { description, ...body(schema) };
}

/** Documents a required `multipart/form-data` body. */
export function formBody<T extends TypeInput>(schema: T): RequiredBody<T, 'multipart/form-data'> {
  return { ...body(schema), contentType: 'multipart/form-data' };
}

/** Documents a required `application/x-www-form-urlencoded` body. */
export function formURLEncodedBody<T extends TypeInput>(
  schema: T,
): RequiredBody<T, 'application/x-www-form-urlencoded'> {
  return { ...body(schema), contentType: 'application/x-www-form-urlencoded' };
}

/** Documents a path parameter of type string. */
export function pathParam(name: string, description: string): Parameter {
  return stringParameter(name, 'path', description, true);
}

/** Documents an optional query parameter of type string. */
export function queryParam(name: string, description: string): Parameter {
  return stringParameter(name, 'query', description, false);
}

/** Documents a required query parameter of type string. */
export function requiredQueryParam(name: string, description: string): Parameter {
  return stringParameter(name, 'query', description, true);
}

/** Documents an optional header of type string. */
export function headerParam(name: string, description: string): Parameter {
  return stringParameter(name, 'header', description, false);
}

/** Documents an optional cookie of type string. */
export function cookieParam(name: string, description: string): Parameter {
  return stringParameter(name, 'cookie', description, false);
}

/** Options of a security scheme. */
export interface SchemeOptions<C, U extends VerifyResult = VerifyResult> {
  /** Checks the credential before the request is read. Set `false` if a proxy or middleware checks it. */
  readonly verify?: Verify<C, U> | false | undefined;
  /** Markdown. */
  readonly description?: string;
}

/**
 * A bearer token in the Authorization header. With `verify`,
 * operations check it; without, it is only documented.
 * @example bearerAuth('staff', { verify: (token) => sessions.get(token) })
 */
export function bearerAuth<U extends VerifyResult = VerifyResult>(
  name: string,
  options?: SchemeOptions<string, U>,
): HttpScheme<U> {
  return { name, type: 'http', scheme: 'bearer', ...options };
}

/**
 * HTTP's basic authentication. With `verify`, operations check it; without, it is only documented.
 * @example
 * basicAuth('admin', {
 *   verify: ({ username, password }) => sameSecret(password, secret) && { username },
 * })
 */
export function basicAuth<U extends VerifyResult = VerifyResult>(
  name: string,
  options?: SchemeOptions<BasicCredentials, U>,
): HttpScheme<U> {
  return { name, type: 'http', scheme: 'basic', ...options };
}

/**
 * A key in a header. With `verify`, operations check it; without, it is only documented.
 * @example
 * apiKeyAuth('device', 'X-API-Key', {
 *   verify: (key) => devices.find((device) => sameSecret(key, device.key)),
 * })
 */
export function apiKeyAuth<U extends VerifyResult = VerifyResult>(
  name: string,
  headerName: string,
  options?: SchemeOptions<string, U>,
): ApiKeyScheme<U> {
  return { name, type: 'apiKey', in: 'header', paramName: headerName, ...options };
}

/** Options of a security scheme whose key is a cookie. */
export interface CookieSchemeOptions<U extends VerifyResult = VerifyResult> extends SchemeOptions<string, U> {
  /**
   * Origins whose pages may send requests that change something, as in `['https://app.example.com']`, or
   * `'*'` for every origin. For pages of other origins the response is 403.
   * @default the origin of the operation
   */
  readonly allowedOrigins?: readonly string[] | '*' | undefined;
}

/**
 * A key in a cookie. With `verify`, operations check it, and refuse requests of other sites' pages that
 * change something; without, it is only documented.
 * @example cookieAuth('session', 'sid', { verify: (id) => sessions.get(id) })
 */
export function cookieAuth<U extends VerifyResult = VerifyResult>(
  name: string,
  cookieName: string,
  options?: CookieSchemeOptions<U>,
): ApiKeyScheme<U> {
  return { name, type: 'apiKey', in: 'cookie', paramName: cookieName, ...options };
}

/**
 * Creates a schema with a `type` and further keywords. `'any'` allows any value.
 * @example schema('integer', { minimum: 1 })
 */
export function schema<T extends SchemaType, K extends Omit<Schema, 'type'>>(
  type: T,
  keywords?: K,
): { type: T } & K;
export function schema<K extends Omit<Schema, 'type'>>(type: 'any', keywords?: K): RawSchema & K;
export function schema(type: SchemaType | 'any', keywords?: object): object {
  return type === 'any' ? { ...ANY_VALUE, ...keywords } : { type, ...keywords };
}

function stringParameter(
  name: string,
  location: Parameter['in'],
  description: string,
  required: boolean,
): Parameter {
  return { name, in: location, description, required, schema: { type: 'string' } };
}
