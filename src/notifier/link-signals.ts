import { setMaxListeners } from 'node:events';

/** One signal that fires when any of several does. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Takes the listeners off again; `AbortSignal.any` would keep them for as long as the sources live. */
  readonly unlink: () => void;
}

export function linkSignals(...sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const given = sources.filter((source) => source !== undefined);
  const abort = (event: Event): void => {
    controller.abort((event.target as AbortSignal).reason);
  };
  // A thousand deliveries under one signal are no leak.
  setMaxListeners(0, controller.signal, ...given);
  for (const source of given) {
    if (source.aborted) controller.abort(source.reason);
    else source.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: controller.signal,
    unlink: () => {
      for (const source of given) source.removeEventListener('abort', abort);
    },
  };
}
