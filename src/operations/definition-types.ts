import type { StandardType, ValueOf } from '../../decorators/type-input.js';
import type { ParameterType } from '../documents/openapi/types/endpoint.js';
import type { HttpMethod } from '../documents/openapi/types/objects.js';
import type { Reply } from './make-reply.js';
import type { Responses } from '../documents/openapi/types/parts.js';
import type { Constructor } from '../shared/types.js';
import type { ParametersOf, Ranges } from './handler-types.js';

/**
 * The type of the method: a compile error for a misspelt literal. Other strings are checked at registration.
 */
export type MethodCheck<M extends string> = M extends HttpMethod | Lowercase<HttpMethod>
  ? M
  : string extends M
    ? M
    : `${M} is not an HTTP method. Use GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS, TRACE or QUERY.`;

/** The type of `params`: a compile error for a class that lacks a parameter of the path. */
export type ParamsCheck<P, T extends string> = P extends ParameterType
  ? PathNames<T> extends KeysOf<ValueOf<P>>
    ? P
    : `The class needs a property ${Exclude<PathNames<T>, keyof ValueOf<P>> & string}, as in the path ${T}.`
  : P;

interface FormBody {
  readonly schema: StandardType;
  readonly contentType: 'multipart/form-data' | 'application/x-www-form-urlencoded';
}

/**
 * The type of `body`: a compile error for a form of a schema of another library, whose fields have no types.
 */
export type BodyCheck<B> = B extends FormBody
  ? 'The fields of a form are read by their types. Use a class instead of a schema of another library.'
  : B;

type Status = Ranges[keyof Ranges];

type StatusKey = Status | `${Status}` | keyof Ranges | 'default';

type KeysOf<V> = unknown extends V ? string : keyof V;

/** The responses of a definition before they are checked: also with types in place of responses. */
export type ResponsesInput = {
  [K in keyof Responses]: Responses[K] | BareType;
};

/** The responses of a definition that compiles. */
export type CheckedResponses<R> = R extends Responses ? R : Responses;

type BareType = Constructor | readonly unknown[] | string;

/**
 * The type of the responses: a compile error for each key that is not a status, and for each type without
 * `response`.
 */
export type ResponsesCheck<R> = [keyof R] extends [StatusKey]
  ? WrappedTypes<R>
  : number extends keyof R
    ? WrappedTypes<R>
    : {
        [
          K in keyof R as Exclude<K, StatusKey>
        ]: `${K & (string | number)} is not an HTTP status. Use 100 to 599, '4XX' or 'default'.`;
      };

type WrappedTypes<R> = R extends Responses
  ? R
  : {
      [K in keyof R]: R[K] extends BareType
        ? "Write response('Description', Type)."
        : Exclude<R[K], BareType>;
    };

/**
 * The type of the handler `F`: a compile error with what it must return, unless it is the documented handler
 * `G`. A comparison with `G` alone would compare a promise with the body, and show every reply as a type.
 */
export type HandlerCheck<F, G> = F extends G ? F : WrongHandler<F, G>;

type WrongHandler<F, G> = F extends (input: never) => infer V
  ? G extends (input: infer I) => infer E
    ? Awaited<V> extends Awaited<E>
      ? (input: I) => V
      : (
          input: never,
        ) => [V] extends [PromiseLike<infer A>]
          ? Promise<Expected<A, Awaited<E>>['all']>
          : Expected<V, Awaited<E>>['all']
    : never
  : 'The handler of an operation takes one object, as in ({ params, body, request }) => …';

/**
 * The results that a handler may return, for the error of a
 * wrong one. A member of an interface is shown as it is.
 */
interface Expected<V, E> {
  /** The documented body, and the calls of `reply` as texts. A reply is compared with replies only. */
  readonly all: Extract<V, E> | ExpectedFor<Exclude<V, E>, E> | ReplyCall<Extract<E, Reply>>;
}

type ExpectedFor<V, E> = [V] extends [Reply<infer S>] ? Extract<E, Reply<S>> : Exclude<E, Reply>;

type ReplyCall<E> =
  E extends Reply<infer S, infer B>
    ? `return reply(${StatusText<S>}${[B] extends [undefined] ? '' : ', body'})`
    : never;

/** The key of the responses: a range has a hundred statuses, `default` each. */
type StatusText<S extends number> = number extends S
  ? 'status'
  : { [K in keyof Ranges]: Ranges[K] extends S ? K : never }[keyof Ranges] extends infer K extends string
    ? [K] extends [never]
      ? S
      : K
    : never;

/** The type of a handler's `params`: an instance of the class or, without a class, an object of strings. */
export type PathParametersOf<P, T extends string, A> = P extends ParameterType
  ? ParametersOf<P>
  : [A] extends [undefined]
    ? string extends T
      ? Readonly<Record<string, unknown>>
      : Readonly<Record<PathNames<T>, string>>
    : Readonly<Record<string, unknown>>;

/**
 * The names of the parameters in a path such as `/users/{id}`
 * or `/users/:id`; never for a path that is not a literal.
 */
export type PathNames<T extends string> = T extends `${infer Before}{${infer Name}}${infer After}`
  ? ColonNames<Before> | Name | PathNames<After extends `:${infer Verb}` ? Verb : After>
  : ColonNames<T>;

type ColonNames<T extends string> = T extends `${infer Before}:${infer Rest}`
  ? Before extends '' | `${string}${Punctuation}`
    ? UpTo<UpTo<UpTo<UpTo<UpTo<Rest, '/'>, ':'>, '-'>, '.'>, '~'> | ColonNames<Rest>
    : Rest extends `${string}${Punctuation}${string}`
      ? UpTo<UpTo<UpTo<UpTo<UpTo<Rest, '/'>, ':'>, '-'>, '.'>, '~'> | ColonNames<Rest>
      : // A custom method, as in `/products:batch`.
        never
  : never;

type Punctuation =
  | '/'
  | ':'
  | '-'
  | '.'
  | '~'
  | '_'
  | '@'
  | '!'
  | '$'
  | '+'
  | ','
  | ';'
  | '='
  | '('
  | ')'
  | '?'
  | '*';

type UpTo<S extends string, End extends string> = S extends `${infer Head}${End}${string}` ? Head : S;
