import { ConfigError } from '../../../shared/errors.js';

/** Milliseconds below which a process that is busy for a moment loses its deliveries, and takes them again. */
const SHORTEST = 3_000;

/** @throws ConfigError for a lease that is too short to be extended in time */
export function requireLease(lease: number, engine: string, shortest = SHORTEST): void {
  if (lease >= shortest) return;
  throw new ConfigError(
    `lease of a ${engine} needs at least ${shortest} milliseconds, not ${lease}; 30000 is recommended.`,
  );
}
