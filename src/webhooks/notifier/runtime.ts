import { randomUUID } from 'node:crypto';

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
   * Returns a new id of a message or a delivery. It must not contain dots, since Standard Webhooks joins id, timestamp
   * and body with them.
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

/** Maximum wait of Node's timers in milliseconds (24.8 days). A longer timer fires immediately. */
export const LONGEST_TIMER = 2 ** 31 - 1;

export function after(milliseconds: number, callback: () => void): NodeJS.Timeout {
  return setTimeout(callback, Math.min(milliseconds, LONGEST_TIMER));
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

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function when the signal is aborted, and returns a function that cancels this. All callbacks share one
 * listener, since an EventTarget searches all listeners at each `addEventListener` and warns of a leak at the eleventh.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = waiting.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    waiting.delete(signal);
    signal.removeEventListener('abort', abortAll);
  };
}

function listen(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(signal, callbacks);
  signal.addEventListener('abort', abortAll, { once: true });
  return callbacks;
}

function abortAll(event: Event): void {
  const signal = event.target as AbortSignal;
  for (const callback of waiting.get(signal) ?? []) callback();
}

export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal, reason: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopListening = onAbort(signal, () => {
      reject(reason());
    });
    promise.then(resolve, reject);
    promise.then(stopListening, stopListening);
  });
}

interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Removes the listeners. `AbortSignal.any` would keep them as long as its source signals exist. */
  readonly unlink: () => void;
}

export function linkSignals(...given: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const sources = given.filter((source) => source !== undefined);
  const [only] = sources;
  if (only && sources.length === 1) return { signal: only, unlink: () => undefined };
  const controller = new AbortController();
  const links: (() => void)[] = [];
  for (const source of sources) {
    const abort = (): void => {
      controller.abort(source.reason);
    };
    if (source.aborted) abort();
    else links.push(onAbort(source, abort));
  }
  return {
    signal: controller.signal,
    unlink: () => {
      for (const unlink of links) unlink();
    },
  };
}

/** Milliseconds that running attempts have to end. */
export const GRACE = 10_000;

/** Milliseconds within which an aborted attempt must end. */
export const HEED = 2_000;

export class ActiveWork {
  #count = 0;
  #whenIdle: (() => void)[] = [];
  #breakOff = new AbortController();

  get signal(): AbortSignal {
    return this.#breakOff.signal;
  }

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /**
   * Waits for the attempts, and aborts them after `grace`. It does not wait for attempts that ignore the signal: another
   * worker makes those of a store after their lease ends.
   */
  async stop({ grace = GRACE }: { readonly grace?: number } = {}): Promise<void> {
    if (this.#count === 0) return;
    const breakOff = after(grace, () => {
      this.#breakOff.abort();
      this.#breakOff = new AbortController();
    });
    const idle = new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    await endsWithin(idle, grace + HEED);
    clearTimeout(breakOff);
  }
}
