import { basesOf } from './base-requests.js';
import { plannedCases, randomCases } from './cases.js';
import { causeOf, type FailedCase } from './failed-case.js';
import { FindingCollector } from './findings.js';
import { FreshValues } from './fresh-values.js';
import { isInconclusive, judgeOutcome, type Exchanged } from './judge-outcome.js';
import type { FuzzTarget } from './operations.js';
import { isValid, type JudgedCase } from './judge-case.js';
import type { RunContext } from './run-context.js';
import type { Outcome } from './send.js';
import type { FuzzedOperation, FuzzFinding } from './types.js';

/** The share of planned requests; the rest is random. */
const PLANNED = 0.75;
const MOST_TIMEOUTS = 3;

interface PlannedCases {
  readonly planned: Iterator<JudgedCase>;
  readonly random: Iterator<JudgedCase>;
  readonly collector: FindingCollector;
}

const ENDED = {
  time: 'the time was over',
  unreachable: 'the service stopped responding',
  stopped: 'the run was stopped',
};

export class OperationRun {
  readonly #statuses = new Map<string, number>();
  readonly #notes: string[] = [];
  /** The first of each cause, to be collected: in a large run, every request may fail. */
  readonly #failed: FailedCase[] = [];
  readonly #causes = new Set<string>();
  readonly #fresh: FreshValues;
  findings: readonly FuzzFinding[] = [];
  #cases: PlannedCases | undefined;
  #isBegun = false;
  /** Requests without those of shrinking and repetitions. */
  #planned = 0;
  #requests = 0;
  #timeouts = 0;
  #isReached = false;

  constructor(
    readonly target: FuzzTarget,
    private readonly context: RunContext,
  ) {
    this.#fresh = new FreshValues(context);
  }

  /**
   * Sends up to this many further requests.
   *
   * @returns whether there are more to send
   */
  async turn(count: number): Promise<boolean> {
    this.#cases ??= this.#plan();
    if (this.#cases === undefined) return false;
    const { planned, random, collector } = this.#cases;
    const { runs, budget } = this.context;
    const most = Math.min(runs, this.#planned + count);
    await this.#sendAll(planned, Math.min(most, Math.ceil(runs * PLANNED)));
    await this.#sendAll(random, most);
    this.findings = await collector.collect(this.#failed.splice(0));
    return this.#planned === most && most < runs && budget.ended === undefined;
  }

  #plan(): PlannedCases | undefined {
    const { context, target } = this;
    this.#isBegun = true;
    const { all: bases, missing } = basesOf(target, context);
    const content = target.unwritable.length > 0 && target.contents.length === 0;
    if (missing.length > 0)
      this.#notes.push(`No value was found that the ${missing.join(' and the ')} may have.`);
    else if (content) this.#notes.push(`Bodies of ${target.unwritable.join(', ')} cannot be made.`);
    else if (bases.length === 0) this.#notes.push('No request was found that the document accepts.');
    const [plainest] = bases;
    if (plainest === undefined) return undefined;
    return {
      planned: plannedCases(target, bases, context),
      random: randomCases(target, bases, context, context),
      collector: new FindingCollector(target, context, plainest, (judged) => this.#exchange(judged)),
    };
  }

  async #sendAll(cases: Iterator<JudgedCase>, most: number): Promise<void> {
    const work = async (): Promise<void> => {
      while (this.#planned < most && this.#timeouts < MOST_TIMEOUTS) {
        if (this.context.budget.ended !== undefined) return;
        const next = cases.next();
        if (next.done === true) return;
        this.#planned += 1;
        const { judged, outcome } = await this.#exchange(next.value);
        this.#note(judged, outcome);
        const faults = judgeOutcome(judged, outcome, this.context);
        // The request as it was planned: fresh strings are no part of the cause.
        for (const fault of faults) this.#fail({ judged: next.value, fault });
      }
    };
    await Promise.all(Array.from({ length: this.context.concurrency }, work));
  }

  #fail(failed: FailedCase): void {
    const cause = causeOf(failed);
    if (this.#causes.has(cause)) return;
    this.#causes.add(cause);
    this.#failed.push(failed);
  }

  /** Sends a request. After a conflict (409) it is repeated with fresh strings, and later requests have some at once. */
  async #exchange(given: JudgedCase): Promise<Exchanged> {
    const judged = this.#fresh.next(given);
    const outcome = await this.#send(judged);
    const again = isConflict(outcome) ? this.#fresh.retry(judged) : undefined;
    if (again === undefined) return { judged, outcome };
    const second = await this.#send(again);
    this.#fresh.learn(isConflict(second));
    return { judged: again, outcome: second };
  }

  async #send(judged: JudgedCase): Promise<Outcome> {
    const { budget, sender } = this.context;
    this.#requests += 1;
    budget.requests += 1;
    const outcome = await sender.send(judged.written);
    if (outcome.kind === 'broken' && outcome.isGone === true) budget.giveUp();
    const status = outcome.kind === 'answer' ? String(outcome.response.status) : 'error';
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    return outcome;
  }

  #note(judged: JudgedCase, outcome: Outcome): void {
    if (outcome.kind === 'timeout') {
      this.#timeouts += 1;
      if (this.#timeouts === MOST_TIMEOUTS)
        this.#notes.push(`Nothing more was sent after ${MOST_TIMEOUTS} requests were not answered in time.`);
    }
    if (!isValid(judged) || outcome.kind !== 'answer') return;
    this.context.learn(this.target, outcome);
    if (outcome.response.status < 400) this.#isReached = true;
  }

  /** Call it once, after the last turn. */
  summary(): FuzzedOperation {
    const statuses = Object.fromEntries([...this.#statuses].sort(([a], [b]) => (a < b ? -1 : 1)));
    const { ended } = this.context.budget;
    if (!this.#isBegun && ended !== undefined) this.#notes.push(`Nothing was sent: ${ENDED[ended]}.`);
    if (!this.#isReached && this.#requests > 0)
      this.#notes.push(unreached(Object.keys(statuses), this.context.inconclusive));
    return {
      operation: this.target.documented.name,
      requests: this.#requests,
      statuses,
      isReached: this.#isReached,
      notes: this.#notes,
    };
  }
}

function unreached(statuses: readonly string[], inconclusive: readonly number[]): string {
  const found = statuses.filter((one) => isInconclusive(Number(one), inconclusive));
  const remedy = found.some((one) => one === '401' || one === '403') ? ' Give credentials as headers.' : '';
  const answers = found.length === 0 ? '' : ` but ${found.join(', ')}`;
  return `Not reached: no valid request was answered with success${answers}.${remedy}`;
}

function isConflict(outcome: Outcome): boolean {
  return outcome.kind === 'answer' && outcome.response.status === 409;
}
