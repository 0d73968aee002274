/** Names and percent-encoded values of path parameters, in the order of the template. */
export type PathParameters = readonly (readonly [name: string, value: string])[];

/** A request that an operation answers, the same from every framework. */
export interface OperationRequest {
  /** In upper case. */
  readonly method: string;
  /** Path and query as the router saw them, percent-encoded. */
  readonly target: string;
  /** The path parameters of the route that matched: names of the template, values percent-encoded. */
  readonly pathParameters: PathParameters;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Aborted when the client goes away before it has its answer: what waits for an event stops waiting. */
  readonly signal: AbortSignal;
  /** The framework's own request: Express's and node:http's, Fastify's, Koa's context, a fetch `Request`. */
  readonly raw: unknown;
}
