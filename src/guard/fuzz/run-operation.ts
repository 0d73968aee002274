import { basesOf } from './base-requests.js';
import { casesOf, type Cases } from './cases.js';
import {
  causeOf,
  type FailedCase,
  isInconclusive,
  judgeOutcome,
  type Exchanged,
} from './judge/judge-outcome.js';
import { FindingCollector } from './judge/findings.js';
import { FollowUps } from './follow-ups.js';
import { FreshValues } from './fresh-values.js';
import type { FuzzTarget } from './operations.js';
import { isValid, type JudgedCase } from './judge/judge-case.js';
import type { RunContext } from './run-context.js';
import { statusOf, type Outcome } from './send.js';
import type { FuzzedOperation, FuzzFinding } from './types.js';
import type { Headers } from './write/headers.js';

const MOST_TIMEOUTS = 3;

interface Plan {
  readonly cases: Cases;
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
  /** The first failed request of each cause. In a large run, every request may fail. */
  readonly #failed: FailedCase[] = [];
  readonly #causes = new Set<string>();
  readonly #fresh: FreshValues;
  readonly followUps: FollowUps;
  #found: readonly FuzzFinding[] = [];
  #plan: Plan | undefined;
  #isBegun = false;
  /** Number of requests, without those for shrinking, repetitions and follow-ups. */
  #sent = 0;
  #requests = 0;
  #timeouts = 0;
  #isReached = false;
  readonly #answers = new Set<number>();

  constructor(
    readonly target: FuzzTarget,
    private readonly context: RunContext,
  ) {
    this.#fresh = new FreshValues(context);
    this.followUps = new FollowUps(
      target,
      context,
      (judged, headers) => this.#exchange(judged, headers),
      (judged, outcome) => {
        this.#judge(judged, outcome);
      },
    );
  }

  get findings(): readonly FuzzFinding[] {
    return [...this.#found, ...this.followUps.findings];
  }

  /**
   * Sends the next requests of this operation. An operation with more places to vary sends more.
   *
   * @returns whether there are more requests to send
   */
  async turn(): Promise<boolean> {
    this.#plan ??= this.#makePlan();
    if (this.#plan === undefined) return false;
    const { cases, collector } = this.#plan;
    const { runs, budget } = this.context;
    const most = Math.min(runs, this.#sent + cases.turn);
    await this.#sendAll(cases.all, most);
    this.#found = await collector.collect(this.#failed.splice(0));
    this.#fresh.avoided = collector.culprits;
    return this.#sent === most && most < runs && budget.ended === undefined;
  }

  #makePlan(): Plan | undefined {
    const { context, target } = this;
    this.#isBegun = true;
    const { all: bases, missing } = basesOf(target, context);
    const content = target.unwritable.length > 0 && target.contents.length === 0;
    if (missing.length > 0)
      this.#notes.push(`No valid value was found for the ${missing.join(' and the ')}.`);
    else if (content) this.#notes.push(`Bodies of ${target.unwritable.join(', ')} cannot be generated.`);
    else if (bases.length === 0) this.#notes.push('No request was found that the document accepts.');
    const [plainest] = bases;
    if (plainest === undefined) return undefined;
    this.#fresh.bases = bases;
    return {
      cases: casesOf(target, bases, context),
      collector: new FindingCollector(target, context, plainest, (judged) => this.#exchange(judged)),
    };
  }

  async #sendAll(cases: Iterator<JudgedCase>, most: number): Promise<void> {
    const work = async (): Promise<void> => {
      while (this.#sent < most && this.#timeouts < MOST_TIMEOUTS) {
        if (this.context.budget.ended !== undefined) return;
        const next = cases.next();
        if (next.done === true) return;
        this.#sent += 1;
        if (isValid(next.value)) await this.followUps.before(next.value);
        const { judged, outcome } = await this.#exchange(next.value);
        this.#note(judged, outcome);
        // The planned request is judged, since fresh values are not part of the cause.
        this.#judge(next.value, outcome);
        if (isValid(judged) && outcome.kind === 'answer')
          await this.followUps.after(judged, outcome.response);
      }
    };
    await Promise.all(Array.from({ length: this.context.concurrency }, work));
  }

  #judge(judged: JudgedCase, outcome: Outcome): void {
    for (const fault of judgeOutcome(judged, outcome, this.context)) {
      const failed = { judged, fault };
      const cause = causeOf(failed);
      if (this.#causes.has(cause)) continue;
      this.#causes.add(cause);
      this.#failed.push(failed);
    }
  }

  /**
   * Sends a request. After a conflict (409) it repeats the request with fresh values, and some later requests have
   * fresh values, too.
   */
  async #exchange(given: JudgedCase, headers?: Headers): Promise<Exchanged> {
    const judged = this.#fresh.next(given);
    const outcome = await this.#send(judged, headers);
    const again = statusOf(outcome) === 409 ? this.#fresh.retry(judged) : undefined;
    const last = again === undefined ? outcome : await this.#send(again, headers);
    const status = statusOf(last);
    if (status !== undefined && (again !== undefined || status < 300)) this.#fresh.learn(status);
    return { judged: again ?? judged, outcome: last };
  }

  async #send(judged: JudgedCase, headers?: Headers): Promise<Outcome> {
    const { budget, sender } = this.context;
    this.#requests += 1;
    budget.requests += 1;
    const outcome = await sender.send(judged.written, headers);
    if (outcome.kind === 'broken' && outcome.isGone === true) budget.giveUp();
    const status = outcome.kind === 'answer' ? String(outcome.response.status) : 'error';
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (isValid(judged)) this.context.learn(this.target, outcome, judged.given.values);
    return outcome;
  }

  #note(judged: JudgedCase, outcome: Outcome): void {
    if (outcome.kind === 'timeout') {
      this.#timeouts += 1;
      if (this.#timeouts === MOST_TIMEOUTS)
        this.#notes.push(`Nothing more was sent after ${MOST_TIMEOUTS} requests were not answered in time.`);
    }
    if (!isValid(judged) || outcome.kind !== 'answer') return;
    this.#answers.add(outcome.response.status);
    if (outcome.response.status < 400) this.#isReached = true;
  }

  summary(): FuzzedOperation {
    const statuses = Object.fromEntries([...this.#statuses].sort(([a], [b]) => (a < b ? -1 : 1)));
    const { ended } = this.context.budget;
    if (!this.#isBegun && ended !== undefined) this.#notes.push(`Nothing was sent: ${ENDED[ended]}.`);
    if (!this.#isReached && this.#requests > 0)
      this.#notes.push(unreached([...this.#answers], this.context.inconclusive));
    return {
      operation: this.target.documented.name,
      requests: this.#requests,
      statuses,
      isReached: this.#isReached,
      isComplete: this.#plan?.cases.isComplete() ?? false,
      notes: this.#notes,
    };
  }
}

function unreached(statuses: readonly number[], inconclusive: readonly number[]): string {
  const found = statuses.filter((one) => isInconclusive(one, inconclusive)).sort((a, b) => a - b);
  const remedy = found.some((one) => one === 401 || one === 403) ? ' Give credentials as headers.' : '';
  const answers = found.length === 0 ? '' : ` but ${found.join(', ')}`;
  return `Not reached: no valid request was answered with success${answers}.${remedy}`;
}
