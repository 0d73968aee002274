import { misfits, type Check } from './checks.js';
import { ConfigError } from './errors.js';
import { didYouMean } from './nearest.js';
import { isRecord, kindOf } from './values.js';

/** A check for each option that there is. */
export type OptionChecks<T> = Readonly<Record<keyof T, Check>>;

/**
 * For callers without types: nothing but options may stand there, and each fits. Values are not shown, which may be secrets.
 *
 * @param subject whose options they are: `fuzz`
 * @throws ConfigError
 */
export function requireKnownOptions<T extends object>(
  subject: string,
  options: T,
  checks: OptionChecks<T>,
): void {
  requireOptionNames(subject, options, Object.keys(checks));
  const [misfit] = misfits(options, checks);
  if (misfit !== undefined)
    throw new ConfigError(
      `The option ${misfit.name} of ${subject} needs ${misfit.what}, not ${kindOf(misfit.value)}.`,
    );
}

/** @throws ConfigError for what is no object, and for a name that no option has */
export function requireOptionNames(subject: string, options: unknown, names: readonly string[]): void {
  if (!isRecord(options))
    throw new ConfigError(`${subject} takes its options as an object, not ${kindOf(options)}.`);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new ConfigError(
      `${subject} has no option ${unknown}.${didYouMean(unknown, names)} Options are ${names.join(', ')}.`,
    );
}
