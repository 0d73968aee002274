/** Types and functions for your own engine or channel: entry point `dtospec/adapter`. */
export type {
  DeliveryEngine,
  DurableEngine,
  EndpointStatus,
  EngineHost,
  EngineStatus,
  EnqueueOptions,
  Job,
  JobHandler,
  Queued,
  StatusOptions,
  Step,
  StopOptions,
} from './engine.js';
export { checkFilter, isSelected } from './delivery-filter.js';
export type {
  CancelFilter,
  CheckedFilter,
  DeadFilter,
  DeliveryFilter,
  EndedState,
  EraseFilter,
  FilterMethod,
  RedeliverFilter,
} from './delivery-filter.js';
export type { StoredDelivery } from './delivery.js';
export { packRecord, addRecord, eraseHistory } from './delivery.js';
export { MessageWaitingError } from './errors.js';
export type { AttemptRecord, StoredAttempt } from './delivery.js';
export { limitAttempts } from './attempts/limit-attempts.js';
export { takeTurn } from './attempts/rate.js';
export type { EndpointRate, Pace, PutOff, RateStore } from './attempts/rate.js';
export { testEngine } from './contract/test-engine.js';
export type { EngineTest, TestEngineOptions } from './contract/test-engine.js';
export type { OpenTestedStore, TestedStore } from './contract/bench.js';
export { LaterFormatError, packJob, unpackJob } from './queue/pack-job.js';
export type { EndpointHealth } from './endpoint-health.js';
export type { EndpointPause, EndpointStore, ResumeEndpointOptions } from './endpoint-store.js';
export { pauseEndpoint, resumeEndpoint } from './endpoint-pauses.js';
export { DURABLE_RETRY } from './retry.js';
export type { RetryPolicy } from './retry.js';
export type {
  AttemptContext,
  AttemptResult,
  Channel,
  Destination,
  PreparedDestinations,
  Prepared,
  PrepareRequest,
} from './channel.js';
