import fc from 'fast-check';
import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import { nameOf, type ContractCase } from '../corpus/case.js';
import type { Narrowing } from '../narrowings.js';
import { valuesOf } from '../values/from-schema.js';
import { instanceOf, verdictOf } from '../verdict.js';
import { attribute, type Asked, type Attribution } from './explain-refusal.js';
import { Harvest } from './accepted-values.js';
import { nameOfKey } from './metadata.js';
import type { PropertyPlace } from './property-place.js';
import { judgeOf, type Judge } from './schema.js';

/** What validation and the schema of a class say of the same values. */
export interface Comparison {
  readonly accepted: number;
  readonly refused: number;
  /** Accepted by both. */
  readonly shared: number;
  /** Refused by both. */
  readonly agreed: number;
  readonly met: readonly Narrowing[];
  /** Accepted by validation and refused by the schema, and not by exactly one narrowing at each place. */
  readonly wrong: readonly object[];
}

const SAMPLES = 4;

/** Values made by the schema of a property, where no value that both accept has one. */
function sampled({ $defs }: Judge['schema'], property: PropertyPlace | undefined): readonly unknown[] {
  if (property === undefined) return [];
  const { owner, key } = property;
  const schema = $defs[owner.name]?.properties?.[nameOfKey(owner, key)];
  if (schema === undefined) return [];
  return fc.sample(valuesOf(schema, { defs: $defs, depth: 0 }), { numRuns: SAMPLES, seed: 1 });
}

export async function compare(
  tested: ContractCase,
  options: ValidationOptions,
  values: readonly unknown[],
  { errorsOf, schema }: Judge = judgeOf(tested, options),
): Promise<Comparison> {
  const harvest = new Harvest();
  const narrowed: unknown[] = [];
  let [accepted, agreed] = [0, 0];
  for (const value of values) {
    const verdict = await verdictOf(tested, value, options);
    const isRefused = errorsOf(value).length > 0;
    if (verdict.accepted) accepted += 1;
    else if (isRefused) agreed += 1;
    if (verdict.accepted && isRefused) narrowed.push(value);
    else if (verdict.accepted) harvest.add(value, verdict.instance());
  }
  const asked: Asked = {
    tested,
    options,
    errorsOf,
    passes: async (value) => (await verdictOf(tested, value, options)).accepted,
    instanceOf: (value) => instanceOf(tested, value, options),
    known: (property) => {
      const seen = harvest.of(property);
      return seen.length > 0 ? seen : sampled(schema, property);
    },
  };
  const attributions: [unknown, Attribution][] = [];
  for (const value of narrowed) attributions.push([value, await attribute(asked, value)]);
  return {
    accepted,
    shared: accepted - narrowed.length,
    refused: values.length - accepted,
    agreed,
    met: attributions.flatMap(([, { fault, narrowings }]) => (fault === undefined ? narrowings : [])),
    wrong: attributions.flatMap(([value, { fault }]) =>
      fault === undefined ? [] : [{ class: nameOf(tested), options, value, fault }],
    ),
  };
}
