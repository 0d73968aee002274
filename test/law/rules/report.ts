import type { Contract } from '../../../src/schema/rules/types.js';
import { compareRule, type Comparison } from './compare.js';
import { samples } from './samples.js';

/** Prints how precise each rule's schema is: of the values that class-validator rejects, the share that it rejects too. */
export function reportRules(contract: Contract, runs: number, seed: number): string {
  const rows = [...groupByDecorator()].map(([decorator, uses]) =>
    rowOf(
      decorator,
      uses.map((sample) => compareRule(sample, { contract, runs, seed })),
    ),
  );
  const lines = rows.map((row) =>
    [
      row.decorator.padEnd(24),
      share(row.rejected, row.accepted),
      share(row.near, row.nearAccepted),
      String(row.falseRejects).padStart(6),
      row.inexact,
    ].join('  '),
  );
  const exact = rows.filter((row) => row.accepted === 0 && row.falseRejects === 0).length;
  const total = (key: 'rejected' | 'accepted' | 'near' | 'nearAccepted' | 'falseRejects') =>
    rows.reduce((sum, row) => sum + row[key], 0);
  return [
    `contract: ${contract}, ${runs} generated values for each use, seed ${seed}`,
    `${'decorator'.padEnd(24)}  precision    near  false rejects`,
    ...lines,
    '',
    `decorators compared: ${rows.length}`,
    `no difference found: ${exact} of ${rows.length}`,
    `false rejects: ${total('falseRejects')}`,
    `precision overall: ${share(total('rejected'), total('accepted'))}`,
    `precision on near values: ${share(total('near'), total('nearAccepted'))}`,
  ].join('\n');
}

interface Row {
  readonly decorator: string;
  readonly rejected: number;
  readonly accepted: number;
  readonly near: number;
  readonly nearAccepted: number;
  readonly falseRejects: number;
  readonly inexact: string;
}

function rowOf(decorator: string, comparisons: readonly Comparison[]): Row {
  const sum = (count: (one: Comparison) => number) =>
    comparisons.reduce((total, one) => total + count(one), 0);
  return {
    decorator,
    rejected: sum((one) => one.rejected),
    accepted: sum((one) => one.falseAccepts.length),
    near: sum((one) => one.rejectedNear),
    nearAccepted: sum((one) => one.falseAcceptsNear),
    falseRejects: sum((one) => one.falseRejects.length),
    inexact: comparisons.some(({ inexact }) => inexact.length > 0) ? 'inexact' : '',
  };
}

function groupByDecorator() {
  const groups = new Map<string, (typeof samples)[number][]>();
  for (const sample of samples)
    groups.set(sample.decorator, [...(groups.get(sample.decorator) ?? []), sample]);
  return groups;
}

function share(rejected: number, accepted: number): string {
  return rejected === 0 ? '      –' : `${((100 * (rejected - accepted)) / rejected).toFixed(2)}%`.padStart(7);
}
