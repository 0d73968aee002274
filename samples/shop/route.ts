import { body, type Endpoint } from 'dtospec';

export type Class<T> = new () => T;

/** The classes of what a request brings. */
export interface Takes<P, Q, B> {
  readonly path?: Class<P>;
  readonly query?: Class<Q>;
  readonly body?: Class<B>;
}

/** What a handler is given: instances of these classes that class-validator has accepted. */
export interface Input<P, Q, B> {
  readonly path: P;
  readonly query: Q;
  readonly body: B;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** One operation: what is documented and what runs come from the same classes. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly takes: Takes<unknown, unknown, unknown>;
  readonly handle: (input: Input<unknown, unknown, unknown>) => Reply | Promise<Reply>;
}

export function route<P, Q, B>(
  endpoint: Omit<Endpoint, 'pathParams' | 'queryParams' | 'requestBody'>,
  takes: Takes<P, Q, B>,
  handle: (input: Input<P, Q, B>) => Reply | Promise<Reply>,
): Route {
  return {
    endpoint: {
      ...endpoint,
      ...(takes.path && { pathParams: takes.path }),
      ...(takes.query && { queryParams: takes.query }),
      ...(takes.body && { requestBody: body(takes.body) }),
    },
    takes,
    handle: (input) => handle(input as Input<P, Q, B>),
  };
}
