import type { OptionValues } from './command.js';
import { UsageError } from './errors.js';

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
  throw new UsageError(`--${name} is one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
}
