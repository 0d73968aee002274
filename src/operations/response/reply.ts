import { ConfigError } from '../../shared/errors.js';
import { kindOf, show } from '../../shared/values.js';
import type { JsonValue } from '../../shared/types.js';
import { UNSURE } from './documented-writer.js';
import { serialize } from '../../serialize/serialize.js';
import { describeFault } from '../../documents/json-schema/checker/describe-fault.js';
import { type Download, isDownload } from '../download.js';
import { ResponseMismatchError } from '../errors.js';
import { isReply, type ReplyHeaders } from '../make-reply.js';
import { essenceOf, isJson, mediaTypeCovers } from '../../shared/media-types.js';
import { BodyStream } from './body-stream.js';
import { isNotModified, withoutContent } from './conditional.js';
import {
  closeContent,
  encodeChunk,
  isAsyncIterable,
  isBlob,
  isContentStream,
  readerOf,
} from './content-source.js';
import type { FilterResponse } from './response-filter.js';
import type {
  DocumentedContent,
  DocumentedJson,
  DocumentedRows,
  ReplyContext,
} from './documented-replies.js';
import { csvBody, rowsOf } from './csv-text.js';
import { type AskedRequest, compareHeaders } from './compare-headers.js';
import { itemEncoder } from './item-encoder.js';
import { acceptedTypes } from './negotiate.js';
import { joinVary } from '../../shared/vary.js';
import { messageOf, mismatch, ofStatus, type StatusContext, undocumented } from './mismatch.js';
import { sendableHeaders } from './reply-headers.js';
import { downloadHeaders, sendDownload } from './send-download.js';

export interface OperationResponse {
  readonly status: number;
  readonly headers: SentHeaders;
  readonly body: string | Uint8Array | BodyStream | undefined;
}

type SentHeaders = Readonly<Record<string, string | string[]>>;

interface RequestedContext extends StatusContext {
  readonly request: AskedRequest;
}

/** Errors about results name only their kind: the application's error handling may send the message to the client. */
export function responseOf(result: unknown, context: ReplyContext, request: AskedRequest): OperationResponse {
  let response: OperationResponse | undefined;
  try {
    const status = isReply(result) ? result.status : context.sole;
    if (status !== undefined) {
      response = respond(isReply(result) ? result : { body: result }, { status, context, request });
      if (context.check !== false)
        compareHeaders(response.headers, { status: response.status, context }, request);
      return response;
    }
  } catch (error) {
    closeBody(response?.body ?? (isReply(result) ? result.body : result));
    throw error;
  }
  closeBody(result);
  throw new ConfigError(
    `The handler of ${context.place} returned ${kindOf(result)}, but its responses do not have exactly one success. Return reply(status, body).`,
  );
}

function respond(
  { headers: replyHeaders, body }: { readonly headers?: ReplyHeaders; readonly body: unknown },
  at: RequestedContext,
): OperationResponse {
  const { status, context } = at;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new ConfigError(
      `The handler of ${context.place} replied with ${show(status)}, which is not the status of a response. Use 200 to 599.`,
    );
  const own =
    replyHeaders === undefined ? {} : sendableHeaders(writtenHeaders(replyHeaders, at), body, context);
  const contents = contentsOf(at);
  if (contents !== undefined && contents.length > 1) Object.assign(own, varyOf(at.request, own.vary));
  if (contents === undefined) undocumented(`the status ${status} is not documented`, body, at);
  if (body === undefined) {
    if (contents !== undefined && contents.length > 0) mismatch('the documented body is missing', at);
    return { status, headers: own, body };
  }
  const file = isDownload(body) ? body : undefined;
  const type = own['content-type'] ?? file?.options.type;
  const { content, contentType } = contentOf(body, type, contents, at);
  const headers = file === undefined ? own : { ...downloadHeaders(file), ...own };
  if (isKnown(headers, at)) {
    closeBody(body);
    return notModified(headers, at);
  }
  if (content?.items !== undefined)
    return streamed(body, content, { ...headers, 'content-type': contentType }, at);
  headers['content-type'] = contentType;
  if (content?.csv !== undefined) return { status, headers, body: csvOf(body, content.csv, at) };
  if (file !== undefined) return downloaded(file, content, headers, at);
  const sent = bodyOf(body, contentType, content, at);
  if (sent instanceof BodyStream && isBlob(body)) headers['content-length'] = String(body.size);
  return { status, headers, body: sent };
}

/** Returns `Vary` for a response whose media type `Accept` chooses, with the fields of middleware and of the handler. */
export function varyOf(request: AskedRequest, own?: string | string[]): { readonly vary: string } {
  return { vary: joinVary(request.responseHeader?.('vary'), own, 'Accept') };
}

/** Writes the headers that a class documents. */
function writtenHeaders(headers: ReplyHeaders, { status, context }: StatusContext): ReplyHeaders {
  return ofStatus(status, context.headerWriters)?.()(headers) ?? headers;
}

/** Ends the source of a body that is not sent. */
function closeBody(body: unknown): void {
  const source = isDownload(body) ? body.source : body;
  if (isContentStream(source)) closeContent(source);
}

/** Returns whether the client already has this response (RFC 9110, 13.2.2). */
function isKnown(headers: SentHeaders, { status, request }: RequestedContext): boolean {
  if (status !== 200 || (headers.etag ?? headers['last-modified']) === undefined) return false;
  return isRead(request) && isNotModified(request.headers, headers);
}

function isRead({ method }: AskedRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function notModified(headers: SentHeaders, at: RequestedContext): OperationResponse {
  const own: StatusContext = { ...at, status: 304 };
  if (contentsOf(own) === undefined)
    mismatch(
      "the status 304 is not documented; document the header ETag or Last-Modified of the response with status 200, as in headers: { ETag: { description: 'Version' } }",
      own,
    );
  return { status: 304, headers: withoutContent(headers), body: undefined };
}

function streamed(
  body: unknown,
  { contentType, items = [] }: DocumentedContent,
  headers: SentHeaders,
  at: StatusContext,
): OperationResponse {
  const write = (kind: DocumentedJson, item: unknown): string => textOf(item, kind, { what: 'an item', at });
  const format = itemEncoder(contentType, items, write, at.context.keepAlive);
  const stream = new BodyStream(readerOf(iterableOf(body, at)), format);
  return { status: at.status, headers: { ...format.headers, ...headers }, body: stream };
}

/** Answers with a file, or the part of it that the request asks for. Only the documents of files have status 206. */
function downloaded(
  file: Download,
  content: DocumentedContent | undefined,
  headers: Record<string, string | string[]>,
  at: RequestedContext,
): OperationResponse {
  const {
    status,
    request,
    context: { place },
  } = at;
  if (content?.isJson !== false)
    throw new ConfigError(
      `The handler of ${place} returned a download for JSON. Document another media type, as in response('A file', file('application/pdf')).`,
    );
  const hasRanges = status === 200 && content.isFile && isRead(request);
  const { isPart, headers: sent, body } = sendDownload(file, { headers, request, hasRanges, place });
  return { status: isPart ? 206 : status, headers: sent, body };
}

function contentsOf({ status, context }: StatusContext): readonly DocumentedContent[] | undefined {
  return ofStatus(status, context.replies)?.();
}

function contentOf(
  body: unknown,
  header: string | string[] | undefined,
  contents: readonly DocumentedContent[] | undefined,
  at: RequestedContext,
): { readonly content: DocumentedContent | undefined; readonly contentType: string } {
  const declared = typeof header === 'string' ? header : undefined;
  const content =
    declared === undefined
      ? contentFor(body, contents, at)
      : contents?.find(({ contentType }) => mediaTypeCovers(contentType, declared));
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

/** Returns the content that the client prefers among those that can contain a value. */
function contentFor(
  body: unknown,
  contents: readonly DocumentedContent[] = [],
  { request }: RequestedContext,
): DocumentedContent | undefined {
  const [first] = contents;
  if (contents.length < 2) return first;
  const fitting = contents.filter((content) => canContain(content, body));
  const types = fitting.map(({ contentType }) => contentType);
  const [chosen] = acceptedTypes(request.headers.accept, types);
  return fitting.find(({ contentType }) => contentType === chosen) ?? fitting[0] ?? first;
}

function canContain({ items, csv, isJson: isOfJson }: DocumentedContent, body: unknown): boolean {
  if (items !== undefined) return isAsyncIterable(body);
  if (csv !== undefined) return rowsOf(body) !== undefined;
  const isStream = isContentStream(body) || isDownload(body) || body instanceof Uint8Array;
  return isOfJson ? !isStream : isStream || typeof body !== 'object';
}

function iterableOf(body: unknown, { context: { place } }: StatusContext): AsyncIterable<unknown> {
  if (isAsyncIterable(body)) return body;
  throw new ConfigError(
    `The handler of ${place} returned ${kindOf(body)} for a stream. Return an async iterable, such as the result of an async generator.`,
  );
}

function csvOf(body: unknown, csv: DocumentedRows, at: StatusContext): string | BodyStream {
  const rows = rowsOf(body);
  if (rows === undefined)
    throw new ConfigError(
      `The handler of ${at.context.place} returned ${kindOf(body)} for CSV. Return a list or an async iterable of rows.`,
    );
  const refuse = (problem: string): never => {
    throw new ResponseMismatchError(messageOf(problem, at));
  };
  return csvBody(rows, csv, { jsonOf: (row) => checkedJson(row, csv, { what: 'a row', at }), refuse });
}

function bodyOf(
  body: unknown,
  contentType: string,
  content: DocumentedContent | undefined,
  at: StatusContext,
): NonNullable<OperationResponse['body']> {
  const asJson = content?.isJson ?? isJson(contentType);
  if (!asJson && (body instanceof Uint8Array || typeof body === 'string')) return body;
  if (!asJson && isContentStream(body)) return new BodyStream(readerOf(body), { encode: encodeChunk });
  if (!asJson && typeof body === 'object' && body !== null)
    throw new ResponseMismatchError(
      messageOf(
        `a body of ${essenceOf(contentType)} must be a string, bytes or a stream of them, not ${kindOf(body)}`,
        at,
      ),
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
function textOf(value: unknown, content: DocumentedJson, written: Written): string {
  const exact = content.exact(value);
  if (exact === UNSURE) return JSON.stringify(checkedJson(value, content, written) ?? null);
  checkJson(() => JSON.parse(exact) as JsonValue, content, written);
  return exact;
}

/** Returns the documented members of a value as JSON, and checks them by their schema. */
function checkedJson(value: unknown, content: DocumentedJson, written: Written): JsonValue | undefined {
  const json = documentedOnly(content.write(value), content.filter, written.at);
  checkJson(() => json, content, written);
  return json;
}

function checkJson(
  json: () => JsonValue | undefined,
  { schema }: DocumentedJson,
  { what, at }: Written,
): void {
  const { check, checker } = at.context;
  if (check === false || what === undefined) return;
  const [fault] = checker.faultsOf(schema, json(), 1);
  if (fault !== undefined) mismatch(`${what} does not satisfy its schema: ${describeFault(fault)}`, at);
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
