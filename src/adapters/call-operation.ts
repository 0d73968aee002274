import { readResponse, type ReadAs } from '../client/read-response.js';
import { setHeader } from '../client/set-header.js';
import type { CompiledOperation } from '../operations/compile-operation.js';
import { isForbidden } from '../operations/security/security-types.js';
import { isEmpty } from '../operations/security/verify.js';
import type { OperationContract } from '../operations/contract/input-schema.js';
import { PART_NAMES } from '../operations/operation.js';
import type { ParameterObject } from '../documents/openapi/types/document.js';
import type { PathParameters } from '../shared/http.js';
import { encodedTexts, textsOf, writeStyle, type Written } from '../shared/parameter-styles.js';
import { isRecord, show } from '../shared/values.js';
import { answerFetch } from './fetch-operation.js';

/** Options of `docs.call`. */
export interface CallOptions<F extends ReadAs | 'json' = 'json'> {
  /**
   * The identity that the handler receives as `auth`. With it, the `security` of the operation is not
   * checked: you have verified the caller and its permissions. With an empty identity (undefined, null,
   * false, '', 0, []) or `forbidden()`, `security` is checked. A promise is awaited.
   * @default the result of `security`, for the headers of the call
   */
  readonly auth?: unknown;
  /** Further headers, such as credentials for `security`. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Aborts the `signal` of the handler's request. */
  readonly signal?: AbortSignal;
  /** Reads a body that is neither JSON nor a stream in this form. */
  readonly as?: F;
}

type Values = Readonly<Record<string, unknown>>;

/** The structured input of a call. */
export interface StructuredInput extends Readonly<
  Partial<Record<(typeof PART_NAMES)[keyof typeof PART_NAMES], Values>>
> {
  readonly body?: unknown;
}

export interface InProcessResult {
  readonly status: number;
  readonly ok: boolean;
  readonly data: unknown;
  readonly response: Response;
}

type Location = keyof typeof PART_NAMES;

/** A value of a call that no request can contain. */
export class UnsendableError extends TypeError {
  constructor(
    message: string,
    readonly location: Location,
    readonly parameter: string,
  ) {
    super(message);
  }
}

/**
 * Calls an operation in this process, by the route of the
 * fetch adapter: the same reader, security and writer.
 * @throws TypeError for a value that a request cannot contain
 */
export async function callOperation(
  bound: CompiledOperation,
  input: StructuredInput,
  options: CallOptions<ReadAs | 'json'>,
): Promise<InProcessResult> {
  const target = callTarget(bound, bound.endpoint.path);
  const auth = await options.auth;
  const response = await runOperation(bound, writeRequest(target, input, options), auth);
  const as = options.as === 'json' ? undefined : options.as;
  const place = `${bound.method} ${bound.endpoint.path}`;
  const data = await readResponse(response, { as, place, maxLineLength: Infinity });
  return { status: response.status, ok: response.ok, data, response };
}

/** The parts of an operation that the request of a call is written from. */
export type CallTarget = Pick<CompiledOperation, 'method' | 'parts'> & {
  readonly path: string;
  readonly contract: Pick<OperationContract, 'parameters' | 'properties'>;
};

/** Returns a registered operation as the target of calls, with the prefix of its router. */
export function callTarget(bound: CompiledOperation, path: string): CallTarget {
  return { ...bound, path, parts: [...bound.prefix, ...bound.parts] };
}

interface WrittenRequest {
  readonly request: Request;
  readonly pathParameters: PathParameters;
}

/**
 * Writes the request of a call as a client of the document does.
 * @throws UnsendableError for a value that a request cannot contain
 */
export function writeRequest(
  target: CallTarget,
  input: StructuredInput,
  options: Pick<CallOptions, 'headers' | 'signal'>,
): WrittenRequest {
  const write = (location: Location): [name: string, written: Written][] =>
    writtenIn(location, input[PART_NAMES[location]] ?? {}, target);
  const pathParameters: PathParameters = write('path').map(([name, [pair]]) => [name, pair?.[1] ?? '']);
  const path = fillPath(target, new Map(pathParameters));
  const query = pairsOf(write('query')).join('&');
  const headers = new Headers();
  for (const [name, [pair]] of write('header')) setParameter(headers, name, pair?.[1] ?? '');
  const cookies = pairsOf(write('cookie')).join('; ');
  if (cookies !== '') headers.set('cookie', cookies);
  for (const [name, value] of Object.entries(options.headers ?? {}))
    if (value !== undefined) setHeader(headers, name, value);
  const request = new Request(`http://localhost${path}${query === '' ? '' : `?${query}`}`, {
    method: target.method,
    headers,
    signal: options.signal ?? null,
    ...bodyOf(input.body, headers),
  });
  return { request, pathParameters };
}

/** Runs an operation by the route of the fetch adapter. With an identity, `security` is not checked. */
export function runOperation(
  bound: CompiledOperation,
  { request, pathParameters }: WrittenRequest,
  auth: unknown,
): Promise<Response> {
  const granted = isGranted(auth) ? { auth } : undefined;
  const run: CompiledOperation['run'] = (asked, source) => bound.run(asked, source, granted);
  return answerFetch({ bound: { ...bound, run }, pathParameters }, request);
}

/** A look-up that found nobody must not skip `security`. */
export function isGranted(auth: unknown): boolean {
  return !isEmpty(auth) && !isForbidden(auth);
}

function setParameter(headers: Headers, name: string, value: string): void {
  try {
    setHeader(headers, name, value);
  } catch (error) {
    throw new UnsendableError((error as Error).message, 'header', name);
  }
}

function bodyOf(body: unknown, headers: Headers): Pick<RequestInit, 'body'> {
  if (body === undefined) return {};
  // The request sets the content type of these bodies.
  if (body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob) return { body };
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return { body: JSON.stringify(body) };
}

/**
 * Returns the parameters of a location as texts, in their
 * documented styles. Others are written in the usual one.
 */
function writtenIn(location: Location, values: Values, target: CallTarget): [string, Written][] {
  return Object.entries(values).flatMap(([name, value]): [string, Written][] => {
    const documented = parameterNamed(name, location, target.contract);
    if (documented === undefined && location === 'path')
      throw new UnsendableError(
        `${target.method} ${target.path} has no path parameter ${show(name)}.`,
        location,
        name,
      );
    const isJson = documented?.content !== undefined;
    if (value === undefined || (!isJson && isEmptyContainer(value))) return [];
    const written = writtenValue({ name, location, documented }, isJson ? JSON.stringify(value) : value);
    if (written === undefined) throw notSendable(name, location, value);
    return [[documented?.name ?? name, written]];
  });
}

interface NamedParameter {
  /** The name in the call. */
  readonly name: string;
  readonly location: Location;
  readonly documented: ParameterObject | undefined;
}

/** Returns the texts of a value in the style of its parameter, or undefined if it has none. */
function writtenValue({ name, location, documented }: NamedParameter, value: unknown): Written | undefined {
  const { style = location === 'path' || location === 'header' ? 'simple' : 'form' } = documented ?? {};
  const explode = documented?.explode ?? ['form', 'deepObject', 'cookie'].includes(style);
  const sent = documented?.name ?? name;
  if (style === 'deepObject')
    return deepPairs(encodeURIComponent(sent), value, (part) => notSendable(name, location, part));
  const isEncoded = location !== 'header' && style !== 'cookie';
  const texts = isEncoded ? encodedTexts(value) : textsOf(value);
  const written = texts && writeStyle(style, sent, texts, explode);
  const isSendable = style !== 'cookie' || written?.every((pair) => pair.every(isCookieText));
  return isSendable === true ? written : undefined;
}

function notSendable(name: string, location: Location, refused: unknown): UnsendableError {
  return new UnsendableError(
    `The parameter ${name} cannot be ${show(refused)}, which has no text in a request.`,
    location,
    name,
  );
}

/** Returns whether a cookie contains a text as it is: a semicolon would begin another cookie. */
function isCookieText(text: string): boolean {
  return /^(?! |".*"$)[ -:<-~]*(?<! )$/.test(text);
}

/**
 * Returns the parameter of a name in the document or, since
 * types have those names, of a property in its class.
 */
function parameterNamed(
  name: string,
  location: Location,
  { parameters, properties }: CallTarget['contract'],
): ParameterObject | undefined {
  const own = parameters.filter((parameter) => parameter.in === location);
  const fold = (text: string): string => (location === 'header' ? text.toLowerCase() : text);
  return (
    own.find((parameter) => fold(parameter.name) === fold(name)) ??
    own.find((parameter) => properties[parameters.indexOf(parameter)] === name)
  );
}

/** An empty list has no text: in a request it is absent. */
function isEmptyContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function deepPairs(
  key: string,
  value: unknown,
  notSendable: (value: unknown) => UnsendableError,
): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => deepPairs(key, item, notSendable));
  if (isRecord(value))
    return Object.entries(value).flatMap(([member, inner]) =>
      deepPairs(`${key}[${encodeURIComponent(member)}]`, inner, notSendable),
    );
  const texts = encodedTexts(value);
  if (texts?.kind !== 'scalar') throw notSendable(value);
  return [[key, texts.text]];
}

function pairsOf(written: readonly (readonly [string, Written])[]): string[] {
  return written.flatMap(([, pairs]) => pairs.map((pair) => pair.join('=')));
}

/** Fills in the path. Empty segments, `.` and `..` would lead to another route. */
function fillPath({ parts, method, path }: CallTarget, values: ReadonlyMap<string, string>): string {
  const filled = parts
    .map((part) => ('text' in part ? part.text : (values.get(part.parameter) ?? '')))
    .join('');
  for (const part of parts) {
    const value = 'text' in part ? undefined : (values.get(part.parameter) ?? '');
    if (value === undefined || !/^\.{0,2}$/.test(value)) continue;
    const name = 'parameter' in part ? part.parameter : '';
    throw new UnsendableError(
      `The path parameter ${name} of ${method} ${path} cannot be ${show(value)}.`,
      'path',
      name,
    );
  }
  return filled;
}
