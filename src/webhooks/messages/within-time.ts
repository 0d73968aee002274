import { untilAborted } from '../notifier/abort-signals.js';
import { endsWithin } from '../notifier/runtime.js';

/**
 * Waits for a function of the application. Rejects if it does
 * not answer in time, since it would block other deliveries.
 */
export async function withinTime<T>(asked: Promise<T>, timeout: number, signal: AbortSignal): Promise<T> {
  const late = (): Error => new Error(`it did not answer within ${timeout} ms`);
  if (await endsWithin(untilAborted(asked, signal, late), timeout)) return asked;
  throw late();
}
