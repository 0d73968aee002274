import { FORM, printable, type Written as WrittenParameter } from 'dtospec/internal';
import { type RequestMessage, headersOf, NO_BODY } from '../../exchanges/message.js';
import { BODY, type BodyContent, type FuzzTarget, type Parameter } from '../operations.js';
import type { JsonPath } from '../values/json-path.js';
import { sentHeaders, type Headers } from './headers.js';
import { writeBody, type WrittenBody, writeParameter } from './body.js';

export interface RequestCase {
  readonly values: ReadonlyMap<string, unknown>;
  readonly content: BodyContent | undefined;
  /** An invalid body, sent instead of a value. */
  readonly raw?: WrittenBody | undefined;
  readonly varied: Variation;
  readonly isExact?: boolean;
}

export interface Variation {
  readonly key: string;
  readonly path: JsonPath;
}

export interface WrittenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: Buffer | undefined;
  readonly message: RequestMessage;
}

export function writeRequest(
  { documented: { method, path }, parameters, basePath }: FuzzTarget,
  requestCase: RequestCase,
  fixed: Headers,
): WrittenRequest | undefined {
  const all = parameters
    .filter(({ key }) => requestCase.values.has(key))
    .map((input) => [input, pairsOf(input, requestCase.values.get(input.key))] as const);
  const written = all.filter((entry): entry is Written => entry[1] !== undefined);
  const body = bodyOf(requestCase);
  if (written.length < all.length || body === 'unwritable') return undefined;
  const inPlace = (place: Parameter['in']): Written[] =>
    written.filter(([parameter]) => parameter.in === place);
  const pairsIn = (place: Parameter['in']): string[] =>
    inPlace(place).flatMap(([, pairs]) => pairs.map((pair) => pair.join('=')));
  const pathname = inPlace('path').reduce(
    (text, [{ name }, [[, value] = ['', '']]]) => text.replaceAll(`{${name}}`, () => value),
    path,
  );
  if (pathname.includes('{')) return undefined;
  const query = [
    ...pairsIn('query'),
    ...inPlace('querystring').flatMap(([, pairs]) => pairs.map(([, text]) => text)),
  ];
  const cookies = pairsIn('cookie');
  const headers = [
    // Lower case, as in fetch and HTTP/2. A service must ignore case (RFC 9110, 5.1).
    ...inPlace('header').map(([{ name }, [[, value] = ['', '']]]) => [name.toLowerCase(), value] as const),
    ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
    ...(body?.contentType === undefined ? [] : [['Content-Type', body.contentType] as const]),
  ];
  const target = encodeTarget(`${basePath}${pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`);
  return {
    method,
    target,
    headers,
    body: body?.bytes,
    message: {
      method,
      target,
      headers: headersOf(sentHeaders(fixed, headers)),
      body: body?.read ?? NO_BODY,
    },
  };
}

/** Encodes what a request line may not contain: spaces and characters beyond ASCII. */
export function encodeTarget(target: string): string {
  return target.replace(/[^!-~]+/g, encodeURIComponent);
}

type Written = readonly [Parameter, WrittenParameter];

function pairsOf(parameter: Parameter, value: unknown): WrittenParameter | undefined {
  if (parameter.in !== 'querystring') return writeParameter(parameter, value);
  const { contentType = FORM, node } = parameter;
  const form = writeBody({ contentType, node, encodings: {} }, value);
  return form?.read.kind === 'text' ? [['', form.read.text]] : undefined;
}

function bodyOf({ values, content, raw }: RequestCase): WrittenBody | 'unwritable' | undefined {
  if (raw !== undefined) return raw;
  if (!values.has(BODY) || content === undefined) return undefined;
  return writeBody(content, values.get(BODY)) ?? 'unwritable';
}

type Header = readonly [name: string, value: string];

function methodOption(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD') return ['--head'];
  return method === 'GET' && !hasBody ? [] : ['--request', method];
}

export function curlOf(
  url: string,
  { method, headers, body }: WrittenRequest,
  fixed: readonly Header[],
): string {
  const hidden = fixed.map(([name]): Header => [name, '…']);
  const names = new Set(fixed.map(([name]) => name.toLowerCase()));
  const shown = [...hidden, ...headers.filter(([name]) => !names.has(name.toLowerCase()))];
  const isPlain = body === undefined || isShowable(body);
  // Without the header, curl sends the content type of a form.
  const hasType = shown.some(([name]) => name.toLowerCase() === 'content-type');
  const command = [
    'curl',
    ...methodOption(method, body !== undefined),
    '--path-as-is',
    '--globoff',
    quote(url),
    ...shown.flatMap(([name, value]) => ['--header', quote(value === '' ? `${name};` : `${name}: ${value}`)]),
    ...(body === undefined || hasType ? [] : ['--header', "'Content-Type:'"]),
    ...(isPlain && body !== undefined ? ['--data-raw', quote(body.toString())] : []),
    ...(isPlain ? [] : ['--data-binary', '@-']),
  ].join(' ');
  return isPlain ? command : `printf '%b' ${quote(escapeBytes(body))} | ${command}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function isShowable(body: Buffer): boolean {
  const text = body.toString();
  return Buffer.from(text).equals(body) && printable(text) === text;
}

function escapeBytes(body: Buffer): string {
  return Array.from(body, (byte) => {
    if (byte === 0x5c) return '\\\\';
    // A # could start a command of a CI system.
    return byte >= 0x20 && byte < 0x7f && byte !== 0x23
      ? String.fromCharCode(byte)
      : `\\0${byte.toString(8).padStart(3, '0')}`;
  }).join('');
}
