import {
  explainMismatch,
  signStandardWebhook,
  verifySignature,
  verifyStandardWebhook,
} from '../../../../../src/webhooks/messages/index.js';
import { createHmac } from 'node:crypto';

describe('receiver verification', () => {
  // RFC 4231, test case 2: key "Jefe", data "what do ya want for nothing?".
  const body = 'what do ya want for nothing?';
  const good = 'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

  test.each([
    ['the published vector', body, good, true],
    ['bytes', Buffer.from(body), good, true],
    ['another body', `${body} `, good, false],
    ['no prefix', body, good.slice(7), false],
    ['upper case', body, good.toUpperCase(), false],
    ['cut short', body, good.slice(0, -1), false],
    ['no header', body, undefined, false],
    ['a null header (fetch)', body, null, false],
    ['the header twice', body, [good, good], false],
    ['a list of one value (headersDistinct)', body, [good], true],
    ['not ASCII', body, 'sha256=é', false],
  ] as [string, Uint8Array | string, string | string[] | null | undefined, boolean][])(
    '%s',
    (_, raw, header, expected) => {
      expect(verifySignature(raw, header, 'Jefe')).toBe(expected);
    },
  );

  test('a parsed body and an empty secret are mistakes, not mismatches', () => {
    expect(() => verifySignature({ a: 1 } as never, good, 'Jefe')).toThrow(/raw bytes/);
    expect(() => verifySignature(body, good, '')).toThrow(/empty/);
  });
});

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

describe('headers as gateways pass them on', () => {
  const secret = `whsec_${key.toString('base64')}`;
  const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
  const signed = signStandardWebhook('body', [other, secret]);
  const lines = signed['webhook-signature']!.split(' ');
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = signed;
  const svix = { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': lines.join(' ') };

  test.each<[string, object, boolean]>([
    [
      'lists of one value',
      Object.fromEntries(Object.entries(signed).map(([name, text]) => [name, [text]])),
      true,
    ],
    ['two lists of an id', { ...signed, 'webhook-id': [id, id] }, false],
    [
      'signature lines joined by a comma and a blank',
      { ...signed, 'webhook-signature': lines.join(', ') },
      true,
    ],
    ['signature lines joined by a comma', { ...signed, 'webhook-signature': lines.join(',') }, true],
    ['signature lines as a list', { ...signed, 'webhook-signature': lines }, true],
    ['the names of Svix', svix, true],
    ['the names of Svix in fetch', new Headers(svix as Record<string, string>), true],
    ['the names of Svix beside another webhook-id', { ...svix, 'webhook-id': 'other' }, true],
    ['names of both kinds, mixed', { ...svix, 'svix-id': undefined, 'webhook-id': id }, false],
    [
      'a wrong signature before a right one of Svix',
      { ...signed, ...svix, 'webhook-signature': 'v1,x' },
      false,
    ],
    ['no signature', { ...signed, 'webhook-signature': '' }, false],
  ])('%s', (_, headers, expected) => {
    expect(verifyStandardWebhook('body', headers as Headers, secret)).toBe(expected);
    expect(explainMismatch('body', headers as Headers, secret).cause === 'matches').toBe(expected);
  });
});
