import type { IncomingMessage } from 'node:http';

/** Bytes of a body too long that are read and thrown away, so that its connection serves the next request. */
export const MOST_DISCARDED = 1024 * 1024;

/** How long a client that sends more has to read its answer, in milliseconds. */
const CLOSE_AFTER = 2_000;

/** Discards what is left of a body, within a bound; a connection with more is closed, after its answer had time to leave. */
export function discardRest(request: IncomingMessage): void {
  let left = MOST_DISCARDED;
  const onData = (chunk: Uint8Array): void => {
    left -= chunk.length;
    if (left >= 0) return;
    request.off('data', onData).pause();
    setTimeout(() => request.destroy(), CLOSE_AFTER).unref();
  };
  request.on('data', onData).on('error', () => undefined);
  request.resume();
}
