export { BullMqEngine } from './engine.js';
export type { BullMqEngineOptions } from './bullmq-options.js';
export { EnqueueTimeoutError } from '../shared/store-errors.js';
