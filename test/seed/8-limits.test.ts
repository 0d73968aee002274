import { DEFAULT_VIEWER_VERSION } from 'dtospec';
import { deliver } from '../support/webhooks/deliver.js';
import { NO_RETRY } from 'dtospec/webhook';
import { pageOf, receive } from './support.js';

describe('8 Limits', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('8.1 the default timeout of a webhook is 30 s for each send', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const silent = await receive(() => arrive());
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] });
    let isSettled = false;
    const sending = deliver({ defaultURL: silent.url }, undefined, { retry: NO_RETRY }).finally(() => {
      isSettled = true;
    });
    await arrived;
    await jest.advanceTimersByTimeAsync(29_999);
    expect(isSettled).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await sending).toMatchObject({
      outcome: 'failed',
      error: { name: 'TimeoutError', timeout: 30_000 },
    });
  });

  test('8.2 DEFAULT_VIEWER_VERSION is "1.75.0", and loaded when viewerVersion is empty', async () => {
    expect(DEFAULT_VIEWER_VERSION).toBe('1.75.0');
    for (const ui of [{}, { viewerVersion: '' }])
      expect(await pageOf({ ui })).toContain(
        'https://cdn.jsdelivr.net/npm/@scalar/api-reference@1.75.0/dist/browser/standalone.js',
      );
  });
});
