import {
  below,
  essenceOf,
  type HeaderObject,
  isRecord,
  isTextMediaType,
  type OperationObject,
  type OrReference,
  type ResponseObject,
} from 'dtospec/internal';
import { checkContent, type ContentContext } from './check-content.js';
import { checkValue, writtenOf } from './check-values.js';
import { headerOf, type Body, type RequestMessage, type ResponseMessage } from './message.js';
import type { DocumentedOperation } from './operations.js';

export interface ResponseContext extends ContentContext {
  readonly operation: DocumentedOperation;
  readonly object: OperationObject;
}

export function checkResponse(
  response: ResponseMessage,
  request: RequestMessage,
  context: ResponseContext,
): void {
  const { object, operation, list, follow } = context;
  // The field may be absent in OpenAPI 3.1 and later.
  const { responses = {} } = object as Partial<OperationObject>;
  const keys = Object.keys(responses).filter((status) => !status.startsWith('x-'));
  const key = statusKey(keys, response.status);
  const base = below(operation.pointer, 'responses');
  if (key === undefined) {
    const message = `${response.status} is not documented; documented ${keys.length === 1 ? 'is' : 'are'} ${keys.join(', ') || 'none'}`;
    list.add('status-undocumented', { name: 'status', documented: base }, 'responses', message);
    return;
  }
  const { object: documented, pointer } = follow(responses[key] as ResponseObject, below(base, key));
  const within = { ...context, observer: context.observer.response(key) };
  checkHeaders(response, documented.headers ?? {}, below(pointer, 'headers'), within);
  checkBody(response, request, documented, pointer, within);
}

function statusKey(keys: readonly string[], status: number): string | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  return (
    keys.find((key) => key === String(status)) ??
    keys.find((key) => key.toUpperCase() === range) ??
    keys.find((key) => key === 'default')
  );
}

function checkHeaders(
  { headers }: ResponseMessage,
  documented: Readonly<Record<string, OrReference<HeaderObject>>>,
  base: string,
  context: ResponseContext,
): void {
  for (const [name, documentedHeader] of Object.entries(documented)) {
    // "If a response header is defined with the name "Content-Type", it SHALL be ignored."
    if (name.toLowerCase() === 'content-type') continue;
    const { object: header, pointer } = context.follow(documentedHeader as HeaderObject, below(base, name));
    const place = { name: `response header ${name.toLowerCase()}`, documented: pointer };
    const lines = headers.get(name.toLowerCase()) ?? [];
    // Cookies cannot be joined (RFC 9110, 5.3).
    const values = name.toLowerCase() === 'set-cookie' || lines.length === 0 ? lines : [lines.join(', ')];
    if (values.length === 0 && header.required === true)
      context.list.add('header-missing', place, 'required', 'is required, and missing');
    const written = writtenOf(header, name, 'header', context.checker);
    for (const value of values)
      checkValue(
        header,
        written,
        { pairs: [[name, value]], decode: (text) => text },
        place,
        'header-invalid',
        context,
      );
  }
}

/** Statuses whose responses have no content (RFC 9110, 6.4.1). */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

function checkBody(
  { status, headers, body }: ResponseMessage,
  { method }: RequestMessage,
  documented: ResponseObject,
  pointer: string,
  context: ResponseContext,
): void {
  const content = documented.content ?? {};
  const place = { name: 'response body', documented: below(pointer, 'content') };
  const hasContent = Object.values(content).some(isRecord);
  const contentType = headerOf(headers, 'content-type');
  if (method === 'HEAD' || EMPTY.has(status) || status < 200) return;
  if (!hasContent) {
    if (body.kind !== 'none')
      context.list.add(
        'body-undocumented',
        { ...place, documented: pointer },
        'content',
        'is not documented',
      );
    return;
  }
  const sent = body.kind === 'none' ? emptyOf(contentType) : body;
  if (sent === undefined) context.list.add('body-missing', place, 'content', 'is documented, and missing');
  else checkContent(content, { headers, body: sent }, place, context);
}

function emptyOf(contentType: string | undefined): Body | undefined {
  if (contentType === undefined || /[/+]json$/.test(essenceOf(contentType))) return undefined;
  return isTextMediaType(contentType)
    ? { kind: 'text', text: '' }
    : { kind: 'bytes', bytes: new Uint8Array() };
}
