import { onAbort } from './on-abort.js';

/** One signal that fires when any of several does. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Takes the listeners off again; `AbortSignal.any` would keep them for as long as the sources live. */
  readonly unlink: () => void;
}

export function linkSignals(...sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const links: (() => void)[] = [];
  for (const source of sources) {
    if (!source) continue;
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
