import type { AttemptRecord, DeliveryIdentity, StoredDelivery } from './delivery.js';
import type {
  CancelFilter,
  DeadFilter,
  DeliveryFilter,
  EndedState,
  EraseFilter,
  RedeliverFilter,
} from './delivery-filter.js';
import type { EndpointHealth } from './endpoint-health.js';
import type { EndpointPause, EndpointStore, ResumeEndpointOptions } from './endpoint-store.js';
import type { RateStore } from './attempts/rate.js';
import type { RetryPolicy } from './retry.js';
import type { Runtime } from './runtime.js';
import type { ChannelResponse } from './channel.js';

/** A delivery as an engine stores it: plain data without secrets. */
export interface Job extends Omit<DeliveryIdentity, 'origin'> {
  /** Name of the message's event, if it has one. */
  readonly event?: string;
  /** Deliveries of one group share the per-target limit; a webhook's group is its origin. */
  readonly group: string;
  /** The channel's payload. `packJob` converts it to text. */
  readonly payload: unknown;
  /** Approximate size in bytes. @default 0 */
  readonly size?: number;
  /** Time of the send, in milliseconds since the epoch. @default unknown */
  readonly createdAt?: number;
  /** Time of the first attempt, in milliseconds since the epoch. @default now */
  readonly notBefore?: number;
  /** Key by which a durable engine ignores repeated jobs, even after the first has ended. @default none */
  readonly dedupeKey?: string;
  /**
   * Key of jobs that run one after the other, in the order of `enqueue`. They do not delay other jobs.
   * @default none: in any order
   */
  readonly sequence?: string;
}

/** Options of `enqueue`. */
export interface EnqueueOptions {
  /** Aborted when the send is aborted. It has no effect after a durable engine has stored the job. */
  readonly signal: AbortSignal;
  /**
   * The application's database connection inside a transaction. The job is stored only if the transaction is
   * committed. Each engine documents which connections it takes.
   */
  readonly transaction?: unknown;
}

interface Ended {
  /** Record of the last attempt; absent if the job was aborted before an attempt. */
  readonly record?: AttemptRecord;
  /** The last response, if any was received. */
  readonly response?: ChannelResponse;
}

/** The end of a job. */
export interface Done extends Ended {
  readonly kind: 'done';
  /** Outcome; `gone` if the receiver answered 410, `paused` if the job is kept until `redeliver`. */
  readonly outcome: 'sent' | 'gone' | 'failed' | 'paused';
  /** The last error. */
  readonly error?: Error;
}

/** Result of an attempt after which another one follows. */
export interface Retry {
  readonly kind: 'retry';
  /** Time of the next attempt, in milliseconds since the epoch. */
  readonly at: number;
  /** Wait until the next attempt, in milliseconds. */
  readonly delay: number;
  /**
   * Record of the attempt; absent if none was made or `stop`
   * aborted it. Then the next attempt has the same number.
   */
  readonly record?: AttemptRecord;
  /** True if this process cannot make the attempt, but another one may. @default false */
  readonly isLeft?: boolean;
}

/** The end of a job that failed and is kept for `redeliver`. */
export interface Dead extends Ended {
  readonly kind: 'dead';
  readonly outcome: 'dead';
  /** The last error. */
  readonly error: Error;
}

/** End of a job. */
export type JobEnd = Done | Dead;

/** The engine's next step. */
export type Step = JobEnd | Retry;

/**
 * Makes an attempt, numbered from 1, and returns the next step.
 * It ends soon after the signal is aborted, and never rejects.
 */
export type JobHandler = (job: Job, attempt: number, signal: AbortSignal) => Promise<Step>;

/** The result of a job that ran in process. */
export interface JobReport {
  readonly kind: 'ended';
  /** The final state. */
  readonly end: JobEnd;
  /** Its attempts, in order. */
  readonly history: readonly AttemptRecord[];
}

/** The result of a job that a durable engine has stored. */
export interface Queued {
  readonly kind: 'queued';
  /** Id of the job, or of an earlier job with the same dedupe key. */
  readonly id: string;
  /** True if the earlier job is dead; `redeliver` restarts it. @default false */
  readonly isDead?: boolean;
  /**
   * Event of the earlier job, null if it has none. The delivery fails if it differs: the key is that of
   * another message.
   * @default undefined: the job is new
   */
  readonly earlierEvent?: string | null;
}

/** A problem that the operators of an engine should know. */
export interface EngineWarning {
  /** Stable code, e.g. `redis-eviction`. */
  readonly code: string;
  /** The problem and its remedy, without secrets. */
  readonly message: string;
  /** The cause, if there is one. */
  readonly cause?: unknown;
}

/** Limits of concurrent attempts in this process: see `NotifierOptions`. */
export interface EngineLimits {
  /** Concurrent attempts at targets that answer. */
  readonly concurrency: number;
  /** Concurrent attempts at one target. */
  readonly concurrencyPerTarget: number;
  /** Extra concurrency for unresponsive targets, one attempt each. */
  readonly concurrencyUnanswered: number;
}

/** Functions and limits that the notifier gives to an engine. */
export interface EngineHost {
  /** Makes one attempt and returns the next step. */
  readonly handle: JobHandler;
  /** Limits of concurrent attempts. */
  readonly limits: EngineLimits;
  /** Clock, timers and randomness. */
  readonly runtime: Runtime;
  /** Emits the notifier's event `warning`. */
  readonly warn: (warning: EngineWarning) => void;
}

/** Options of `stop`. */
export interface StopOptions {
  /** Milliseconds that running attempts have to end. @default 10000 */
  readonly grace?: number;
}

/** State of a durable engine. */
export interface EngineStatus {
  /** True if `pause` has stopped new attempts. */
  readonly isPaused: boolean;
  /** Deliveries that have not ended. */
  readonly waiting: number;
  /** Waiting deliveries whose attempt is due or under way. */
  readonly due: number;
  /** Dead deliveries that are kept. */
  readonly dead: number;
  /** Deliveries that are kept because their endpoint was paused or disabled. */
  readonly paused: number;
  /**
   * Age of the oldest due delivery in milliseconds: how long it has been due without a worker that took it; 0
   * if there is none. On Redis, among the hundred that are attempted next.
   */
  readonly oldestDue: number;
  /** Ids of the endpoints that `pauseEndpoint` has paused. */
  readonly pausedEndpoints: readonly string[];
  /** Endpoints with due deliveries that no worker has taken, the oldest first; with `byEndpoint`. */
  readonly endpoints?: readonly EndpointStatus[];
}

/** Due deliveries of one endpoint that no worker has taken. */
export interface EndpointStatus {
  /** Id of the endpoint. */
  readonly endpoint: string;
  /** Number of the deliveries. */
  readonly due: number;
  /** Age of the oldest one in milliseconds. */
  readonly oldestDue: number;
}

/** Options of `status`. */
export interface StatusOptions {
  /**
   * True to add the due deliveries of each endpoint, on Redis among the next 10,000. It takes longer.
   * @default false
   */
  readonly byEndpoint?: boolean;
}

/**
 * Schedules attempts. The handler makes an attempt and decides the next step, so the retry policy is the same
 * in every engine.
 */
export interface DeliveryEngine {
  /**
   * True if jobs are stored and outlive the process; `enqueue` then resolves when the job is stored. Channels
   * prepare payloads for storage and look up signing secrets at each attempt.
   */
  readonly isDurable: boolean;
  /** True if failed jobs end as `dead` and are kept for `redeliver`, instead of ending as `failed`. */
  readonly keepsDead: boolean;
  /** Store for the notifier's `health`. @default this process's memory */
  readonly health?: EndpointStore<EndpointHealth>;
  /**
   * Store of the paused endpoints. The notifier ends their
   * deliveries as `paused`. @default none can be paused
   */
  readonly pauses?: EndpointStore<EndpointPause>;
  /**
   * Turns at endpoints that have a rate. @default this process's memory: each process has a rate of its own
   */
  readonly rates?: RateStore;
  /**
   * Returns whether all attempts are paused. The notifier asks once a second at most, and gives back
   * deliveries that the engine has taken before. @default they are attempted
   */
  isPaused?(): boolean | Promise<boolean>;
  /**
   * Options of the notifier that the engine does not support,
   * with reason and remedy. `new Notifier` throws if one is set.
   * @default none
   */
  readonly unsupported?: { readonly orderBy?: string };
  /** Retry policy, unless the notifier has one. */
  readonly defaultRetry: RetryPolicy;
  /**
   * Starts to make attempts in this process. The notifier calls it once: before the first `enqueue` in
   * process, or in `notifier.start()`. Resolves when the engine works.
   */
  start(host: EngineHost): void | Promise<void>;
  /**
   * Adds a job. A durable engine resolves when the job is stored, the engine in process when it has ended.
   */
  enqueue(job: Job, options: EnqueueOptions): Promise<JobReport | Queued>;
  /**
   * Restarts the schedule of a dead job under the same ids.
   * @returns false if no job with this id is dead
   */
  redeliver(id: string): Promise<boolean>;
  /** Returns dead deliveries, the latest first. */
  dead(filter?: DeadFilter): Promise<readonly StoredDelivery[]>;
  /**
   * Starts no more attempts, aborts running ones after `grace`, and releases everything that keeps the
   * process alive. A durable engine keeps its jobs; aborted ones are due immediately.
   */
  stop(options?: StopOptions): Promise<void>;
  /**
   * Waits for room, before a large send builds another message. Resolves when there is room or the signal is
   * aborted; returns undefined if there is room now. @default a send builds all messages without waiting
   */
  room?(signal: AbortSignal): Promise<void> | undefined;
}

/** An engine whose deliveries outlive the process. Other processes can inspect them. */
export interface DurableEngine extends DeliveryEngine {
  readonly isDurable: true;
  readonly keepsDead: true;
  /**
   * Restarts the schedule of an ended delivery, with the
   * same ids and body. An unreadable delivery is read again.
   * @param state `dead` includes `unreadable`. @default 'dead'
   * @returns false if no job with this id ended in this state
   */
  redeliver(id: string, state?: EndedState): Promise<boolean>;
  /**
   * Returns stored deliveries, also ended ones during their retention, the latest first.
   * @throws ConfigError for an unknown or undefined field of the filter, or a wrong value
   */
  deliveries(filter?: DeliveryFilter): Promise<readonly StoredDelivery[]>;
  /**
   * Restarts all deliveries that a filter selects, the oldest
   * first, for example after the outage of an endpoint.
   * @returns how many were restarted
   * @throws ConfigError for an unknown or undefined field of the filter, or a wrong value
   */
  redeliverAll(filter?: RedeliverFilter): Promise<number>;
  /**
   * Deletes all ended deliveries that a filter selects. The filter needs a criterion.
   * @returns how many were deleted
   * @throws ConfigError for a filter without a criterion, an unknown or undefined field, or a wrong value
   */
  discardAll(filter: RedeliverFilter): Promise<number>;
  /**
   * Cancels one waiting delivery by its id, or all that a filter selects, and their further
   * attempts. The filter needs a criterion. They end as `cancelled`; an attempt that is under
   * way ends, and its delivery is then `sent` or `cancelled`. Resolves when no process
   * starts another attempt at them, after a second if a process had taken some.
   * @param selected the id of a delivery, or a filter
   * @returns how many were cancelled, those under way included
   * @throws ConfigError for a filter without a criterion, an unknown or undefined field, or a wrong value
   */
  cancel(selected: string | CancelFilter): Promise<number>;
  /**
   * Erases a message: the bodies and headers of its deliveries, what receivers answered, and the texts of
   * errors. Ids, event, states and times stay. An erased delivery cannot be restarted.
   * @returns how many deliveries were erased
   * @throws MessageWaitingError if a delivery of the message waits or is unreadable; then nothing is erased
   */
  erase(filter: EraseFilter): Promise<number>;
  /** Returns a stored job with its payload, or undefined if it is unknown or erased. */
  job(id: string): Promise<Job | undefined>;
  /**
   * Returns the numbers of waiting, due and dead deliveries,
   * the age of the oldest due one, and the paused endpoints.
   */
  status(options?: StatusOptions): Promise<EngineStatus>;
  /** Stops new attempts in every process until `resume`, within a second. Sends are still stored. */
  pause(): Promise<void>;
  /** Starts attempts again, in every process. */
  resume(): Promise<void>;
  /** Store of the paused endpoints, by their ids. */
  readonly pauses: EndpointStore<EndpointPause>;
  /** Turns at endpoints that have a rate, for all processes together. */
  readonly rates: Required<RateStore>;
  /**
   * Pauses one endpoint in every process. Its deliveries end as `paused` and are kept. Resolves after a
   * second, when no process starts another attempt at it.
   */
  pauseEndpoint(id: string): Promise<void>;
  /**
   * Resumes one endpoint, and restarts its paused deliveries, the oldest first and before newer ones.
   * Resolves after a second or two.
   * @returns how many deliveries were restarted, or deleted with `skip`
   */
  resumeEndpoint(id: string, options?: ResumeEndpointOptions): Promise<number>;
}
