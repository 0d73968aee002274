import type { OptionValues } from './command.js';
import { UsageError } from './errors.js';

/**
 * The number that an option gives; undefined where it is not given.
 * @throws UsageError for what is no number from the least on
 */
export function numberOf(options: OptionValues, name: string, least: number): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (typeof value === 'string' && value.trim() !== '' && number >= least && Number.isFinite(number))
    return number;
  throw new UsageError(`--${name} must be a number of at least ${least}, not ${JSON.stringify(value)}.`);
}

/** What an option that may be given several times was given. */
export function listOf(options: OptionValues, name: string): readonly string[] | undefined {
  const values = options[name];
  return Array.isArray(values) ? values.map(String) : undefined;
}

/**
 * The value of an option that has few; undefined where it is not given.
 * @throws UsageError for another value
 */
export function choiceOf<T extends string>(
  options: OptionValues,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = options[name];
  const choice = choices.find((one) => one === value);
  if (value === undefined || choice !== undefined) return choice;
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
}
