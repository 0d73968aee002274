import fc from 'fast-check';
import { compileCase, type Compiled } from './compile.js';
import type { ContractCase } from './corpus/case.js';
import { declaredFormOf } from './declared-form.js';
import { crashOf, wideningOf } from './exceptions.js';
import { isExplained } from './explain.js';
import { heal } from './heal.js';
import { valuesOf } from './values/from-schema.js';
import { mutationsOf, pathsOf, removeAt } from './values/mutate.js';
import * as pool from './values/pool.js';
import { verdictOf, type Verdict } from './verdict.js';

/** How a value was judged, against the law. */
export type Finding =
  | 'exact refuses what runs'
  | 'exact takes what does not run, unexplained'
  | 'declared takes what exact does not'
  | 'declared refuses what runs, under no narrowing';

/** A value that breaks the law, made as small as it goes. */
export interface Disagreement {
  readonly finding: Finding;
  readonly value: unknown;
  readonly why: string;
}

/** What came of one class. */
export interface Comparison {
  readonly accepted: number;
  readonly rejected: number;
  /** Rejected values that the schema rejects too. */
  readonly caught: { readonly exact: number; readonly declared: number };
  /** How often each narrowing was needed. */
  readonly narrowed: ReadonlyMap<string, number>;
  readonly disagreements: readonly Disagreement[];
}

/** A class's two contracts, compiled. */
export interface Contracts {
  readonly exact: Compiled;
  readonly declared: Compiled;
}

/** How many values are asked about, and which. */
export interface CompareOptions {
  readonly runs: number;
  readonly seed: number;
  /** @default false */
  readonly nullableOptional?: boolean;
}

interface Judgement extends Partial<Disagreement> {
  readonly verdict: Verdict;
  readonly used: ReadonlySet<string>;
}

/** Compiles both contracts of a case. @throws if one of them is no valid schema */
export function contractsOf(tested: ContractCase, nullableOptional = false): Contracts {
  return {
    exact: compileCase(tested, { contract: 'exact' }),
    declared: compileCase(tested, { contract: 'declared', nullableOptional }),
  };
}

/** Asks runtime and schemas about generated values. Same seed, same values. */
export async function compareCase(
  tested: ContractCase,
  { runs, seed, nullableOptional }: CompareOptions,
): Promise<Comparison> {
  const contracts = contractsOf(tested, nullableOptional);
  const found = new Map<Finding, Disagreement>();
  const narrowed = new Map<string, number>();
  const caught = { exact: 0, declared: 0 };
  let accepted = 0;
  const values = await valuesFor(tested, contracts, { runs, seed });
  for (const value of values) {
    const judgement = await judge(tested, contracts, value);
    for (const name of judgement.used) narrowed.set(name, (narrowed.get(name) ?? 0) + 1);
    if (judgement.verdict.accepted) accepted += 1;
    else {
      caught.exact += Number(!contracts.exact.accepts(value));
      caught.declared += Number(!contracts.declared.accepts(value));
    }
    const { finding } = judgement;
    if (finding !== undefined && !found.has(finding))
      found.set(finding, await shrink(tested, contracts, value, finding));
  }
  return {
    accepted,
    rejected: values.length - accepted,
    caught,
    narrowed,
    disagreements: [...found.values()],
  };
}

/** Valid values, mutated ones, values of no kinship; and of those that validation refuses, healed ones. */
async function valuesFor(
  tested: ContractCase,
  { exact, declared }: Contracts,
  { runs, seed }: CompareOptions,
): Promise<unknown[]> {
  const valid = fc.oneof(
    { weight: 3, arbitrary: valuesOf(declared.schema, { defs: declared.defs, depth: 0 }) },
    { weight: 1, arbitrary: valuesOf(exact.schema, { defs: exact.defs, depth: 0 }) },
  );
  const names = Object.values(declared.defs).flatMap((def) => Object.keys(def.properties ?? {}));
  const keys = declared.compiler.modelOf(tested.target, declared.view).properties.map(({ key }) => key);
  const all = fc.oneof(
    { weight: 8, arbitrary: valid },
    { weight: 14, arbitrary: mutationsOf(valid, [...names, ...keys]) },
    { weight: 1, arbitrary: fc.constantFrom(...pool.values) },
  );
  const values = fc.sample(all, { numRuns: runs, seed });
  const healed: unknown[] = [];
  for (const value of values.filter((_, index) => index % 2 === 0)) {
    const verdict = await verdictOf(tested, value);
    const better = verdict.accepted ? undefined : heal(value, verdict, declared);
    if (better !== undefined) healed.push(better);
  }
  const mutatedHealed =
    healed.length === 0
      ? []
      : fc.sample(mutationsOf(fc.constantFrom(...healed), keys), { numRuns: healed.length, seed });
  return [...values, ...healed, ...mutatedHealed];
}

/** The law, for one value. */
async function judge(
  tested: ContractCase,
  { exact, declared }: Contracts,
  value: unknown,
): Promise<Judgement> {
  const verdict = await verdictOf(tested, value);
  const none = { verdict, used: new Set<string>() };
  const [byExact, byDeclared] = [exact.accepts(value), declared.accepts(value)];
  const breach = (finding: Finding, why: unknown): Judgement => ({
    ...none,
    finding,
    why: JSON.stringify(why),
  });
  if (byDeclared && !byExact && !isExplained(verdict, declared) && wideningOf(value, verdict) === undefined)
    return breach('declared takes what exact does not', exact.errors());
  if (!verdict.accepted)
    return byExact && !isExplained(verdict, exact) && crashOf(value, verdict) === undefined
      ? breach('exact takes what does not run, unexplained', verdict.thrown ?? verdict.failures.map(inWords))
      : none;
  if (!byExact) return breach('exact refuses what runs', exact.errors());
  if (byDeclared) return none;
  const errors = declared.errors();
  const form = declaredFormOf(value, tested.target, declared);
  if (declared.accepts(form.value)) return { verdict, used: form.used };
  return breach('declared refuses what runs, under no narrowing', {
    errors,
    form: form.value,
    used: [...form.used],
  });
}

function inWords({ steps, rules }: Verdict['failures'][number]): string {
  return `${steps.map(({ owner, property }) => `${owner?.name ?? '?'}.${property}`).join(' ')}: ${rules.join()}`;
}

/** Takes parts away as long as the finding stays the same. */
async function shrink(
  tested: ContractCase,
  contracts: Contracts,
  value: unknown,
  finding: Finding,
): Promise<Disagreement> {
  for (const path of pathsOf(value).reverse()) {
    if (path.length === 0) continue;
    const smaller = removeAt(value, path);
    if ((await judge(tested, contracts, smaller)).finding === finding)
      return shrink(tested, contracts, smaller, finding);
  }
  const { why = '' } = await judge(tested, contracts, value);
  return { finding, value, why };
}
