import { ConfigError } from '../src/shared/errors.js';
import { type Checks, misfits, NON_EMPTY } from '../src/shared/checks.js';
import { isClass, isRecord, nonJsonIn, show } from '../src/shared/values.js';

/** An invalid use of a decorator. Thrown when the class is defined. */
export class DecoratorError extends ConfigError {
  constructor(
    readonly decorator: string,
    readonly place: string,
    readonly problem: string,
  ) {
    super(`${place}: ${decorator} ${problem}`, { code: 'ERR_DECORATOR' });
  }
}

export function placeOf(target: object, key?: string | symbol): string {
  const owner = typeof target === 'function' ? target.name : target.constructor.name;
  const name = owner === '' ? '(anonymous class)' : owner;
  return key === undefined ? name : `${name}.${String(key)}`;
}

// Checks decorator arguments of JavaScript callers and casts, which TypeScript does not check.

export function requireText(decorator: string, place: string, what: string, value: unknown): void {
  if (!NON_EMPTY.holds(value))
    throw new DecoratorError(decorator, place, `needs ${what}: ${NON_EMPTY.what}, not ${show(value)}.`);
}

export function requireThunk(
  decorator: string,
  place: string,
  value: unknown,
  returns = { what: 'the type', as: 'Item' },
): void {
  if (typeof value !== 'function' || isClass(value))
    throw new DecoratorError(
      decorator,
      place,
      `needs a function that returns ${returns.what}, as in ${decorator}(() => ${returns.as}), not ${show(value)}.`,
    );
}

function requireOptions(decorator: string, place: string, options: unknown, checks: Checks): void {
  if (!isRecord(options))
    throw new DecoratorError(decorator, place, `needs an object of options, not ${show(options)}.`);
  for (const { name, what, value } of misfits(options, checks))
    throw new DecoratorError(decorator, place, `needs ${what} for ${name}, not ${show(value)}.`);
}

/** Also throws for an unknown option, so that a misspelt one is not ignored. */
export function requireKnownOptions(
  decorator: string,
  place: string,
  options: unknown,
  checks: Checks,
): void {
  requireOptions(decorator, place, options, checks);
  const unknown = Object.keys(options as object).find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined)
    throw new DecoratorError(
      decorator,
      place,
      `has no option ${unknown}. Options are ${Object.keys(checks).join(', ')}.`,
    );
}

export function requireJson(decorator: string, place: string, value: unknown): void {
  const problem = nonJsonIn(value);
  if (problem !== undefined)
    throw new DecoratorError(decorator, place, `needs a JSON value; it was given ${problem}.`);
}
