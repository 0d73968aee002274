import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** Time and chance, handed in so that a test can hold them. */
export interface Runtime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** Waits so many milliseconds; rejects when the signal fires. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** A new delivery id. No dots: Standard Webhooks joins id, timestamp and body with them. */
  newId(): string;
}

export const systemRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
  newId: () => `msg_${randomUUID().replaceAll('-', '')}`,
};
