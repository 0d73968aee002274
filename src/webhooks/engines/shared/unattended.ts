import { emitWarning } from '../../../shared/runtime.js';
import type { StoredDelivery } from '../../notifier/delivery.js';
import type { Job } from '../../notifier/engine.js';
import { after, leaveRunning } from '../../notifier/runtime.js';

/** Milliseconds within which a worker should have begun an attempt. */
const PATIENCE = 60_000;

/** Looks at a delivery, and milliseconds between them: a worker may have none for a moment. */
const LOOKS = 3;
const BETWEEN_LOOKS = 1_000;

/** Returns a delivery, or undefined if the engine is paused or a worker has any delivery. */
type Look = (id: string) => Promise<StoredDelivery | undefined>;

/**
 * Warns once if no worker attempts the deliveries that this process stores. A delivery without an attempt may
 * wait behind others, so the engine also looks for one that a worker has.
 */
export class Unattended {
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    readonly engine: string,
    readonly look: Look,
  ) {}

  watch(id: string, { notBefore, sequence }: Job): void {
    // A delayed delivery waits for its time, and one of a sequence for an earlier one.
    if (this.#isOver || this.#timer || notBefore !== undefined || sequence !== undefined) return;
    this.#startTimer(id, PATIENCE, LOOKS);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #startTimer(id: string, time: number, looks: number): void {
    this.#timer = after(time, () => {
      this.look(id).then(
        (delivery) => {
          this.#judge(delivery, looks - 1);
        },
        () => (this.#timer = undefined),
      );
    });
    leaveRunning(this.#timer);
  }

  #judge(delivery: StoredDelivery | undefined, looks: number): void {
    this.#timer = undefined;
    if (this.#isOver || delivery?.state !== 'waiting' || delivery.attempts > 0) return;
    // A worker has put it off, for example because its endpoint has a rate.
    if ((delivery.nextAt ?? 0) > delivery.createdAt) return;
    if (looks > 0) this.#startTimer(delivery.id, BETWEEN_LOOKS, looks);
    else this.#warn(delivery);
  }

  #warn({ id }: StoredDelivery): void {
    this.#isOver = true;
    emitWarning(
      `The delivery ${id} has been queued in the ${this.engine} for a minute without an attempt, and no worker has any other delivery. Call await notifier.start() in this process or in a worker; without it, nothing is sent.`,
      { type: 'WebhookWarning', code: 'DTOSPEC_ENGINE_NOT_STARTED' },
    );
  }
}
