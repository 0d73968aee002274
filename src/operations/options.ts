import type { Constructor } from '../shared/types.js';
import { compact } from '../documents/openapi/compact.js';
import type { Problem } from './problem.js';
import { type Check, misfits, type OptionChecks, requireOptionNames } from '../shared/checks.js';
import { ConfigError } from '../shared/errors.js';
import { isRecord, show } from '../shared/values.js';

/** What becomes of the members of a request that the document does not describe. */
export type UnknownProperties = 'drop' | 'refuse' | 'keep';

/** What becomes of the members of a response that the document does not describe. */
export type UndocumentedProperties = 'drop' | 'throw' | 'keep';

/** How requests are refused and answers checked. On one operation they count before those of all. */
export interface OperationOptions {
  /** Status of the answer to a request that its rules refuse; one that cannot be read is always 400. @default 400 */
  readonly invalidStatus?: 400 | 422 | undefined;
  /** The longest body that is read, in bytes; a longer one is answered with 413. @default 1048576 */
  readonly maxBodyBytes?: number | undefined;
  /** How large the values of a body may be; larger ones are answered with 413. @default see each */
  readonly limits?: LimitOptions | undefined;
  /** How much of a form with files is read. @default see each */
  readonly multipart?: MultipartOptions | undefined;
  /** What a refused request is answered with instead of `ProblemDetails`. @default none */
  readonly problem?: ProblemFormat | undefined;
  /**
   * Members of a request that the document does not describe, in bodies, forms and objects of the query: `'drop'` takes
   * them away before the handler sees them, `'refuse'` answers with 400, `'keep'` leaves them to class-validator.
   * @default 'drop'
   */
  readonly unknownProperties?: UnknownProperties | undefined;
  /**
   * Members of a response that the document does not describe: `'drop'` takes them away, `'throw'` hands an error to the
   * framework, `'keep'` sends them. @default 'drop'
   */
  readonly undocumentedProperties?: UndocumentedProperties | undefined;
  /**
   * Compares each answer with its documented schema: `'throw'` hands a difference to the framework as an error,
   * `'log'` emits a warning of the process. @default 'log', and false where NODE_ENV is production
   */
  readonly checkResponses?: 'throw' | 'log' | false | undefined;
}

/** Limits of parsed values, which are checked before instances are made; query parameters above them are answered with 400. */
export interface LimitOptions {
  /** Most items of an array that documents no `maxItems` (`@ArrayMaxSize`). @default 10000 */
  readonly maxItems?: number;
  /** Most members of an object. @default 1000 */
  readonly maxMembers?: number;
  /** Most items and members of all arrays and objects together. @default 50000 */
  readonly maxValues?: number;
}

/** How much of a `multipart/form-data` body is read; more is answered with 413. `maxBodyBytes` bounds what is kept in memory. */
export interface MultipartOptions {
  /** The longest file, in bytes, one that is read as a stream too. @default 104857600 */
  readonly maxFileBytes?: number;
  /** Most files of a form; more are answered with 413. @default 100 */
  readonly maxFiles?: number;
  /** Fields that are no files. @default 1000 */
  readonly maxFields?: number;
  /** The longest field that is no file, in bytes. @default 1048576 */
  readonly maxFieldBytes?: number;
}

/** A class of the application's own for refused requests. */
export interface ProblemFormat {
  /** Documented for every refusal. */
  readonly schema: Constructor;
  /** Makes what is sent. */
  readonly create: (problem: Problem) => unknown;
  /** The media type that it is sent and documented as. @default 'application/problem+json' */
  readonly contentType?: string;
}

/** The options, complete. */
export interface ResolvedOptions {
  readonly invalidStatus: 400 | 422;
  readonly maxBodyBytes: number;
  readonly limits: Required<LimitOptions>;
  readonly multipart: Required<MultipartOptions>;
  readonly problem: ProblemFormat | undefined;
  readonly unknownProperties: UnknownProperties;
  readonly undocumentedProperties: UndocumentedProperties;
  readonly checkResponses: 'throw' | 'log' | false;
}

const LIMIT_DEFAULTS: Required<LimitOptions> = { maxItems: 10_000, maxMembers: 1_000, maxValues: 50_000 };

const MULTIPART_DEFAULTS: Required<MultipartOptions> = {
  maxFileBytes: 100 * 1024 * 1024,
  maxFiles: 100,
  maxFields: 1000,
  maxFieldBytes: 1024 * 1024,
};

/** Fills in every default; the first that says something counts. */
export function resolveOptions(...given: readonly OperationOptions[]): ResolvedOptions {
  const first = <K extends keyof OperationOptions>(name: K): OperationOptions[K] =>
    given.map((options) => options[name]).find((value) => value !== undefined);
  const merged = <T extends object>(defaults: T, own: readonly (Partial<T> | undefined)[]): T =>
    Object.assign({}, defaults, ...own.map((one) => compact<object>({ ...one })).reverse()) as T;
  return {
    invalidStatus: first('invalidStatus') ?? 400,
    maxBodyBytes: first('maxBodyBytes') ?? 1024 * 1024,
    limits: merged(
      LIMIT_DEFAULTS,
      given.map(({ limits }) => limits),
    ),
    multipart: merged(
      MULTIPART_DEFAULTS,
      given.map(({ multipart }) => multipart),
    ),
    problem: first('problem'),
    unknownProperties: first('unknownProperties') ?? 'drop',
    undocumentedProperties: first('undocumentedProperties') ?? 'drop',
    checkResponses: first('checkResponses') ?? (process.env.NODE_ENV === 'production' ? false : 'log'),
  };
}

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
