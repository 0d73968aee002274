export { BullMqEngine } from './engine.js';
export type { OutboxOptions, PgClient, PgPool } from './outbox.js';
export type { RatePerOrigin } from '../shared/origin-limits.js';
export type { BullMqEngineOptions } from './options.js';
export { EnqueueTimeoutError } from '../shared/within-time.js';
