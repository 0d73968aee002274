import { describeFault } from '../../documents/json-schema/checker/describe-fault.js';
import { serialize } from '../../serialize/serialize.js';
import { ConfigError } from '../../shared/errors.js';
import { essenceOf, isJson } from '../../shared/media-types.js';
import type { JsonValue } from '../../shared/types.js';
import { kindOf } from '../../shared/values.js';
import { ResponseMismatchError } from '../errors.js';
import { BodyStream } from './body-stream.js';
import { contentsOf } from './choose-content.js';
import { encodeChunk, isAsyncIterable, isContentStream, readerOf } from './content-source.js';
import { csvBody, rowsOf } from './csv-text.js';
import type {
  DocumentedContent,
  DocumentedJson,
  DocumentedRows,
  ReplyContext,
} from './documented-replies.js';
import { UNSURE } from './documented-writer.js';
import { itemEncoder } from './item-encoder.js';
import { messageOf, mismatch, type StatusContext } from './mismatch.js';
import type { FilterResponse } from './response-filter.js';
import { slipHint } from './slip-hint.js';

/** Writes the items of a stream, such as events. */
export function itemsOf(
  body: unknown,
  { contentType, items = [] }: DocumentedContent,
  at: StatusContext,
): { readonly headers: Readonly<Record<string, string>>; readonly body: BodyStream } {
  const write = (kind: DocumentedJson, item: unknown): string => textOf(item, kind, { what: 'an item', at });
  const format = itemEncoder(contentType, items, write, at.context.keepAlive);
  return { headers: format.headers, body: new BodyStream(readerOf(iterableOf(body, at)), format) };
}

function iterableOf(body: unknown, { context: { place } }: StatusContext): AsyncIterable<unknown> {
  if (isAsyncIterable(body)) return body;
  throw new ConfigError(
    `The handler of ${place} returned ${kindOf(body)} for a stream. Return an async iterable, such as the result of an async generator.`,
  );
}

export function csvOf(body: unknown, csv: DocumentedRows, at: StatusContext): string | BodyStream {
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

export function bodyOf(
  body: unknown,
  contentType: string,
  content: DocumentedContent | undefined,
  at: StatusContext,
): string | Uint8Array | BodyStream {
  const asJson = content?.isJson ?? isJson(contentType);
  const raw = asJson ? undefined : rawBody(body, contentType, at);
  if (raw !== undefined) return raw;
  if (content === undefined) return JSON.stringify(serialize(body) ?? null);
  return textOf(body, content, { what: asJson ? 'the body' : undefined, at });
}

/** Returns the body of a media type other than JSON, or undefined for a scalar, which becomes text. */
function rawBody(
  body: unknown,
  contentType: string,
  at: StatusContext,
): string | Uint8Array | BodyStream | undefined {
  if (body instanceof Uint8Array || typeof body === 'string') return body;
  if (isContentStream(body)) return new BodyStream(readerOf(body), { encode: encodeChunk });
  if (typeof body !== 'object' || body === null) return undefined;
  throw new ResponseMismatchError(
    messageOf(
      `a body of ${essenceOf(contentType)} must be a string, bytes or a stream of them, not ${kindOf(body)}`,
      at,
    ),
  );
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
  checkJson(value, () => JSON.parse(exact) as JsonValue, content, written);
  return exact;
}

/** Returns the documented members of a value as JSON, and checks them by their schema. */
function checkedJson(value: unknown, content: DocumentedJson, written: Written): JsonValue | undefined {
  const json = documentedOnly(content.write(value), content.filter, written.at);
  checkJson(value, () => json, content, written);
  return json;
}

function checkJson(
  value: unknown,
  json: () => JsonValue | undefined,
  { schema }: DocumentedJson,
  { what, at }: Written,
): void {
  const { check, checker } = at.context;
  if (check === false || what === undefined) return;
  const sent = json();
  const [fault] = checker.faultsOf(schema, sent, 1);
  if (fault === undefined) return;
  const hint = slipHint(value, fault.path, sent);
  mismatch(`${what} does not satisfy its schema: ${describeFault(fault)}${hint}`, at);
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
  const content = contentsOf(at)?.find((content) => content.contentType === contentType);
  return content === undefined ? json : documentedOnly(json, content.filter, at);
}
