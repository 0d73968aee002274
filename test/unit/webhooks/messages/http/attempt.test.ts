import { attemptRequest } from '../../../../../src/webhooks/messages/http/attempt.js';
import { targetOf } from '../../../../../src/webhooks/messages/http/url.js';
import type { HttpClient, HttpRequest } from '../../../../../src/webhooks/messages/http/response.js';

const request = { target: targetOf(new URL('http://127.0.0.1/')) } as HttpRequest;
const context = { signal: new AbortController().signal, attempt: 1 } as never;

/** Answers after a while, unless it is cancelled before. */
const slow: HttpClient = (_, sink) => {
  const timer = setTimeout(() => {
    sink.head(204, {});
    sink.end();
  }, 20);
  return () => {
    clearTimeout(timer);
  };
};

const attempt = (timeout: number) => attemptRequest(request, context, { client: slow, timeout });

describe('the deadline of an attempt', () => {
  test.each([1000, 2 ** 31 - 1, 2 ** 31, Infinity])(
    'with %d ms waits for a slow response',
    async (timeout) => {
      // Node fires a timer of more than 2 ** 31 - 1 ms at once.
      expect(await attempt(timeout)).toMatchObject({ kind: 'sent' });
    },
  );

  test('with 1 ms does not wait', async () => {
    expect(await attempt(1)).toMatchObject({ kind: 'failed', error: { code: 'ERR_WEBHOOK_TIMEOUT' } });
  });
});
