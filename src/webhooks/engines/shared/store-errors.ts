import { BoundedMap } from '../../../shared/bounded-map.js';
import { DtospecError, messageOf } from '../../../shared/errors.js';
import type { EngineHost } from '../../notifier/engine.js';
import { endsWithin } from '../../notifier/runtime.js';

/** Milliseconds without a failure after which the same failure is reported again. */
const QUIET = 120_000;

/** Reports a failure once for as long as it lasts. On a full disk, each query would cause a warning. */
export class Warner {
  readonly #failed = new BoundedMap<string, number>(100);

  constructor(readonly host: Pick<EngineHost, 'warn'>) {}

  warn(code: string, what: string, cause: unknown): void {
    const reason = messageOf(cause).replace(/\.$/, '');
    // A failure of another delivery is the same failure, so ids and numbers are removed.
    const failure = `${code} ${reason.replace(/\w*\d\w*/g, '')}`;
    const now = performance.now();
    const isNew = now - (this.#failed.get(failure) ?? -Infinity) >= QUIET;
    this.#failed.set(failure, now);
    if (isNew) this.host.warn({ code, message: `${what}: ${reason}.`, cause });
  }
}

/** @param late the number of milliseconds by which the clock was set back */
export function warnOfClock({ warn }: Pick<EngineHost, 'warn'>, late: number): void {
  const message = `A clock was ${Math.round(late / 1_000)} s ahead and was put back; waiting deliveries were moved to their right time. Synchronize the clocks of all machines.`;
  warn({ code: 'clock', message });
}

/** @param count the number of paused deliveries that were deleted */
export function warnOfTrim({ warn }: Pick<EngineHost, 'warn'>, count: number): void {
  const message = `${count} deliveries to paused endpoints were deleted, the oldest first, because of the option keepPaused. Resume the endpoints, or raise the option.`;
  warn({ code: 'keep-paused', message });
}

/** Thrown if the store did not respond in time. */
export class EnqueueTimeoutError extends DtospecError {
  override readonly name = 'EnqueueTimeoutError';
  readonly code = 'ERR_ENQUEUE_TIMEOUT';

  constructor(milliseconds: number) {
    super(
      `The store did not take the delivery within ${milliseconds} ms. It may still take it. If you set the message's id, you can send it again safely.`,
    );
  }
}

export async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  if (await endsWithin(promise, milliseconds)) return promise;
  throw new EnqueueTimeoutError(milliseconds);
}
