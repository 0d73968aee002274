import type { Budget } from './budget.js';
import type { CaseContext } from './judge-case.js';
import type { AnswerContext } from './judge-outcome.js';
import type { FuzzTarget } from './operations.js';
import type { Outcome, Sender } from './send.js';
import type { RandomValues } from './values/random.js';

/** What every operation is sent to with. */
export interface RunContext extends CaseContext, AnswerContext {
  readonly sender: Sender;
  readonly budget: Budget;
  readonly random: RandomValues;
  readonly seed: number;
  readonly runs: number;
  readonly concurrency: number;
  /** Told of each answer to a valid request. */
  readonly learn: (target: FuzzTarget, outcome: Outcome) => void;
}
