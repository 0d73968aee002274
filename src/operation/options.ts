import type { Constructor } from '../base/types.js';
import type { Problem } from './problem.js';

/** How requests are refused and answers checked. On one operation they count before those of all. */
export interface OperationOptions {
  /** Status of the answer to a request that its rules refuse; one that cannot be read is always 400. @default 400 */
  readonly invalidStatus?: 400 | 422 | undefined;
  /** The longest body that is read, in bytes; a longer one is answered with 413. @default 1048576 */
  readonly maxBodyBytes?: number | undefined;
  /** What a refused request is answered with instead of `ProblemDetails`. @default none */
  readonly problem?: ProblemFormat | undefined;
  /**
   * Compares each answer with its documented schema: `'throw'` hands a difference to the framework as an error,
   * `'log'` emits a warning of the process. @default 'log', and false where NODE_ENV is production
   */
  readonly checkResponses?: 'throw' | 'log' | false | undefined;
}

/** A class of the application's own for refused requests. */
export interface ProblemFormat {
  /** Documented for every refusal. */
  readonly schema: Constructor;
  /** Makes what is sent. */
  readonly create: (problem: Problem) => unknown;
  /** @default 'application/problem+json' */
  readonly contentType?: string;
}

/** The options, complete. */
export interface ResolvedOptions {
  readonly invalidStatus: 400 | 422;
  readonly maxBodyBytes: number;
  readonly problem: ProblemFormat | undefined;
  readonly checkResponses: 'throw' | 'log' | false;
}

/** Fills in every default; the first that says something counts. */
export function resolveOptions(...given: readonly OperationOptions[]): ResolvedOptions {
  const first = <K extends keyof OperationOptions>(name: K): OperationOptions[K] =>
    given.map((options) => options[name]).find((value) => value !== undefined);
  return {
    invalidStatus: first('invalidStatus') ?? 400,
    maxBodyBytes: first('maxBodyBytes') ?? 1024 * 1024,
    problem: first('problem'),
    checkResponses: first('checkResponses') ?? (process.env.NODE_ENV === 'production' ? false : 'log'),
  };
}
