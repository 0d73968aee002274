import { Description, Example, Optional, Required } from '../../decorators/annotations.js';
import { KeepName } from '../../decorators/keep-name.js';
import { ArrayOf, Enum, TypeOf } from '../../decorators/types.js';
import { phraseOf } from '../shared/http.js';
import type { ResponseSpec } from '../documents/openapi/types/parts.js';
import { schema } from '../documents/openapi/helpers.js';
import { Reply, type ReplyOptions } from './make-reply.js';

export const PROBLEM_JSON = 'application/problem+json';

export const INVALID_REQUEST = 'The request is invalid.';

export type FaultPlace = 'body' | 'path' | 'query' | 'header' | 'cookie';

/** A fault of a request. */
@Required()
@KeepName('ProblemFault')
export class ProblemFault {
  /** The part of the request that contains the fault. */
  @Description('Part of the request with the fault')
  @Enum(['body', 'path', 'query', 'header', 'cookie'])
  in!: FaultPlace;

  /** JSON Pointer (RFC 6901) to the invalid value, with the names in the request: `#/lines/0/sku`. */
  @Description('JSON Pointer (RFC 6901) to the invalid value in that part of the request')
  @TypeOf(() => String)
  pointer!: string;

  /** Explanation of the fault. */
  @Description('Explanation of the fault')
  @TypeOf(() => String)
  detail!: string;

  /** The validation rule that failed, by class-validator's name: `min`. */
  @Description('Validation rule that failed')
  @Optional()
  @TypeOf(() => String)
  rule?: string;
}

/** Problem details (RFC 9457): the body of an error response. */
@Description('Problem details (RFC 9457)')
@Required()
@KeepName('ProblemDetails')
export class ProblemDetails {
  /** Problem type (RFC 9457, 3.1.1): `about:blank` if the status explains the problem. */
  @Description('Problem type; about:blank when the status explains it')
  @Example('about:blank')
  @TypeOf(() => schema('string', { format: 'uri-reference' }))
  type!: string;

  /** Short summary, equal for every problem of the type (RFC 9457, 3.1.3). */
  @Description('Short summary of the problem type')
  @TypeOf(() => String)
  title!: string;

  /** HTTP status (RFC 9457, 3.1.2). */
  @Description('HTTP status')
  @TypeOf(() => schema('integer', { minimum: 100, maximum: 599 }))
  status!: number;

  /** Explanation of this occurrence of the problem (RFC 9457, 3.1.4). */
  @Description('Explanation of this occurrence of the problem')
  @Optional()
  @TypeOf(() => String)
  detail?: string;

  /** The faults of the request. */
  @Description('The faults of the request')
  @Optional()
  @ArrayOf(() => ProblemFault)
  errors?: ProblemFault[];
}

/** The reason why a request is rejected, before it becomes `ProblemDetails` or your own class. */
export interface Problem {
  /** HTTP status of the response. */
  readonly status: number;
  /** The reason phrase of the status (RFC 9110, 15). */
  readonly title: string;
  /** Explanation of this occurrence (RFC 9457, 3.1.4). */
  readonly detail: string;
  /** The faults; empty if the request as a whole cannot be read. */
  readonly errors: readonly ProblemFault[];
}

/** Thrown to reject a request. It becomes the response and does not reach the application. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    /** Headers by name in lower case. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

export function problemDetails({
  status,
  title,
  detail,
  errors,
}: Omit<Problem, 'detail'> & Partial<Pick<Problem, 'detail'>>): ProblemDetails {
  const details = new ProblemDetails();
  details.type = 'about:blank';
  details.title = title;
  details.status = status;
  if (detail !== undefined) details.detail = detail;
  if (errors.length > 0) details.errors = [...errors];
  return details;
}

export function problemJson(status: number, detail: string): string {
  return JSON.stringify(problemDetails({ status, title: phraseOf(status), detail, errors: [] }));
}

/**
 * Creates a response with problem details (RFC 9457). The title is the status's reason phrase.
 *
 * @param status a status that the operation documents, as `problemResponse` does
 * @param more the faults of the request, or options: headers such as `Retry-After` (RFC 9110, 10.2.3), and
 *   faults
 * @example
 * ({ params }) => users.get(params.id) ?? problem(404, 'User not found.')
 * @example
 * problem(429, 'Too many orders.', { headers: { 'retry-after': '60' } })
 */
export function problem<S extends number>(
  status: S,
  detail: string,
  more: ProblemFaults | ProblemOptions = {},
): Reply<S, ProblemDetails> {
  const { errors = [], headers }: ProblemOptions = 'map' in more ? { errors: more } : more;
  const faults = errors.map((fault) => Object.assign(new ProblemFault(), fault));
  const details = problemDetails({ status, title: phraseOf(status), detail, errors: faults });
  return new Reply(status, details, headers);
}

/** The faults of a request. */
export type ProblemFaults = readonly Omit<ProblemFault, never>[];

/** Options of `problem`. */
export interface ProblemOptions extends ReplyOptions {
  /** The faults of the request, which a form may show. @default none */
  readonly errors?: ProblemFaults;
}

/** A response whose body is problem details. */
export interface ProblemResponse extends ResponseSpec<typeof ProblemDetails> {
  schema: typeof ProblemDetails;
}

/**
 * Documents an error response whose body is problem details (RFC 9457).
 * @example problemResponse('User not found')
 */
export function problemResponse(description: string): ProblemResponse {
  return { description, schema: ProblemDetails, contentType: PROBLEM_JSON };
}
