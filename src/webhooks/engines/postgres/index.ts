/** Durable deliveries in PostgreSQL, by pg-boss: entry point `dtospec/postgres`. */
export { PostgresEngine } from './engine.js';
export type { PostgresEngineOptions } from './postgres-options.js';
export { EnqueueTimeoutError } from '../shared/store-errors.js';
