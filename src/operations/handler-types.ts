import type {
  CsvType,
  StandardType,
  TypeExpression,
  TypeInput,
  ValueOf,
} from '../../decorators/type-input.js';
import type { OperationRequest } from '../shared/http.js';
import type { Constructor } from '../shared/types.js';
import type { Download } from './download.js';
import type { ContentStream } from './response/content-source.js';
import type { Endpoint, ParameterType } from '../documents/openapi/types/endpoint.js';
import type { ContentBody, RequestBody } from '../documents/openapi/types/parts.js';
import type { Reply, ReplyOptions } from './make-reply.js';
import type { ServerSentEvent } from './server-sent-event.js';
import type { OperationOptions } from './operation-options.js';
import type { AuthOf, SecurityInput } from './security/security-types.js';

/** The endpoint of an operation, with the classes of its input under the names that the handler uses. */
export interface OperationDefinition
  extends
    Omit<
      Endpoint,
      'pathParams' | 'queryParams' | 'headerParams' | 'cookieParams' | 'requestBody' | 'body' | 'security'
    >,
    OperationOptions {
  /**
   * The request body: a type for a required JSON body, a body such as `formURLEncodedBody(Login)`, or a
   * reference to a component such as `{ $ref: '#/components/requestBodies/NewUser' }`.
   */
  body?: TypeInput | RequestBody | ContentBody | undefined;
  /**
   * Schemes, any of which grants access: `[staff]`, `[scoped(staff, 'orders:write')]`. A list inside the list
   * requires all of its schemes: `[[staff, device]]`. A scheme's `verify` runs before the request is read.
   * `[]` makes the operation public.
   * @default those of the configuration
   */
  security?: readonly SecurityInput[] | undefined;
}

/**
 * The fields that a definition has. The conditional type hides the name of this type in editors.
 */
export type Defined<D extends Fields, P, Q, H, C, B> = [D] extends [never]
  ? never
  : {
      [
        K in
          | 'method'
          | 'path'
          | Present<P, 'params'>
          | Present<Q, 'query'>
          | Present<H, 'headers'>
          | Present<C, 'cookies'>
          | Present<B, 'body'>
          | 'responses'
      ]: D[K];
    };

type Fields = Record<
  'method' | 'path' | 'params' | 'query' | 'headers' | 'cookies' | 'body' | 'responses',
  unknown
>;

type Present<T, Name> = T extends undefined ? never : Name;

/**
 * Input of a handler: instances that class-validator has accepted. Values without a class are not converted.
 */
export interface OperationInput<P, Q, H, C, B, R = Readonly<Record<number, never>>, S = undefined> {
  /** Path parameters. */
  readonly params: P;
  /** Query parameters. */
  readonly query: Q;
  /** Header parameters. */
  readonly headers: H;
  /** Cookies. */
  readonly cookies: C;
  /** A valid instance of the body's class; undefined without a body. */
  readonly body: B;
  /**
   * The result of `verify` for the scheme that granted
   * access; a tuple for schemes that are required together.
   */
  readonly auth: AuthOf<S>;
  /** The request. `raw` is the framework's own request; `signal` is aborted when the client disconnects. */
  readonly request: OperationRequest;
  /**
   * The media type that the client prefers, if a success has several (RFC 9110, 12.5.1). The response has it,
   * if it can contain what the handler returns.
   */
  readonly mediaType: MediaTypesOf<R>;
  /** Creates the response of a documented status: `reply(201, user, { headers })`. */
  readonly reply: ReplyWith<R>;
}

/** The media types of the successes that have several; undefined if none has. */
type MediaTypesOf<R> = {
  [K in keyof R & Success]: R[K] extends { readonly content: infer C }
    ? keyof C & string
    : R[K] extends { readonly contentType: readonly string[] }
      ? string
      : undefined;
}[keyof R & Success];

/** The type of `reply` for the documented responses of an operation: the compiler checks status and body. */
export type ReplyWith<R> = <S extends StatusOf<keyof R>>(
  status: S,
  ...rest: RestOf<ResponseFor<R, S>, OptionsOf<SpecFor<R, S>>>
) => S extends unknown ? Reply<S, BodyIn<ResponseFor<R, S>>> : never;

type RestOf<V, O> = [V] extends [NoBody]
  ? EmptyOptions extends O
    ? [body?: undefined, options?: O]
    : [body: undefined, options: O]
  : EmptyOptions extends O
    ? [body: V, options?: O]
    : [body: V, options: O];

// A value without required members is assignable.
// oxlint-disable-next-line typescript/no-generated-empty-object-type
type EmptyOptions = Record<never, never>;

/** The options of `reply`: headers of the documented class, if there is one. */
type OptionsOf<S> = S extends { readonly headers: Constructor<infer I> }
  ? EmptyOptions extends HeaderValues<I>
    ? { readonly headers?: HeaderValues<I> }
    : { readonly headers: HeaderValues<I> }
  : ReplyOptions;

type HeaderValues<I> = { [K in keyof I as I[K] extends Code ? never : K]: I[K] };

type Code = (...args: never[]) => unknown;

type ResponseFor<R, S extends number> = ResponseValue<SpecFor<R, S>>;

type SpecFor<R, S extends number> = S extends keyof R
  ? R[S]
  : `${S}` extends keyof R
    ? R[`${S}`]
    : RangeOf<S> extends keyof R
      ? R[RangeOf<S>]
      : 'default' extends keyof R
        ? R['default']
        : never;

type RangeOf<S extends number> = `${S}` extends `${infer D extends Digit}${string}` ? `${D}XX` : never;

/**
 * The parameters of a location: an instance of the class, the output of another library's schema, or else the
 * explicit parameters by name.
 */
export type ParametersOf<T> = T extends ParameterType ? ValueOf<T> : Readonly<Record<string, unknown>>;

export type BodyOf<B> = [B] extends [undefined]
  ? undefined
  : B extends Constructor | StandardType
    ? ValueOf<B>
    : B extends { readonly schema: unknown } | { readonly content: unknown }
      ? BodyValue<B> | (B extends { readonly required: true } ? never : undefined)
      : ValueOf<B>;

type BodyValue<B> =
  | (B extends { readonly schema: infer T } ? ValueOf<T> : never)
  | (B extends { readonly content: infer C } ? ContentValue<C> : never);

/**
 * Results of handlers. A member of an interface is shown as
 * it is, where TypeScript shows a union by its alias.
 */
export interface Results<R> {
  /**
   * Everything that a handler may return: a reply with a documented status, or the body of the only success.
   */
  readonly all:
    | { [K in keyof R]: Reply<StatusOf<K>, BodyIn<ResponseValue<R[K]>>> }[keyof R]
    | SoleOf<R, keyof R & Success>;
}

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type NumberIn<T> = T extends `${infer N extends number}` ? N : never;
type Range<D extends Digit> = NumberIn<`${D}${Digit}${Digit}`>;

/** The statuses of each range: `4XX` has 400 to 499, `default` any status. */
export interface Ranges {
  readonly '1XX': Range<'1'>;
  readonly '2XX': Range<'2'>;
  readonly '3XX': Range<'3'>;
  readonly '4XX': Range<'4'>;
  readonly '5XX': Range<'5'>;
}

type StatusOf<K> = K extends number
  ? K
  : K extends keyof Ranges
    ? Ranges[K]
    : K extends `${infer N extends number}`
      ? N
      : number;

type BodyIn<V> = [V] extends [NoBody] ? undefined : V;

interface NoBody {
  readonly [none]: true;
}
declare const none: unique symbol;

type ResponseValue<S> = S extends
  | { readonly itemSchema: unknown }
  | { readonly content: unknown }
  | { readonly $ref: string }
  ? SpecialValue<S>
  : SchemaValue<S, NoBody>;

type SpecialValue<S> = S extends { readonly itemSchema: infer T }
  ? AsyncIterable<ValueOf<T> | ServerSentEvent<ValueOf<T>>>
  : S extends { readonly content: infer C }
    ? SentContents<C> | SchemaValue<S, never>
    : unknown;

type SchemaValue<S, None> = S extends { readonly schema?: infer T }
  ? 'schema' extends keyof S
    ? [T & {}] extends [never]
      ? None
      : Sent<T & {}, S>
    : None
  : None;

/** The values of a response: files, and texts other than JSON, may also be streams and downloads. */
type Sent<T, S> = T extends TypeExpression | StringConstructor | Constructor<Uint8Array>
  ? SentOther<T, ValueOf<T>, S>
  : ValueOf<T>;

type SentOther<T, V, S> =
  T extends CsvType<infer Row> ? Rows<Row> : [V] extends [string | Uint8Array] ? SentContent<V, S> : V;

/** The rows of CSV: a list, or a source that is read at the speed of the client. */
type Rows<Row> = readonly Row[] | AsyncIterable<Row> | ReadableStream<Row>;

type SentContent<V, S> = [V] extends [Uint8Array]
  ? V | ContentStream | Download
  : S extends { readonly contentType: infer C }
    ? C extends `${string}json`
      ? V
      : V | ContentStream | Download
    : V;

/** The values of several media types; a reference to a media type accepts any value. */
type ContentValue<C> = {
  [M in keyof C]: C[M] extends { readonly itemSchema: infer T }
    ? AsyncIterable<ValueOf<T> | ServerSentEvent<ValueOf<T>>>
    : C[M] extends { readonly schema: infer T }
      ? ValueOf<T>
      : ValueOf<C[M]>;
}[keyof C];

type SentContents<C> = {
  [M in keyof C]: C[M] extends { readonly itemSchema: unknown }
    ? ContentValue<Pick<C, M>>
    : Sent<C[M] extends { readonly schema: infer T } ? T : C[M], { readonly contentType: M }>;
}[keyof C];

/** The success statuses; `200` and `2XX` count as two. */
type Success = Ranges['2XX'] | `${Ranges['2XX']}` | '2XX';

/** The type of a body without `reply`, if the operation documents exactly one success with a known status. */
type SoleOf<R, K> = [K] extends ['2XX']
  ? never
  : IsUnion<K> extends true
    ? never
    : Alone<ResponseValue<R[K & keyof R]>>;

type Alone<V> = [V] extends [NoBody]
  ? // A handler without `return` has the result type void.
    // oxlint-disable-next-line typescript/no-invalid-void-type
    void
  : V;

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;
