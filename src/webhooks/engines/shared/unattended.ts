import { emitWarning, isProduction } from '../../../shared/runtime.js';
import type { StoredDelivery } from '../../notifier/delivery.js';
import type { Job } from '../../notifier/engine.js';
import { after, leaveRunning } from '../../notifier/runtime.js';

/** Milliseconds within which a worker should have begun an attempt. */
const PATIENCE = 60_000;

type Look = (id: string) => Promise<StoredDelivery | undefined>;

/**
 * Warns once, outside production, if the deliveries that this process stores are not attempted. No store
 * keeps a list of its workers, so the state of a delivery decides.
 */
export class Unattended {
  #timer: NodeJS.Timeout | undefined;
  #isOver = isProduction();

  constructor(
    readonly engine: string,
    readonly look: Look,
  ) {}

  watch(id: string, { notBefore, sequence }: Job): void {
    // A delayed delivery waits for its time, and one of a sequence for an earlier one.
    if (this.#isOver || this.#timer || notBefore !== undefined || sequence !== undefined) return;
    this.#timer = after(PATIENCE, () => {
      this.#timer = undefined;
      this.look(id).then(this.#judge.bind(this), () => undefined);
    });
    leaveRunning(this.#timer);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #judge(delivery: StoredDelivery | undefined): void {
    if (this.#isOver || delivery?.state !== 'waiting' || delivery.attempts > 0) return;
    // A worker has put it off, for example because its endpoint has a rate.
    if ((delivery.nextAt ?? 0) > delivery.createdAt) return;
    this.#isOver = true;
    emitWarning(
      `The delivery ${delivery.id} has been queued in the ${this.engine} for a minute without an attempt. Call await notifier.start() in this process or in a worker; without it, nothing is sent.`,
      { type: 'WebhookWarning', code: 'DTOSPEC_ENGINE_NOT_STARTED' },
    );
  }
}
