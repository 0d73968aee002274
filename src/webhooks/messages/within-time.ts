import { types } from 'node:util';
import { untilAborted } from '../notifier/abort-signals.js';
import { endsWithin } from '../notifier/runtime.js';

/** Calls a function of the application. Rejects if it does not answer in time, since it would block other deliveries. */
export async function withinTime<T>(
  ask: () => T | Promise<T>,
  timeout: number,
  signal: AbortSignal,
): Promise<T> {
  const asked = ask();
  if (!types.isPromise(asked)) return asked;
  const late = (): Error => new Error(`it did not answer within ${timeout} ms`);
  if (await endsWithin(untilAborted(asked, signal, late), timeout)) return asked;
  throw late();
}
