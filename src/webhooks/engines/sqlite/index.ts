/** Durable deliveries in a SQLite file: entry point `dtospec/sqlite`. */
export { SqliteEngine } from './engine.js';
export type { SqliteEngineOptions } from './sqlite-options.js';
export type { SqliteConnection, SqliteDriver } from './database.js';
