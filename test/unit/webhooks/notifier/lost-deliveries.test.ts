import { FakeNotifier } from '../../../../src/webhooks/messages/index.js';
import type { Channel, Notification } from '../../../../src/webhooks/notifier/channel.js';
import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';

const refusing = (reason: string): Channel => ({
  name: 'mail',
  prepare: () => Promise.resolve({ payload: {}, group: 'mail', isLimited: false }),
  attempt: () => Promise.resolve({ kind: 'failed', error: new Error(reason), retryable: false }),
});

const notification: Notification = { via: () => ['mail'] };

describe('a delivery that is lost while nothing listens', () => {
  let warned: unknown[][];
  let environment: string | undefined;
  beforeEach(() => {
    warned = [];
    environment = process.env.NODE_ENV;
    jest.spyOn(process, 'emitWarning').mockImplementation((...given: unknown[]) => void warned.push(given));
  });
  afterEach(() => {
    process.env.NODE_ENV = environment;
    jest.restoreAllMocks();
  });

  const send = async (notifier: Notifier): Promise<void> => {
    await notifier.register(refusing('The server is away.')).send('Ada', notification);
    await notifier.send('Bob', notification);
  };

  it('becomes a process warning, once', async () => {
    await send(new Notifier());
    expect(warned).toEqual([
      [
        'A delivery through channel "mail" ended as failed, and nothing listens: The server is away. Add notifier.on(\'failed\', ({ error }) => console.error(error)).',
        { type: 'WebhookWarning', code: 'DTOSPEC_LOST_DELIVERY' },
      ],
    ]);
  });

  it('is left to a listener', async () => {
    const notifier = new Notifier();
    notifier.on('failed', () => undefined);
    await send(notifier);
    expect(warned).toEqual([]);
  });

  it('is silent in production', async () => {
    process.env.NODE_ENV = 'production';
    await send(new Notifier());
    expect(warned).toEqual([]);
  });
});

describe('assertions of a fake notifier', () => {
  it('tell why a delivery failed', async () => {
    class Invoice implements Notification {
      readonly via = (): string[] => ['mail'];
    }
    const notifier = new FakeNotifier().register({
      ...refusing(''),
      prepare: () => Promise.reject(new Error('The payload is invalid: Invoice.total must be a number.')),
    });
    await notifier.send('Ada', new Invoice());
    expect(() => {
      notifier.assertSentTimes(Invoice, 1);
    }).toThrow(/Sent: nothing\. Failed via mail: .*Invoice\.total must be a number/);
    notifier.clear();
    expect(() => {
      notifier.assertSent(Invoice);
    }).toThrow(/Sent: nothing\.$/);
  });
});
