import fc from 'fast-check';
import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import type { UnknownProperties } from '../../../src/operations/operation-options.js';
import { mutationsOf } from '../../../src/tools/fuzz/values/mutate.js';
import { judgeOf } from '../classes/schema.js';
import type { ContractCase } from '../corpus/case.js';
import { valuesOf } from '../values/from-schema.js';
import { compareReader, type Form } from './compare-reader.js';

/** Names that no class documents, and some that generated classes do. */
const NAMES = ['a', 'b', 'renamed', 'extra', 'toString', 'constructor', '__proto__'];

export class ReaderFigures {
  values = 0;
  accepted = 0;
  walked = 0;
  readInParts = 0;
  formed = 0;
}

interface Extent {
  readonly count: number;
  readonly seed: number;
  readonly figures: ReaderFigures;
}

/** Compares the reader with the two libraries: for values of the schema, and for twice as many that are nearly valid. */
export async function surveyReader(
  tested: ContractCase,
  options: ValidationOptions,
  unknownProperties: UnknownProperties,
  { count, seed, figures }: Extent,
  form?: Form,
): Promise<string[]> {
  const { schema } = judgeOf(tested, options, form);
  const made = valuesOf(schema, { defs: schema.$defs, depth: 0 });
  const values = [
    ...fc.sample(made, { numRuns: count, seed }),
    ...fc.sample(mutationsOf(fc, made, NAMES), { numRuns: count * 2, seed }),
  ];
  return differences(tested, options, unknownProperties, values, figures, form);
}

export async function differences(
  tested: ContractCase,
  options: ValidationOptions,
  unknownProperties: UnknownProperties,
  values: readonly unknown[],
  figures: ReaderFigures,
  form?: Form,
): Promise<string[]> {
  const comparison = compareReader(tested, options, unknownProperties, form);
  if (form !== undefined) figures.formed += 1;
  else if (comparison.isWalked) figures.walked += 1;
  else figures.readInParts += 1;
  const found: string[] = [];
  for (const value of values) {
    const difference = await comparison.differenceOf(value);
    if (difference !== undefined) found.push(difference);
  }
  figures.values += values.length;
  figures.accepted += comparison.counts.accepted;
  return found.slice(0, 3);
}

/** An instance has class fields that no request sent, which class-validator rejects. The reader removes them. */
export function rejectsFields({ target }: ContractCase, options: ValidationOptions): boolean {
  if (options.whitelist !== true || options.forbidNonWhitelisted !== true) return false;
  try {
    return Object.keys(new (target as new () => object)()).length > 0;
  } catch {
    return false;
  }
}
