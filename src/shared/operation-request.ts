/** Names and percent-encoded values of path parameters, in the order of the template. */
export type PathParameters = readonly (readonly [name: string, value: string])[];

/** A request to an operation, the same in every framework. */
export interface OperationRequest {
  /** The method, in upper case. */
  readonly method: string;
  /** Path and query as the router received them, percent-encoded. */
  readonly target: string;
  /** The path parameters of the matched route, with the names in the template and percent-encoded values. */
  readonly pathParameters: PathParameters;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Aborted when the client disconnects before the response is sent, so that a handler can stop waiting. */
  readonly signal: AbortSignal;
  /** The framework's own request: Express's and node:http's, Fastify's, Koa's context, a fetch `Request`. */
  readonly raw: unknown;
}
