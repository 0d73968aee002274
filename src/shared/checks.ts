import { isRecord, isText, kindOf, show } from './values.js';
import { ConfigError } from './errors.js';
import { didYouMean } from './nearest.js';

export interface Check {
  readonly what: string;
  readonly holds: (value: unknown) => boolean;
  /** True if a wrong value cannot be a secret, so that the message shows it. */
  readonly isName?: boolean;
  /** Returns what is wrong with a value of the right kind, for "…, not …"; undefined if the kind is wrong. */
  readonly fault?: (value: unknown) => string | undefined;
}

export type Checks<T = Record<string, unknown>> = Readonly<Partial<Record<keyof T, Check>>>;

export const STRING: Check = { what: 'a string', holds: (value) => typeof value === 'string' };
export const BOOLEAN: Check = { what: 'a boolean', holds: (value) => typeof value === 'boolean' };
export const NUMBER: Check = { what: 'a number', holds: (value) => typeof value === 'number' };
export const POSITIVE: Check = {
  what: 'a number above 0',
  holds: (value) => Number(value) > 0 && NUMBER.holds(value),
};
export const NOT_NEGATIVE: Check = {
  what: 'a number from 0 up',
  holds: (value) => Number(value) >= 0 && NUMBER.holds(value),
};
export const OBJECT: Check = { what: 'an object', holds: isRecord };
export const FUNCTION: Check = { what: 'a function', holds: (value) => typeof value === 'function' };
export const STRINGS: Check = {
  what: "an array of strings, as in ['users']",
  holds: isArrayOf(STRING.holds),
};
export const OBJECTS: Check = { what: 'an array of objects', holds: isArrayOf(isRecord) };
export const TEXTS: Check = {
  what: 'an object with texts',
  holds: (value) => isRecord(value) && Object.values(value).every(isText),
};
export const NON_EMPTY: Check = { what: 'a non-empty string', holds: isText };
/** The keys that OpenAPI allows under `components` (OpenAPI 3.1, 4.8.7). */
export const COMPONENT_NAME: Check = {
  what: 'a name of letters, digits, ".", "_" and "-"',
  holds: (value) => typeof value === 'string' && /^[a-zA-Z0-9._-]+$/.test(value),
};

export function named({ holds }: Check, what: string): Check {
  return { what, holds };
}

export function oneOf(...values: readonly string[]): Check {
  return { what: `one of ${values.join(', ')}`, holds: (value) => values.includes(value as string) };
}

export function isArrayOf(holds: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(holds);
}

export interface Misfit {
  readonly name: string;
  readonly what: string;
  readonly value: unknown;
}

export function misfits<T extends object>(options: T, checks: Checks<T>): Misfit[] {
  return (Object.entries(checks) as [keyof T & string, Check][]).flatMap(([name, { what, holds }]) => {
    const value: unknown = options[name];
    return value === undefined || holds(value) ? [] : [{ name, what, value }];
  });
}

export type OptionChecks<T> = Readonly<Record<keyof T, Check>>;

/**
 * Throws for unknown options and invalid values. Messages contain only numbers and names, since other values
 * may be secrets.
 *
 * @param subject the owner of the options: `fuzz`
 * @param required names of options that have no default
 * @throws ConfigError
 */
export function requireKnownOptions<T extends object>(
  subject: string,
  options: T,
  checks: OptionChecks<T>,
  required: readonly (keyof T & string)[] = [],
): void {
  requireOptionNames(subject, options, Object.keys(checks));
  const missing = required.find((name) => options[name] === undefined);
  const [misfit] =
    missing === undefined
      ? misfits(options, checks)
      : [{ name: missing, what: checks[missing].what, value: undefined }];
  if (misfit === undefined) return;
  const { name, what, value } = misfit;
  const isShown = typeof value === 'number' || checks[name as keyof T].isName === true;
  const shown = isShown ? show(value) : kindOf(value);
  throw new ConfigError(`The option ${name} of ${subject} needs ${what}, not ${shown}.`);
}

/**
 * Throws for invalid fields of a filter. An undefined field is invalid: without it, the filter would select
 * more. Messages contain texts, so no field may be a secret.
 *
 * @param subject the owner of the fields: `engine.discardAll(filter)`
 * @throws ConfigError
 */
export function requireFields<T extends object>(subject: string, fields: T, checks: Checks<T>): void {
  const names = Object.keys(fields) as (keyof T & string)[];
  const name = names.find((field) => checks[field]?.holds(fields[field]) === false);
  if (name === undefined) return;
  const value: unknown = fields[name];
  const remedy = value === undefined ? ' Leave it out to select all.' : '';
  throw new ConfigError(
    `The field ${name} of ${subject} needs ${checks[name]?.what ?? ''}, not ${show(value)}.${remedy}`,
  );
}

export function requireOptionNames(subject: string, options: unknown, names: readonly string[]): void {
  if (!isRecord(options))
    throw new ConfigError(`${subject} takes its options as an object, not ${kindOf(options)}.`);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new ConfigError(
      `${subject} has no option ${unknown}.${didYouMean(unknown, names)} Options are ${names.join(', ')}.`,
    );
}

/** Returns options with defaults, also for those that are undefined. */
export function withDefaults<T extends object, D extends Partial<T>>(
  options: T,
  defaults: D,
): Omit<T, keyof D> & { [K in keyof D & keyof T]-?: Exclude<T[K], undefined> } {
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(present) } as never;
}
