interface Warning {
  /** @default 'Warning' */
  readonly type?: string;
  readonly code?: string;
  readonly detail?: string;
}

/** Emits a process warning, or writes to the console in a runtime without a process. */
export function emitWarning(message: string, warning: Warning): void {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
  if (typeof process?.emitWarning === 'function') process.emitWarning(message, warning);
  // oxlint-disable-next-line no-console -- there is nothing else
  else console.warn(`${warning.type ?? 'Warning'}: ${message}`);
}

/**
 * Returns whether NODE_ENV is `production`. Bundlers replace the expression; other runtimes may lack
 * `process`.
 */
export function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production';
  } catch {
    return false;
  }
}

/**
 * Returns whether jest runs the program. After the tests of a file, jest refuses each module that is loaded
 * for the first time, and fails the run.
 */
export function isJest(): boolean {
  try {
    return process.env.JEST_WORKER_ID !== undefined;
  } catch {
    return false;
  }
}

/** Resolves after other work of the event loop. */
export function nextTurn(): Promise<void> {
  const { setImmediate: later } = globalThis as { readonly setImmediate?: (callback: () => void) => unknown };
  return new Promise((resolve) => {
    if (later === undefined) setTimeout(resolve, 0);
    else later(resolve);
  });
}
