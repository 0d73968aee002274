import type { AttemptRecord } from './delivery.js';
import type { HealthStore } from './endpoint-health.js';
import type { RetryPolicy } from './retry.js';
import type { Runtime } from './runtime.js';
import type { StoredDelivery, StoredState } from './queue/stored-delivery.js';
import type { ChannelResponse } from './channel.js';

/** One delivery as an engine keeps it: data only, without any secret. */
export interface Job {
  /** The delivery's. */
  readonly id: string;
  /** The message's id, the same at all endpoints. */
  readonly messageId: string;
  /** The channel's name. */
  readonly channel: string;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
  /** Name of the event that the message tells of, if it has one. */
  readonly event?: string;
  /** Deliveries of one group share the per-target limit; a webhook's group is its origin. */
  readonly group: string;
  /** What the channel prepared. `packJob` makes text of it. */
  readonly payload: unknown;
  /** About how many bytes it holds. @default 0 */
  readonly size?: number;
  /** When the first attempt is due, in milliseconds since the epoch. @default now */
  readonly notBefore?: number;
  /** A durable engine that knows a job of this key, under way or ended, stores no second one. @default none */
  readonly dedupeKey?: string;
  /**
   * Jobs of one sequence are made one after the other, in the order in which they were enqueued; other jobs are not held up
   * by them. @default none: in any order
   */
  readonly sequence?: string;
}

/** How a job is taken over. */
export interface EnqueueOptions {
  /** Fires when the send is given up; once a durable engine has stored the job, it no longer matters. */
  readonly signal: AbortSignal;
  /**
   * A connection of the application's to a database, amid a transaction, in which the job is stored: it is one of the
   * engine's if the transaction is committed. Which connections an engine takes, it says itself.
   */
  readonly transaction?: unknown;
}

/** The last attempt is made, or none is to be. */
export interface Done {
  readonly kind: 'done';
  /** What became of it; `gone` where the receiver wants no more. */
  readonly outcome: 'sent' | 'gone' | 'failed';
  /** Absent when the job ended without an attempt: it was aborted while it waited. */
  readonly record?: AttemptRecord;
  /** What the receiver answered, if it did. */
  readonly response?: ChannelResponse;
  /** Why it has not arrived. */
  readonly error?: Error;
}

/** Another attempt follows. */
export interface Retry {
  readonly kind: 'retry';
  /** When, in milliseconds since the epoch. */
  readonly at: number;
  /** The same as a wait from now, in milliseconds. */
  readonly delay: number;
  /** Absent when no attempt was made, or `stop` broke it off: the next one has the same number. */
  readonly record?: AttemptRecord;
}

/** Given up for good, and to be kept for `redeliver`. */
export interface Dead {
  readonly kind: 'dead';
  readonly outcome: 'dead';
  /** The last attempt; absent when it ended without one. */
  readonly record?: AttemptRecord;
  /** What the receiver answered last, if it did. */
  readonly response?: ChannelResponse;
  /** Why it was given up. */
  readonly error: Error;
}

/** The end of a job. */
export type JobEnd = Done | Dead;

/** What the engine is to do next. */
export type Step = JobEnd | Retry;

/** Makes one attempt, 1 being the first, and says what is next. When the signal fires, it comes to an end soon. Never rejects. */
export type JobHandler = (job: Job, attempt: number, signal: AbortSignal) => Promise<Step>;

/** In process: how the job ended. */
export interface JobReport {
  readonly kind: 'ended';
  /** How it ended. */
  readonly end: JobEnd;
  /** Its attempts, the first one first. */
  readonly history: readonly AttemptRecord[];
}

/** On a durable engine: the job is stored. */
export interface Queued {
  readonly kind: 'queued';
  /** The job's; that of the one that is known already if it has the same dedupe key. */
  readonly id: string;
  /** Whether the one that is known already was given up: `redeliver` gives it its attempts again. @default false */
  readonly isDead?: boolean;
}

/** Something that the people who run an engine should know. */
export interface EngineWarning {
  /** Stable, e.g. `redis-eviction`. */
  readonly code: string;
  /** What is wrong and how to mend it, without any secret. */
  readonly message: string;
  /** What was thrown, if it came of that. */
  readonly cause?: unknown;
}

/** How many attempts run at once in this process: see `NotifierOptions`. */
export interface EngineLimits {
  /** Attempts at once to targets that answer. */
  readonly concurrency: number;
  /** Of these, to one target. */
  readonly concurrencyPerTarget: number;
  /** More, one to each target that is not known to answer. */
  readonly concurrencyUnanswered: number;
}

/** What an engine is given to work with. */
export interface EngineHost {
  /** Makes one attempt and says what is next. */
  readonly handle: JobHandler;
  /** How many attempts run at once. */
  readonly limits: EngineLimits;
  /** The clock, timers and randomness to work with. */
  readonly runtime: Runtime;
  /** Emits the notifier's event `warning`. */
  readonly warn: (warning: EngineWarning) => void;
}

/** How an engine is stopped. */
export interface StopOptions {
  /** Milliseconds that attempts under way are given. @default 10000 */
  readonly grace?: number;
}

/** Which dead deliveries are listed. */
export interface DeadFilter {
  /** Id of an endpoint. */
  readonly endpoint?: string;
  /** Name of an event. */
  readonly event?: string;
  /** Ended at or after, in milliseconds since the epoch. */
  readonly since?: number;
  /** How many at most, the latest first. @default 100 */
  readonly limit?: number;
}

/** Which deliveries are listed. */
export interface DeliveryFilter extends DeadFilter {
  /** Ended at or after, in milliseconds since the epoch; of those that wait, enqueued. */
  readonly since?: number;
  /** Only those in this state. @default all */
  readonly state?: StoredState;
}

/** How a durable engine is doing. */
export interface EngineStatus {
  /** Whether no attempt is begun, by `pause`. */
  readonly isPaused: boolean;
  /** Deliveries that have not ended. */
  readonly waiting: number;
  /** Of these, those whose attempt is due or under way. */
  readonly due: number;
  /** Deliveries that were given up and are kept. */
  readonly dead: number;
}

/**
 * When and where attempts are made. The handler decides what an attempt means and returns it;
 * the engine only reschedules, so the policy is the same in every engine.
 */
export interface DeliveryEngine {
  /**
   * Whether `enqueue` resolves when the job is stored, and what is stored outlives the process. If so its payload comes
   * back from storage: channels are asked to prepare for that, and what is needed to sign is looked up at each attempt.
   */
  readonly isDurable: boolean;
  /** Whether what fails for good ends as `dead` and is kept for `redeliver`, instead of ending as `failed`. */
  readonly keepsDead: boolean;
  /** Where it keeps how endpoints fare, for the notifier's `health`. @default in this process's memory */
  readonly health?: HealthStore;
  /**
   * Options of the notifier that the engine has no means for, each with the reason and the remedy: `new Notifier` refuses
   * them. @default none
   */
  readonly unsupported?: { readonly orderBy?: string };
  /** Used unless the notifier is given another. */
  readonly defaultRetry: RetryPolicy;
  /**
   * Begins to make attempts in this process: called once, by the notifier, of an engine in process before the first
   * `enqueue`, of a durable one by `notifier.start()`. Resolves when it works.
   */
  start(host: EngineHost): void | Promise<void>;
  /**
   * Takes a job over. A durable engine resolves when it is stored, and the signal no longer matters; one in process at
   * its end, which the signal brings about.
   */
  enqueue(job: Job, options: EnqueueOptions): Promise<JobReport | Queued>;
  /**
   * Gives a dead job its attempts again, from the first one of the schedule, under the same ids.
   * @returns false if none of this id is dead
   */
  redeliver(id: string): Promise<boolean>;
  /** Jobs that were given up for good, the latest first. */
  dead(filter?: DeadFilter): Promise<readonly StoredDelivery[]>;
  /**
   * Begins no further attempt, gives those under way the time of grace, breaks off the rest and lets go of everything that
   * keeps the process alive. What a durable engine has stored stays, and is due again at once if it was broken off.
   */
  stop(options?: StopOptions): Promise<void>;
  /**
   * Asked before a further message of a large send is built: resolves when there is room for it, or the signal fires;
   * `undefined` if there is now. Without it the messages of a send are built one after the other, however many wait.
   */
  room?(signal: AbortSignal): Promise<void> | undefined;
}

/** An engine whose deliveries outlive the process, and can be looked into from another. */
export interface DurableEngine extends DeliveryEngine {
  readonly isDurable: true;
  readonly keepsDead: true;
  /** Deliveries that it knows, those that ended included for as long as it is told to keep them, the latest first. */
  deliveries(filter?: DeliveryFilter): Promise<readonly StoredDelivery[]>;
  /** How long the queue is, and since when its oldest delivery waits. */
  status(): Promise<EngineStatus>;
  /** No attempt is begun any more, in any process, until `resume`. What is sent is stored all the same. */
  pause(): Promise<void>;
  /** Attempts are begun again, in every process. */
  resume(): Promise<void>;
}
