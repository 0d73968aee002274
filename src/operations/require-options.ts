import { misfits, type Check } from '../shared/checks.js';
import { ConfigError } from '../shared/errors.js';
import { requireOptionNames, type OptionChecks } from '../shared/known-options.js';
import { isRecord, show } from '../shared/values.js';
import type { LimitOptions, MultipartOptions, OperationOptions } from './options.js';

const LIMIT: Check = {
  what: 'a number that is not negative',
  holds: (value) => typeof value === 'number' && value >= 0,
};

const LIMITS: OptionChecks<LimitOptions> = { maxItems: LIMIT, maxMembers: LIMIT, maxValues: LIMIT };

const MULTIPART: OptionChecks<MultipartOptions> = {
  maxFileBytes: LIMIT,
  maxFiles: LIMIT,
  maxFields: LIMIT,
  maxFieldBytes: LIMIT,
};

function objectOf(options: object): Check {
  return {
    what: `an object of ${Object.keys(options).join(', ')}`,
    holds: (value) => isRecord(value) && Object.keys(value).every((name) => Object.hasOwn(options, name)),
  };
}

const OPTIONS: OptionChecks<OperationOptions> = {
  invalidStatus: { what: '400 or 422', holds: (value) => value === 400 || value === 422 },
  maxBodyBytes: LIMIT,
  limits: objectOf(LIMITS),
  multipart: objectOf(MULTIPART),
  problem: {
    what: 'an object with a class and a function, { schema: Mistake, create: (problem) => … }',
    holds: (value) =>
      isRecord(value) && typeof value.schema === 'function' && typeof value.create === 'function',
  },
  unknownProperties: {
    what: "'drop', 'refuse' or 'keep'",
    holds: (value) => value === 'drop' || value === 'refuse' || value === 'keep',
  },
  undocumentedProperties: {
    what: "'drop', 'throw' or 'keep'",
    holds: (value) => value === 'drop' || value === 'throw' || value === 'keep',
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
    ...(isRecord(options.limits) ? misfits(options.limits as LimitOptions, LIMITS) : []),
    ...(isRecord(options.multipart) ? misfits(options.multipart as MultipartOptions, MULTIPART) : []),
  ];
  if (misfit === undefined) return;
  const { name, what, value } = misfit;
  throw new ConfigError(`The option ${name} of ${subject} needs ${what}, not ${show(value)}.`);
}

/** The names of all options. */
export const OPTION_NAMES: readonly string[] = Object.keys(OPTIONS);

/** As `requireOptions`, and refuses unknown options. @throws ConfigError */
export function requireCallOptions(options: OperationOptions, subject: string): void {
  requireOptionNames(subject, options, OPTION_NAMES);
  requireOptions(options, subject);
}
