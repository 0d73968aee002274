import { createHmac } from 'node:crypto';
import { checkHeader } from '../../../../../src/webhooks/messages/http/headers.js';
import { explainMismatch } from '../../../../../src/webhooks/messages/index.js';
import { signBody, signStandardWebhook } from '../../../../../src/webhooks/messages/signatures/sign.js';

const secret = 'top-secret';
const value = { text: 'é/', list: [1, 2] };
const sent = JSON.stringify(value);
const header = signBody(Buffer.from(sent), secret);
const digest = createHmac('sha256', secret).update(sent);
const base64 = `sha256=${digest.digest('base64')}`;

describe('explainMismatch of X-Signature', () => {
  test.each([
    ['the right one', sent, header, secret, 'matches'],
    ['a parsed body', value, header, secret, 'body-not-bytes'],
    ['no header', sent, undefined, secret, 'header-missing'],
    ['the header twice', sent, [header, header], secret, 'header-missing'],
    ['a list of one value', sent, [header], secret, 'matches'],
    ['an empty body', '', header, secret, 'body-empty'],
    ['no prefix', sent, header.slice(7), secret, 'header-form'],
    ['upper case', sent, header.toUpperCase().replace('SHA256', 'sha256'), secret, 'header-form'],
    ['base64', sent, base64, secret, 'header-form'],
    ['another algorithm', sent, 'sha1=00', secret, 'header-form'],
    ['an empty secret', sent, header, ' ', 'secret-form'],
    ['blanks around the secret', sent, header, ` ${secret}\t`, 'secret-form'],
    ['quotes around the secret', sent, header, `"${secret}"`, 'secret-form'],
    ['the secret in base64', sent, header, Buffer.from(secret).toString('base64'), 'secret-form'],
    ['the secret in hex', sent, header, Buffer.from(secret).toString('hex'), 'secret-form'],
    ['indented again', JSON.stringify(value, null, 2), header, secret, 'body-changed'],
    ['escaped again', sent.replace('é', '\\u00e9').replace('/', '\\/'), header, secret, 'body-changed'],
    ['stringified twice', JSON.stringify(sent), header, secret, 'body-changed'],
    ['the wrong charset', Buffer.from(sent).toString('latin1'), header, secret, 'body-changed'],
    ['line ends', 'a\r\nb', signBody(Buffer.from('a\nb'), secret), secret, 'body-changed'],
    ['line ends the other way', 'a\nb', signBody(Buffer.from('a\r\nb'), secret), secret, 'body-changed'],
    ['another secret', sent, header, 'other', 'unknown'],
    ['another body', '{"other":1}', header, secret, 'unknown'],
  ] as [string, string, string | undefined, string, string][])('%s', (_, body, given, key, cause) => {
    const explanation = explainMismatch(body, given, key);
    expect(explanation.cause).toBe(cause);
    expect(explanation.message.length).toBeGreaterThan(10);
    expect(explanation.message).not.toContain(secret);
  });
});

describe('bytes too many and too few are named as such', () => {
  const BOM = '\uFEFF';
  const over = (bytes: string) => signBody(Buffer.from(bytes), secret);
  test.each([
    ['a line break after the body', `${sent}\r\n`, header, secret, /line break was added at the end/],
    ['several line breaks', `${sent}\n\n`, header, secret, /line break was added at the end/],
    ['a line break after a text', 'a=1\n', over('a=1'), secret, /line break was added at the end/],
    ['a byte order mark', `${BOM}${sent}`, header, secret, /byte order mark was added/],
    ['both', `${BOM}a=1\n`, over('a=1'), secret, /byte order mark were added around/],
    ['a lost line break', sent, over(`${sent}\n`), secret, /line break at the end .* was lost/],
    ['a lost Windows line break', sent, over(`${sent}\r\n`), secret, /line break at the end .* was lost/],
    ['a lost byte order mark', sent, over(BOM + sent), secret, /byte order mark .* was lost/],
    ['a line break after the secret', sent, header, `${secret}\r\n`, /secret ends in a line break/],
    ['a byte order mark before it', sent, header, BOM + secret, /secret begins with a byte order mark/],
    [
      'a line break after the header',
      sent,
      `${header}\n`,
      secret,
      /digest is correct, but written in another form/,
    ],
  ])('%s', (_, body, given, key, message) => {
    expect(explainMismatch(body, given, key).message).toMatch(message);
  });

  test('names bytes that are not UTF-8', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x0a]);
    const signed = signBody(bytes.subarray(0, 2), secret);
    expect(explainMismatch(bytes, signed, secret).message).toMatch(/line break was added at the end/);
  });
});

describe('explainMismatch of Standard Webhooks', () => {
  const raw = 'some secret bytes, 24 or more';
  const other = Buffer.from('other secret bytes, 24 or more').toString('base64');
  const whsec = `whsec_${Buffer.from(raw).toString('base64')}`;
  const signed = (now: number) => signStandardWebhook(sent, whsec, { id: 'msg_1', now });
  const fresh = signed(Date.now());

  test.each([
    ['the right one', sent, fresh, whsec, 'matches'],
    ['no id', sent, { ...fresh, 'webhook-id': undefined }, whsec, 'header-missing'],
    ['milliseconds with a fraction', sent, { ...fresh, 'webhook-timestamp': '1.5' }, whsec, 'timestamp'],
    ['an old message', sent, signed(1_000_000), whsec, 'timestamp'],
    ['another version', sent, { ...fresh, 'webhook-signature': 'v9,x' }, whsec, 'header-form'],
    ['an empty body', '', fresh, whsec, 'body-empty'],
    ['written again', JSON.stringify(value, null, 4), fresh, whsec, 'body-changed'],
    ['a secret that is not decoded', sent, fresh, raw, 'secret-form'],
    ['another secret', sent, fresh, `whsec_${other}`, 'unknown'],
    ['a line break after the secret', sent, fresh, `${whsec}\n`, 'secret-form'],
    ['a secret too short to be one', sent, fresh, 'whsec_AAAA', 'secret-form'],
    ['a secret that is no base64', sent, fresh, 'whsec_?', 'secret-form'],
  ])('%s', (_, body, headers, key, cause) => {
    expect(explainMismatch(body, headers, key)).toMatchObject({
      cause,
      message: expect.not.stringContaining(raw),
    });
  });
});

test.each([
  [-600, /its timestamp is \d{3} seconds behind this clock/],
  [600, /its timestamp is \d{3} seconds ahead of this clock/],
])('names the direction of a timestamp %p seconds from the clock', (seconds, message) => {
  const secret = `whsec_${Buffer.alloc(24).toString('base64')}`;
  const headers = signStandardWebhook('{}', secret, { id: 'a', now: Date.now() + seconds * 1_000 });
  expect(explainMismatch('{}', headers, secret)).toMatchObject({
    cause: 'timestamp',
    message: expect.stringMatching(message) as string,
  });
});

test('a long body is explained within the time limit of a test, whatever it is made of', async () => {
  for (const text of ['\n', '\r\n', ' ', '"', '[', '{"a":', '9', '\\']) {
    const { cause } = explainMismatch(`${text.repeat(2 ** 16)}x`, `sha256=${'0'.repeat(64)}`, 'a secret');
    expect(cause).toBe('unknown');
    await new Promise((resolve) => setImmediate(resolve)); // the limit has its turn
  }
});

test('a header of many blanks is one', () => {
  const value = `a${' '.repeat(2 ** 20)}b`;
  expect(checkHeader('X-Title', ` \t${value}\t `)).toEqual(['X-Title', value]);
});
