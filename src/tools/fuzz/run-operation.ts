import { basesOf } from './base-requests.js';
import { casesOf, type Cases } from './cases.js';
import {
  causeOf,
  type FailedCase,
  type Fault,
  faultsOfService,
  OF_SERVICE,
  isInconclusive,
  judgeOutcome,
  type Exchanged,
} from './judge/judge-outcome.js';
import { FindingCollector } from './judge/findings.js';
import { exactly, FollowUps } from './follow-ups.js';
import { FreshValues } from './fresh-values.js';
import type { FuzzTarget } from './operations.js';
import { isValid, type JudgedCase } from './judge/judge-case.js';
import type { RunContext } from './run-context.js';
import { statusOf, type Outcome } from './send.js';
import type { FuzzedOperation, FuzzFinding } from './types.js';
import type { Headers } from './write/headers.js';

const MAX_TIMEOUTS = 3;

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
    this.#fresh = new FreshValues(context, (judged, place) => this.followUps.repeat(judged, place));
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
    this.#fresh.begin(plainest, bases);
    return {
      cases: casesOf(target, bases, context),
      collector: new FindingCollector(target, context, this.#fresh, (judged) => this.#exchange(judged)),
    };
  }

  async #sendAll(cases: Iterator<JudgedCase>, most: number): Promise<void> {
    const work = async (): Promise<void> => {
      while (this.#sent < most && this.#timeouts < MAX_TIMEOUTS) {
        if (this.context.budget.ended !== undefined) return;
        const next = cases.next();
        if (next.done === true) return;
        this.#sent += 1;
        const planned = this.#fresh.corrected(next.value);
        if (isValid(planned)) await this.followUps.before(planned);
        const { judged, outcome } = await this.#exchange(planned);
        this.#note(judged, outcome);
        // The planned request is judged, since fresh values are not part of the cause.
        this.#judge(planned, outcome);
        if (isValid(judged) && outcome.kind === 'answer')
          await this.followUps.after(judged, outcome.response);
      }
    };
    await Promise.all(Array.from({ length: this.context.concurrency }, work));
  }

  #judge(judged: JudgedCase, outcome: Outcome, isMeant: (fault: Fault) => boolean = () => true): void {
    for (const fault of judgeOutcome(judged, outcome, this.context).filter(isMeant)) {
      const failed = { judged, fault };
      const cause = causeOf(failed);
      if (this.#causes.has(cause)) continue;
      this.#causes.add(cause);
      this.#failed.push(failed);
    }
  }

  /** Sends a request. After a conflict (409) or a new fault it repeats the request with other values. */
  async #exchange(requested: JudgedCase, headers?: Headers): Promise<Exchanged> {
    const send = async (judged: JudgedCase): Promise<Exchanged> => ({
      judged,
      outcome: await this.#send(judged, headers),
    });
    const sent = await send(this.#fresh.next(requested));
    const status = statusOf(sent.outcome);
    if (requested.requestCase.isExact === true || status === undefined) return sent;
    const faults = faultsOfService(requested, sent.outcome, this.context);
    const isNew = faults.some((fault) => !this.#causes.has(causeOf({ judged: requested, fault })));
    if (status !== 409 && !isNew) return sent;
    const resolved = await this.#fresh.resolve(sent, send, ({ judged, outcome }) => {
      const nextStatus = statusOf(outcome);
      if (nextStatus === undefined || nextStatus === 409) return false;
      return status === 409 || faultsOfService(judged, outcome, this.context).length === 0;
    });
    if (resolved === undefined) return sent;
    const { exchanged, culprit } = resolved;
    // The response may have a fault of its own.
    this.#judge(exactly(sent.judged), sent.outcome, ({ code }) => !OF_SERVICE.has(code));
    if (culprit !== undefined && isValid(requested))
      this.#judge({ ...requested, requestCase: { ...requested.requestCase, varied: culprit } }, sent.outcome);
    return exchanged;
  }

  async #send(judged: JudgedCase, headers?: Headers): Promise<Outcome> {
    const { budget, sender } = this.context;
    this.#requests += 1;
    budget.requests += 1;
    const outcome = await sender.send(judged.written, headers);
    if (outcome.kind === 'broken' && outcome.isGone === true) budget.giveUp();
    const status = outcome.kind === 'answer' ? String(outcome.response.status) : 'error';
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (outcome.kind === 'answer' && outcome.response.status < 300) this.#fresh.accept(judged);
    if (isValid(judged)) this.context.learn(this.target, outcome, judged.requestCase.values);
    return outcome;
  }

  #note(judged: JudgedCase, outcome: Outcome): void {
    if (outcome.kind === 'timeout') {
      this.#timeouts += 1;
      if (this.#timeouts === MAX_TIMEOUTS)
        this.#notes.push(`Nothing more was sent after ${MAX_TIMEOUTS} requests were not answered in time.`);
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
  const reasons = statuses.filter((status) => isInconclusive(status, inconclusive)).sort((a, b) => a - b);
  const remedy = reasons.some((status) => status === 401 || status === 403)
    ? ' Give credentials as headers.'
    : '';
  const answers = reasons.length === 0 ? '' : ` but ${reasons.join(', ')}`;
  return `Not reached: no valid request was answered with success${answers}.${remedy}`;
}
