import { nodeModule } from '../../../shared/node-modules.js';

const MAX_IDLE_SOCKETS = 2_048;

/** Share of the process's file descriptors that idle connections may take. */
const SHARE = 1 / 4;

/**
 * Returns the default of `maxIdleSockets`. A process with few file descriptors needs them for other things.
 */
export function defaultIdleSockets(limits = readLimits()): number {
  const [, descriptors] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return descriptors === undefined
    ? MAX_IDLE_SOCKETS
    : Math.min(MAX_IDLE_SOCKETS, Math.floor(Number(descriptors) * SHARE));
}

/** Returns the limits of the process; empty outside of Linux. */
function readLimits(): string {
  try {
    return nodeModule('fs')?.readFileSync('/proc/self/limits', 'utf8') ?? '';
  } catch {
    return '';
  }
}
