import type { OriginLimits } from '../shared/origin-limits.js';

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
