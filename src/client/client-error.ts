/** An unexpected response: `unwrap` received no success, or the body differs from its documentation. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /** Identifies the class if a program has several copies of this package. */
  readonly code = 'ERR_CLIENT_RESPONSE';

  constructor(
    message: string,
    /** The response. Its body may already be consumed. */
    readonly response: Response,
    /** The body, as JSON or as text. */
    readonly data: unknown,
  ) {
    super(message);
  }

  /** The status of the response. */
  get status(): number {
    return this.response.status;
  }
}

/**
 * Returns the data of a success, and throws a `ClientError` for every other status.
 * @example const order = await unwrap(api['/orders/{id}'].get({ params: { id: '7' } }));
 */
export async function unwrap<
  R extends { readonly ok: boolean; readonly response: Response; readonly data: unknown },
>(call: Promise<R> | R): Promise<Extract<R, { readonly ok: true }>['data']> {
  const { ok, data, response } = await call;
  if (ok) return data;
  throw new ClientError(`The response has status ${response.status}.`, response, data);
}
