import type { Finding } from '../shared/diagnostics.js';
import { responsesOf, type RecordedResponse } from '../../decorators/operation.js';
import { file } from '../documents/model/type/type-functions.js';
import { builtInOf } from '../documents/model/type/type-ref.js';
import { schema } from '../documents/openapi/helpers.js';
import { isJson } from '../shared/media-types.js';
import { isConstructor } from '../shared/values.js';
import type { TypeInput } from '../../decorators/type-input.js';
import type { ResponseHeader, Responses, ResponseSpec } from '../documents/openapi/types/parts.js';
import { EVENT_STREAM } from '../documents/openapi/create/item-stream.js';
import { phraseOf } from './error-responses.js';
import { isRecorded, KEYS, metadata, nestClass } from './nest-internals.js';
import type { Handler, NestRoute } from './routes.js';
import type { Serialization } from './interceptors.js';
import { isDto, schemaOfDesign, withSchema } from './recorded-types.js';
import { ANY_TYPE, type FactAnswer, reportOpenAnswer, responseOfFacts } from './fact-answers.js';

export interface RouteResponses {
  readonly status: number;
  readonly inferred: Responses;
  readonly own: Responses;
  /** The status of `@Returns` in whose place the handler sends `status`. */
  readonly ownElsewhere: string | undefined;
  readonly unknown: boolean;
  readonly view: Partial<ResponseSpec>;
}

interface RecordedHeader {
  readonly name: string;
  readonly value: unknown;
}

interface ResponseContext {
  readonly platform: string;
  /** True if the handler takes the platform's response object, so that it may send the response itself. */
  readonly sendsItself: boolean;
  /** The answer by the return type; undefined if the type does not decide what is sent. */
  readonly fact: FactAnswer | undefined;
}

const SCALARS: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>> = {
  express: { string: 'text/html', number: 'text/html', boolean: 'text/html' },
  fastify: { string: 'text/plain' },
};

export const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205, 304]);

export function readResponses(
  route: NestRoute,
  method: string,
  serialization: Serialization,
  { platform, sendsItself, fact }: ResponseContext,
): RouteResponses {
  const { handler } = route;
  const status = statusOf(handler, method, route.method);
  const declared = ownResponses(
    responsesOf(handler.prototype, handler.methodName),
    status,
    handler,
    platform,
  );
  const elsewhere = sendsItself ? undefined : statusNotSent(declared, status);
  const own = elsewhere === undefined ? declared : moved(declared, elsewhere, status);
  const answer =
    specialAnswer(handler) ??
    returned(handler, serialization, platform) ??
    (fact && !(status in own)
      ? responseOfFacts(fact, contentTypeOf(handler.callback), SCALARS[platform])
      : undefined);
  const spec: ResponseSpec = { description: phraseOf(status), ...headersOf(handler), ...answer };
  const mayHaveBody = method !== 'HEAD' && !WITHOUT_CONTENT.has(status);
  return {
    status,
    inferred: { [status]: WITHOUT_CONTENT.has(status) ? withoutContent(spec) : spec },
    own,
    ownElsewhere: elsewhere,
    view: viewOf(serialization),
    unknown: answer === undefined && mayHaveBody && (sendsItself || shownResult(handler) !== 'nothing'),
  };
}

/** Returns the only success of `@Returns`, if the handler sends another status. */
function statusNotSent(own: Responses, status: number): string | undefined {
  const [success, ...others] = Object.keys(own).filter((code) => code.startsWith('2'));
  return status >= 300 || others.length > 0 || success === String(status) ? undefined : success;
}

function moved(own: Responses, from: string, status: number): Responses {
  const { [from]: spec, ...rest } = own as Readonly<Record<string, ResponseSpec>>;
  if (spec === undefined) return own;
  const isDefault = spec.description === phraseOf(Number(from));
  const described: ResponseSpec = { ...spec, ...(isDefault && { description: phraseOf(status) }) };
  return { ...rest, [status]: WITHOUT_CONTENT.has(status) ? withoutContent(described) : described };
}

/**
 * Returns whether the source of a method shows that it returns a value, or nothing; undefined if it shows
 * neither. It shows nothing of an arrow function, which a decorator may have put in the place of the method.
 */
function shownResult({ callback }: Handler): 'value' | 'nothing' | undefined {
  const source = Function.prototype.toString.call(callback);
  const isMethod = /^(?!async\s*\()(?:async\s+)?(?:function\b|[\w$]+\s*\()/.test(source);
  if (!isMethod || source.includes('[native code]')) return undefined;
  if (!/\breturn\b(?!\s*[;}])/.test(source)) return 'nothing';
  return /\breturn\b(?!\s*(?:[;}]|undefined\b))/.test(source) ? 'value' : undefined;
}

/** Returns the type that the compiler recorded for the result of a handler. */
export function recordedTypeOf({ prototype, methodName }: Handler): unknown {
  return metadata(KEYS.returnType, prototype, methodName);
}

/** @param sendsItself whether the handler takes the response object of the platform */
export function reportUnknown(
  handler: Handler,
  fact: FactAnswer | undefined,
  sendsItself: boolean,
  report: (finding: Finding) => void,
): void {
  const { place } = handler;
  if (fact !== undefined && reportOpenAnswer(fact, place, report)) return;
  const why = whyUnknown(handler, sendsItself);
  if (why === undefined)
    report({
      code: 'void-or-unwritten',
      message:
        'It is documented without a body: the compiler recorded void, as it also does for a missing return type. @Returns(null) or @Returns(User) declares which of them it is.',
      place,
    });
  else
    report({
      code: 'unknown-response',
      message: `${why} Add @Returns(User), @Returns([User]) or, without a body, @Returns(null).`,
      place,
    });
}

/** Returns why nobody knows the response; undefined if it may have no body. */
function whyUnknown(handler: Handler, sendsItself: boolean): string | undefined {
  const { prototype, methodName, controller } = handler;
  const isVoid =
    isRecorded(KEYS.returnType, prototype, methodName) &&
    metadata(KEYS.returnType, prototype, methodName) === undefined;
  if (!isVoid)
    return 'Its response type is unknown, because the compiler records no class for a promise, a list or an interface.';
  if (sendsItself && metadata(KEYS.passthrough, controller, methodName) !== true)
    return 'It is documented without a body, but it takes the response object to send the response itself.';
  if (shownResult(handler) === 'value')
    return 'It is documented without a body, but it returns a value, and no return type is written.';
  return undefined;
}

/** Returns the status. The default for POST is 201, or 200 on an `@All` route. */
function statusOf({ callback }: Handler, method: string, declared: string): number {
  const redirect = redirectOf(callback);
  if (redirect !== undefined) return redirect.statusCode ?? 302;
  const code = metadata(KEYS.httpCode, callback);
  if (typeof code === 'number') return code;
  return method === 'POST' && declared === 'POST' ? 201 : 200;
}

function redirectOf(callback: object): { readonly statusCode?: number } | undefined {
  return metadata(KEYS.redirect, callback) as { statusCode?: number } | undefined;
}

/** Returns the answer of a handler whose result Nest does not send as it is. */
export function specialAnswer({ callback }: Handler): Partial<ResponseSpec> | undefined {
  if (redirectOf(callback) !== undefined)
    return { headers: { Location: { description: 'Where to go', required: true } } };
  if (isEventStream({ callback }))
    return {
      description: 'A stream of events',
      contentType: EVENT_STREAM,
      schema: { type: 'string' },
    };
  if (metadata(KEYS.render, callback) !== undefined)
    return { contentType: 'text/html', schema: { type: 'string' } };
  return undefined;
}

function isEventStream({ callback }: Pick<Handler, 'callback'>): boolean {
  return metadata(KEYS.sse, callback) === true;
}

function returned(
  { prototype, methodName, callback }: Handler,
  serialization: Serialization,
  platform: string,
): Partial<ResponseSpec> | undefined {
  const contentType = contentTypeOf(callback);
  const type = serialization.type ?? metadata(KEYS.returnType, prototype, methodName);
  if (type !== undefined && type === nestClass('StreamableFile'))
    return { schema: fileOf(contentType), contentType: contentType ?? ANY_TYPE };
  if (isDto(type)) return { schema: type, ...(contentType && { contentType }) };
  const schema = schemaOfDesign(type);
  if (schema === undefined || schema.type === 'array')
    return contentType === undefined || /json/i.test(contentType)
      ? undefined
      : { schema: textOrFile(contentType), contentType };
  const sent = contentType ?? scalarContentType(type, platform);
  return { schema, ...(sent !== undefined && { contentType: sent }) };
}

/** Returns the media type in which the platform sends a scalar; undefined for another type. */
function scalarContentType(type: unknown, platform: string): string | undefined {
  // A Date or an instance of a class that extends String is an object, so it is sent as JSON.
  const isScalar = type !== Date && !(isConstructor(type) && builtInOf(type) !== undefined);
  return isScalar ? SCALARS[platform]?.[String(schemaOfDesign(type)?.type)] : undefined;
}

/** The bytes of a file in JSON are any JSON value. */
function fileOf(contentType: string | undefined): TypeInput {
  return contentType !== undefined && isJson(contentType) ? schema('any') : file();
}

function textOrFile(contentType: string): TypeInput {
  return /^text\//i.test(contentType) ? { type: 'string' } : file();
}

function viewOf({ groups, version, exposure }: Serialization): Partial<ResponseSpec> {
  return {
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(version !== undefined && { version }),
    ...(exposure !== undefined && { exposure }),
  };
}

function headersOf({ callback }: Handler): Pick<ResponseSpec, 'headers'> {
  const headers = recordedHeaders(callback).filter(({ name }) => name.toLowerCase() !== 'content-type');
  if (headers.length === 0) return {};
  return { headers: Object.fromEntries(headers.map(({ name, value }) => [name, headerOf(value)])) };
}

function headerOf(value: unknown): ResponseHeader {
  return { required: true, schema: { type: 'string', ...(typeof value === 'string' && { const: value }) } };
}

function contentTypeOf(callback: object): string | undefined {
  const header = recordedHeaders(callback).find(({ name }) => name.toLowerCase() === 'content-type');
  return typeof header?.value === 'string' ? header.value : undefined;
}

function recordedHeaders(callback: object): readonly RecordedHeader[] {
  const headers = metadata(KEYS.headers, callback);
  return Array.isArray(headers) ? (headers as RecordedHeader[]) : [];
}

function ownResponses(
  recorded: readonly RecordedResponse[],
  status: number,
  handler: Handler,
  platform: string,
): Responses {
  return Object.fromEntries(
    recorded.map((response) => {
      const code = response.status ?? status;
      const description = response.description ?? phraseOf(code);
      const type = response.type?.();
      if (type === undefined) return [code, { description, ...(code < 300 && headersOf(handler)) }];
      const { contentType } = response;
      if (code >= 300) return [code, { description, schema: type, ...(contentType && { contentType }) }];
      return [
        code,
        { description, ...headersOf(handler), ...contentOf(type, contentType, handler, platform) },
      ];
    }),
  );
}

/** Returns the content of a declared success, in the media type in which Nest sends it. */
function contentOf(
  type: TypeInput,
  declared: string | undefined,
  handler: Handler,
  platform: string,
): Partial<ResponseSpec> {
  if (isEventStream(handler)) return { itemSchema: type, contentType: declared ?? EVENT_STREAM };
  const contentType = declared ?? contentTypeOf(handler.callback);
  if (contentType !== undefined) return { schema: type, contentType };
  const scalar = scalarContentType(type, platform);
  return scalar === undefined ? { schema: type } : { schema: withSchema(type), contentType: scalar };
}

function withoutContent({ description, headers }: ResponseSpec): ResponseSpec {
  return { description, ...(headers && { headers }) };
}
