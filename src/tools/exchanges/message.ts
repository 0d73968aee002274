import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'form'; readonly entries: readonly (readonly [string, FormValue])[] };

export type FormValue = string | { readonly contentType: string; readonly bytes: Uint8Array };

export type HeaderValues = ReadonlyMap<string, readonly string[]>;

export interface RequestMessage {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderValues;
  readonly body: Body;
}

export interface ResponseMessage {
  readonly status: number;
  readonly headers: HeaderValues;
  readonly body: Body;
}

export interface MessageExchange {
  readonly request: RequestMessage;
  readonly response: ResponseMessage;
}

export const NO_BODY: Body = { kind: 'none' };

export function bodyOf(value: unknown): Body {
  if (value === undefined || value === '') return NO_BODY;
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (value instanceof URLSearchParams) return { kind: 'text', text: value.toString() };
  const bytes = bytesOf(value);
  if (bytes !== undefined) return bytes.byteLength === 0 ? NO_BODY : { kind: 'bytes', bytes };
  return { kind: 'value', value };
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  // A test runner has its own constructors, so `instanceof` would fail.
  if (Object.prototype.toString.call(value) === '[object ArrayBuffer]')
    return new Uint8Array(value as ArrayBuffer);
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : undefined;
}

export function textOf(body: Body): string | undefined {
  if (body.kind === 'text') return body.text;
  return body.kind === 'bytes' ? new TextDecoder().decode(body.bytes) : undefined;
}

export function isStream(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { pipe, getReader } = value as { pipe?: unknown; getReader?: unknown };
  return typeof pipe === 'function' || typeof getReader === 'function';
}

export function headersOf(source: unknown): HeaderValues {
  const values = new Map<string, string[]>();
  const put = (name: string, value: string | number | readonly string[] | null | undefined): void => {
    if (value === undefined || value === null) return;
    const all = typeof value === 'object' ? value.map(String) : [String(value)];
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), ...all]);
  };
  if (typeof source !== 'object' || source === null) return values;
  const pairs = (
    Symbol.iterator in source ? [...(source as Iterable<readonly [string, string]>)] : Object.entries(source)
  ) as (readonly [string, string | number | readonly string[] | null | undefined])[];
  for (const [name, value] of pairs) put(name, value);
  return values;
}

export function headerOf(headers: HeaderValues, name: string): string | undefined {
  return headers.get(name)?.join(', ');
}

export function targetOf(url: string): string {
  const rest = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

export class KeptBytes {
  #chunks: Uint8Array[] = [];
  #size = 0;
  #isWhole = true;

  constructor(readonly limit: number) {}

  /** Adds a copy of the chunk, because the sender may reuse its memory. */
  add(chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    if (this.#size > this.limit) this.lose();
    if (this.#isWhole) this.#chunks.push(Uint8Array.from(chunk));
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  lose(): void {
    this.#isWhole = false;
    this.#chunks = [];
  }

  body(headers: HeaderValues): Body {
    if (!this.#isWhole) return { kind: 'unknown' };
    if (this.#size === 0) return { kind: 'none' };
    const bytes = decode(Buffer.concat(this.#chunks), headerOf(headers, 'content-encoding'), this.limit);
    return bytes === undefined ? { kind: 'unknown' } : { kind: 'bytes', bytes };
  }
}

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  identity: (bytes) => bytes,
};

function decode(bytes: Uint8Array, encoding = 'identity', limit: number): Uint8Array | undefined {
  try {
    return DECODERS[encoding.toLowerCase()]?.(bytes, { maxOutputLength: limit });
  } catch {
    return undefined;
  }
}
