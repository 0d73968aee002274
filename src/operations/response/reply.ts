import { ConfigError } from '../../shared/errors.js';
import { withCharset } from '../../shared/media-types.js';
import { kindOf, show } from '../../shared/values.js';
import { type Download, isDownload } from '../download.js';
import { isReply, type ReplyHeaders } from '../make-reply.js';
import { BodyStream } from './body-stream.js';
import { contentOf, contentsOf, isNegotiated, type RequestedContext, varyOf } from './choose-content.js';
import { type AskedRequest, compareHeaders } from './compare-headers.js';
import { Refusal } from '../problem.js';
import { isNotModified, isOtherVersion, withoutContent } from './conditional.js';
import { closeContent, isBlob, isContentStream } from './content-source.js';
import type { DocumentedContent, ReplyContext } from './documented-replies.js';
import { mismatch, ofStatus, type StatusContext, undocumented } from './mismatch.js';
import { sendableHeaders } from './reply-headers.js';
import { downloadHeaders, sendDownload } from './send-download.js';
import { bodyOf, csvOf, itemsOf } from './write-content.js';

export interface OperationResponse {
  readonly status: number;
  readonly headers: SentHeaders;
  readonly body: string | Uint8Array | BodyStream | undefined;
}

type SentHeaders = Readonly<Record<string, string | string[]>>;

/**
 * Errors about results name only their kind: the application's
 * error handling may send the message to the client.
 */
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
  if (isNegotiated(contents, at)) Object.assign(own, varyOf(at.request, own.vary));
  if (contents === undefined) undocumented(`the status ${status} is not documented`, body, at);
  if (body === undefined) {
    if (contents !== undefined && contents.length > 0) mismatch(missingBody(at), at);
    return { status, headers: own, body };
  }
  return respondWithBody(body, own, contents, at);
}

function missingBody({ request }: RequestedContext): string {
  if (request.isAnswered !== true) return 'the documented body is missing';
  return (
    "the handler has sent a response by the framework's own means, which nothing checks, " +
    'and returned no body. Return the body in place of it'
  );
}

function respondWithBody(
  body: unknown,
  own: Record<string, string | string[]>,
  contents: ReturnType<typeof contentsOf>,
  at: RequestedContext,
): OperationResponse {
  const { status } = at;
  const file = isDownload(body) ? body : undefined;
  const type = own['content-type'] ?? file?.options.type;
  const { content, contentType } = contentOf(body, type, contents, at);
  const headers = file === undefined ? own : { ...downloadHeaders(file), ...own };
  if (file !== undefined && content?.isFile === true && isChanged(headers, at)) {
    closeBody(body);
    throw new Refusal(412, 'The file has changed.');
  }
  if (isKnown(headers, at)) {
    closeBody(body);
    return notModified(headers, at);
  }
  headers['content-type'] = contentType;
  if (content?.items !== undefined) {
    const stream = itemsOf(body, content, at);
    return { status, headers: { ...stream.headers, ...headers }, body: stream.body };
  }
  if (content?.csv !== undefined) {
    if (type === undefined) headers['content-type'] = withCharset(contentType);
    return { status, headers, body: csvOf(body, content.csv, at) };
  }
  if (file !== undefined) return downloaded(file, content, headers, at);
  const sent = bodyOf(body, contentType, content, at);
  if (type === undefined && typeof sent === 'string') headers['content-type'] = withCharset(contentType);
  if (sent instanceof BodyStream && isBlob(body)) headers['content-length'] = String(body.size);
  return { status, headers, body: sent };
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

/** Returns whether the client asks for another version of a file. Only the documents of GET have status 412. */
function isChanged(headers: SentHeaders, { status, request }: RequestedContext): boolean {
  return status === 200 && request.method === 'GET' && isOtherVersion(request.headers, headers);
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

/**
 * Answers with a file, or the part of it that the request
 * asks for. Only the documents of files have status 206.
 */
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
