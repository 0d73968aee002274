import { createHmac } from 'node:crypto';
import { verifyStandardWebhook } from '../../../../src/webhooks/messages/index.js';

const key = Buffer.alloc(32, 1);
const now = 1_700_000_000_000;
const signature = (body: string): string =>
  `v1,${createHmac('sha256', key)
    .update(`id.${now / 1000}.${body}`)
    .digest('base64')}`;

function verify(body: string, signatures: readonly string[]): boolean {
  const headers = {
    'webhook-id': 'id',
    'webhook-timestamp': String(now / 1000),
    'webhook-signature': signatures.join(' '),
  };
  return verifyStandardWebhook(body, headers, `whsec_${key.toString('base64')}`, { now });
}

test('tries ten signatures, and no more', () => {
  const right = signature('body');
  expect(verify('body', [...Array<string>(9).fill('v1,x'), right])).toBe(true);
  expect(verify('body', [...Array<string>(10).fill('v1,x'), right])).toBe(false);
});
