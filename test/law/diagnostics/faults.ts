import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { getMetadataStorage } from 'class-validator';
import fc from 'fast-check';
import type { Schema } from '../../../src/index.js';
import type { DiagnosticCode } from '../../../src/shared/diagnostics.js';
import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import { type JsonPath, pathsOf } from '../../../src/tools/fuzz/values/json-path.js';
import { compare } from '../classes/compare.js';
import { rulesOf } from '../classes/metadata.js';
import { classOf, placeAt, type Place, valueAt } from '../classes/property-place.js';
import { judgeOf } from '../classes/schema.js';
import { valuesFor } from '../classes/values.js';
import { nameOf, type ContractCase } from '../corpus/case.js';
import { valuesOf } from '../values/from-schema.js';
import { verdictOf, type Failure } from '../verdict.js';
import { type IsReported, reportedOf } from './reported.js';
import { type Violation, violationsOf } from './violations.js';

/** A value that validation judges otherwise than the document, with no diagnostic at its place. */
export interface Fault {
  readonly class: string;
  readonly options: ValidationOptions;
  readonly problem: string;
  readonly value: unknown;
}

interface Extent {
  /** How many values to generate. */
  readonly count: number;
  readonly seed: number;
  /** Diagnostics that do not count. @default none */
  readonly ignored?: readonly DiagnosticCode[];
}

/** How many accepted values get an invalid member at each place. */
const VIOLATED = 3;

/**
 * Sends valid values to validation, and one invalid value for each documented keyword at each place. What validation
 * refuses or accepts must follow from the document, from a documented narrowing, or from a diagnostic at its place.
 */
export async function faultsOf(
  tested: ContractCase,
  options: ValidationOptions,
  { count, seed, ignored = [] }: Extent,
): Promise<Fault[]> {
  const { schema } = judgeOf(tested, options);
  const isDocumented = judgeWithFormats(schema);
  const isReported = reportedOf(tested, options, ignored);
  const { bases } = await valuesFor(tested, options, count, seed);
  const generated = fc.sample(valuesOf(schema, { defs: schema.$defs, depth: 0 }), { numRuns: count, seed });
  const problems = new Map<string, unknown>();
  const accepted: unknown[] = [];
  for (const value of [...bases, ...generated].filter((one) => isDocumented(one) && !namesInherited(one))) {
    const { failures, instance, ...verdict } = await verdictOf(tested, value, options);
    if (verdict.accepted) accepted.push(value);
    else if (failures.length === 0 && !isReported(allPlaces(tested, value, instance)))
      problems.set('throws', value);
    for (const failure of failures)
      if (!isReported(placesOf(instance(), failure)) && !countsOtherwise(instance(), failure))
        problems.set(`refused at ${failure.keys.join('.')} by ${failure.rules.join()}`, value);
  }
  const violations = accepted
    .slice(0, VIOLATED)
    .flatMap((value) => [...violationsOf(schema, schema.$defs, value)])
    .filter(({ value }) => !isDocumented(value));
  for (const violation of distinct(violations))
    if (await passesUnreported(tested, options, { violation, accepted, isReported }))
      problems.set(`passes at ${textOf(violation)}`, violation.value);
  return [...problems].map(([problem, value]) => ({ class: nameOf(tested), options, problem, value }));
}

interface Asked {
  readonly violation: Violation;
  /** Values that validation and the document accept. */
  readonly accepted: readonly unknown[];
  readonly isReported: IsReported;
}

async function passesUnreported(
  tested: ContractCase,
  options: ValidationOptions,
  { violation: { value, path }, accepted, isReported }: Asked,
): Promise<boolean> {
  const verdict = await verdictOf(tested, value, options);
  if (!verdict.accepted) return false;
  const instance = verdict.instance();
  const steps = path.map((_, index) => path.slice(0, index + 1));
  if (isReported(steps.flatMap((step) => placesAt(value, instance, step)))) return false;
  // The comparison takes formats as annotations, so a rule must check them.
  if (judgeOf(tested, options).errorsOf(value).length === 0)
    return hasRule(tested, options, placeAt(value, instance, path));
  const { wrong } = await compare(tested, options, [...accepted, value]);
  return wrong.length > 0 || (await holdsRefused(tested, options, { value, instance, steps }));
}

/** Whether an inner object is refused by its own class, whose rules did not run. */
async function holdsRefused(
  tested: ContractCase,
  options: ValidationOptions,
  { value, instance, steps }: { value: unknown; instance: unknown; steps: readonly JsonPath[] },
): Promise<boolean> {
  for (const step of steps) {
    const { made } = placeAt(value, instance, step);
    const target = classOf(made);
    if (target === undefined) continue;
    const inner = valueAt(value, step);
    const { accepted, failures } = await verdictOf({ ...tested, target }, inner, options);
    const isAccepted =
      accepted || (failures.length > 0 && failures.every((failure) => isRemoved(failure, inner, made)));
    if (!isAccepted) return true;
  }
  return false;
}

/** Whether class-transformer removed the member, as it removes a discriminator; an own class alone keeps it. */
function isRemoved({ keys: [key = '', ...deeper] }: Failure, inner: unknown, made: unknown): boolean {
  const members = [inner, made] as readonly Readonly<Record<string, unknown>>[];
  const [sent, kept] = members.map((one) => one[key]);
  return deeper.length === 0 && sent !== undefined && kept === undefined;
}

/** Without a rule, a format is that of a declared type, which validation does not know. */
function hasRule(tested: ContractCase, options: ValidationOptions, { property }: Place): boolean {
  if (property === undefined) return false;
  return rulesOf(property.owner, property.key, tested, options).some(
    ({ type }) => type !== 'whitelistValidation',
  );
}

/** One violation for each keyword at each place; all elements of a list are one place. */
function distinct(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((one) => [textOf(one), one])).values()];
}

function textOf({ path, keyword }: Violation): string {
  return `${path.map((step) => (typeof step === 'number' ? '*' : step)).join('.')} ${keyword}`;
}

/** class-transformer throws for a member such as `constructor`, whatever the class. */
function namesInherited(value: unknown): boolean {
  return pathsOf(value).some((path) =>
    path.some((step) => typeof step === 'string' && step in Object.prototype),
  );
}

function placesAt(value: unknown, instance: unknown, path: JsonPath): string[] {
  const { property } = placeAt(value, instance, path);
  return property === undefined ? [] : [`${property.owner.name}.${property.key}`, property.owner.name];
}

/** The properties of a value that validation throws for, and those with a condition, which it may lack. */
function allPlaces(tested: ContractCase, value: unknown, instanceOf: () => unknown): string[] {
  const { target } = tested;
  try {
    const instance = instanceOf();
    const keys = getMetadataStorage()
      .getTargetValidationMetadatas(target, '', true, false)
      .filter(({ type }) => type === 'conditionalValidation')
      .map(({ propertyName }) => `${target.name}.${propertyName}`);
    return [...keys, ...pathsOf(value).flatMap((path) => placesAt(value, instance, path))];
  } catch {
    // class-transformer throws.
    return Object.keys(value as object).map((key) => `${target.name}.${key}`);
  }
}

/** The properties on the way to a failure, with their classes. */
function placesOf(instance: unknown, { keys }: Failure): string[] {
  const places: string[] = [];
  let made = instance;
  for (const key of keys) {
    const owner = classOf(made);
    if (owner !== undefined) places.push(`${owner.name}.${key}`, owner.name);
    made =
      made instanceof Map
        ? (made as Map<string, unknown>).get(key)
        : (made as Readonly<Record<string, unknown>> | undefined)?.[key];
  }
  return places;
}

/** Whether the rules count fewer characters than the document, as `docs/contract.md` says. */
function countsOtherwise(instance: unknown, { keys, rules }: Failure): boolean {
  const value = valueAt(instance, keys);
  const texts = (Array.isArray(value) ? value : [value]) as unknown[];
  const isLength = rules.every((rule) => rule === 'minLength' || rule === 'isLength');
  return isLength && texts.some((text) => typeof text === 'string' && /[\uFE0E\uFE0F]/.test(text));
}

// One: Ajv compiles its meta-schemas for each instance, which takes longer than a schema.
const ajv = addFormats.default(new Ajv2020({ strict: false, ownProperties: true, addUsedSchema: false }));
const judges = new Map<string, (value: unknown) => boolean>();

/** A validator of others that asserts formats. */
function judgeWithFormats(schema: Schema): (value: unknown) => boolean {
  const text = JSON.stringify(schema);
  const known = judges.get(text);
  if (known !== undefined) return known;
  for (const [, format = ''] of text.matchAll(/"format":"([^"]+)"/g))
    if (!Object.hasOwn(ajv.formats, format)) ajv.addFormat(format, true);
  const judge = ajv.compile(schema);
  const isValid = (value: unknown): boolean => judge(value);
  judges.set(text, isValid);
  return isValid;
}
