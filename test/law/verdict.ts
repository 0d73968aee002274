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
  const instance = (): unknown => made(tested, value, options);
  const given = validatorOptions(tested, options);
  try {
    const errors = await errorsOf(instance, given);
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

/** Our own validator and class-validator must find the same errors, and leave the same object. */
async function errorsOf(
  instance: () => unknown,
  options: ValidatorOptions,
): Promise<readonly ValidationError[]> {
  const ours = instance() as object;
  // A text would be the name of a schema.
  if (typeof ours === 'string') return validate(ours, options);
  const judged = await settled(async () => validatorUnder(options)(ours));
  const theirs = instance() as object;
  const errors = await settled(async () => validate(theirs, options));
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

function made({ target, groups }: ContractCase, value: unknown, options: ValidationOptions): unknown {
  const { enableImplicitConversion, excludeExtraneousValues, exposeDefaultValues, exposeUnsetFields } =
    options;
  const { strategy } = options;
  const given = {
    ...{ enableImplicitConversion, excludeExtraneousValues, exposeDefaultValues, exposeUnsetFields },
    ...{ strategy, groups: groups && [...groups] },
  };
  const known = withoutUndefined(given) as ClassTransformOptions;
  const make = (): unknown => plainToInstance(target as never, cloneJson(value), known);
  const expected = outcome(make);
  const ours = outcome(() => new Binder(known).typed(cloneJson(value), target, undefined));
  if (ours !== expected) throw new Disagreement(`${ours}, but class-transformer makes ${expected}`);
  return make();
}

/** What it makes, as text, or that it throws. */
function outcome(make: () => unknown): string {
  try {
    return inspect(make(), { depth: 9 });
  } catch {
    return 'an error';
  }
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
