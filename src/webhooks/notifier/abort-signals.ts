const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function when the signal is aborted. All callbacks share one listener, since an EventTarget
 * searches all listeners at each `addEventListener` and warns of a leak at the eleventh.
 */
export function addAbortListener(signal: AbortSignal, callback: () => void): void {
  (waiting.get(signal) ?? listen(signal)).add(callback);
}

export function removeAbortListener(signal: AbortSignal, callback: () => void): void {
  const callbacks = waiting.get(signal);
  if (!callbacks?.delete(callback) || callbacks.size > 0) return;
  waiting.delete(signal);
  signal.removeEventListener('abort', abortAll);
}

/** Calls a function when the signal is aborted, and returns a function that cancels this. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  addAbortListener(signal, callback);
  return () => {
    removeAbortListener(signal, callback);
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
  /** Aborts with the first of its source signals. */
  readonly signal: AbortSignal;
  /** Removes the listeners. `AbortSignal.any` would keep them as long as its source signals exist. */
  readonly unlink: () => void;
}

export function linkSignals(...signals: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const sources = signals.filter((source) => source !== undefined);
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
