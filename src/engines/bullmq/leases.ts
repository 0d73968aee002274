import { randomUUID } from 'node:crypto';
import type { IQueueBackend } from 'bullmq';
import type { EngineWarning } from '../../notifier/engine.js';
import type { OriginLimits } from '../origin-limits.js';
import type { ResolvedOptions } from './options.js';
import { isPostgres, type RedisBackend } from './order.js';
import { PostgresLeases } from './postgres-leases.js';
import { RedisLeases } from './redis-leases.js';

/** What the store says to who wants to begin an attempt. Times are of the store's clock, in milliseconds since the epoch. */
export type Answer =
  | { readonly kind: 'taken' }
  /** As many as may run at once do. */
  | { readonly kind: 'full' }
  /** Others begin before: it is to come back in so many milliseconds, with this turn, which is its own. */
  | { readonly kind: 'early'; readonly turn: number; readonly wait: number };

/** Who attempts what, over all workers. Each method is atomic; what is taken ends by itself if it is not kept. */
export interface LeaseStore {
  take(origin: string, holder: string, turn: number | undefined): Promise<Answer>;
  keep(origin: string, holders: readonly string[]): Promise<void>;
  release(origin: string, holder: string): Promise<void>;
}

export interface LeaseSettings extends OriginLimits {
  /** Milliseconds after which what is not kept ends. */
  readonly lease: number;
  /** Milliseconds for which a turn can be taken late. */
  readonly grace: number;
}

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
    this.#timer = setInterval(() => void this.#keep(), lease / 3);
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
      const reason = cause instanceof Error ? cause.message : String(cause);
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
