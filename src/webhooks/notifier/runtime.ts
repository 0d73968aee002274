import { randomUUID } from 'node:crypto';
import { onAbort } from './abort-signals.js';

/** Clock, randomness and ids, replaceable in tests. */
export interface Runtime {
  /** Returns milliseconds since the epoch. */
  now(): number;
  /** Returns milliseconds for durations, from a clock that never goes back. */
  monotonic(): number;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
  /** Waits so many milliseconds; rejects when the signal fires. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /**
   * Returns a new id of a message or a delivery. Without dots: Standard Webhooks joins id, timestamp and body with
   * them.
   */
  newId(kind: 'msg' | 'dlv'): string;
}

export const systemRuntime: Runtime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  sleep,
  newId: (kind) => `${kind}_${randomUUID().replaceAll('-', '')}`,
};

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

/** Longest wait of Node's timers, in milliseconds (24.8 days). A longer one fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
