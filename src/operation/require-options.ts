import { misfits, type Check } from '../base/checks.js';
import { ConfigError } from '../base/errors.js';
import { requireOptionNames, type OptionChecks } from '../base/known-options.js';
import { isRecord, show } from '../base/values.js';
import type { MultipartOptions, OperationOptions } from './options.js';

const LIMIT: Check = {
  what: 'a number that is not negative',
  holds: (value) => typeof value === 'number' && value >= 0,
};

const MULTIPART: OptionChecks<MultipartOptions> = {
  maxFileBytes: LIMIT,
  maxFiles: LIMIT,
  maxFields: LIMIT,
  maxFieldBytes: LIMIT,
};

const OPTIONS: OptionChecks<OperationOptions> = {
  invalidStatus: { what: '400 or 422', holds: (value) => value === 400 || value === 422 },
  maxBodyBytes: LIMIT,
  multipart: {
    what: `an object of ${Object.keys(MULTIPART).join(', ')}`,
    holds: (value) => isRecord(value) && Object.keys(value).every((name) => Object.hasOwn(MULTIPART, name)),
  },
  problem: {
    what: 'an object with a class and a function, { schema: Mistake, create: (problem) => … }',
    holds: (value) =>
      isRecord(value) && typeof value.schema === 'function' && typeof value.create === 'function',
  },
  checkResponses: {
    what: "'throw', 'log' or false",
    holds: (value) => value === 'throw' || value === 'log' || value === false,
  },
};

/**
 * For callers without types: a limit that is no number would be none.
 * @param subject follows "of" in a message
 * @throws ConfigError
 */
export function requireOptions(options: OperationOptions, subject: string): void {
  const [misfit] = [
    ...misfits(options, OPTIONS),
    ...(isRecord(options.multipart) ? misfits(options.multipart as MultipartOptions, MULTIPART) : []),
  ];
  if (misfit === undefined) return;
  const { name, what, value } = misfit;
  throw new ConfigError(`The option ${name} of ${subject} needs ${what}, not ${show(value)}.`);
}

/** As `requireOptions`, where nothing but options may stand. @throws ConfigError */
export function requireCallOptions(options: OperationOptions, subject: string): void {
  requireOptionNames(subject, options, Object.keys(OPTIONS));
  requireOptions(options, subject);
}
