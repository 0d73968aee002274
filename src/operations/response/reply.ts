import { ConfigError } from '../../shared/errors.js';
import { show } from '../../shared/values.js';
import type { JsonValue } from '../../shared/types.js';
import { serializeAs, serialize } from '../../serialize/serialize.js';
import { findMismatch } from '../../documents/openapi/finish/check-examples.js';
import { ResponseMismatchError } from '../errors.js';
import { isReply, Reply, type ReplyHeaders } from '../make-reply.js';
import { essenceOf, isJson, mediaTypeCovers } from '../media-types.js';
import type { FilterResponse } from '../member-filters.js';
import type { DocumentedItem, DocumentedReply, ReplyContext } from './documented-replies.js';
import { isAsyncIterable, itemEncoder, ItemStream } from './item-stream.js';

/** The response of an operation, the same in every framework. */
export interface OperationResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Undefined for a response without a body. */
  readonly body: string | Uint8Array | ItemStream | undefined;
}

/** Returns the response of a handler's result. @throws SerializeError, ResponseMismatchError */
export function responseOf(result: unknown, context: ReplyContext): OperationResponse {
  const { status, headers, body } = replyOf(result, context);
  const sent = sendableHeaders(headers);
  const documented = documentedOf(status, context);
  if (documented === undefined) undocumented(`the status ${status} is not documented`, body, status, context);
  if (body === undefined) {
    if (documented !== undefined && documented.contents.length > 0)
      mismatch('the documented body is missing', status, context);
    return { status, headers: sent, body: undefined };
  }
  const { content, contentType } = contentOf(body, sent['content-type'], documented, status, context);
  if (content?.items !== undefined && documented !== undefined) {
    const stream = streamOf(body, content.contentType, content.items, documented, status, context);
    return {
      status,
      headers: { ...stream.headers, ...sent, 'content-type': contentType },
      body: stream.body,
    };
  }
  sent['content-type'] = contentType;
  return { status, headers: sent, body: bytesOf(body, contentType, status, content, context) };
}

function contentOf(
  body: unknown,
  given: string | string[] | undefined,
  documented: DocumentedReply | undefined,
  status: number,
  context: ReplyContext,
): { readonly content: DocumentedReply['contents'][number] | undefined; readonly contentType: string } {
  const said = typeof given === 'string' ? given : undefined;
  const content = documented?.contents.find(
    ({ contentType }) => said === undefined || mediaTypeCovers(contentType, said),
  );
  if (documented !== undefined && content === undefined)
    undocumented(
      said === undefined
        ? 'a body is not documented'
        : `the content type ${essenceOf(said)} is not documented`,
      body,
      status,
      context,
    );
  if (said !== undefined) return { content, contentType: said };
  if (content?.essence.includes('*') !== true)
    return { content, contentType: content?.contentType ?? 'application/json' };
  mismatch(
    `the header content-type is missing, which says what of ${content.essence} it is`,
    status,
    context,
  );
  return { content, contentType: 'application/octet-stream' };
}

function sendableHeaders(headers: ReplyHeaders): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    sent[name.toLowerCase()] = typeof value === 'object' ? [...value] : String(value);
  return sent;
}

/** Checks results for callers without types. */
function replyOf(result: unknown, { sole, place }: ReplyContext): Reply {
  if (isReply(result)) return result;
  if (sole !== undefined) return new Reply(sole, result);
  throw new ConfigError(
    `The handler of ${place} returned ${show(result)}, but its responses do not have exactly one success. Return reply(status, body).`,
  );
}

function documentedOf(status: number, { replies }: ReplyContext): DocumentedReply | undefined {
  return (
    replies.get(String(status)) ?? replies.get(`${Math.floor(status / 100)}XX`) ?? replies.get('default')
  );
}

function streamOf(
  body: unknown,
  contentType: string,
  items: readonly DocumentedItem[],
  { view }: DocumentedReply,
  status: number,
  context: ReplyContext,
): { readonly headers: Readonly<Record<string, string>>; readonly body: ItemStream } {
  if (!isAsyncIterable(body))
    throw new ConfigError(
      `The handler of ${context.place} returned ${show(body)} for a stream. Return an async iterable, as an async generator gives it.`,
    );
  const encoder = itemEncoder(contentType, items, ({ type, schema, filter }, item) => {
    const json = documentedOnly(serializeAs(type, item, view), filter, status, context) ?? null;
    if (context.check !== false) {
      const found = findMismatch(json, schema, context.resolve);
      if (found !== undefined) mismatch(`an item does not satisfy its schema: ${found}`, status, context);
    }
    return json;
  });
  return { headers: encoder.headers, body: new ItemStream(body, encoder) };
}

function bytesOf(
  body: unknown,
  contentType: string,
  status: number,
  content: DocumentedReply['contents'][number] | undefined,
  context: ReplyContext,
): string | Uint8Array {
  const asJson = content?.isJson ?? isJson(contentType);
  if (!asJson && (body instanceof Uint8Array || typeof body === 'string')) return body;
  const json =
    content === undefined
      ? serialize(body)
      : documentedOnly(content.write(body), content.filter, status, context);
  if (context.check !== false && content !== undefined && asJson) {
    const found = findMismatch(json, content.schema, context.resolve);
    if (found !== undefined) mismatch(`the body does not satisfy its schema: ${found}`, status, context);
  }
  return JSON.stringify(json ?? null);
}

function documentedOnly(
  json: JsonValue | undefined,
  filter: FilterResponse,
  status: number,
  { place }: ReplyContext,
): JsonValue | undefined {
  return filter(json, (problem) => {
    throw new ResponseMismatchError(messageOf(problem, status, place));
  }) as JsonValue | undefined;
}

/** Returns the body of a `ProblemFormat` without what its class does not document. */
export function documentedProblem(
  json: JsonValue | undefined,
  status: number,
  contentType: string,
  context: ReplyContext,
): JsonValue | undefined {
  const content = documentedOf(status, context)?.contents.find((one) => one.contentType === contentType);
  return content === undefined ? json : documentedOnly(json, content.filter, status, context);
}

/** Refuses a body without a documented class, since no class decides which of its members are sent. */
function undocumented(what: string, body: unknown, status: number, context: ReplyContext): void {
  if (body === undefined || context.keepsUndocumented) mismatch(what, status, context);
  else throw new ResponseMismatchError(messageOf(what, status, context.place));
}

function messageOf(what: string, status: number, place: string): string {
  return `The response of ${place} with status ${status} differs from its documentation: ${what}.`;
}

function mismatch(what: string, status: number, { place, check }: ReplyContext): void {
  if (check === false) return;
  const message = messageOf(what, status, place);
  if (check === 'throw') throw new ResponseMismatchError(message);
  process.emitWarning(message, { type: 'OperationWarning', code: 'ERR_RESPONSE_MISMATCH' });
}
