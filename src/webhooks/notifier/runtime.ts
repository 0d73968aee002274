import { randomFillSync } from 'node:crypto';
import { onAbort } from './abort-signals.js';

/** Time and chance, handed in so that a test can hold them. */
export interface Runtime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since any moment, for durations: never goes back, whatever is done to the clock. */
  monotonic(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** Waits so many milliseconds; rejects when the signal fires. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** A new id of a message or a delivery. No dots: Standard Webhooks joins id, timestamp and body with them. */
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

/** 128 bits, of many that are asked for at once: each send needs two ids. */
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

/** Longest wait that Node's timers can hold, in milliseconds (24.8 days); a longer one would fire at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
