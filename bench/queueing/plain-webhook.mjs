// A signed POST as a team writes it without dtospec: Standard Webhooks, undici's Pool for each endpoint. It sends the headers
// that dtospec sends, and returns the record of the attempt that dtospec keeps.
import { createHmac, randomUUID } from 'node:crypto';

const SECRET = Buffer.alloc(32, 7);

/** About one kilobyte of JSON. */
export const BODY = { type: 'order.shipped', text: 'x'.repeat(980) };

const TIMEOUT = 15_000;
const NO_TIMES = { headersTimeout: 0, bodyTimeout: 0 };
const KEPT_BYTES = 16_384;
const MAX_CONNECTION_AGE = 300_000;

/** Waits between the attempts, in milliseconds, as in Standard Webhooks, with ±20 %. */
const DELAYS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1_000);

/** The jobs of a backlog, to the ports by turns. A job has the id of its endpoint: the secret is not stored. */
export function jobsFor(ports, count) {
  return Array.from({ length: count }, (_, index) => ({
    id: `dlv_${randomUUID()}`,
    messageId: `msg_${randomUUID()}`,
    endpoint: String(ports[index % ports.length]),
    body: JSON.stringify(BODY),
    createdAt: Date.now(),
  }));
}

/** @returns a function that makes an attempt of a job, and resolves to its record and its delay if it failed */
export async function openAttempts(ports, atOnce) {
  const { Pool } = await import('undici');
  const endpoints = new Map(
    ports.map((port) => {
      const origin = `http://127.0.0.1:${port}`;
      return [String(port), { origin, path: '/hooks', secret: SECRET, pool: undefined }];
    }),
  );
  const post = async ({ messageId, endpoint, body }) => {
    const to = endpoints.get(endpoint);
    to.pool ??= new Pool(to.origin, { connections: atOnce, clientTtl: MAX_CONNECTION_AGE });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const content = `${messageId}.${timestamp}.${body}`;
    const signature = createHmac('sha256', to.secret).update(content).digest('base64');
    const headers = {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'plain',
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    // For the whole request: the times of undici begin anew at each part of a response.
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), TIMEOUT);
    try {
      const { path } = to;
      const options = { path, method: 'POST', headers, body, signal: deadline.signal, ...NO_TIMES };
      const response = await to.pool.request(options);
      await response.body.dump({ limit: KEPT_BYTES });
      return response.statusCode;
    } finally {
      clearTimeout(timer);
    }
  };
  return async (job, attempt) => {
    const startedAt = Date.now();
    const began = performance.now();
    let status, error;
    try {
      status = await post(job);
      if (status >= 300) error = { name: 'StatusError', message: `answered ${status}` };
    } catch ({ name, message, code }) {
      error = { name, message, code };
    }
    const duration = performance.now() - began;
    const retryIn = error && status !== 410 ? delayAfter(attempt) : undefined;
    const next = retryIn === undefined ? 'end' : { retryIn };
    return { record: { attempt, startedAt, duration, status, error, next }, retryIn };
  };
}

/** Returns undefined after the last attempt. */
export function delayAfter(attempt) {
  const delay = DELAYS[attempt - 1];
  return delay && Math.round(delay * (0.8 + 0.4 * Math.random()));
}

/** The outcome of a delivery that gets no further attempt. */
export const outcomeOf = ({ error }) => (error ? 'dead' : 'sent');

/** A promise that resolves when `down` was called so often. */
export function countDown(count) {
  let left = count;
  let end;
  const done = new Promise((resolve) => (end = resolve));
  return { done, down: () => (left -= 1) === 0 && end() };
}
