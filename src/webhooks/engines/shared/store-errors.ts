import { DtospecError, messageOf } from '../../../shared/errors.js';
import type { EngineHost } from '../../notifier/engine.js';

/** Milliseconds between two warnings with the same code: a full disk fails every look. */
const INTERVAL = 10_000;

export class Warner {
  readonly #warned = new Map<string, number>();

  constructor(readonly host: Pick<EngineHost, 'warn'>) {}

  warn(code: string, what: string, cause: unknown): void {
    const now = Date.now();
    if (now - (this.#warned.get(code) ?? -Infinity) < INTERVAL) return;
    this.#warned.set(code, now);
    const reason = messageOf(cause);
    this.host.warn({ code, message: `${what}: ${reason}.`, cause });
  }
}

/** @param late by how many milliseconds the clock was put back */
export function warnOfClock({ warn }: Pick<EngineHost, 'warn'>, late: number): void {
  const message = `A clock was ${Math.round(late / 1_000)} s ahead and was put back; waiting deliveries were moved to their right time. Synchronize the clocks of all machines.`;
  warn({ code: 'clock', message });
}

/** The store did not answer in time. */
export class EnqueueTimeoutError extends DtospecError {
  override readonly name = 'EnqueueTimeoutError';
  readonly code = 'ERR_ENQUEUE_TIMEOUT';

  constructor(milliseconds: number) {
    super(
      `The store did not take the delivery within ${milliseconds} ms. It may take it yet; a message with an id of its own can be sent again without harm.`,
    );
  }
}

export async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new EnqueueTimeoutError(milliseconds));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
