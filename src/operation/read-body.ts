import type { RawValue } from './raw-value.js';
import { formPairs, decodeForm, rawValueOf, type Written } from './raw-value.js';
import { coerce, type Resolve } from './coerce.js';
import type { Schema } from '../json-schema/schema.js';
import { isRecord } from '../base/values.js';
import { Refusal } from './problem.js';

/** The body of a request, as its framework has it. */
export interface BodySource {
  /** What a parser of the application made of the body before; undefined if it has not been read. */
  readonly parsed: unknown;
  /** Whether the request has a body at all. */
  readonly present: boolean;
  /**
   * Reads the bytes as they came.
   * @returns undefined for a body longer than `limit`, of which the rest is left behind
   */
  readonly read: (limit: number) => Promise<Uint8Array | undefined>;
}

/** A media type that a body may have. */
export interface BodyFormat {
  readonly contentType: string;
  readonly schema: Schema;
  /** The fields of a form. */
  readonly fields: readonly (Written & { readonly schema: Schema | boolean })[];
}

/** What is between the bytes of a body and its type. */
export interface BodyReader {
  readonly formats: readonly BodyFormat[];
  readonly limit: number;
  readonly resolve: Resolve;
}

/** The JSON value of a body; undefined for one that is absent. @throws Refusal */
export async function readBody(
  source: BodySource,
  headers: Readonly<Record<string, string | undefined>>,
  { formats, limit, resolve }: BodyReader,
): Promise<unknown> {
  if (!source.present && source.parsed === undefined) return undefined;
  // A fetch server cannot tell a body of no bytes from one to come.
  const isUntyped = headers['content-type'] === undefined && source.parsed === undefined;
  if (isUntyped && (await source.read(limit))?.byteLength === 0) return undefined;
  const format = formatOf(headers, formats);
  if (source.parsed !== undefined && !(source.parsed instanceof Uint8Array)) {
    if (essenceOf(format.contentType) === FORM && isRecord(source.parsed))
      return coerce(source.parsed as RawValue, format.schema, resolve);
    return source.parsed;
  }
  const bytes = source.parsed ?? (await source.read(limit));
  if (bytes === undefined || bytes.byteLength > limit)
    throw new Refusal(413, `The body is longer than ${limit} bytes.`);
  // A request may announce a body and send none.
  if (bytes.byteLength === 0) return undefined;
  const parse = PARSERS.find(({ takes }) => takes(essenceOf(headers['content-type'] ?? '')))?.parse;
  return parse === undefined ? bytes : parse(bytes, format, resolve);
}

export const FORM = 'application/x-www-form-urlencoded';

/** A content type without its parameters. */
export function essenceOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The documented media type that a request has. @throws Refusal with 415 */
function formatOf(
  headers: Readonly<Record<string, string | undefined>>,
  formats: readonly BodyFormat[],
): BodyFormat {
  const contentType = headers['content-type'] ?? '';
  const known = formats.map((format) => essenceOf(format.contentType)).join(', ');
  const essence = essenceOf(contentType);
  const format = formats.find((one) => covers(essenceOf(one.contentType), essence));
  if (essence === '' || format === undefined)
    throw new Refusal(
      415,
      `The content type ${essence === '' ? 'is missing' : 'is not supported'}. Send ${known}.`,
    );
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new Refusal(415, 'The content encoding is not supported. Send the body as it is.');
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  if (isText(essence) && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new Refusal(415, 'The charset is not supported. Send UTF-8.');
  return format;
}

/** Ranges too: `image/*`. */
function covers(documented: string, given: string): boolean {
  return (
    documented === given ||
    documented === '*/*' ||
    (documented.endsWith('/*') && given.startsWith(documented.slice(0, -1)))
  );
}

interface Parser {
  readonly takes: (essence: string) => boolean;
  readonly parse: (bytes: Uint8Array, format: BodyFormat, resolve: Resolve) => unknown;
}

/** Media types whose bytes mean more than bytes. */
const PARSERS: readonly Parser[] = [
  { takes: isJson, parse: (bytes) => parseJson(textOf(bytes)) },
  {
    takes: (essence) => essence === FORM,
    parse: (bytes, format, resolve) => parseForm(textOf(bytes), format, resolve),
  },
  { takes: isText, parse: (bytes) => textOf(bytes) },
];

function isJson(essence: string): boolean {
  return /[/+]json$/.test(essence);
}

function isText(essence: string): boolean {
  return isJson(essence) || essence === FORM || essence.startsWith('text/');
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'The body is not UTF-8.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

/** A form's fields as their schemas have them; those of no schema stay text. */
function parseForm(text: string, { fields }: BodyFormat, resolve: Resolve): unknown {
  const place = { pairs: formPairs(text), decode: decodeForm };
  const known = fields.flatMap((field): [string, unknown][] => {
    const raw = rawValueOf(field, place);
    return raw === undefined ? [] : [[field.name, coerce(raw, field.schema, resolve)]];
  });
  const names = new Set(fields.map(({ name }) => name));
  const others = place.pairs
    .filter(([name]) => !names.has(name.split('[')[0] ?? ''))
    .map(([name, value]): [string, unknown] => [name, decodeForm(value)]);
  return Object.fromEntries([...others, ...known]);
}
