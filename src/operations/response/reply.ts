import { emitWarning } from '../../shared/runtime.js';
import { ConfigError } from '../../shared/errors.js';
import { isHeaderValue, isToken } from '../../shared/http.js';
import { kindOf, show } from '../../shared/values.js';
import type { JsonValue } from '../../shared/types.js';
import { UNSURE } from './documented-writer.js';
import { serialize } from '../../serialize/serialize.js';
import { describeFault } from '../../documents/json-schema/checker/describe-fault.js';
import { ResponseMismatchError } from '../errors.js';
import { isReply, type ReplyHeaders } from '../make-reply.js';
import { essenceOf, isJson, mediaTypeCovers } from '../../shared/media-types.js';
import type { FilterResponse } from './response-filter.js';
import type { DocumentedContent, DocumentedJson, ReplyContext } from './documented-replies.js';
import { isAsyncIterable, itemEncoder, ItemStream } from './item-stream.js';

export interface OperationResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Uint8Array | ItemStream | undefined;
}

/** A response of a status, as error messages name it. */
interface StatusContext {
  readonly status: number;
  readonly context: ReplyContext;
}

/** Errors about results name only their kind: the application's error handling may send the message to the client. */
export function responseOf(result: unknown, context: ReplyContext): OperationResponse {
  if (isReply(result)) return respond(result.status, result.headers, result.body, context);
  const { sole, place } = context;
  if (sole !== undefined) return respond(sole, undefined, result, context);
  throw new ConfigError(
    `The handler of ${place} returned ${kindOf(result)}, but its responses do not have exactly one success. Return reply(status, body).`,
  );
}

function respond(
  status: number,
  replyHeaders: ReplyHeaders | undefined,
  body: unknown,
  context: ReplyContext,
): OperationResponse {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new ConfigError(
      `The handler of ${context.place} replied with ${show(status)}, which is not the status of a response. Use 200 to 599.`,
    );
  const at: StatusContext = { status, context };
  const headers = replyHeaders === undefined ? {} : sendableHeaders(replyHeaders, body, context);
  const contents = contentsOf(at);
  if (contents === undefined) undocumented(`the status ${status} is not documented`, body, at);
  if (body === undefined) {
    if (contents !== undefined && contents.length > 0) mismatch('the documented body is missing', at);
    return { status, headers, body };
  }
  const { content, contentType } = contentOf(body, headers['content-type'], contents, at);
  if (content?.items !== undefined) {
    const encoder = itemEncoder(content.contentType, content.items, (kind, item) =>
      textOf(item, kind, { what: 'an item', at }),
    );
    const stream = new ItemStream(iterableOf(body, at), encoder);
    return { status, headers: { ...encoder.headers, ...headers, 'content-type': contentType }, body: stream };
  }
  headers['content-type'] = contentType;
  return { status, headers, body: bytesOf(body, contentType, content, at) };
}

/** Headers of the connection to the client, which the server sets. HTTP/2 has none of them (RFC 9113, 8.2.2). */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'trailer',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'http2-settings',
]);

/**
 * Checks the headers before the framework receives them: some frameworks end the process for a value that
 * HTTP cannot carry. The server frames the body, so the handler's own framing headers are omitted. Only the response to
 * HEAD may announce the length of a body that does not follow.
 */
function sendableHeaders(
  headers: ReplyHeaders,
  body: unknown,
  { place, isHead }: ReplyContext,
): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = {};
  for (const [key, value] of Object.entries(headers) as [string, ReplyHeaders[string] | null | undefined][]) {
    const name = key.toLowerCase();
    if (value === undefined || value === null || OF_THE_CONNECTION.has(name)) continue;
    if (name === 'content-length' && !(isHead && body === undefined)) continue;
    const texts = [value].flat().map(String);
    if (!isToken(name) || !texts.every(isHeaderValue))
      throw new ConfigError(
        `The handler of ${place} replied with a header ${show(name)} that HTTP cannot carry. Encode its value, for example with encodeURIComponent.`,
        { code: 'ERR_HEADER_VALUE' },
      );
    sent[name] = typeof value === 'object' ? texts : (texts[0] ?? '');
  }
  return sent;
}

function contentsOf({
  status,
  context: { replies },
}: StatusContext): readonly DocumentedContent[] | undefined {
  const documented =
    replies.get(String(status)) ?? replies.get(`${Math.floor(status / 100)}XX`) ?? replies.get('default');
  return documented?.();
}

function contentOf(
  body: unknown,
  header: string | string[] | undefined,
  contents: readonly DocumentedContent[] | undefined,
  at: StatusContext,
): { readonly content: DocumentedContent | undefined; readonly contentType: string } {
  const declared = typeof header === 'string' ? header : undefined;
  const content = contents?.find(
    ({ contentType }) => declared === undefined || mediaTypeCovers(contentType, declared),
  );
  if (contents !== undefined && content === undefined)
    undocumented(
      `${declared === undefined ? 'a body' : `the content type ${essenceOf(declared)}`} is not documented`,
      body,
      at,
    );
  if (declared !== undefined) return { content, contentType: declared };
  if (content?.essence.includes('*') !== true)
    return { content, contentType: content?.contentType ?? 'application/json' };
  mismatch(`the header content-type is missing, which selects a media type of ${content.essence}`, at);
  return { content, contentType: 'application/octet-stream' };
}

function iterableOf(body: unknown, { context: { place } }: StatusContext): AsyncIterable<unknown> {
  if (isAsyncIterable(body)) return body;
  throw new ConfigError(
    `The handler of ${place} returned ${kindOf(body)} for a stream. Return an async iterable, such as the result of an async generator.`,
  );
}

function bytesOf(
  body: unknown,
  contentType: string,
  content: DocumentedContent | undefined,
  at: StatusContext,
): string | Uint8Array {
  const asJson = content?.isJson ?? isJson(contentType);
  if (!asJson && (body instanceof Uint8Array || typeof body === 'string')) return body;
  if (!asJson && typeof body === 'object' && body !== null)
    throw new ResponseMismatchError(
      messageOf(`a body of ${essenceOf(contentType)} must be a string or bytes, not ${kindOf(body)}`, at),
    );
  if (content === undefined) return JSON.stringify(serialize(body) ?? null);
  return textOf(body, content, { what: asJson ? 'the body' : undefined, at });
}

interface Written {
  /** The value in messages; undefined for one that no schema describes. */
  readonly what: string | undefined;
  readonly at: StatusContext;
}

/** Returns the JSON text of a value, and checks it by its schema. */
function textOf(value: unknown, content: DocumentedJson, { what, at }: Written): string {
  const { check, checker } = at.context;
  const exact = content.exact(value);
  const json = exact === UNSURE ? documentedOnly(content.write(value), content.filter, at) : undefined;
  const text = exact === UNSURE ? JSON.stringify(json ?? null) : exact;
  if (check === false || what === undefined) return text;
  const [fault] = checker.faultsOf(content.schema, exact === UNSURE ? json : JSON.parse(exact), 1);
  if (fault !== undefined) mismatch(`${what} does not satisfy its schema: ${describeFault(fault)}`, at);
  return text;
}

function documentedOnly(
  json: JsonValue | undefined,
  filter: FilterResponse,
  at: StatusContext,
): JsonValue | undefined {
  return filter(json, (problem) => {
    throw new ResponseMismatchError(messageOf(problem, at));
  }) as JsonValue | undefined;
}

export function documentedProblem(
  json: JsonValue | undefined,
  status: number,
  contentType: string,
  context: ReplyContext,
): JsonValue | undefined {
  const at: StatusContext = { status, context };
  const content = contentsOf(at)?.find((one) => one.contentType === contentType);
  return content === undefined ? json : documentedOnly(json, content.filter, at);
}

/** Throws for a body without a documented class, since no class decides which of its members are sent. */
function undocumented(what: string, body: unknown, at: StatusContext): void {
  if (body === undefined || at.context.keepsUndocumented) mismatch(what, at);
  else throw new ResponseMismatchError(messageOf(what, at));
}

function mismatch(what: string, at: StatusContext): void {
  const { check } = at.context;
  if (check === false) return;
  const message = messageOf(what, at);
  if (check === 'throw') throw new ResponseMismatchError(message);
  emitWarning(message, { type: 'OperationWarning', code: 'ERR_RESPONSE_MISMATCH' });
}

function messageOf(what: string, { status, context: { place } }: StatusContext): string {
  return `The response of ${place} with status ${status} differs from its documentation: ${what}.`;
}
