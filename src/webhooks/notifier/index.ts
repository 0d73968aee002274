/** Types and functions for your own engine or channel: entry point `dtospec/adapter`. */
export type {
  DeadFilter,
  DeliveryEngine,
  DeliveryFilter,
  DurableEngine,
  EngineHost,
  EngineStatus,
  EnqueueOptions,
  Job,
  JobHandler,
  Queued,
  RedeliverFilter,
  Step,
  StopOptions,
} from './engine.js';
export type { StoredDelivery } from './delivery.js';
export { packJob, unpackJob } from './queue/pack-job.js';
export type { EndpointHealth } from './endpoint-health.js';
export type { EndpointStore } from './endpoint-store.js';
export { pauseEndpoint, resumeEndpoint } from './endpoint-pauses.js';
export type { EndpointPause, ResumeEndpointOptions } from './endpoint-pauses.js';
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
