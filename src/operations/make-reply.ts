export type ReplyHeaders = Readonly<Record<string, string | number | readonly string[]>>;

export interface ReplyOptions {
  /** Headers in addition to the content type. */
  readonly headers?: ReplyHeaders;
}

/**
 * Marks replies in every copy of the package. It is a symbol, so that no parsed JSON looks like a reply, and
 * an own property, since a Proxy may answer yes to every `in`.
 */
const REPLY = Symbol.for('dtospec:reply');

/**
 * A response with its status, created by `reply` or `problem`.
 * Any other value that a handler returns is a body.
 */
export class Reply<S extends number = number, V = unknown> {
  constructor(
    /** A status that the operation documents. */
    readonly status: S,
    /** The body before it is serialized; undefined for a response without one. */
    readonly body: V,
    /** Headers in addition to the content type. */
    readonly headers: ReplyHeaders = {},
  ) {
    Object.defineProperty(this, REPLY, { value: true });
  }
}

/**
 * Creates a response with a status and headers. Use it if an operation documents several successes. The
 * `reply` in a handler's input is the same function, with the types of the documented responses.
 *
 * @param status a status that the operation documents
 * @param body the documented body; omit it for a response without one
 * @example
 * return reply(201, user, { headers: { location: `/users/${user.id}` } });
 */
export function reply<S extends number>(
  status: S,
  body?: undefined,
  options?: ReplyOptions,
): Reply<S, undefined>;
export function reply<S extends number, V>(status: S, body: V, options?: ReplyOptions): Reply<S, V>;
export function reply(status: number, body?: unknown, { headers = {} }: ReplyOptions = {}): Reply {
  return new Reply(status, body, headers);
}

export function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, REPLY);
}
