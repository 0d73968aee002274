import { isRecord } from '../../../shared/values.js';
import { isJson } from '../../../operations/media-types.js';
import type { Parameter } from '../operations.js';

/** Pairs of a query or of cookies, or one text. */
export type WrittenParameter = readonly (readonly [name: string, text: string])[];

type Encode = (text: string) => string;

/**
 * Writes a parameter (OpenAPI 3.1, 4.8.12.4, "Style Examples") as pairs; in a path or a header, one pair without a
 * name. Returns undefined for a value that cannot be written there, such as an empty list.
 */
export function writeParameter(parameter: Parameter, value: unknown): WrittenParameter | undefined {
  const { in: place, name, style, explode, contentType } = parameter;
  const encode = encoderOf(parameter);
  if (contentType !== undefined) {
    if (!isJson(contentType)) return undefined;
    const text = JSON.stringify(value);
    return isWellFormed(text) ? [[nameIn(place, name), encode(text)]] : undefined;
  }
  const texts = textsOf(value);
  if (texts === undefined) return undefined;
  const written = (WRITERS[style] ?? WRITERS.form)?.(name, mapTexts(texts, encode), explode);
  if (written === undefined) return undefined;
  if (place === 'path' || place === 'header') {
    const [[, text] = ['', '']] = written;
    return isFit(place, text) ? [['', text]] : undefined;
  }
  return written;
}

type Texts =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, string])[] };

function textsOf(value: unknown): Texts | undefined {
  if (Array.isArray(value)) {
    const items = value.map(textOf);
    return value.length > 0 && items.every((one) => one !== undefined) ? { kind: 'list', items } : undefined;
  }
  if (isRecord(value)) {
    const members = Object.entries(value).map(([key, member]) => [key, textOf(member)] as const);
    if (members.length === 0) return undefined;
    return members.every((one): one is readonly [string, string] => one[1] !== undefined)
      ? { kind: 'object', members }
      : undefined;
  }
  const text = textOf(value);
  return text === undefined ? undefined : { kind: 'scalar', text };
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return isWellFormed(value) ? value : undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
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

type Write = (name: string, texts: Texts, explode: boolean) => WrittenParameter | undefined;

const joined =
  (separator: string): Write =>
  (name, texts, explode) => {
    const key = encodeURIComponent(name);
    if (texts.kind === 'scalar') return [[key, texts.text]];
    if (texts.kind === 'list')
      return explode ? texts.items.map((item) => [key, item]) : [[key, texts.items.join(separator)]];
    return explode ? texts.members : [[key, texts.members.flat().join(separator)]];
  };

function flat(texts: Texts, separator: string, explode: boolean): string {
  if (texts.kind === 'scalar') return texts.text;
  if (texts.kind === 'list') return texts.items.join(separator);
  return texts.members.map((one) => one.join(explode ? '=' : ',')).join(explode ? separator : ',');
}

const WRITERS: Readonly<Partial<Record<string, Write>>> = {
  form: joined(','),
  spaceDelimited: joined('%20'),
  pipeDelimited: joined('%7C'),
  cookie: joined(','),
  deepObject: (name, texts) =>
    texts.kind === 'object'
      ? texts.members.map(([key, text]) => [`${encodeURIComponent(name)}[${key}]`, text])
      : undefined,
  simple: (_, texts, explode) => [['', flat(texts, ',', explode)]],
  label: (_, texts, explode) => [['', `.${flat(texts, explode ? '.' : ',', explode)}`]],
  matrix: (name, texts, explode) => {
    if (texts.kind === 'scalar' || !explode) return [['', `;${name}=${flat(texts, ',', false)}`]];
    const pairs: WrittenParameter =
      texts.kind === 'list' ? texts.items.map((item) => [name, item]) : texts.members;
    return [['', pairs.map(([key, text]) => `;${key}=${text}`).join('')]];
  },
};

function nameIn(place: Parameter['in'], name: string): string {
  return place === 'path' || place === 'header' ? '' : encodeURIComponent(name);
}

/** The style `cookie` of OpenAPI 3.2 encodes nothing, and neither do headers. */
function encoderOf({ in: place, style }: Parameter): Encode {
  return place === 'header' || style === 'cookie' ? (text) => text : encodeURIComponent;
}

/** A path segment that routers keep; a header value without changes on its way (RFC 9110, 5.5). */
function isFit(place: 'path' | 'header', text: string): boolean {
  if (place === 'path') return text !== '' && !/^\.+$/.test(text) && !/%2f|%5c/i.test(text);
  return /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text);
}

/** A lone surrogate cannot be encoded in UTF-8. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
