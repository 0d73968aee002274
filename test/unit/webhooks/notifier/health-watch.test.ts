import type { DisableEndpoint } from '../../../../src/webhooks/notifier/endpoint-health.js';
import { resolveHealth } from '../../../../src/webhooks/notifier/endpoint-health.js';
import type { DeliveryEngine, Job } from '../../../../src/webhooks/notifier/engine.js';
import { NotificationError } from '../../../../src/webhooks/notifier/errors.js';
import { EventHub } from '../../../../src/webhooks/notifier/events.js';
import { HealthWatch } from '../../../../src/webhooks/notifier/health-watch.js';
import { systemRuntime } from '../../../../src/webhooks/notifier/runtime.js';

const job: Job = {
  ...{ id: 'd-1', messageId: 'm-1', channel: 'webhook', endpoint: 'ann', group: 'http://ann.example' },
  payload: {},
};
const { signal } = new AbortController();
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('an endpoint that has failed for long', () => {
  const told: string[] = [];
  const watch = (disable: DisableEndpoint) => {
    const events = new EventHub();
    events.on('disabled', ({ endpoint }) => told.push(`disabled ${endpoint}`));
    events.on('warning', ({ message }) => told.push(message));
    const options = resolveHealth({ failingAfter: 0, disabledAfter: 0, disable });
    const engine = {} as DeliveryEngine;
    const health = new HealthWatch({ options, engine, events, runtime: systemRuntime });
    return async (error = new Error('503')) => {
      await health.note(job, { kind: 'failed', retryable: true, error }, signal);
      await tick();
    };
  };
  beforeEach(() => {
    told.length = 0;
  });

  test('is disabled by the next failure, if the function of the application fails', async () => {
    let calls = 0;
    const fail = watch(() => {
      calls += 1;
      if (calls === 1) throw new Error('the database is down');
    });
    await fail();
    expect(told).toEqual(['The endpoint "ann" could not be disabled: the database is down.']);
    await fail();
    expect([calls, told[1]]).toEqual([2, 'disabled ann']);
  });

  test('is disabled once, while the function of the application works', async () => {
    let calls = 0;
    let finish = (): void => undefined;
    const fail = watch(() => {
      calls += 1;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    await fail();
    await fail();
    finish();
    await tick();
    expect([calls, told]).toEqual([1, ['disabled ann']]);
  });

  test('is not disabled for a fault of the application', async () => {
    const fail = watch(() => undefined);
    await fail(new NotificationError('toWebhook()', new Error('no order')));
    expect(told).toEqual([]);
  });
});
