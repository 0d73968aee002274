export { BullMqEngine } from './engine.js';
export type { JobData, JobResult } from '../shared/job-data.js';
export type { BullMqEngineOptions } from './bullmq-options.js';
export { EnqueueTimeoutError } from '../shared/store-errors.js';
