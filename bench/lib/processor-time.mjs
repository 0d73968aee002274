import { readFileSync } from 'node:fs';

/** Milliseconds of processor time that this thread has taken; without /proc, those of the whole process. */
export function processorTime() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
