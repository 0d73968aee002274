import { randomUUID } from 'node:crypto';

const body = new TextEncoder().encode(JSON.stringify({ type: 'order.shipped', text: 'x'.repeat(200) }));

const jobOf = (index) => ({
  id: `dlv_${randomUUID()}`,
  messageId: `msg_${randomUUID()}`,
  channel: 'webhook',
  endpoint: `e-${index % 100}`,
  group: `https://host-${index % 100}.example`,
  payload: {
    method: 'POST',
    headers: [],
    contentType: 'application/json',
    body,
    endpoint: `e-${index % 100}`,
  },
});

export const makeJobs = (count) => Array.from({ length: count }, (_, index) => jobOf(index));

/** Resolves when it was called so many times. */
export function countDown(count) {
  let left = count;
  let end;
  const done = new Promise((resolve) => (end = resolve));
  return { done, down: () => (left -= 1) === 0 && end() };
}
