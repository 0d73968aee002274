import { ConfigError } from '../../../shared/errors.js';
import type {
  DeadFilter,
  DeliveryFilter,
  DurableEngine,
  EndedState,
  RedeliverFilter,
  StopOptions,
} from '../../notifier/engine.js';
import { DURABLE_RETRY } from '../../notifier/retry.js';
import type { StoredDelivery } from '../../notifier/queue/stored-delivery.js';

/** Number of deliveries that are restarted together, in one write if the store supports that. */
const TOGETHER = 100;

/** The parts of an engine that do not depend on its store. */
export abstract class StoreEngine implements Pick<
  DurableEngine,
  'dead' | 'deliveries' | 'redeliver' | 'redeliverAll' | 'stop'
> {
  readonly isDurable = true;
  readonly keepsDead = true;
  readonly defaultRetry = DURABLE_RETRY;
  #stopping: Promise<void> | undefined;

  /** @internal */
  protected abstract readonly engineName: string;

  /**
   * Restarts the schedule of a delivery that ended in a state, under the same ids and with the same body.
   * @param state `dead` includes `unreadable`. @default 'dead'
   * @returns false if no job with this id ended so
   */
  abstract redeliver(id: string, state?: EndedState): Promise<boolean>;

  /** Returns known deliveries, ended ones included while they are retained, the latest first. */
  abstract deliveries(filter?: DeliveryFilter): Promise<readonly StoredDelivery[]>;

  /**
   * Restarts all deliveries that a filter selects, the oldest first: after the outage of an endpoint, for example.
   * @returns how many were restarted
   */
  async redeliverAll(filter: RedeliverFilter = {}): Promise<number> {
    const { state = 'dead' } = filter;
    const listed = await this.deliveries({ limit: Infinity, ...filter, state });
    const ids = listed.map(({ id }) => id).reverse();
    let count = 0;
    for (let from = 0; from < ids.length; from += TOGETHER) {
      const some = ids.slice(from, from + TOGETHER);
      const restarted = await Promise.all(some.map((id) => this.redeliver(id, state)));
      count += restarted.filter(Boolean).length;
    }
    return count;
  }

  /** Returns dead deliveries, the latest first. */
  dead(filter: DeadFilter = {}): Promise<readonly StoredDelivery[]> {
    return this.deliveries({ ...filter, state: 'dead' });
  }

  /** Stops the engine. It cannot be used afterwards. */
  stop(options: StopOptions = {}): Promise<void> {
    return (this.#stopping ??= this.close(options));
  }

  /** @internal */
  protected abstract close(options: StopOptions): Promise<void>;

  /** @internal */
  protected requireRunning(): void {
    if (this.#stopping) throw new ConfigError(`This ${this.engineName} was stopped. Make another one.`);
  }

  /** @internal */
  protected requireFree(current: unknown): void {
    if (current === undefined) return;
    throw new ConfigError(
      `This ${this.engineName} already belongs to a notifier. Give each notifier its own engine.`,
    );
  }
}
