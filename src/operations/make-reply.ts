/** Response headers beside the content type. */
export type ReplyHeaders = Readonly<Record<string, string | number | readonly string[]>>;

/** Options of a reply, beside its status and body. */
export interface ReplyOptions {
  /** Headers beside the content type. */
  readonly headers?: ReplyHeaders;
}

/** Marks replies across two copies of the package. No JSON text holds a symbol, so no stored object reads as a reply. */
const REPLY = Symbol.for('dtospec:reply');

/**
 * A response with its status, created by `reply` or `problem`. Every other value that a handler returns is a body.
 */
export class Reply<S extends number = number, V = unknown> {
  constructor(
    /** A status that the operation documents. */
    readonly status: S,
    /** The body before it is serialized; undefined for a response without one. */
    readonly body: V,
    /** Headers beside the content type. */
    readonly headers: ReplyHeaders = {},
  ) {
    Object.defineProperty(this, REPLY, { value: true });
  }
}

/**
 * Creates a response with a status, for an operation with several successes, or with headers. `reply` in a handler's
 * input is the same function, typed by the documented responses.
 *
 * @param status a status that the operation documents
 * @param body the documented body; left out for a response without one
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
  return typeof value === 'object' && value !== null && REPLY in value;
}
