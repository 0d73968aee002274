import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import { nameOf, type ContractCase } from '../corpus/case.js';
import type { Narrowing } from '../narrowings.js';
import { verdictOf } from '../verdict.js';
import { compare } from './compare.js';
import { OPTION_SETS } from './option-sets.js';
import { around, keysIn, valuesFor, type Values } from './values.js';

/** What was seen of many classes under all options. */
export class Figures {
  accepted = 0;
  refused = 0;
  /** Of what validation refused, the schema refused as many. */
  agreed = 0;
  /** Classes and options under which no value was accepted by both. */
  readonly idle = new Set<string>();
  readonly met = new Map<Narrowing, number>();

  toString(): string {
    const { accepted, refused, agreed, idle, met } = this;
    return JSON.stringify(
      { accepted, refused, agreed, idle: idle.size, met: Object.fromEntries(met) },
      null,
      2,
    );
  }
}

/** How much is asked. */
interface Extent {
  readonly count: number;
  readonly seed: number;
  readonly figures: Figures;
  /** Values to ask about beside those that are made. */
  readonly values?: readonly unknown[];
}

const FEW = 3;

/** Compares a class under each set of options; what it returns is wrong. */
export async function survey(
  tested: ContractCase,
  { count, seed, figures, values: given = [] }: Extent,
  sets: readonly ValidationOptions[] = OPTION_SETS,
): Promise<object[]> {
  const common = await valuesFor(tested, {}, count, seed);
  const wrong: object[] = [];
  for (const [index, options] of sets.entries()) {
    const values = await enough(tested, options, common, count, seed);
    const keys = keysIn([...values.bases, ...values.others]);
    const made = around(values, keys, count, seed + index);
    // Values that pass without options show what a list holds where under these ones its class makes but null.
    const others = values === common ? [] : common.bases;
    const compared = await compare(tested, options, [...given, ...others, ...made]);
    figures.accepted += compared.accepted;
    figures.refused += compared.refused;
    figures.agreed += compared.agreed;
    if (compared.shared === 0) figures.idle.add(`${nameOf(tested)} ${JSON.stringify(options)}`);
    for (const narrowing of compared.met) figures.met.set(narrowing, (figures.met.get(narrowing) ?? 0) + 1);
    wrong.push(...compared.wrong);
  }
  return wrong;
}

/** Values for the options themselves, where they accept few of those for the default ones. */
async function enough(
  tested: ContractCase,
  options: ValidationOptions,
  common: Values,
  count: number,
  seed: number,
): Promise<Values> {
  let accepted = 0;
  for (const value of common.bases.slice(0, FEW))
    if ((await verdictOf(tested, value, options)).accepted) accepted += 1;
  return accepted === FEW ? common : valuesFor(tested, options, Math.ceil(count / 2), seed);
}
