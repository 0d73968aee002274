import { isProduction } from '../shared/runtime.js';
import type { Constructor } from '../shared/types.js';
import { mapValues } from '../documents/json-schema/walk.js';
import type { Problem } from './problem.js';
import { LIMIT_DEFAULTS } from './reader/value-limits.js';
import { type Check, type Misfit, misfits, type OptionChecks, requireOptionNames } from '../shared/checks.js';
import { ConfigError } from '../shared/errors.js';
import { isRecord, show, omitUndefined } from '../shared/values.js';

export type UnknownProperties = 'drop' | 'refuse' | 'keep';

export type UndocumentedProperties = 'drop' | 'throw' | 'keep';

/**
 * Options of operations: responses to invalid requests, limits, and checks of responses. Options in an
 * operation override those of the call that registers it.
 */
export interface OperationOptions {
  /**
   * Status of the response to an invalid request. For a
   * malformed request, such as invalid JSON, it is always 400.
   * @default 400
   */
  readonly invalidStatus?: 400 | 422 | undefined;
  /** Maximum length of a body, in bytes. For a longer body the response is 413. @default 1048576 */
  readonly maxBodyBytes?: number | undefined;
  /** Limits of the values in a request. If a body exceeds one, the response is 413. @default see each */
  readonly limits?: LimitOptions | undefined;
  /** Limits of a form with files. @default see each */
  readonly multipart?: MultipartOptions | undefined;
  /** The format of error responses, instead of `ProblemDetails`. @default none */
  readonly problem?: ProblemFormat | undefined;
  /**
   * Handling of members of a request that the document does not describe, in bodies, forms and objects of the
   * query: `'drop'` removes them before the handler sees them, `'refuse'` responds with 400, `'keep'` passes
   * them to class-validator.
   * @default 'drop'
   */
  readonly unknownProperties?: UnknownProperties | undefined;
  /**
   * Handling of members of a response that the document does not describe: `'drop'` removes them, `'throw'`
   * throws an error in the framework, `'keep'` sends them. @default 'drop'
   */
  readonly undocumentedProperties?: UndocumentedProperties | undefined;
  /**
   * Compares each response with its documented schema. For a difference, `'throw'` throws an error in the
   * framework and `'log'` emits a process warning. @default 'log', or false if NODE_ENV is production
   */
  readonly checkResponses?: 'throw' | 'log' | false | undefined;
  /**
   * Milliseconds after which an idle event stream sends a comment, so that proxies do not close the
   * connection. 0 sends none. @default 15000
   */
  readonly keepAlive?: number | undefined;
}

/** Options of operations whose router is mounted at a path. */
export interface MountedOperationOptions extends OperationOptions {
  /**
   * Path at which the router is mounted, such as `'/api/v1'` or `'/t/{tenant}'`. The document adds it to each
   * path. Its parameters are strings in `params`, unless the class of `params` has them. @default none
   */
  readonly prefix?: string | undefined;
}

/**
 * Limits of parsed values, checked before instances are
 * created. If query parameters exceed one, the response is 400.
 */
export interface LimitOptions {
  /** Maximum number of items of an array without documented `maxItems` (`@ArrayMaxSize`). @default 10000 */
  readonly maxItems?: number;
  /** Maximum number of members of an object. @default 1000 */
  readonly maxMembers?: number;
  /** Maximum number of items and members of all arrays and objects in total. @default 50000 */
  readonly maxValues?: number;
}

/**
 * Limits of a `multipart/form-data` body. If it exceeds one, the response is 413. `maxBodyBytes` limits the
 * part that is kept in memory.
 */
export interface MultipartOptions {
  /** Maximum length of a file in bytes, also of one that is read as a stream. @default 104857600 */
  readonly maxFileBytes?: number;
  /** Maximum number of files. @default 100 */
  readonly maxFiles?: number;
  /** Maximum number of fields without files. @default 1000 */
  readonly maxFields?: number;
  /** Maximum length of a field without a file, in bytes. @default 1048576 */
  readonly maxFieldBytes?: number;
}

/** Your own format of error responses. */
export interface ProblemFormat {
  /** The class that documents every error response. */
  readonly schema: Constructor;
  /** Creates the body of an error response. */
  readonly create: (problem: Problem) => unknown;
  /** The media type of the body. @default 'application/problem+json' */
  readonly contentType?: string;
}

export interface ResolvedOperationOptions {
  /** Status of a response to an invalid request. */
  readonly invalidStatus: 400 | 422;
  /** Bytes of a body; a longer one is answered with 413. */
  readonly maxBodyBytes: number;
  readonly limits: Required<LimitOptions>;
  readonly multipart: Required<MultipartOptions>;
  /** The format of problems; undefined for problem details. */
  readonly problem: ProblemFormat | undefined;
  readonly unknownProperties: UnknownProperties;
  readonly undocumentedProperties: UndocumentedProperties;
  readonly checkResponses: 'throw' | 'log' | false;
  /** Milliseconds after which an idle event stream sends a comment; 0 for none. */
  readonly keepAlive: number;
}

const MULTIPART_DEFAULTS: Required<MultipartOptions> = {
  maxFileBytes: 100 * 1024 * 1024,
  maxFiles: 100,
  maxFields: 1000,
  maxFieldBytes: 1024 * 1024,
};

export function resolveOperationOptions(...levels: readonly OperationOptions[]): ResolvedOperationOptions {
  const first = <K extends keyof OperationOptions>(name: K): OperationOptions[K] =>
    levels.map((options) => options[name]).find((value) => value !== undefined);
  const merged = <T extends object>(name: 'limits' | 'multipart', defaults: T): T => {
    const own = levels.map((options) => omitUndefined<object>({ ...options[name] }));
    return Object.assign({}, defaults, ...own.reverse()) as T;
  };
  return {
    invalidStatus: first('invalidStatus') ?? 400,
    maxBodyBytes: first('maxBodyBytes') ?? 1024 * 1024,
    limits: merged('limits', LIMIT_DEFAULTS),
    multipart: merged('multipart', MULTIPART_DEFAULTS),
    problem: first('problem'),
    unknownProperties: first('unknownProperties') ?? 'drop',
    undocumentedProperties: first('undocumentedProperties') ?? 'drop',
    checkResponses: first('checkResponses') ?? (isProduction() ? false : 'log'),
    keepAlive: first('keepAlive') ?? 15_000,
  };
}

const LIMIT: Check = {
  what: 'a number that is not negative',
  holds: (value) => typeof value === 'number' && value >= 0,
};

function oneOf(what: string, ...values: readonly unknown[]): Check {
  return { what, holds: (value) => values.includes(value) };
}

function objectOf(options: object): Check {
  return {
    what: `an object of ${Object.keys(options).join(', ')}`,
    holds: (value) => isRecord(value) && Object.keys(value).every((name) => Object.hasOwn(options, name)),
  };
}

const LIMITS = mapValues<number, Check>(LIMIT_DEFAULTS, () => LIMIT) as OptionChecks<LimitOptions>;
const MULTIPART = mapValues(MULTIPART_DEFAULTS, () => LIMIT) as OptionChecks<MultipartOptions>;

const OPTIONS: OptionChecks<OperationOptions> = {
  invalidStatus: oneOf('400 or 422', 400, 422),
  maxBodyBytes: LIMIT,
  limits: objectOf(LIMITS),
  multipart: objectOf(MULTIPART),
  problem: {
    what: 'an object with a class and a function, { schema: Mistake, create: (problem) => … }',
    holds: (value) =>
      isRecord(value) && typeof value.schema === 'function' && typeof value.create === 'function',
  },
  unknownProperties: oneOf("'drop', 'refuse' or 'keep'", 'drop', 'refuse', 'keep'),
  undocumentedProperties: oneOf("'drop', 'throw' or 'keep'", 'drop', 'throw', 'keep'),
  checkResponses: oneOf("'throw', 'log' or false", 'throw', 'log', false),
  keepAlive: {
    what: 'milliseconds, at most 2147483647',
    holds: (value) => typeof value === 'number' && value >= 0 && value < 2 ** 31,
  },
};

const PREFIX: Check = {
  what: "a path, as in '/api/v1' or '/t/{tenant}', without wildcards and optional parts",
  holds: (value) =>
    typeof value === 'string' && /^(?:\/(?:[\w.~%!$&'+,;=@-]|\{[\w-]+\})+)+$/.test(plainPrefix(value)),
};

/** A parameter with a colon, and its regular expression in round or curly brackets. */
const COLON_PARAMETER = /:(\w+)(?:\((?:[^()]|\([^()]*\))*\)|\{(?:[^{}]|\{[^{}]*\})*\})?/g;

/**
 * Returns a prefix with its parameters in braces: `/t/{tenant}` for `/t/:tenant` and `/t/:tenant{[a-z]+}`.
 */
export function plainPrefix(prefix = ''): string {
  return prefix.replace(COLON_PARAMETER, '{$1}');
}

export const OPTION_NAMES: readonly string[] = Object.keys(OPTIONS);

export function requireOptions(options: OperationOptions, subject: string): void {
  const [misfit] = [
    ...misfits(options, OPTIONS),
    ...(isRecord(options.limits) ? misfits(options.limits as LimitOptions, LIMITS) : []),
    ...(isRecord(options.multipart) ? misfits(options.multipart as MultipartOptions, MULTIPART) : []),
  ];
  refuse(misfit, subject);
}

export function requireCallOptions(options: OperationOptions, subject: string, takesPrefix: boolean): void {
  requireOptionNames(subject, options, takesPrefix ? [...OPTION_NAMES, 'prefix'] : OPTION_NAMES);
  requireOptions(options, subject);
  if (takesPrefix) refuse(misfits(options as MountedOperationOptions, { prefix: PREFIX })[0], subject);
}

function refuse(misfit: Misfit | undefined, subject: string): void {
  if (misfit === undefined) return;
  const { name, what, value } = misfit;
  throw new ConfigError(`The option ${name} of ${subject} needs ${what}, not ${show(value)}.`);
}
