import { emitWarning, isProduction } from './runtime.js';

/** Milliseconds. */
const SHORT = 100;

const warned = new Set<string>();

/**
 * Warns, outside production and once for each option, of a time that is too short to be meant in
 * milliseconds. 0 means at once.
 *
 * @param option its name and its owner: `timeout of new WebhookChannel(options)`
 */
export function warnOfShortTime(option: string, time: number): void {
  if (time <= 0 || time >= SHORT || warned.has(option) || isProduction()) return;
  warned.add(option);
  emitWarning(
    `The option ${option} is ${time} milliseconds, which is hardly meant. ` +
      `Write ${time} * 1_000 for seconds, or ${time} * 86_400_000 for days.`,
    { type: 'WebhookWarning', code: 'DTOSPEC_SHORT_TIME' },
  );
}
