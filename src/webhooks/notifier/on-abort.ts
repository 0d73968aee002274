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
