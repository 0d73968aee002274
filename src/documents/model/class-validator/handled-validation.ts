import * as classValidator from 'class-validator';
import type { ValidationArguments, ValidationError, ValidatorOptions } from 'class-validator';

interface Constraint {
  readonly instance: { readonly validate: (value: unknown, args: ValidationArguments) => unknown };
}

interface Storage {
  getTargetValidatorConstraints: (target: unknown) => readonly Constraint[];
}

/**
 * Validates as class-validator's `validate`. If a rule throws at once, class-validator forgets the promises
 * of the rules before it. Nothing could handle their rejection, which would end the process. So the promises
 * of rules are watched: a rejection counts as a refusal at first, and rejects the result at the end.
 */
export async function handledValidation(
  object: object,
  options: ValidatorOptions,
): Promise<readonly ValidationError[]> {
  const rejected: { readonly reason: unknown }[] = [];
  const errors = await watching(rejected, () => classValidator.validate(object, options));
  const [first] = rejected;
  if (first !== undefined) throw first.reason;
  return errors;
}

/**
 * Calls a function during which class-validator finds watched
 * rules. It reads the rules before it returns its promise.
 */
function watching<T>(rejected: { readonly reason: unknown }[], run: () => T): T {
  const storage = classValidator.getMetadataStorage() as unknown as Storage;
  const constraintsOf = storage.getTargetValidatorConstraints;
  storage.getTargetValidatorConstraints = (target) =>
    constraintsOf.call(storage, target).map((constraint) => watched(constraint, rejected));
  try {
    return run();
  } finally {
    storage.getTargetValidatorConstraints = constraintsOf;
  }
}

/** Returns a constraint that differs only in the promises of its verdicts. */
function watched(constraint: Constraint, rejected: { readonly reason: unknown }[]): Constraint {
  const { instance } = constraint;
  const validate = (value: unknown, args: ValidationArguments): unknown => {
    const verdict = instance.validate(value, args);
    return isPromise(verdict) ? verdict.then(undefined, (reason: unknown) => refuse(reason)) : verdict;
  };
  const refuse = (reason: unknown): false => {
    rejected.push({ reason });
    return false;
  };
  return extended(constraint, { instance: extended(instance, { validate }) });
}

/** Returns an object with other members, which has all others of the given object. */
function extended<T extends object>(object: T, members: Partial<T>): T {
  return Object.defineProperties(
    Object.create(object) as T,
    Object.getOwnPropertyDescriptors(members) as PropertyDescriptorMap,
  );
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
