import type { CaseContext } from './judge/judge-case.js';
import type { AnswerContext } from './judge/judge-outcome.js';
import type { FuzzTarget } from './operations.js';
import type { Member, ReadCode } from './read-response.js';
import type { Outcome, Sender } from './send.js';
import type { RandomValues } from './values/random.js';
import type { FuzzReport } from './types.js';

export interface RunContext extends CaseContext, AnswerContext {
  readonly sender: Sender;
  readonly budget: Budget;
  readonly random: RandomValues;
  readonly seed: number;
  /** Maximum number of generated requests for each operation. */
  readonly runs: number;
  readonly concurrency: number;
  /** Numbers for values that a service may require to be unique. */
  readonly unique: UniqueNumbers;
  /** Names of undocumented methods and paths that were requested. */
  readonly probed: Set<string>;
  /** Methods that may be sent; undefined for all. */
  readonly methods: readonly string[] | undefined;
  /** Stores values of a response for later requests. */
  readonly learn: (target: FuzzTarget, outcome: Outcome, values: ReadonlyMap<string, unknown>) => void;
  /** Returns what reads the path again, to check that a change is visible. */
  readonly readerOf: (path: string) => Reader | undefined;
}

export interface Reader {
  readonly read: (
    parameters: ReadonlyMap<string, unknown>,
    code: ReadCode,
    why: string,
    confirmed?: readonly Member[],
  ) => Promise<void>;
}

/** Numbers for values that may have to be unique. They are the same in each run with the same seed. */
export class UniqueNumbers {
  #last: number;
  #isByClock = false;

  constructor(seed: number) {
    this.#last = 2 ** 50 + 1021 * seed;
  }

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  startByClock(): void {
    if (!this.#isByClock) this.#last = Date.now() * 1000;
    this.#isByClock = true;
  }
}

export class Budget {
  readonly #deadline: number;
  requests = 0;
  #isUnreachable = false;

  constructor(
    time: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#deadline = performance.now() + time;
  }

  get ended(): Exclude<FuzzReport['ended'], 'done'> | undefined {
    if (this.#isUnreachable) return 'unreachable';
    if (this.signal?.aborted === true) return 'stopped';
    return performance.now() > this.#deadline ? 'time' : undefined;
  }

  giveUp(): void {
    this.#isUnreachable = true;
  }
}
