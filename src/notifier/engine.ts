import type { AttemptRecord, Outcome } from './delivery.js';
import type { RetryPolicy } from './retry.js';
import type { ChannelResponse } from './types.js';

/** One delivery as an engine keeps it: data only. */
export interface Job {
  /** The delivery's. */
  readonly id: string;
  readonly messageId: string;
  readonly channel: string;
  readonly endpoint?: string;
  /** Deliveries of one group share the per-target limit. */
  readonly group: string;
  /** What the channel prepared. */
  readonly payload: unknown;
  /** About how many bytes it holds. @default 0 */
  readonly size?: number;
  /** When the first attempt is due, in milliseconds since the epoch. @default now */
  readonly notBefore?: number;
}

/** The end of a job. */
export interface JobEnd {
  readonly kind: 'end';
  readonly outcome: Outcome;
  /** Absent when the job ended without an attempt: it was aborted while it waited. */
  readonly record?: AttemptRecord;
  readonly response?: ChannelResponse;
  readonly error?: Error;
}

/** What the engine is to do next. */
export type Step =
  JobEnd | { readonly kind: 'retry'; readonly delay: number; readonly record: AttemptRecord };

/** Makes one attempt and says what is next. With an aborted signal it makes none and ends the job. */
export type StepHandler = (job: Job, attempt: number, signal: AbortSignal) => Promise<Step>;

export interface JobReport {
  readonly end: JobEnd;
  readonly history: readonly AttemptRecord[];
}

/**
 * When and where attempts are made. The handler decides what an attempt means and returns it;
 * the engine only reschedules, so the policy is the same in every engine.
 */
export interface DeliveryEngine {
  /** Used unless the notifier is given another. */
  readonly defaultRetry: RetryPolicy;
  /** What a job becomes when its last attempt failed. */
  readonly exhausted: 'failed' | 'dead';
  /** Called once, by the notifier, before the first `submit`. */
  start(handler: StepHandler): void;
  /** Takes a job over and resolves at its end. */
  submit(job: Job, signal: AbortSignal): Promise<JobReport>;
  /**
   * Asked before a further message of a large send is built: resolves when there is room for it, or the signal fires;
   * `undefined` if there is now. Without it the messages of a send are built one after the other, however many wait.
   */
  room?(signal: AbortSignal): Promise<void> | undefined;
}
