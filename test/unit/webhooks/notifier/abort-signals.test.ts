import { getEventListeners } from 'node:events';
import { onAbort } from '../../../../src/webhooks/notifier/abort-signals.js';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('one listener for all who wait on a signal', () => {
  test('each is called once, and who left is not', () => {
    const controller = new AbortController();
    const called: string[] = [];
    const leave = onAbort(controller.signal, () => called.push('left'));
    onAbort(controller.signal, () => called.push('a'));
    onAbort(controller.signal, () => called.push('b'));
    expect(listeners(controller.signal)).toBe(1);
    leave();
    controller.abort();
    expect(called).toEqual(['a', 'b']);
  });

  test('removes the listener with the last callback; a repeated cancel affects no other callback', () => {
    const controller = new AbortController();
    const called: string[] = [];
    const leave = onAbort(controller.signal, () => called.push('first'));
    leave();
    expect(listeners(controller.signal)).toBe(0);
    onAbort(controller.signal, () => called.push('second'));
    leave();
    expect(listeners(controller.signal)).toBe(1);
    controller.abort();
    expect(called).toEqual(['second']);
  });
});
