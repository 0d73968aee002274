import { openShop, Ordered } from '../../support/engines/shop.js';
import { closeServers, KINDS, KITS, OPENERS } from '../../support/engines/kits.js';
import { answer, type Behaviour, startReceiver } from '../../support/webhooks/hostile-receiver.js';
import type { DurableEngine, Notifier } from '../../../src/webhooks/messages/index.js';

const MINUTE = 60_000;
const BETWEEN_LOOKS = 1_000;

afterAll(closeServers);

describe.each(KINDS)('a delivery that nothing attempts, in %s', (kind) => {
  let warned: unknown[][];
  let minutes: (() => void)[];
  let close: () => Promise<void>;
  let location: string;
  let url: string;
  let engine: DurableEngine;
  let notifier: Notifier;
  let behave: Behaviour;

  beforeEach(async () => {
    warned = [];
    minutes = [];
    jest.spyOn(process, 'emitWarning').mockImplementation((...given: unknown[]) => {
      if ((given[1] as { code?: string }).code === 'DTOSPEC_ENGINE_NOT_STARTED') warned.push(given);
    });
    const start = globalThis.setTimeout;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, time?: number) => {
      if (time === MINUTE) minutes.push(callback);
      return start(callback, time === BETWEEN_LOOKS ? 5 : time);
    }) as never);
    const kit = await KITS[kind]();
    behave = answer('204 No Content');
    const receiver = await startReceiver((...request) => behave(...request));
    ({ location } = kit);
    ({ url } = receiver);
    engine = OPENERS[kind](location);
    notifier = openShop(engine, url);
    close = async () => {
      await notifier.stop({ grace: 0 });
      await receiver.close();
      await kit.close();
    };
  });
  afterEach(async () => {
    await close();
    jest.restoreAllMocks();
  });

  /** Ends the minute, and waits until the engine has read the delivery. */
  const passMinute = async (): Promise<void> => {
    for (const end of minutes.splice(0)) end();
    await engine.deliveries();
    await new Promise((resolve) => setTimeout(resolve, 200));
  };

  /** Ends the minute, and waits for the warning. */
  const passMinuteWarned = async (): Promise<void> => {
    await passMinute();
    while (warned.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('is a process warning after a minute, once', async () => {
    const { deliveries } = await notifier.send('ann', new Ordered('m-1'));
    await passMinuteWarned();
    await notifier.send('ann', new Ordered('m-2'));
    await passMinute();
    expect(warned).toEqual([
      [
        expect.stringMatching(
          `^The delivery ${deliveries[0]?.id} has been queued in the \\w+Engine for a minute without an attempt, and no worker has any other delivery. Call await notifier.start\\(\\) `,
        ),
        { type: 'WebhookWarning', code: 'DTOSPEC_ENGINE_NOT_STARTED' },
      ],
    ]);
  });

  it('is silent if it is delayed, or the engine is paused', async () => {
    await notifier.send('ann', new Ordered('m-1', { delay: 600_000 }));
    await engine.pause();
    await notifier.send('ann', new Ordered('m-2'));
    await passMinute();
    expect(warned).toEqual([]);
  });

  it('is silent if this process attempts it', async () => {
    await notifier.send('ann', new Ordered('m-1'));
    await notifier.start();
    await passMinute();
    expect(warned).toEqual([]);
  });

  it('is silent if another process attempts it', async () => {
    const worker = openShop(OPENERS[kind](location), url);
    await worker.start();
    await notifier.send('ann', new Ordered('m-1'));
    while ((await engine.deliveries({ state: 'waiting' })).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await passMinute();
    await worker.stop({ grace: 0 });
    expect(warned).toEqual([]);
  });

  it('is silent if it waits behind others of another process', async () => {
    let begin = (): void => undefined;
    const isBusy = new Promise<void>((resolve) => (begin = resolve));
    behave = () => {
      begin();
    };
    const worker = openShop(OPENERS[kind](location), url, { concurrency: 1, concurrencyPerTarget: 1 });
    await worker.start();
    await worker.send('ann', new Ordered('m-1'));
    await isBusy;
    await notifier.send('ann', new Ordered('m-2'));
    await passMinute();
    expect(warned).toEqual([]);
    await worker.stop({ grace: 0 });
    await notifier.send('ann', new Ordered('m-3'));
    await passMinuteWarned();
    expect(warned).toHaveLength(1);
  });

  it('is a process warning in production too', async () => {
    const { NODE_ENV } = process.env;
    process.env.NODE_ENV = 'production';
    try {
      const sender = openShop(OPENERS[kind](location), url);
      await sender.send('ann', new Ordered('m-1'));
      await passMinuteWarned();
      await sender.stop({ grace: 0 });
    } finally {
      process.env.NODE_ENV = NODE_ENV;
    }
    expect(warned).toHaveLength(1);
  });
});
