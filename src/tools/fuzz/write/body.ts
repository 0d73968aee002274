import {
  CSV,
  csvLine,
  type EncodingObject,
  essenceOf,
  FORM,
  isJson,
  isRecord,
  isTextMediaType,
  isWellFormed,
  type JsonValue,
  MULTIPART,
  textOf,
  type Texts,
  textsOf,
  writeStyle,
  type Written,
} from 'dtospec/internal';
import type { Body, FormValue } from '../../exchanges/message.js';
import type { BodyContent, Parameter } from '../operations.js';

type Encode = (text: string) => string;

/**
 * Writes a parameter as pairs (OpenAPI 3.1, 4.8.12.4, "Style Examples"). For a path or a header it is one
 * pair without a name. Returns undefined for a value that the style cannot represent, such as an empty list.
 */
export function writeParameter(parameter: Parameter, value: unknown): Written | undefined {
  const { in: place, name, style, explode, contentType } = parameter;
  const encode = encoderOf(parameter);
  if (contentType !== undefined) {
    const text = isJson(contentType) ? JSON.stringify(value) : undefined;
    return text !== undefined && isWellFormed(text) ? [[nameIn(place, name), encode(text)]] : undefined;
  }
  const texts = textsOf(value);
  if (texts === undefined) return undefined;
  const written = writeStyle(style, name, mapTexts(texts, encode), explode);
  if (written === undefined) return undefined;
  if (place === 'path' || place === 'header') {
    const [[, text] = ['', '']] = written;
    return isFit(place, text) ? [['', text]] : undefined;
  }
  return style === 'cookie' && !written.every(([, text]) => isFit('header', text)) ? undefined : written;
}

function mapTexts(texts: Texts, encode: Encode): Texts {
  switch (texts.kind) {
    case 'scalar':
      return { kind: 'scalar', text: encode(texts.text) };
    case 'list':
      return { kind: 'list', items: texts.items.map(encode) };
    case 'object':
      return { kind: 'object', members: texts.members.map(([key, text]) => [encode(key), encode(text)]) };
  }
}

function nameIn(place: Parameter['in'], name: string): string {
  return place === 'path' || place === 'header' ? '' : encodeURIComponent(name);
}

/** Returns the encoding of a parameter. Headers and the style `cookie` of OpenAPI 3.2 are not encoded. */
function encoderOf({ in: place, style }: Parameter): Encode {
  return place === 'header' || style === 'cookie' ? (text) => text : encodeURIComponent;
}

/** Returns whether text arrives unchanged, as a path segment or as a header value (RFC 9110, 5.5). */
function isFit(place: 'path' | 'header', text: string): boolean {
  if (place === 'path') return text !== '' && !/^\.+$/.test(text) && !/%2f|%5c/i.test(text);
  return /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text);
}

export interface WrittenBody {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
  readonly read: Body;
}

/**
 * Writes a body. Returns undefined for a value that the content type cannot represent: null in a form, an
 * object as text.
 */
export function writeBody(content: BodyContent, value: unknown): WrittenBody | undefined {
  const { contentType } = content;
  const essence = essenceOf(contentType);
  if (isJson(essence)) return textBody(contentType, JSON.stringify(value));
  if (essence === FORM) return writeForm(content, value);
  if (essence === MULTIPART) return writeMultipart(content, value);
  const text = essence === CSV ? csvOf(value) : textOf(value);
  if (text === undefined || text === '') return undefined;
  if (isTextMediaType(essence)) return textBody(contentType, text);
  const bytes = Buffer.from(text, 'latin1');
  return { contentType, bytes, read: { kind: 'bytes', bytes } };
}

/** Writes rows as CSV. Returns undefined for a value that it cannot represent, such as a cell with a list. */
function csvOf(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every(isRecord)) return textOf(value);
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
  const lines = value.map((row) => columns.map((name) => row[name]));
  if (columns.length === 0 || lines.flat().some((cell) => typeof cell === 'object' && cell !== null))
    return undefined;
  return [columns, ...lines].map((cells) => csvLine(cells as JsonValue[], 'keep')).join('');
}

export function textBody(contentType: string | undefined, text: string): WrittenBody {
  return { contentType, bytes: Buffer.from(text), read: { kind: 'text', text } };
}

/**
 * Writes a form by "RFC6570-style query expansion", with the
 * defaults of a query parameter (OpenAPI 3.1, 4.8.15.1.2).
 */
function writeForm({ contentType, encodings, node }: BodyContent, value: unknown): WrittenBody | undefined {
  if (!isRecord(value)) return undefined;
  const pairs = Object.entries(value).map(([name, member]) => {
    const { style = 'form', explode, contentType: type } = encodings[name] ?? {};
    return writeParameter(
      {
        key: name,
        name,
        in: 'query',
        isRequired: false,
        node,
        style,
        explode: explode ?? (style === 'form' || style === 'deepObject'),
        contentType: type !== undefined && isJson(type) ? type : undefined,
      },
      member,
    );
  });
  if (pairs.some((pair) => pair === undefined)) return undefined;
  const text = pairs
    .flatMap((pair) => pair ?? [])
    .map((pair) => pair.join('='))
    .join('&');
  return text === '' ? undefined : textBody(contentType, text);
}

const BOUNDARY = 'dtospec-fuzz-7d1c9ab05e';

/**
 * Writes a multipart form: lists as parts with the same name, objects as JSON, and as files the texts with an
 * encoding, which every file of a document has.
 */
function writeMultipart({ contentType, encodings }: BodyContent, value: unknown): WrittenBody | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [member]).map((item) => [name, partOf(item, encodings[name])] as const),
  );
  if (entries.length === 0) return undefined;
  const parts: Buffer[] = [];
  for (const [name, part] of entries) {
    if (part === undefined) return undefined;
    parts.push(Buffer.from(`--${BOUNDARY}\r\n${headOf(name, part)}\r\n\r\n`));
    parts.push(typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.bytes), Buffer.from('\r\n'));
  }
  return {
    contentType: `${contentType}; boundary=${BOUNDARY}`,
    bytes: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    read: { kind: 'form', entries: entries as [string, FormValue][] },
  };
}

function partOf(value: unknown, encoding: EncodingObject | undefined): FormValue | undefined {
  if (value === null || (typeof value === 'string' && textOf(value) === undefined)) return undefined;
  const type = encoding?.contentType?.split(',')[0]?.trim();
  if (type !== undefined && !isJson(type) && typeof value === 'string') {
    const concrete = type.endsWith('*') ? (OF_RANGE[type] ?? 'application/octet-stream') : type;
    return { contentType: concrete, bytes: Buffer.from(value, isTextMediaType(type) ? 'utf8' : 'latin1') };
  }
  if (typeof value === 'object') return JSON.stringify(value);
  // Lines of text are sent unchanged, but form parsers change line breaks.
  const text = textOf(value);
  return text === undefined || /[\r\n]/.test(text) ? undefined : text;
}

const OF_RANGE: Readonly<Record<string, string>> = { 'image/*': 'image/png' };

function headOf(name: string, part: FormValue): string {
  const field = `Content-Disposition: form-data; name="${escapeName(name)}"`;
  return typeof part === 'string'
    ? field
    : `${field}; filename="${escapeName(name)}"\r\nContent-Type: ${part.contentType}`;
}

/** Escapes a name as browsers do (HTML Standard, "multipart form data"). */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
