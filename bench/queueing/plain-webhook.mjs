// A signed POST as a team writes it without dtospec: Standard Webhooks, undici's Pool for each host.
import { createHmac, randomUUID } from 'node:crypto';

const SECRET = Buffer.alloc(32, 7);
export const BODY = { type: 'order.shipped', text: 'x'.repeat(200) };

/** The jobs of a backlog, to the ports by turns. */
export function jobsFor(ports, count) {
  return Array.from({ length: count }, (_, index) => ({
    id: `msg_${randomUUID()}`,
    url: `http://127.0.0.1:${ports[index % ports.length]}/hooks`,
    body: JSON.stringify(BODY),
  }));
}

/** @returns a function that posts a job, and throws unless it was accepted */
export async function openPost(atOnce) {
  const { Pool } = await import('undici');
  const pools = new Map();
  return async ({ id, url, body }) => {
    const { origin, pathname } = new URL(url);
    let pool = pools.get(origin);
    if (!pool) pools.set(origin, (pool = new Pool(origin, { connections: atOnce })));
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${body}`).digest('base64');
    const response = await pool.request({
      path: pathname,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      headersTimeout: 15_000,
      bodyTimeout: 15_000,
    });
    await response.body.dump();
    if (response.statusCode >= 300) throw new Error(`answered ${response.statusCode}`);
  };
}

/** Works on all of a list, so many at once. */
export async function each(list, atOnce, work) {
  const left = list.values();
  const loop = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
}

/** A promise that resolves when `down` was called so often. */
export function countDown(count) {
  let left = count;
  let end;
  const done = new Promise((resolve) => (end = resolve));
  return { done, down: () => (left -= 1) === 0 && end() };
}
