import { DtospecError, messageOf } from '../../../shared/errors.js';
import type { EngineHost } from '../../notifier/engine.js';

/** Milliseconds between two warnings with the same code. On a full disk, each query would cause one. */
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

/** @param late the number of milliseconds by which the clock was set back */
export function warnOfClock({ warn }: Pick<EngineHost, 'warn'>, late: number): void {
  const message = `A clock was ${Math.round(late / 1_000)} s ahead and was put back; waiting deliveries were moved to their right time. Synchronize the clocks of all machines.`;
  warn({ code: 'clock', message });
}

/** Thrown if the store did not respond in time. */
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
