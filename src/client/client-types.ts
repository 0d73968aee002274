import type { TypeInput, ValueOf } from '../../decorators/type-input.js';
import type { ClientApi } from '../operations/contract/client-api.js';
import type { PathNames } from '../operations/definition-types.js';
import type { ProblemDetails } from '../operations/problem.js';
import type { Ranges } from '../operations/types.js';
import type { ReadAs, ReceivedEvent } from './read-response.js';

/** A client: a method for each operation, by path and method. */
export type Client<A extends ClientApi> = PathsOf<NonNullable<A['definitions']>>;

type PathsOf<D> = { readonly [O in D & Definition as O['path']]: MethodsOf<O> };

interface Definition {
  readonly method: string;
  readonly path: string;
  readonly responses: object;
}

type MethodsOf<D extends Definition> = { readonly [O in D as Lowercase<O['method']>]: Invoke<O> };

/** Calls the operation. The result is a union by status. */
type Invoke<D extends Definition> = <F extends ReadAs | 'json' = 'json'>(
  ...call: Empty extends InputOf<D> ? [input?: CallOf<D, F>] : [input: CallOf<D, F>]
) => Promise<ResultOf<D['responses'], F>>;

type CallOf<D extends Definition, F> = InputOf<D> & {
  /** Reads a body that is neither JSON nor a stream in this form. @default by its content type */
  readonly as?: F;
  /** Aborts the request, and the stream of its response. */
  readonly signal?: AbortSignal;
  /** Overrides the client's `timeout`. */
  readonly timeout?: number;
  /** Overrides the client's `retries`. */
  readonly retries?: number;
};

type InputOf<D> = PlaceOf<D, 'params'> & PlaceOf<D, 'query'> & HeadersOf<D> & BodyOf<D>;

type PlaceOf<D, K extends 'params' | 'query'> =
  D extends Readonly<Record<K, infer C>>
    ? Place<K, Sent<InputValue<C>>>
    : D extends { readonly path: infer T extends string }
      ? K extends 'params'
        ? [PathNames<T>] extends [never]
          ? unknown
          : { readonly params: Readonly<Record<PathNames<T>, Scalar>> }
        : { readonly query?: Readonly<Record<string, Scalar | readonly Scalar[] | undefined>> }
      : unknown;

type HeadersOf<D> = D extends { readonly headers: infer C }
  ? Place<'headers', Sent<InputValue<C>>>
  : { readonly headers?: Readonly<Record<string, Scalar | undefined>> };

type Scalar = string | number | boolean;

/** Makes a property optional if every member of its value is optional. */
type Place<K extends string, V> = Empty extends V ? Readonly<Partial<Record<K, V>>> : Readonly<Record<K, V>>;

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- what has no required member is assignable
type Empty = Record<never, never>;

type BodyOf<D> = D extends { readonly body: infer B }
  ? B extends { readonly required: true; readonly schema: infer T }
    ? { readonly body: BodyValue<T, B> }
    : B extends { readonly schema: infer T } | { readonly content: infer T }
      ? B extends abstract new (...given: never[]) => unknown
        ? { readonly body: Sent<InputValue<B>> }
        : { readonly body?: BodyValue<T, B> }
      : { readonly body: Sent<InputValue<B>> }
  : unknown;

/** Requires the content type together with the body, unless the body is known to be JSON. */
type BodyValue<T, B> = B extends { readonly contentType: 'application/json' }
  ? Sent<InputValue<T>>
  : B extends { readonly contentType: 'multipart/form-data' }
    ? FormData
    : B extends { readonly contentType: 'application/x-www-form-urlencoded' }
      ? URLSearchParams
      : B extends { readonly contentType: unknown } | { readonly content: unknown }
        ? Blob | FormData | URLSearchParams
        : Sent<InputValue<T>>;

/** The input type of a foreign schema, which may convert it; for any other type, the value itself. */
type InputValue<T> = T extends { readonly '~standard': { readonly types?: infer V } }
  ? NonNullable<V> extends { readonly input: infer I }
    ? I
    : unknown
  : ValueOf<T>;

/** A response by its status. Undocumented failures have unknown data. */
type ResultOf<R, F> =
  | { [K in Exclude<keyof R, 'default'>]: Result<StatusOf<K>, DataOf<R[K], K, F>> }[Exclude<
      keyof R,
      'default'
    >]
  | Result<Exclude<CommonFailure, StatusOf<keyof R>>, unknown>;

/** Failures that operations, servers and proxies may send without documentation. */
type CommonFailure = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504;

/** Failures that every operation may send, in addition to the documented ones. */
type Refusal = 400 | 401 | 403 | 413 | 415 | 422;

/** A response of one status. */
export interface Result<S extends number, V> {
  /** The status of the response. */
  readonly status: S;
  /** True for the statuses 200 to 299. */
  readonly ok: [S] extends [Ranges['2XX']] ? true : false;
  /** The parsed body. */
  readonly data: V;
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

type DataOf<S, K, F> =
  StatusOf<K> extends Ranges['2XX']
    ? F extends 'text'
      ? string
      : F extends 'blob'
        ? Blob
        : Data<S>
    : StatusOf<K> extends Refusal
      ? S extends { readonly schema: typeof ProblemDetails }
        ? Data<S>
        : unknown
      : Data<S>;

type Data<S> = S extends { readonly itemSchema: infer T; readonly contentType: 'text/event-stream' }
  ? AsyncIterable<ReceivedEvent<Received<ValueOf<T>>>>
  : S extends { readonly itemSchema: infer T; readonly contentType: 'application/jsonl' }
    ? AsyncIterable<Received<ValueOf<T>>>
    : S extends { readonly $ref: string } | { readonly content: unknown } | { readonly itemSchema: unknown }
      ? unknown
      : S extends { readonly schema: typeof ProblemDetails }
        ? Received<ProblemDetails>
        : S extends { readonly contentType: unknown }
          ? unknown
          : S extends { readonly schema?: infer T }
            ? [Exclude<T, undefined>] extends [never]
              ? undefined
              : 'schema' extends keyof S
                ? T extends TypeInput
                  ? Received<ValueOf<T>>
                  : undefined
                : undefined
            : undefined;

type Code = (...given: never[]) => unknown;

/** A value as JSON represents it: dates, bytes and big integers are strings, and methods are absent. */
export type Received<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date | bigint | Uint8Array | ArrayBuffer
    ? string
    : T extends readonly unknown[]
      ? { [K in keyof T]: Received<T[K]> }
      : T extends ReadonlySet<infer I>
        ? Received<I>[]
        : T extends ReadonlyMap<string, infer V>
          ? Record<string, Received<V>>
          : T extends object
            ? { [K in keyof T as T[K] extends Code ? never : K]: Received<T[K]> }
            : unknown;

/** A value in the form that a client sends. */
export type Sent<T> = Received<T>;
