import type { Constructor } from '../shared/types.js';
import { compact } from '../documents/openapi/compact.js';
import type { Problem } from './problem.js';

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
