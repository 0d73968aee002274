import { curlOf } from '../write/request.js';
import { isValid, judgeCase, type JudgedCase } from './judge-case.js';
import type { RequestCase } from '../write/request.js';
import { sameJson } from 'dtospec/internal';
import {
  causeOf,
  isOfService,
  isPlain,
  OF_SERVICE,
  kindOf,
  placedBeside,
  type FailedCase,
  judgeOutcome,
  type Exchanged,
  type Fault,
} from './judge-outcome.js';
import type { FreshValues } from '../fresh-values.js';
import type { FuzzTarget } from '../operations.js';
import type { RunContext } from '../run-context.js';
import type { FuzzCode, FuzzFinding } from '../types.js';
import { valueAt, pathsOf, replaceAt } from '../values/json-path.js';
import type { RandomValues } from '../values/random.js';

const MOST_OF_A_KIND = 5;
/** Maximum number of requests to shrink one finding; the next constant limits timeouts among them. */
const MAX_SHRINKS = 200;
const MAX_WAITS = 8;

/** Faults that may be accidental. They are reported only if a second request confirms them. */
const ONCE: ReadonlySet<FuzzCode> = new Set(['connection-broken', 'timeout']);

export class FindingCollector {
  readonly #findings = new Map<string, FuzzFinding>();
  readonly #known = new Set<string>();
  readonly #smallest: FailedCase[] = [];
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly target: FuzzTarget,
    private readonly context: RunContext,
    private readonly fresh: FreshValues,
    private readonly exchange: (judged: JudgedCase) => Promise<Exchanged>,
  ) {}

  async collect(failed: readonly FailedCase[]): Promise<readonly FuzzFinding[]> {
    // The shortest failures come first; otherwise a request may shrink to one that fails for another reason.
    for (const failure of [...failed].sort((a, b) => lengthOf(a) - lengthOf(b))) {
      const kind = kindOf(failure.fault);
      const count = this.#counts.get(kind) ?? 0;
      if (count >= MOST_OF_A_KIND || this.#isExplained(failure)) continue;
      const smallest = placedBeside(this.fresh.plainest, await this.#shrink(failure));
      this.#known.add(causeOf(failure)).add(causeOf(smallest));
      if (isOfService(smallest)) this.#smallest.push(smallest);
      if (isPlain(smallest)) this.#known.add(kind);
      const isConfirmed = await this.#isConfirmed(smallest);
      if (!isConfirmed && ONCE.has(failure.fault.code) && this.context.budget.ended === undefined) continue;
      this.#counts.set(kind, count + 1);
      this.#add(findingOf(smallest, isConfirmed, this.context));
    }
    return [...this.#findings.values()];
  }

  #isExplained(failed: FailedCase): boolean {
    const kind = kindOf(failed.fault);
    if (this.#known.has(causeOf(failed)) || this.#known.has(kind)) return true;
    if (!OF_SERVICE.has(failed.fault.code)) return false;
    return this.#smallest.some((known) => {
      const { key, path } = known.judged.requestCase.varied;
      const value = valueAt(known.judged.requestCase.values.get(key), path);
      return (
        kindOf(known.fault) === kind &&
        value !== undefined &&
        sameJson(value, valueAt(failed.judged.requestCase.values.get(key), path))
      );
    });
  }

  async #shrink(failed: FailedCase): Promise<FailedCase> {
    let smallest = failed;
    let requests = 0;
    let waits = 0;
    let isSmaller = true;
    while (isSmaller) {
      isSmaller = false;
      const { requestCase: failing } = smallest.judged;
      for (const smaller of smallerCases(this.target, failing, this.fresh.plainest, this.context.random)) {
        if (requests >= MAX_SHRINKS || waits >= MAX_WAITS || this.context.budget.ended !== undefined)
          return smallest;
        const judged = judgeCase(this.target, smaller, this.context);
        if (judged === undefined || !this.#isAlike(judged, smallest)) continue;
        requests += 1;
        const sent = await this.exchange(judged);
        if (sent.outcome.kind === 'timeout') waits += 1;
        const fault = this.#faultIn(sent, failed.fault);
        if (fault === undefined) continue;
        smallest = { judged, fault };
        isSmaller = true;
        break;
      }
    }
    return smallest;
  }

  #isAlike(judged: JudgedCase, { judged: other, fault }: FailedCase): boolean {
    const own = judged.mismatches[0];
    const asked = other.mismatches[0];
    if (own?.place !== asked?.place || own?.rule !== asked?.rule || judged.isCertain !== other.isCertain)
      return false;
    if (judged.mismatches.length > other.mismatches.length) return false;
    return fault.code === 'answer-undocumented' || !this.#isExplained({ judged, fault });
  }

  async #isConfirmed({ judged, fault }: FailedCase): Promise<boolean> {
    if (this.context.budget.ended !== undefined) return false;
    return this.#faultIn(await this.exchange(judged), fault) !== undefined;
  }

  #faultIn({ judged, outcome }: Exchanged, wanted: Fault): Fault | undefined {
    const faults = judgeOutcome(judged, outcome, this.context);
    return faults.find((fault) =>
      fault.code === 'answer-undocumented' ? fault.key === wanted.key : kindOf(fault) === kindOf(wanted),
    );
  }

  #add(finding: FuzzFinding): void {
    const key = JSON.stringify([finding.code, finding.status, finding.rule, finding.curl]);
    if (!this.#findings.has(key)) this.#findings.set(key, finding);
  }
}

function lengthOf({ judged: { written } }: FailedCase): number {
  return written.target.length + (written.body?.length ?? 0);
}

export function findingOf(
  { judged, fault }: FailedCase,
  isConfirmed: boolean,
  { sender, headers }: Pick<RunContext, 'sender' | 'headers'>,
): FuzzFinding {
  const { written, target } = judged;
  const { code, status, place, pointer, rule, message, documented } = fault;
  const url = `${sender.origin.origin}${written.target}`;
  return {
    code,
    operation: target.documented.name,
    also: [],
    request: {
      method: written.method,
      url,
      headers: written.headers,
      ...(written.body !== undefined && { body: written.body.toString() }),
    },
    curl: curlOf(url, written, headers),
    isValid: isValid(judged),
    status,
    place,
    pointer,
    rule,
    message,
    documented,
    isConfirmed,
  };
}

function* smallerCases(
  { parameters }: FuzzTarget,
  requestCase: RequestCase,
  plainest: RequestCase,
  random: RandomValues,
): Generator<RequestCase> {
  const required = new Set(parameters.filter(({ isRequired }) => isRequired).map(({ key }) => key));
  const optional = [...requestCase.values.keys()].filter((key) => !required.has(key));
  if (optional.length > 1) yield without(requestCase, optional);
  for (const key of optional) yield without(requestCase, [key]);
  for (const [key, value] of requestCase.values)
    for (const smaller of smallerValues(value, plainest.values.get(key), random))
      yield { ...requestCase, values: new Map(requestCase.values).set(key, smaller) };
}

function without(request: RequestCase, keys: readonly string[]): RequestCase {
  return { ...request, values: new Map([...request.values].filter(([key]) => !keys.includes(key))) };
}

function* smallerValues(value: unknown, plain: unknown, random: RandomValues): Generator {
  if (sameJson(value, plain)) return;
  for (const path of pathsOf(value)) {
    const there = valueAt(value, path);
    const usual = valueAt(plain, path);
    if (sameJson(there, usual)) continue;
    if (usual !== undefined) yield replaceAt(value, path, () => usual);
    for (const simpler of random.simpler(there))
      if (!sameJson(simpler, there)) yield replaceAt(value, path, () => simpler);
  }
}
