import { attemptRequest } from '../../../../../src/webhooks/messages/http/attempt.js';
import { targetOf } from '../../../../../src/webhooks/messages/http/url.js';
import type { HttpClient } from '../../../../../src/webhooks/messages/http/response.js';

const failing =
  (code: string): HttpClient =>
  (_request, reader) => {
    reader.fail(Object.assign(new Error('failed'), { code }));
    return () => undefined;
  };

// A pool shares a connection that is being opened, so its time may end before that of a later request.
it.each([
  ['ETIMEDOUT', 'TimeoutError'],
  ['UND_ERR_CONNECT_TIMEOUT', 'TimeoutError'],
  ['ECONNREFUSED', 'NetworkError'],
])('an attempt whose connection ends with %s has a %s', async (code, name) => {
  const request = {
    target: targetOf(new URL('https://receiver.test/')),
    method: 'POST',
    headers: {},
    body: new Uint8Array(),
  };
  const about = { signal: new AbortController().signal, attempt: 1 };
  const result = await attemptRequest(request as never, about, { client: failing(code), timeout: 1_000 });
  expect(result).toMatchObject({ kind: 'failed', retryable: true, error: { name } });
});
