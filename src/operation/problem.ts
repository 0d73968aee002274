import { Description, Example } from '../../decorators/annotations.js';
import { Optional, Required } from '../../decorators/presence.js';
import { ArrayOf, Enum, TypeOf } from '../../decorators/types.js';
import { schema } from '../spec/helpers.js';

/** Where a fault is: in the body, or in the parameters of one place. */
export type FaultPlace = 'body' | 'path' | 'query' | 'header' | 'cookie';

/** One fault of a request. */
@Required()
export class ProblemFault {
  @Description('Where the fault is: the body, or the parameters of one place')
  @Enum(['body', 'path', 'query', 'header', 'cookie'])
  in!: FaultPlace;

  @Description(
    'JSON Pointer (RFC 6901) to the fault: into the body, or into an object of the parameters of the place, by name',
  )
  @Example('#/lines/0/sku')
  @TypeOf(() => String)
  pointer!: string;

  @Description('What is wrong')
  @Example('quantity must not be less than 1')
  @TypeOf(() => String)
  detail!: string;

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
  @Description('Kind of problem; about:blank where the status says it all')
  @TypeOf(() => schema('string', { format: 'uri-reference' }))
  type!: string;

  @Description('The same for every problem of the kind')
  @TypeOf(() => String)
  title!: string;

  @Description('HTTP status')
  @TypeOf(() => schema('integer', { minimum: 100, maximum: 599 }))
  status!: number;

  @Description('What is wrong with this request')
  @Optional()
  @TypeOf(() => String)
  detail?: string;

  @Description('Each fault by itself')
  @Optional()
  @ArrayOf(() => ProblemFault)
  errors?: ProblemFault[];
}

/** Why a request is refused, before it becomes `ProblemDetails` or a class of the application's own. */
export interface Problem {
  readonly status: number;
  /** The status's own words (RFC 9110, 15). */
  readonly title: string;
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

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
};

export function problemOf({ detail, errors }: Refusal, status: number): Problem {
  return { status, title: TITLES[status] ?? 'Bad Request', detail, errors };
}

/** The problem as it is sent. */
export function problemDetails({ status, title, detail, errors }: Problem): ProblemDetails {
  const details = Object.assign(new ProblemDetails(), { type: 'about:blank', title, status, detail });
  return errors.length === 0 ? details : Object.assign(details, { errors: [...errors] });
}
