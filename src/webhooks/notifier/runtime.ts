import { encodeBytes } from '../../shared/bytes.js';
import { onAbort } from './abort-signals.js';

/** Clock, randomness and ids, replaceable in tests. */
export interface Runtime {
  /** Returns the current time in milliseconds since the epoch. */
  now(): number;
  /** Returns milliseconds of a clock that never goes back, to measure durations. */
  monotonic(): number;
  /** Returns a random number from 0 to below 1. */
  random(): number;
  /** Waits for a number of milliseconds. Rejects if the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /**
   * Returns a new id of a message or a delivery. It must not contain dots, since Standard Webhooks joins id,
   * timestamp and body with them.
   */
  newId(kind: 'msg' | 'dlv'): string;
}

export const systemRuntime: Runtime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  sleep,
  newId: (kind) => `${kind}_${randomHex()}`,
};

/** Number of bytes of an id. */
const ID_BYTES = 16;

/** Random bytes for several ids, since each call of the generator takes a microsecond. */
const random = new Uint8Array(256 * ID_BYTES);
let used = random.length;

function randomHex(): string {
  if (used === random.length) {
    crypto.getRandomValues(random);
    used = 0;
  }
  used += ID_BYTES;
  return encodeBytes(random.subarray(used - ID_BYTES, used), 'hex');
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      stopListening();
      resolve();
    }, milliseconds);
    const stopListening = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Maximum wait of Node's timers in milliseconds (24.8 days). A longer timer fires immediately. */
export const MAX_TIMER = 2 ** 31 - 1;

export function after(milliseconds: number, callback: () => void): NodeJS.Timeout {
  return setTimeout(callback, Math.min(milliseconds, MAX_TIMER));
}

/** Lets the process end while a timer runs. Outside of Node.js a timer is a number. */
export function leaveRunning(timer: NodeJS.Timeout | number): void {
  if (typeof timer === 'object') timer.unref();
}

/** Resolves after a number of milliseconds. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Resolves to true if a promise ended in time, otherwise to false. Rejects if the promise does. */
export async function endsWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = after(milliseconds, () => {
      resolve(false);
    });
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
