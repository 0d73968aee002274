import { Ajv2020 } from 'ajv/dist/2020.js';
import { plainToInstance, Type } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import fc from 'fast-check';
import { ruleTable } from '../../../src/schema/rules/index.js';
import type { Contract, RuleSchema } from '../../../src/schema/rules/types.js';
import type { Schema } from '../../../src/schema/schema.js';
import type { Sample } from './samples.js';
import { adversarial, valuesFor } from './values.js';

/** What class-validator and an independent JSON Schema validator said of the same values. */
export interface Comparison {
  readonly sample: Sample;
  readonly said: RuleSchema;
  /** Accepted by class-validator, rejected by the schema. Never allowed. */
  readonly falseRejects: readonly unknown[];
  /** Rejected by class-validator, accepted by the schema. Allowed where the entry says it is inexact. */
  readonly falseAccepts: readonly unknown[];
  readonly rejected: number;
  /** Rejected values of a JSON type that the rule otherwise accepts. */
  readonly rejectedNear: number;
  readonly falseAcceptsNear: number;
}

export interface CompareOptions {
  readonly contract: Contract;
  readonly runs: number;
  readonly seed: number;
}

/** Asks both about many values for one use of a decorator. */
export function compareRule(sample: Sample, options: CompareOptions): Comparison {
  const { accepts, entry } = validatorOf(sample);
  const definitions: Record<string, Schema> = {};
  const said = entry({
    contract: options.contract,
    component: (name, schema) => {
      definitions[name] = schema;
      return { $ref: `#/$defs/${name}` };
    },
  });
  const schema = { ...said.schema, $defs: definitions };
  const ajv = new Ajv2020({ strict: true, validateFormats: false });
  const admits = ajv.compile(schema);
  const generated = fc.sample(valuesFor(sample.seeds, patternsOf(schema)), {
    numRuns: options.runs,
    seed: options.seed,
  });
  const verdicts = [...sample.seeds, ...adversarial, ...generated].flatMap((value) => {
    const accepted = accepts(value);
    return accepted === undefined ? [] : [{ value, accepted, admitted: admits(value) }];
  });
  return summarize(sample, said, verdicts);
}

interface Verdict {
  readonly value: unknown;
  readonly accepted: boolean;
  readonly admitted: boolean;
}

function summarize(sample: Sample, said: RuleSchema, verdicts: readonly Verdict[]): Comparison {
  const types = new Set(verdicts.filter(({ accepted }) => accepted).map(({ value }) => typeOf(value)));
  const rejected = verdicts.filter(({ accepted }) => !accepted);
  const falseAccepts = rejected.filter(({ admitted }) => admitted);
  const isNear = ({ value }: Verdict) => types.has(typeOf(value));
  return {
    sample,
    said,
    falseRejects: verdicts
      .filter(({ accepted, admitted }) => accepted && !admitted)
      .map(({ value }) => value),
    falseAccepts: falseAccepts.map(({ value }) => value),
    rejected: rejected.length,
    rejectedNear: rejected.filter(isNear).length,
    falseAcceptsNear: falseAccepts.filter(isNear).length,
  };
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function validatorOf(sample: Sample) {
  class Subject {}
  sample.apply(Subject.prototype, 'p');
  if (sample.type) Type(sample.type)(Subject.prototype, 'p');
  const metadata = getMetadataStorage().getTargetValidationMetadatas(Subject, '', true, false)[0]!;
  const entry = ruleTable[metadata.name!];
  if (!entry) throw new Error(`No entry for ${String(metadata.name)}.`);
  return {
    entry: (context: Parameters<typeof entry>[1]) =>
      entry((metadata.constraints as unknown[] | undefined) ?? [], context),
    /** `undefined` where class-transformer itself cannot read the value: not the rule's verdict. */
    accepts: (value: unknown): boolean | undefined => {
      let instance: object;
      try {
        instance = plainToInstance(Subject, { p: copyOf(value) });
      } catch {
        return undefined;
      }
      try {
        return validateSync(instance).length === 0;
      } catch {
        return false; // A validator that throws rejects the request too.
      }
    },
  };
}

/** A copy of a JSON value in this realm, as `JSON.parse` would make it, but with the sign of zero. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: copyOf(item),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

/** All patterns anywhere in the schema. */
function patternsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsOf(value),
  );
}
