export { BullMqEngine } from './engine.js';
export type { BullMqEngineOptions } from './options.js';
export { EnqueueTimeoutError } from '../shared/store-errors.js';
