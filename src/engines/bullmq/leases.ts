import { randomUUID } from 'node:crypto';
import type { IQueueBackend } from 'bullmq';
import { messageOf } from '../../base/thrown.js';
import type { EngineWarning } from '../../notifier/engine.js';
import type { Answer, LeaseStore } from './lease-store.js';
import type { ResolvedOptions } from './options.js';
import { isPostgres, type RedisBackend } from './order.js';
import { PostgresLeases } from './postgres-leases.js';
import { RedisLeases } from './redis-leases.js';

/** Held while an attempt runs. */
export interface Lease {
  readonly kind: 'taken';
  end(): void;
}

/** The leases of one worker: kept while their attempts run, and gone soon after the process is. */
export class Leases {
  readonly #held = new Map<string, string>();
  readonly #worker = randomUUID();
  readonly #timer: NodeJS.Timeout;
  #count = 0;

  constructor(
    readonly store: LeaseStore,
    lease: number,
    readonly warn: (warning: EngineWarning) => void,
  ) {
    this.#timer = setInterval(() => void this.#keep(), lease / 3).unref();
  }

  async take(origin: string, turn: number | undefined): Promise<Lease | Exclude<Answer, { kind: 'taken' }>> {
    this.#count += 1;
    const holder = `${this.#worker} ${this.#count}`;
    const answer = await this.store.take(origin, holder, turn);
    if (answer.kind !== 'taken') return answer;
    this.#held.set(holder, origin);
    const end = (): void => {
      this.#held.delete(holder);
      // What is not given back ends by itself.
      this.store.release(origin, holder).catch(() => undefined);
    };
    return { kind: 'taken', end };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #keep(): Promise<void> {
    const byOrigin = new Map<string, string[]>();
    for (const [holder, origin] of this.#held)
      byOrigin.set(origin, [...(byOrigin.get(origin) ?? []), holder]);
    try {
      await Promise.all([...byOrigin].map(([origin, holders]) => this.store.keep(origin, holders)));
    } catch (cause) {
      const reason = messageOf(cause);
      const message = `Leases of origins could not be kept, so more attempts than concurrencyPerOrigin may run: ${reason}.`;
      this.warn({ code: 'bullmq-lease', message, cause });
    }
  }
}

/** A turn that is not taken in this time is lost, in milliseconds: many at once after a stop would be too many. */
const GRACE = 1_000;

/** @returns undefined where no limit is shared */
export function createLeases(
  backend: IQueueBackend,
  { origins, lease, queueName }: ResolvedOptions,
  warn: (warning: EngineWarning) => void,
): Leases | undefined {
  if (!origins) return undefined;
  const settings = { ...origins, lease, grace: Math.max(origins.spacing, GRACE) };
  const store = isPostgres(backend)
    ? new PostgresLeases(backend.connection.pool, queueName, settings)
    : new RedisLeases(backend as unknown as RedisBackend, settings);
  return new Leases(store, lease, warn);
}
