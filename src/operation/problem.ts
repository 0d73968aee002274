import { Description, Example } from '../../decorators/annotations.js';
import { Optional, Required } from '../../decorators/presence.js';
import { ArrayOf, Enum, TypeOf } from '../../decorators/types.js';
import { phraseOf } from '../base/status-phrases.js';
import type { ResponseSpec } from '../spec/endpoint.js';
import { schema } from '../spec/helpers.js';

export const PROBLEM_JSON = 'application/problem+json';

/** Where a fault is: in the body, or in the parameters of one place. */
export type FaultPlace = 'body' | 'path' | 'query' | 'header' | 'cookie';

/** One fault of a request. */
@Required()
export class ProblemFault {
  /** The body, or the parameters of one place. */
  @Description('Where the fault is: the body, or the parameters of one place')
  @Enum(['body', 'path', 'query', 'header', 'cookie'])
  in!: FaultPlace;

  /** JSON Pointer (RFC 6901) by the names on the wire: `#/lines/0/sku`. */
  @Description(
    'JSON Pointer (RFC 6901) to the fault: into the body, or into an object of the parameters of the place, by name',
  )
  @Example('#/lines/0/sku')
  @TypeOf(() => String)
  pointer!: string;

  /** What is wrong. */
  @Description('What is wrong')
  @Example('quantity must not be less than 1')
  @TypeOf(() => String)
  detail!: string;

  /** The rule that was broken, by class-validator's name: `min`. */
  @Description('The rule that was broken')
  @Example('min')
  @Optional()
  @TypeOf(() => String)
  rule?: string;
}

/** Problem details (RFC 9457): what a request that cannot be served is answered with. */
@Description('Problem details (RFC 9457)')
@Required()
export class ProblemDetails {
  /** Kind of problem (RFC 9457, 3.1.1): `about:blank` where the status says it all. */
  @Description('Kind of problem; about:blank where the status says it all')
  @TypeOf(() => schema('string', { format: 'uri-reference' }))
  type!: string;

  /** The same for every problem of the kind (RFC 9457, 3.1.3). */
  @Description('The same for every problem of the kind')
  @TypeOf(() => String)
  title!: string;

  /** HTTP status (RFC 9457, 3.1.2). */
  @Description('HTTP status')
  @TypeOf(() => schema('integer', { minimum: 100, maximum: 599 }))
  status!: number;

  /** What is wrong with this request (RFC 9457, 3.1.4). */
  @Description('What is wrong with this request')
  @Optional()
  @TypeOf(() => String)
  detail?: string;

  /** Each fault by itself. */
  @Description('Each fault by itself')
  @Optional()
  @ArrayOf(() => ProblemFault)
  errors?: ProblemFault[];
}

/** Why a request is refused, before it becomes `ProblemDetails` or a class of the application's own. */
export interface Problem {
  /** The status that it is answered with. */
  readonly status: number;
  /** The status's own words (RFC 9110, 15). */
  readonly title: string;
  /** What happened this time, in a sentence (RFC 9457, 3.1.4). */
  readonly detail: string;
  /** Empty where the request as a whole cannot be read. */
  readonly errors: readonly ProblemFault[];
}

/** Ends the reading of a request; becomes an answer, and is never thrown at the application. */
export class Refusal extends Error {
  constructor(
    readonly status: number | 'invalid',
    readonly detail: string,
    readonly errors: readonly ProblemFault[] = [],
  ) {
    super(detail);
  }
}

export function problemOf({ detail, errors }: Refusal, status: number): Problem {
  return { status, title: phraseOf(status), detail, errors };
}

/** The problem as it is sent. */
export function problemDetails({ status, title, detail, errors }: Problem): ProblemDetails {
  const details = Object.assign(new ProblemDetails(), { type: 'about:blank', title, status, detail });
  return errors.length === 0 ? details : Object.assign(details, { errors: [...errors] });
}

/**
 * What a handler returns where it cannot do what was asked: problem details (RFC 9457) under the status's own title.
 *
 * @param status one that the operation documents, as `problemResponse` does
 * @param errors where in the request the faults are, for a form to show them
 * @example
 * ({ params }) => users.get(params.id) ?? problem(404, 'There is no such user.')
 */
export function problem<S extends number>(
  status: S,
  detail: string,
  errors: readonly Omit<ProblemFault, never>[] = [],
): { readonly status: S; readonly body: ProblemDetails } {
  const faults = errors.map((one) => Object.assign(new ProblemFault(), one));
  return { status, body: problemDetails({ status, title: phraseOf(status), detail, errors: faults }) };
}

/**
 * A documented failure whose body is problem details (RFC 9457).
 * @example problemResponse('There is no such user')
 */
export function problemResponse(
  description: string,
): ResponseSpec<typeof ProblemDetails> & { schema: typeof ProblemDetails } {
  return { description, schema: ProblemDetails, contentType: PROBLEM_JSON };
}
