import { ConfigError } from '../../../../src/shared/errors.js';
import { resolveBullMqOptions } from '../../../../src/webhooks/engines/bullmq/bullmq-options.js';
import { resolvePostgresOptions } from '../../../../src/webhooks/engines/postgres/postgres-options.js';
import { resolveSqliteOptions } from '../../../../src/webhooks/engines/sqlite/sqlite-options.js';
import { resolveHealth } from '../../../../src/webhooks/notifier/endpoint-health.js';
import { resolveChannel } from '../../../../src/webhooks/messages/channel-options.js';
import { WebhookChannel } from '../../../../src/webhooks/messages/channel.js';
import { receiveWebhooks } from '../../../../src/webhooks/messages/receiving/receive.js';
import { verifyStandardWebhook } from '../../../../src/webhooks/messages/signatures/verify.js';
import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';
import { Webhook } from '../../../../src/index.js';
import { Message, snapshotOf } from '../../../../src/webhooks/messages/message.js';

describe('bad input: an invalid body is refused when it is set', () => {
  const json = (shown: string): string =>
    `The message's body cannot be built: setJSON() takes what JSON can write (an object, an array, a string, a number, true, false, null), not ${shown}; for a message without a body, omit setJSON().`;
  const form = (shown: string): string =>
    `The message's body cannot be built: setForm() takes an object of strings, as in { order: '42' }, not ${shown}.`;
  const raw = (shown: string): string =>
    `The message's body cannot be built: setRaw() takes bytes (Uint8Array, Buffer, ArrayBuffer) or a string, not ${shown}.`;

  test.each<[string, (message: Message) => unknown, string]>([
    ['JSON of nothing', (message) => message.setJSON(undefined), json('undefined')],
    ['setJSON of nothing', () => new Message().setJSON(undefined), json('undefined')],
    ['a form of a text', (message) => message.setForm('a=b' as never), form('a string')],
    [
      'a form with a field that is left out',
      (message) => message.setForm({ a: undefined } as never),
      form('undefined for "a"'),
    ],
    ['bytes of nothing', (message) => message.setRaw(undefined as never), raw('undefined')],
  ])('%s', (_title, set, message) => {
    expect(() => set(new Message())).toThrow(expect.objectContaining({ code: 'ERR_WEBHOOK_INVALID_BODY' }));
    expect(() => set(new Message())).toThrow(message);
  });

  test.each([null, 0, '', false, [], {}])('accepts %j as JSON', (value) => {
    const { bytes } = snapshotOf(new Message().setJSON(value));
    expect(Buffer.from(bytes).toString()).toBe(JSON.stringify(value));
  });
});

test('bad input: an unknown option of standardWebhooks', () => {
  const standardWebhooks = { secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], secret: 'whsec_b3RoZXI' };
  expect(() => new WebhookChannel({ standardWebhooks })).toThrow(
    'The option standardWebhooks of new WebhookChannel(options) has no option secret. Did you mean secrets?',
  );
});

describe('bad input: new WebhookChannel(options)', () => {
  const SECRET = 'https://example.com/hooks/secret';
  test.each<[string, unknown, string]>([
    ['the URL alone', SECRET, 'new WebhookChannel(options) takes its options as an object, not a string.'],
    [
      'what is no option',
      { defaultURL: SECRET, signingSecrets: SECRET },
      'new WebhookChannel(options) has no option signingSecrets. Did you mean signingSecret? Options are endpoints, ',
    ],
    [
      'headers that are no object',
      { defaultHeaders: SECRET },
      "The option defaultHeaders of new WebhookChannel(options) needs an object literal, as in { 'X-Tenant': 'acme' }, not a string.",
    ],
    [
      'a secret of an environment variable that is not set',
      { signingSecret: undefined },
      'The option signingSecret of new WebhookChannel(options) is undefined, so requests would have no signature. If it comes from an environment variable, set the variable.',
    ],
    [
      'signatures that are not loaded yet',
      { standardWebhooks: undefined },
      'The option standardWebhooks of new WebhookChannel(options) is undefined, so requests would have no signature.',
    ],
    [
      'headers in an object whose entries are not its fields',
      { defaultHeaders: new Headers({ 'X-A': 'b' }) },
      "The option defaultHeaders of new WebhookChannel(options) needs an object literal, as in { 'X-Tenant': 'acme' }, not an object.",
    ],
    [
      'a guard that would be none',
      { blockPrivateNetworks: 'message' },
      "The option blockPrivateNetworks of new WebhookChannel(options) needs 'messages', true or false, not a string.",
    ],
  ])('%s', (_title, options, message) => {
    const create = () => new WebhookChannel(options as never);
    expect(create).toThrow(ConfigError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(/secret/);
  });
});

test.each([
  ['BullMqEngine', resolveBullMqOptions],
  ['PostgresEngine', resolvePostgresOptions],
  ['SqliteEngine', resolveSqliteOptions],
])('bad input: new %s(options) of a URL does not show the URL', (name, resolve) => {
  const create = () => resolve('redis://ann:swordfish@localhost' as never);
  const message = `new ${name}(options) takes its options as an object, not a string.`;
  expect(create).toThrow(new ConfigError(message));
});

test.each(['', '  ', 'undefined'])('bad input: the signingSecret %j', (signingSecret) => {
  expect(() => new WebhookChannel({ signingSecret })).toThrow('signingSecret is empty.');
});

test('bad input: an engine that is none', () => {
  const message =
    'The option engine of new Notifier(options) needs an engine, as in new SqliteEngine({ file }), not an object.';
  for (const engine of [{}, Promise.resolve({})])
    expect(() => new Notifier({ engine: engine as never })).toThrow(new ConfigError(message));
});

test('bad input: verifyStandardWebhook without a secret', () => {
  expect(() => verifyStandardWebhook('{}', {}, undefined as never)).toThrow(
    'A Standard Webhooks secret is undefined.',
  );
});

test('bad input: a receiver without a function', async () => {
  const receive = receiveWebhooks({ secrets: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', events: [] });
  await expect(receive('{}', {}, undefined as never)).rejects.toThrow(
    'receive(rawBody, headers, handle) needs a function as handle, as in ({ event }) => …, not undefined.',
  );
});

test('an option that is undefined has its default', () => {
  const { timeout, name } = resolveChannel({ timeout: undefined, name: undefined } as never);
  expect([timeout, name]).toEqual([30_000, 'webhook']);
  const health = resolveHealth({ circuitAfter: undefined } as never);
  expect(health.circuitAfter).toBe(10);
  const file = resolveSqliteOptions({ file: 'a', lease: undefined, retention: undefined } as never);
  expect([file.lease, file.retention, file.spacing]).toEqual([30_000, 604_800_000, 0]);
});

describe('bad input: receiveWebhooks(options)', () => {
  @Webhook('order.shipped')
  class OrderShipped {}
  const secrets = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  test.each<[string, unknown, RegExp]>([
    ['no events', { secrets }, /events of receiveWebhooks needs an array of classes .* not undefined\.$/],
    [
      'one class alone',
      { secrets, events: OrderShipped },
      /an array of classes .* not the class OrderShipped\.$/,
    ],
    [
      'no secret',
      { events: [OrderShipped] },
      /secrets of receiveWebhooks needs a string .* not undefined\.$/,
    ],
    ['no secret of many', { events: [OrderShipped], secrets: [] }, /secrets of receiveWebhooks needs/],
    ['an empty secret', { events: [OrderShipped], secrets: '' }, /secret/],
    ['what is no option', { events: [OrderShipped], secrets, tolerance: 1 }, /has no option tolerance\./],
  ])('%s', (_title, options, message) => {
    const create = () => receiveWebhooks(options as never);
    expect(create).toThrow(ConfigError);
    expect(create).toThrow(message);
  });
});
