import type { CsvType, StandardValue, ValueOf } from '../../decorators/type-input.js';
import type { ClientApi, ClientDefinition } from '../operations/contract/client-api.js';
import type { PathNames } from '../operations/definition-types.js';
import type { ProblemDetails } from '../operations/problem.js';
import type { Ranges } from '../operations/handler-types.js';
import type { ReadAs, ReceivedEvent } from './read-response.js';

/** A client: a method for each operation, by path and method. */
export type Client<A extends ClientApi> = PathsOf<NonNullable<A['definitions']>>;

type PathsOf<D extends ClientDefinition> = { readonly [O in D as O['path']]: MethodsOf<O> };

type MethodsOf<D extends ClientDefinition> = { readonly [O in D as Lowercase<O['method']>]: Invoke<O> };

type Invoke<D extends ClientDefinition> = <F extends ReadAs | 'json' = 'json'>(
  ...call: Empty extends InputOf<D>
    ? [input?: InputOf<D> & CallOptions<F>]
    : [input: InputOf<D> & CallOptions<F>]
) => Promise<ResultOf<D['responses'], F>>;

interface CallOptions<F> {
  /** Reads a body that is neither JSON nor a stream in this form. @default by its content type */
  readonly as?: F;
  /** Aborts the request, and the stream of its response. */
  readonly signal?: AbortSignal;
  /** Overrides the client's `timeout`. */
  readonly timeout?: number;
  /** Overrides the client's `retries`. */
  readonly retries?: number;
}

/** The values that an operation takes, as JSON. */
export type InputOf<D extends ClientDefinition> = ParamsOf<D> & QueryOf<D> & HeadersOf<D> & BodyOf<D>;

// A property is optional if every member of its value is.

type ParamsOf<D extends ClientDefinition> = D extends { readonly params: infer C }
  ? Empty extends Sent<InputValue<C>>
    ? { readonly params?: Sent<InputValue<C>> }
    : { readonly params: Sent<InputValue<C>> }
  : [PathNames<D['path']>] extends [never]
    ? unknown
    : { readonly params: Readonly<Record<PathNames<D['path']>, Scalar>> };

type QueryOf<D> = D extends { readonly query: infer C }
  ? Empty extends Sent<InputValue<C>>
    ? { readonly query?: Sent<InputValue<C>> }
    : { readonly query: Sent<InputValue<C>> }
  : { readonly query?: Readonly<Record<string, Scalar | readonly Scalar[] | undefined>> };

type HeadersOf<D> = D extends { readonly headers: infer C }
  ? Empty extends Sent<InputValue<C>>
    ? { readonly headers?: Sent<InputValue<C>> }
    : { readonly headers: Sent<InputValue<C>> }
  : { readonly headers?: Readonly<Record<string, Scalar | undefined>> };

type Scalar = string | number | boolean;

// A value without required members is assignable.
// oxlint-disable-next-line typescript/no-generated-empty-object-type
export type Empty = Record<never, never>;

type BodyOf<D> = D extends { readonly body: infer B }
  ? B extends { readonly schema: infer T } | { readonly content: infer T }
    ? B extends abstract new (...args: never[]) => unknown
      ? { readonly body: Sent<InputValue<B>> }
      : B extends { readonly required: true }
        ? { readonly body: BodyValue<T, B> }
        : { readonly body?: BodyValue<T, B> }
    : { readonly body: B extends CsvType ? Blob : Sent<InputValue<B>> }
  : unknown;

type BodyValue<T, B> = B extends { readonly contentType: 'application/json' }
  ? Sent<InputValue<T>>
  : B extends { readonly contentType: 'multipart/form-data' }
    ? FormData
    : B extends { readonly contentType: 'application/x-www-form-urlencoded' }
      ? URLSearchParams
      : B extends { readonly contentType: unknown } | { readonly content: unknown }
        ? Blob | FormData | URLSearchParams | (B extends { readonly content: infer C } ? JsonIn<C> : never)
        : Sent<InputValue<T>>;

/** The value of JSON among several media types. */
type JsonIn<C> = C extends { readonly 'application/json': infer J }
  ? Sent<InputValue<J extends { readonly schema: infer T } ? T : J>>
  : never;

/** The input type of a foreign schema, which may convert it; for any other type, the value itself. */
type InputValue<T> = T extends { readonly '~standard': unknown } ? StandardValue<T, 'input'> : ValueOf<T>;

/** A response by its status. Undocumented failures have unknown data. */
export type ResultOf<R, F> = ResultsOf<R, F, Exclude<keyof R, 'default'>>;

/** The conditional type hides its name, so that editors show the union. */
type ResultsOf<R, F, K extends keyof R> = [R] extends [never]
  ? never
  :
      | { [P in K]: Result<StatusOf<P>, DataOf<R[P], StatusOf<P>, F>, HeadersIn<R[P]>> }[K]
      | Result<Exclude<CommonFailure, StatusOf<K>>, unknown>;

/** Failures that operations, servers and proxies may send without documentation. */
type CommonFailure = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504;

type Refusal = 400 | 401 | 403 | 413 | 415 | 422;

/** The headers that a response documents. */
type HeadersIn<R> = R extends { readonly headers: infer H }
  ? H extends abstract new (...args: never[]) => infer I
    ? { readonly [K in keyof I & string as I[K] extends Code ? never : K]: I[K] }
    : H extends Readonly<Record<string, unknown>>
      ? Readonly<Partial<Record<keyof H & string, unknown>>>
      : object
  : object;

/** Headers of a response, whose documented names editors suggest. `H` has them as members. */
export interface ResultHeaders<H> extends Headers {
  /** Returns the text of a header, or null. A required header of a class is never null. */
  get<N extends (keyof H & string) | (string & {})>(
    name: N,
  ): N extends keyof H ? (undefined extends H[N] ? string | null : string) : string | null;
}

/** A response of one status. */
export interface Result<S extends number, V, H = object> {
  /** The status of the response. */
  readonly status: S;
  /** True for the statuses 200 to 299. */
  readonly ok: [S] extends [Ranges['2XX']] ? true : false;
  /** The parsed body. */
  readonly data: V;
  /** The headers. */
  readonly headers: ResultHeaders<H>;
  /** The response. Its body is already consumed. */
  readonly response: Response;
}

type StatusOf<K> = K extends number
  ? K
  : K extends keyof Ranges
    ? Ranges[K]
    : K extends `${infer N extends number}`
      ? N
      : never;

type DataOf<R, S, F> = [S] extends [Ranges['2XX']]
  ? F extends 'text'
    ? string
    : F extends 'blob'
      ? Blob
      : Data<R>
  : [S] extends [Refusal]
    ? ProblemOf<R, unknown>
    : ProblemOf<R, Data<R>>;

type ProblemOf<R, Other> = R extends { readonly schema: typeof ProblemDetails } ? ProblemDetails : Other;

type Data<R> = R extends SpecialResponse
  ? SpecialData<R>
  : 'schema' extends keyof R
    ? [R['schema'] & {}] extends [never]
      ? undefined
      : R['schema'] & {} extends CsvType
        ? unknown
        : Received<ValueOf<R['schema'] & {}>>
    : undefined;

type SpecialResponse =
  | { readonly itemSchema: unknown }
  | { readonly $ref: string }
  | { readonly content: unknown }
  | { readonly contentType: unknown };

type SpecialData<R> = R extends { readonly itemSchema: infer T; readonly contentType: 'text/event-stream' }
  ? AsyncIterable<ReceivedEvent<Received<ValueOf<T>>>>
  : R extends { readonly itemSchema: infer T; readonly contentType: 'application/jsonl' }
    ? AsyncIterable<Received<ValueOf<T>>>
    : unknown;

type Code = (...args: never[]) => unknown;

/**
 * The JSON of the classes of `registerType`, which no other type shows: `class` and `json` by any name.
 * Extend it once, beside `registerType`.
 *
 * @example
 * declare module 'dtospec/client' {
 *   interface RegisteredTypes {
 *     decimal: { class: Decimal; json: string };
 *   }
 * }
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- applications add members
export interface RegisteredTypes {}

type AnyRegistered = RegisteredTypes[keyof RegisteredTypes];

type ClassOf<R> = R extends { readonly class: infer C } ? C : never;

type JsonOf<R, T> = R extends { readonly class: infer C; readonly json: infer J }
  ? T extends C
    ? J
    : never
  : never;

/** A value as JSON represents it: dates, bytes and big integers are strings, and methods are absent. */
export type Received<T> = T extends string | number | boolean | null | undefined
  ? T
  : unknown extends T
    ? unknown
    : T extends readonly unknown[]
      ? { [K in keyof T]: Received<T[K]> }
      : T extends Date | bigint | Uint8Array | ArrayBuffer
        ? string
        : T extends ClassOf<AnyRegistered>
          ? JsonOf<AnyRegistered, T>
          : CodeIn<T[keyof T]> extends never
            ? { [K in keyof T]: Received<T[K]> }
            : ReceivedOf<T>;

type CodeIn<V> = V extends Code ? V : never;

type ReceivedOf<T> =
  T extends ReadonlySet<infer I>
    ? Received<I>[]
    : T extends ReadonlyMap<string, infer V>
      ? Record<string, Received<V>>
      : { [K in keyof T as T[K] extends Code ? never : K]: Received<T[K]> };

export type Sent<T> = Received<T>;
