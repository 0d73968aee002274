import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { attemptRequest } from '../../../../../src/webhooks/messages/http/attempt.js';
import type { HttpClient, HttpRequest } from '../../../../../src/webhooks/messages/http/http-client.js';

const request = { url: new URL('http://127.0.0.1/') } as HttpRequest;
const context = { signal: new AbortController().signal, attempt: 1 } as never;

/** Answers after a while, unless it is cancelled before. */
const slow: HttpClient = () => {
  let cancel: () => void = () => undefined;
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => {
      reject(new Error('cancelled'));
    };
  });
  const head = setTimeout(20).then(() => ({ status: 204, headers: {}, stream: new PassThrough().end() }));
  return { head: Promise.race([head, cancelled]), cancel };
};

const attempt = (timeout: number) =>
  attemptRequest(request, context, { client: slow, timeout, now: Date.now });

describe('the deadline of an attempt', () => {
  test.each([1000, 2 ** 31 - 1, 2 ** 31, Infinity])('of %d ms waits for a slow answer', async (timeout) => {
    // Node fires a timer of more than 2 ** 31 - 1 ms at once.
    expect(await attempt(timeout)).toMatchObject({ kind: 'sent' });
  });

  test('of 1 ms does not', async () => {
    expect(await attempt(1)).toMatchObject({ kind: 'failed', error: { code: 'ERR_WEBHOOK_TIMEOUT' } });
  });
});
