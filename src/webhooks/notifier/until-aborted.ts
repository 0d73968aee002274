import { onAbort } from './on-abort.js';

/** What the promise gives, or a rejection as soon as the signal fires. What the promise does afterwards, nobody sees. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal, reason: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopListening = onAbort(signal, () => {
      reject(reason());
    });
    promise.then(resolve, reject);
    promise.then(stopListening, stopListening);
  });
}
