/** A wait that ends when its signal is aborted. */
export interface Abortable {
  abort(): void;
}

const waiting = new WeakMap<AbortSignal, Set<Abortable>>();

/**
 * Calls `abort` when the signal is aborted. All of a signal share one listener, since an EventTarget searches
 * all listeners at each `addEventListener` and warns of a leak at the eleventh.
 */
export function addAbortable(signal: AbortSignal, abortable: Abortable): void {
  (waiting.get(signal) ?? listen(signal)).add(abortable);
}

export function removeAbortable(signal: AbortSignal, abortable: Abortable): void {
  const abortables = waiting.get(signal);
  if (!abortables?.delete(abortable) || abortables.size > 0) return;
  waiting.delete(signal);
  signal.removeEventListener('abort', abortAll);
}

/** Calls a function when the signal is aborted, and returns a function that cancels this. */
export function onAbort(signal: AbortSignal, abort: () => void): () => void {
  const abortable = { abort };
  addAbortable(signal, abortable);
  return () => {
    removeAbortable(signal, abortable);
  };
}

function listen(signal: AbortSignal): Set<Abortable> {
  const abortables = new Set<Abortable>();
  waiting.set(signal, abortables);
  signal.addEventListener('abort', abortAll, { once: true });
  return abortables;
}

function abortAll(event: Event): void {
  for (const abortable of waiting.get(event.target as AbortSignal) ?? []) abortable.abort();
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
