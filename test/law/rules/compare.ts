import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { plainToInstance, Type } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { jsonSchemaOf } from '../../../src/schema/json-schema.js';
import type { Contract } from '../../../src/schema/rules/types.js';
import type { Sample } from './samples.js';
import { adversarial, valuesFor } from './values.js';

/** What class-validator and an independent JSON Schema validator said of the same values. */
export interface Comparison {
  readonly sample: Sample;
  /** The diagnostics that call the schema open. */
  readonly inexact: readonly string[];
  /** Accepted by class-validator, rejected by the schema. In `exact` never allowed. */
  readonly falseRejects: readonly unknown[];
  /** Rejected by class-validator, accepted by the schema. Allowed where a diagnostic says that the schema is open. */
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

/** Asks both about many values of one property with one use of a decorator; the absence of the property is one of them. */
export function compareRule(sample: Sample, options: CompareOptions): Comparison {
  const target = classOf(sample);
  const { admits, inexact, patterns } = compiled(target, options.contract);
  const verdicts = valuesOf(sample, patterns, options).flatMap((value) => {
    const object = objectWith(value);
    const accepted = accepts(target, object);
    return accepted === undefined ? [] : [{ value, accepted, admitted: admits(object) }];
  });
  return summarize(sample, inexact, verdicts);
}

/** What the declared contract says otherwise than validation does. */
export interface Departures {
  /** Accepted by class-validator, rejected by the declared schema. */
  readonly narrowed: readonly unknown[];
  /** Rejected by class-validator and by the exact schema, accepted by the declared one. */
  readonly widened: readonly unknown[];
}

/** Asks both contracts and class-validator about the same values. */
export function compareContracts(sample: Sample, options: Omit<CompareOptions, 'contract'>): Departures {
  const target = classOf(sample);
  const [exact, declared] = [compiled(target, 'exact'), compiled(target, 'declared')];
  const verdicts = valuesOf(sample, [...exact.patterns, ...declared.patterns], options).flatMap((value) => {
    const object = objectWith(value);
    const accepted = accepts(target, object);
    if (accepted === undefined) return [];
    return [{ value, accepted, exact: exact.admits(object), declared: declared.admits(object) }];
  });
  return {
    narrowed: verdicts.filter((one) => one.accepted && !one.declared).map(({ value }) => value),
    widened: verdicts.filter((one) => !one.accepted && !one.exact && one.declared).map(({ value }) => value),
  };
}

function valuesOf(
  sample: Sample,
  patterns: readonly string[],
  { runs, seed }: Omit<CompareOptions, 'contract'>,
): unknown[] {
  const generated = runs === 0 ? [] : fc.sample(valuesFor(sample.seeds, patterns), { numRuns: runs, seed });
  return [...sample.seeds, undefined, null, ...adversarial, ...generated];
}

/** `undefined` stands for absence. */
function objectWith(value: unknown): object {
  return value === undefined ? {} : { p: value };
}

/** A class whose only property has the decorator. */
export function classOf(sample: Sample): new () => object {
  class Subject {}
  sample.apply(Subject.prototype, 'p');
  if (sample.type) Type(sample.type)(Subject.prototype, 'p');
  return Subject;
}

/** The schema of a class with the decorator. */
export function schemaOf(sample: Sample, contract: Contract): ReturnType<typeof compiled> {
  return compiled(classOf(sample), contract);
}

/** One for all: a new one compiles its meta-schemas again. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
ajv.addVocabulary(['x-enum-varnames']);

/** The schema of the class, as an independent validator reads it. */
function compiled(target: new () => object, contract: Contract) {
  const inexact: string[] = [];
  const schema = jsonSchemaOf(target, {
    contract,
    onDiagnostic: ({ code, message }) => {
      if (code === 'broken-rule') throw new Error(message);
      if (OPEN.includes(code)) inexact.push(message);
    },
  });
  return { admits: ajv.compile(schema), inexact, patterns: patternsOf(schema) };
}

/** Codes of the diagnostics that say that the schema takes more than the validator. */
const OPEN = [
  'inexact-rule',
  'coerced-type',
  'conditional-rules',
  'nested-without-type',
  'instance-without-type',
];

interface Verdict {
  readonly value: unknown;
  readonly accepted: boolean;
  readonly admitted: boolean;
}

function summarize(sample: Sample, inexact: readonly string[], verdicts: readonly Verdict[]): Comparison {
  const types = new Set(verdicts.filter(({ accepted }) => accepted).map(({ value }) => typeOf(value)));
  const rejected = verdicts.filter(({ accepted }) => !accepted);
  const falseAccepts = rejected.filter(({ admitted }) => admitted);
  const isNear = ({ value }: Verdict) => types.has(typeOf(value));
  return {
    sample,
    inexact,
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
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** class-validator's verdict; `undefined` where class-transformer itself cannot read the value. */
export function accepts(target: new () => object, value: object): boolean | undefined {
  let instance: object;
  try {
    instance = plainToInstance(target, copyOf(value));
  } catch {
    return undefined;
  }
  try {
    return validateSync(instance).length === 0;
  } catch {
    return false; // A validator that throws rejects the request too.
  }
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
