import { ValidationError } from 'class-validator';
import { KINDS } from './metadata.js';

// Creates the errors that class-validator creates.

const NO_MESSAGES = {};

/** An error without a message and a place. */
export class BriefError extends ValidationError {
  override readonly constraints = NO_MESSAGES;

  constructor(
    override readonly target: object,
    override readonly property: string,
  ) {
    super();
  }
}

export function newError(
  target: object,
  value: unknown,
  property: string,
  children: ValidationError[] = [],
): ValidationError {
  const error = new ValidationError();
  error.target = target;
  error.value = value;
  error.property = property;
  error.children = children;
  return error;
}

export function unknownValue(target: object): ValidationError {
  const constraints = { unknownValue: 'an unknown value was passed to the validate function' };
  return Object.assign(new ValidationError(), {
    target,
    value: undefined,
    property: undefined as never,
    children: [],
    constraints,
  });
}

export function extraneousError(target: object, key: string): ValidationError {
  const value = (target as Readonly<Record<string, unknown>>)[key];
  const constraints = { [KINDS.whitelist]: `property ${key} should not exist` };
  return Object.assign(newError(target, value, key), { constraints, children: undefined });
}

export function addConstraint(error: ValidationError, rule: string, message: string): void {
  error.constraints ??= {};
  error.constraints[rule] = message;
}

export function addChildren(error: ValidationError, children: readonly ValidationError[]): void {
  for (const child of children) error.children?.push(child);
}

export type Contexts = readonly (readonly [rule: string, context: unknown])[];

/** Adds the contexts of the rules that refused. */
export function addContexts(error: ValidationError | undefined, contexts: Contexts): void {
  if (error?.constraints === undefined) return;
  for (const [rule, context] of contexts) {
    if (!error.constraints[rule]) continue;
    error.contexts ??= {};
    error.contexts[rule] = Object.assign((error.contexts[rule] as object | undefined) ?? {}, context);
  }
}
