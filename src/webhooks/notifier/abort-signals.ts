const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal fires; returns a function that calls it off. However many wait, the signal has one listener:
 * an EventTarget searches all of its listeners for each one that is added, and warns of a leak at the eleventh.
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

/** One signal that fires when any of several does. */
interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Takes the listeners off again; `AbortSignal.any` would keep them for as long as the sources live. */
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
