import { randomFillSync } from 'node:crypto';
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
  newId: (kind) => `${kind}_${randomHex()}`,
};

const ID_BYTES = 16;
const pool = Buffer.alloc(256 * ID_BYTES);
let used = pool.length;

function randomHex(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString('hex', used - ID_BYTES, used);
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

/** Longest wait of Node's timers, in milliseconds (24.8 days). A longer one fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
