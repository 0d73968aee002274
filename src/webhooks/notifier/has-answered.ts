import type { AttemptRecord } from './delivery.js';
import { PATIENCE } from './standings.js';

/** Whether the target is one that answers: a refusal is an answer too, and so is a failure that kept nobody waiting. */
export function hasAnswered({ stalled, status, error, duration }: AttemptRecord): boolean {
  return !stalled && (status !== undefined || error === undefined || duration < PATIENCE);
}
