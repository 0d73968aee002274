import { ConfigError } from '../../../../src/shared/errors.js';
import { NotificationError } from '../../../../src/webhooks/notifier/errors.js';
import { FakeNotifier } from '../../../../src/webhooks/messages/index.js';
import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';
import { WebhookChannel } from '../../../../src/webhooks/messages/channel.js';
import type { Notification } from '../../../../src/webhooks/notifier/channel.js';
import { channelOf, sent } from './fixtures.js';

/** As JavaScript sees it. */
interface Untyped {
  send(...given: unknown[]): Promise<unknown>;
  on(...given: unknown[]): unknown;
}

const NOTIFIERS: [string, () => Notifier | FakeNotifier][] = [
  ['Notifier', () => new Notifier()],
  ['FakeNotifier', () => new FakeNotifier()],
];
const channel = channelOf('mail', () => sent);

describe.each(NOTIFIERS)('bad input: %s.register(channel)', (_name, create) => {
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'undefined'],
    ['what cannot prepare', { ...channel, prepare: undefined }, 'an object'],
    ['the class', WebhookChannel, 'the class WebhookChannel'],
  ])('%s', (_title, given, shown) => {
    expect(() => create().register(given as never)).toThrow(
      new ConfigError(
        `notifier.register(channel) needs a channel, an object with name, prepare() and attempt(), as in new WebhookChannel(options), not ${shown}.`,
      ),
    );
  });
});

describe.each(NOTIFIERS)('bad input: %s.send(to, notification)', (_name, create) => {
  const send = (...given: unknown[]): Promise<unknown> => {
    const notifier = create().register(channel) as unknown as Untyped;
    return notifier.send(...given);
  };
  class Empty {}

  test.each<[string, unknown[], string]>([
    ['no notification', [{ name: 'Ada' }], 'undefined'],
    ['a text', [{}, 'order.shipped'], '"order.shipped"'],
    ['a list of channels for via', [{}, { via: ['mail'] }], 'an object'],
    ['a class, not an instance', [{}, Empty], 'the class Empty'],
  ])('%s', async (_title, given, shown) => {
    await expect(send(...given)).rejects.toThrow(
      new ConfigError(
        `notifier.send(to, notification) needs a notification, an object with via(), not ${shown}. Write send(customer, new ParcelLeft()), where via() returns ['webhook'].`,
      ),
    );
  });
});

describe('bad input: a notification without the method that its channel reads', () => {
  const notifier = new Notifier().register(new WebhookChannel({ defaultURL: 'https://example.com/' }));
  class ParcelLeft {
    via(): string[] {
      return ['webhook'];
    }
  }
  test.each<[string, Notification, string]>([
    ['of a class', new ParcelLeft(), 'ParcelLeft'],
    ['without a class', { via: () => ['webhook'] }, 'The notification'],
  ])('%s', async (_title, notification, subject) => {
    await expect(notifier.send({}, notification)).rejects.toThrow(
      new ConfigError(
        `${subject} goes through the channel "webhook" but has no toWebhook(). Add the method, or take the name out of via().`,
      ),
    );
  });

  test('an invalid list of channels fails this delivery only', async () => {
    const { deliveries } = await notifier.send({}, { via: () => 'webhook' as never });
    expect(deliveries[0]?.error).toEqual(
      new NotificationError(
        'via()',
        new ConfigError('it must return a list of channel names, e.g. ["webhook"]'),
      ),
    );
  });
});

describe('bad input: notifier.on(name, listener)', () => {
  test.each<[string, unknown[]]>([
    ['an event that there is none of', ['delivered', () => undefined]],
    ['no listener', ['sent']],
  ])('%s', (_title, given) => {
    const notifier = new Notifier() as unknown as Untyped;
    expect(() => notifier.on(...given)).toThrow(
      'notifier.on(name, listener) needs an event (sending, retrying, sent, gone, failed, dead, paused, failing, disabled, warning) and a function',
    );
  });
});
