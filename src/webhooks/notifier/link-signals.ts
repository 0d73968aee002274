import { onAbort } from './on-abort.js';

/** One signal that fires when any of several does. */
export interface LinkedSignal {
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
