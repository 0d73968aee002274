import { inspect } from 'node:util';
import { plainToInstance, type ClassTransformOptions } from 'class-transformer';
import { validate, type ValidationError, type ValidatorOptions } from 'class-validator';
import type { ValidationOptions } from '../../src/documents/model/validation-options.js';
import { createValidator, type Validate } from '../../src/documents/model/class-validator/validator.js';
import { Binder } from '../../src/documents/model/class-transformer/binder.js';
import { nameOf, type ContractCase } from './corpus/case.js';

/** What the process does with a request body. */
export interface Verdict {
  readonly accepted: boolean;
  readonly failures: readonly Failure[];
  /** Makes what validation was given once more: `whitelist` takes properties away. */
  readonly instance: () => unknown;
}

/** A property that validation refused. */
export interface Failure {
  /** From the instance down to the property; of a list's element, its index. */
  readonly keys: readonly string[];
  /** Names of the rules that failed. */
  readonly rules: readonly string[];
}

/**
 * `validate(plainToInstance(C, value))`; the case's groups are the endpoint's and count before the application's.
 * Our own binder and validator must do the same as the two libraries, for every value of these tests.
 */
export async function verdictOf(
  tested: ContractCase,
  value: unknown,
  options: ValidationOptions = {},
): Promise<Verdict> {
  const instance = (): unknown => instanceOf(tested, value, options);
  try {
    const errors = await errorsOf(bindBoth(tested, value, options), validatorOptions(tested, options));
    return {
      accepted: errors.length === 0,
      failures: errors.flatMap((one) => failuresOf(one, [])),
      instance,
    };
  } catch (error) {
    // class-transformer or class-validator threw, which refuses the value too.
    if (error instanceof Disagreement) throw error;
    if (!(error instanceof Error)) throw new Error(`${nameOf(tested)} threw no error`, { cause: error });
    return { accepted: false, failures: [], instance };
  }
}

/** Returns what class-transformer makes of a value. */
export function instanceOf(tested: ContractCase, value: unknown, options: ValidationOptions = {}): unknown {
  return plainToInstance(tested.target as never, cloneJson(value), transformOptions(tested, options));
}

/** The instances of one value that our binder and class-transformer make. */
interface Bound {
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Our own validator and class-validator must find the same errors, and leave the same object. */
async function errorsOf(
  { ours, theirs }: Bound,
  options: ValidatorOptions,
): Promise<readonly ValidationError[]> {
  // A text would be the name of a schema.
  if (typeof ours === 'string') return validate(ours, options);
  const judged = await settled(async () => validatorUnder(options)(ours as object));
  const errors = await settled(async () => validate(theirs as object, options));
  // `whitelist` takes properties away.
  const [made, expected] = [
    [judged, ours],
    [errors, theirs],
  ].map((one) => inspect(one, { depth: 9 }));
  if (made !== expected) throw new Disagreement(`${made}, but class-validator says ${expected}`);
  if (typeof errors === 'string') throw new Error(errors);
  return errors as ValidationError[];
}

/** The errors, or the text of what validation throws. */
async function settled(judge: () => Promise<unknown>): Promise<unknown> {
  try {
    return await judge();
  } catch (error) {
    return String(error);
  }
}

class Disagreement extends Error {}

const validators = new Map<string, Validate>();

/** One for many classes, as an operation has it. */
function validatorUnder(options: ValidatorOptions): Validate {
  const key = JSON.stringify(options);
  const validator = validators.get(key) ?? createValidator(options);
  validators.set(key, validator);
  return validator;
}

/** @throws the error of class-transformer, if our binder throws too */
function bindBoth(tested: ContractCase, value: unknown, options: ValidationOptions): Bound {
  const theirs = outcome(() => instanceOf(tested, value, options));
  // A new one each time: explanations take away a class's transforms for a while.
  const binder = new Binder(transformOptions(tested, options));
  const ours = outcome(() => binder.typed(cloneJson(value), tested.target, undefined));
  if (ours.text !== theirs.text)
    throw new Disagreement(`${ours.text}, but class-transformer makes ${theirs.text}`);
  if ('error' in theirs) throw theirs.error;
  return { ours: ours.instance, theirs: theirs.instance };
}

interface Outcome {
  readonly text: string;
  readonly instance?: unknown;
  readonly error?: unknown;
}

/** What it makes, and as text, or that it throws. */
function outcome(make: () => unknown): Outcome {
  try {
    const instance = make();
    return { text: inspect(instance, { depth: 9 }), instance };
  } catch (error) {
    return { text: 'an error', error };
  }
}

function transformOptions({ groups }: ContractCase, options: ValidationOptions): ClassTransformOptions {
  const { enableImplicitConversion, excludeExtraneousValues, exposeDefaultValues, exposeUnsetFields } =
    options;
  const { strategy } = options;
  return withoutUndefined({
    ...{ enableImplicitConversion, excludeExtraneousValues, exposeDefaultValues, exposeUnsetFields },
    ...{ strategy, groups: groups && [...groups] },
  }) as ClassTransformOptions;
}

function validatorOptions({ groups }: ContractCase, options: ValidationOptions): ValidatorOptions {
  const { whitelist, forbidNonWhitelisted, forbidUnknownValues, always, strictGroups } = options;
  const { skipMissingProperties, skipUndefinedProperties, skipNullProperties } = options;
  return withoutUndefined({
    ...{ whitelist, forbidNonWhitelisted, forbidUnknownValues, always, strictGroups },
    ...{ skipMissingProperties, skipUndefinedProperties, skipNullProperties },
    groups: [...(groups ?? options.groups ?? [])],
  });
}

function withoutUndefined(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Objects of the test's own realm, as class-transformer asks `instanceof Object`; `structuredClone` makes Node's. */
function cloneJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cloneJson(member)]));
}

function failuresOf(error: ValidationError, above: readonly string[]): Failure[] {
  const keys = [...above, (error.property as string | undefined) ?? ''];
  const nested = (error.children ?? []).flatMap((child) => failuresOf(child, keys));
  return error.constraints === undefined
    ? nested
    : [{ keys, rules: Object.keys(error.constraints) }, ...nested];
}
