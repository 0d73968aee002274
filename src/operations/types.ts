import type { StandardType, TypeInput, ValueOf } from '../../decorators/type-input.js';
import type { OperationRequest } from '../shared/operation-request.js';
import type { Constructor } from '../shared/types.js';
import type {
  ContentBody,
  Endpoint,
  ParameterType,
  RequestBody,
} from '../documents/openapi/types/endpoint.js';
import type { Reply, ReplyOptions } from './make-reply.js';
import type { ServerSentEvent } from './server-sent-event.js';
import type { OperationOptions } from './options.js';
import type { AuthOf, SecurityInput } from './security/security-types.js';

export type { OperationRequest, PathParameters } from '../shared/operation-request.js';

/** The endpoint of an operation, with the classes of its input under the names that its handler has for them. */
export interface OperationDefinition
  extends
    Omit<
      Endpoint,
      'pathParams' | 'queryParams' | 'headerParams' | 'cookieParams' | 'requestBody' | 'security'
    >,
    OperationOptions {
  /** A class, or a Standard JSON Schema of an object, whose properties are the parameters of the path. */
  params?: ParameterType | undefined;
  /** Class or schema of the query parameters. */
  query?: ParameterType | undefined;
  /** Class or schema of the header parameters. Properties have the headers' names, or in a class that of `@Header`. */
  headers?: ParameterType | undefined;
  /** Class or schema of the cookies. */
  cookies?: ParameterType | undefined;
  /**
   * The type of a JSON body that must be there, or a body such as `formURLEncodedBody(Login)`, also one with a type for each
   * media type (`content`), or a reference to one of `config.components`: `{ $ref: '#/components/requestBodies/NewUser' }`.
   */
  body?: TypeInput | RequestBody | ContentBody | undefined;
  /**
   * Schemes, any one of which grants access: `[staff]`, `[scoped(staff, 'orders:write')]`; a list in the list needs all of its
   * schemes, `[[staff, device]]`. A scheme with `verify` is checked before the request is read. `[]` is public.
   * @default those of the configuration
   */
  security?: readonly SecurityInput[] | undefined;
}

/** The fields of a definition that it has, as a hover text shows them. */
export type Defined<D> = [D] extends [infer O]
  ? { [K in keyof O as undefined extends O[K] ? never : K]: O[K] }
  : never;

/** Input of a handler: instances that class-validator has accepted. Values without a class are unchanged. */
export interface OperationInput<P, Q, H, C, B, R = Readonly<Record<number, never>>, S = undefined> {
  /** From the path. */
  readonly params: P;
  /** From the query. */
  readonly query: Q;
  /** From the headers. */
  readonly headers: H;
  /** From the cookies. */
  readonly cookies: C;
  /** An instance of the body's class, valid; undefined where there is none. */
  readonly body: B;
  /** The result of `verify` for the scheme that granted access; a tuple for schemes that are required together. */
  readonly auth: AuthOf<S>;
  /** The request as a whole, with the framework's own in `raw` and a `signal` of its end. */
  readonly request: OperationRequest;
  /** Makes the response of a documented status: `reply(201, user, { headers })`. */
  readonly reply: ReplyWith<R>;
}

/** `reply` for the documented responses of an operation: the compiler names the statuses and the body that it expects. */
export type ReplyWith<R> = <S extends StatusOf<keyof R>>(
  status: S,
  ...rest: [ResponseFor<R, S>] extends [NoBody]
    ? [body?: undefined, options?: ReplyOptions]
    : [body: ResponseFor<R, S>, options?: ReplyOptions]
) => S extends unknown ? Reply<S, BodyIn<ResponseFor<R, S>>> : never;

/** The response of a status: its own, or that of its range, or `default`. */
type ResponseFor<R, S extends number> = ResponseValue<
  S extends keyof R
    ? R[S]
    : `${S}` extends keyof R
      ? R[`${S}`]
      : RangeOf<S> extends keyof R
        ? R[RangeOf<S>]
        : 'default' extends keyof R
          ? R['default']
          : never
>;

type RangeOf<S extends number> = `${S}` extends `${infer D extends Digit}${string}` ? `${D}XX` : never;

/** The instance of a class, the output of a foreign schema; without one, the explicit parameters of the place by name. */
export type ParametersOf<T> = T extends ParameterType ? ValueOf<T> : Readonly<Record<string, unknown>>;

/** The type of a body after it is read. */
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

/** Everything that a handler may return: a reply with a documented status, or the body of the only success. */
export type ResultOf<R> = [R] extends [infer O]
  ?
      | { [K in keyof O]: Reply<StatusOf<K>, BodyIn<ResponseValue<O[K]>>> }[keyof O]
      | SoleOf<O, Extract<keyof O, Success>>
  : never;

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type NumberIn<T> = T extends `${infer N extends number}` ? N : never;
type Range<D extends Digit> = NumberIn<`${D}${Digit}${Digit}`>;

/** `4XX` stands for each of its hundred numbers, `default` for any. */
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

/** Marks a response without a body; no value has this type. */
interface NoBody {
  readonly [none]: true;
}
declare const none: unique symbol;

type ResponseValue<S> = S extends { readonly itemSchema: infer T }
  ? AsyncIterable<ValueOf<T> | ServerSentEvent<ValueOf<T>>>
  : S extends { readonly content: infer C }
    ? ContentValue<C> | SchemaValue<S, never>
    : S extends { readonly $ref: string }
      ? unknown
      : SchemaValue<S, NoBody>;

type SchemaValue<S, None> = S extends { readonly schema?: infer T }
  ? [Exclude<T, undefined>] extends [never]
    ? None
    : 'schema' extends keyof S
      ? ValueOf<Exclude<T, undefined>>
      : None
  : None;

/** The value of each of several media types; a reference to one has any. */
type ContentValue<C> = {
  [M in keyof C]: C[M] extends { readonly itemSchema: infer T }
    ? AsyncIterable<ValueOf<T> | ServerSentEvent<ValueOf<T>>>
    : C[M] extends { readonly schema: infer T }
      ? ValueOf<T>
      : ValueOf<C[M]>;
}[keyof C];

/** The statuses of success; `200` beside `2XX` are two. */
type Success = Ranges['2XX'] | `${Ranges['2XX']}` | '2XX';

/** The body alone, where there is one success and its status is known. */
type SoleOf<R, K> = [K] extends [never]
  ? never
  : [K] extends ['2XX']
    ? never
    : IsUnion<K> extends true
      ? never
      : Alone<ResponseValue<R[K & keyof R]>>;

type Alone<V> = [V] extends [NoBody]
  ? // A handler without `return` has the result void.
    // oxlint-disable-next-line typescript/no-invalid-void-type
    void
  : V;

type IsUnion<T, U = T> = T extends U ? ([U] extends [T] ? false : true) : never;
