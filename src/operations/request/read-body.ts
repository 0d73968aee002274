import type { TypeRef } from '../../documents/model/types.js';
import { decodeForm, formPairs } from './parameter-sources.js';
import type { RawValue, ReadRaw } from './parameter-styles.js';
import type { Conversions } from './conversions.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import { emitWarning, isProduction } from '../../shared/runtime.js';
import { isBytes } from '../../shared/bytes.js';
import { isRecord } from '../../shared/values.js';
import { bodyConsumed } from '../errors.js';
import { FileStream } from '../../documents/model/type/type-functions.js';
import type { FormFields } from '../describe-body.js';
import { essenceOf, FORM, isValueWithoutBytes } from '../../shared/media-types.js';
import { type MultipartLimits, partsOf, partsOfFormData } from './multipart-parts.js';
import { Refusal } from '../problem.js';
import { type FormField, type MultipartForm, readMultipart } from './multipart-form.js';
import type { ValueReader } from '../reader/value-reader.js';
import type { ValueLimits } from '../reader/value-limits.js';
import type { ReadCsv } from './read-csv.js';

/** The body of a request, as its framework provides it. */
export interface BodySource {
  header(name: string): string | undefined;
  readonly parsed: unknown;
  readonly present: boolean;
  /**
   * Reads the body.
   * @returns undefined for a body longer than `limit`, whose rest is discarded
   */
  read(limit: number): Promise<Uint8Array | undefined>;
  /** Returns the bytes as they arrive. If the reader stops early, the rest is discarded. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Discards an unread body up to a limit, then closes the connection. Absent if the server does that. */
  discard?(): void;
}

export interface BodyFormat {
  readonly contentType: string;
  readonly schema: Schema;
  readonly type: TypeRef;
  readonly form: FormFields | undefined;
  /** Fields of a form without files. */
  readonly textFields: readonly TextFieldReader[];
  /** Undefined for a stream. */
  readonly reader: ValueReader | undefined;
  /** Reads the rows of CSV. */
  readonly readCsv: ReadCsv | undefined;
}

/** The format of a content type. */
export interface SelectedFormat {
  readonly format: BodyFormat;
  readonly content: 'json' | 'form' | 'text' | 'bytes';
}

interface TextFieldReader {
  readonly name: string;
  readonly schema: Schema;
  readonly read: ReadRaw;
}

export interface BodyReader {
  readonly select: (contentType: string) => SelectedFormat;
  readonly limit: number;
  readonly limits: ValueLimits;
  readonly multipart: MultipartLimits;
  readonly conversions: Conversions;
}

export interface ReadBody {
  readonly content: unknown;
  /** The content of a multipart form. */
  readonly form?: MultipartForm;
  readonly reader: ValueReader | undefined;
}

/**
 * Reads a body.
 * @returns undefined if there is none
 * @throws Refusal for a body that cannot be read
 */
export async function readBody(
  source: BodySource,
  reader: BodyReader,
  required: boolean,
): Promise<ReadBody | undefined> {
  const read = await sentBody(source, reader);
  return read === undefined && required ? noBytes(source, reader) : read;
}

/** Returns the value of no bytes as a required body, if the content type has one. */
function noBytes(source: BodySource, reader: BodyReader): ReadBody | undefined {
  const contentType = source.header('content-type');
  if (contentType === undefined) return undefined;
  const { format, content } = reader.select(contentType);
  // CSV has a header line.
  const needsBytes = content === 'json' || format.readCsv !== undefined;
  if (needsBytes || !isValueWithoutBytes(contentType)) return undefined;
  if (format.reader === undefined)
    return { content: new FileStream(limited([], 0), undefined, contentType), reader: undefined };
  const empty = { form: {}, text: '', bytes: new Uint8Array() };
  return { content: empty[content], reader: format.reader };
}

async function sentBody(source: BodySource, reader: BodyReader): Promise<ReadBody | undefined> {
  const { limit } = reader;
  if (!source.present && source.parsed === undefined) return undefined;
  const contentType = source.header('content-type');
  // In fetch, a request with an empty body looks like one whose body has not arrived yet.
  const isUntyped = contentType === undefined && source.parsed === undefined;
  if (isUntyped && (await source.read(limit))?.byteLength === 0) return undefined;
  const selected = reader.select(contentType ?? '');
  requireUncompressed(source);
  const { form, reader: ofValue } = selected.format;
  if (form?.form === 'multipart') {
    const content = await readForm(source, form.fields, reader);
    return { content, form: content, reader: ofValue };
  }
  const content = await contentOf(source, contentType ?? '', selected, reader);
  return content === undefined ? undefined : { content, reader: ofValue };
}

/** @throws Refusal with 415 */
function requireUncompressed(source: BodySource): void {
  const encoding = source.header('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new Refusal(415, 'The content encoding is not supported. Send the body uncompressed.');
}

async function contentOf(
  source: BodySource,
  contentType: string,
  selected: SelectedFormat,
  reader: BodyReader,
): Promise<unknown> {
  const { limit } = reader;
  const { format, content } = selected;
  if (format.reader === undefined) return streamOf(source, contentType, reader.multipart.maxFileBytes);
  if (content === 'json') warnOfText(source.parsed, format.schema);
  if (source.parsed !== undefined && !isBytes(source.parsed))
    return parsedContent(source.parsed, selected, reader);
  const bytes = source.parsed ?? (await source.read(limit));
  if (bytes === undefined || bytes.byteLength > limit)
    throw new Refusal(413, `The body is longer than ${limit} bytes.`);
  // The headers may announce a body that turns out to be empty.
  return bytes.byteLength === 0 ? undefined : parseBytes(bytes, selected, reader);
}

/** Returns the content of a body that a parser of the framework has read. */
function parsedContent(
  parsed: unknown,
  { format }: SelectedFormat,
  { conversions, limits }: BodyReader,
): unknown {
  if (typeof parsed === 'string' && format.readCsv !== undefined)
    return format.readCsv(parsed, limits.maxItems);
  if (essenceOf(format.contentType) !== FORM || !isRecord(parsed)) return parsed;
  return conversions.of(format.schema)(parsed as RawValue);
}

function parseBytes(bytes: Uint8Array, { format, content }: SelectedFormat, reader: BodyReader): unknown {
  if (format.readCsv !== undefined) return format.readCsv(textOf(bytes), reader.limits.maxItems);
  switch (content) {
    case 'bytes':
      return bytes;
    case 'form':
      return parseForm(textOf(bytes), format, reader);
    case 'text':
      return textOf(bytes);
    case 'json':
      return parseJson(textOf(bytes));
  }
}

let hasWarned = false;

/** Warns once, outside production, of a JSON body that a parser before the operation has read as text. */
function warnOfText(parsed: unknown, { type }: Schema): void {
  if (typeof parsed !== 'string' || type === 'string') return;
  if (hasWarned || isProduction()) return;
  // express.json({ strict: false }) returns the text of a JSON string.
  if (!/^\s*[[{]/.test(parsed)) return;
  hasWarned = true;
  emitWarning(
    "A body parser before the operations has read a JSON body as text, so the operation gets a string. Restrict the parser, as in express.text({ type: 'text/plain' }), or register it after the operations.",
    { type: 'OperationWarning', code: 'DTOSPEC_JSON_READ_AS_TEXT' },
  );
}

/**
 * Reads a form. It rejects forms that the application's form parser has read, since each parser stores fields
 * and files elsewhere. A parser of bytes has kept the form.
 */
function readForm(
  source: BodySource,
  fields: readonly FormField[],
  { limit, multipart, conversions }: BodyReader,
): Promise<MultipartForm> {
  const files = new Map(
    fields.flatMap(({ name, file }) => (file === undefined ? [] : [[name, file.maxBytes] as const])),
  );
  const { parsed } = source;
  const isForm = parsed instanceof FormData;
  if (parsed !== undefined && !isForm && !isBytes(parsed)) throw bodyConsumed();
  const isHeld = fields.every(({ file }) => file?.as !== 'stream');
  // The limit includes bytes outside of parts, and parts without a name.
  const most = isHeld ? limit : limit + multipart.maxFiles * multipart.maxFileBytes;
  const parts = isForm
    ? partsOfFormData(parsed, files, multipart)
    : partsOf(limited(chunksOf(source), most), source.header('content-type') ?? '', files, multipart);
  return readMultipart(parts, { fields, limit, conversions });
}

function streamOf(source: BodySource, contentType: string, limit: number): FileStream {
  return new FileStream(limited(chunksOf(source), limit), undefined, contentType);
}

/** Returns the bytes of a body, which other code may have read. */
function chunksOf(source: BodySource): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return isBytes(source.parsed) ? [source.parsed] : source.chunks();
}

async function* limited(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new Refusal(413, `The body is longer than ${limit} bytes.`);
    yield chunk;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new Refusal(400, 'The body is not valid UTF-8.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.');
  }
}

function parseForm(text: string, { textFields }: BodyFormat, { conversions, limits }: BodyReader): unknown {
  const place = { pairs: formPairs(text, limits.maxItems), decode: decodeForm };
  const known = textFields.flatMap(({ name, schema, read }) => {
    const raw = read(place);
    return raw === undefined ? [] : [{ name, schema, raw }];
  });
  const names = new Set(textFields.map(({ name }) => name));
  const others = place.pairs
    .filter(([name]) => !names.has(name.split('[')[0] ?? ''))
    .map(([name, value]): [string, unknown] => [name, decodeForm(value)]);
  const values = known.map(({ name, schema, raw }) => [name, conversions.of(schema)(raw)] as const);
  return Object.fromEntries([...others, ...values]);
}
