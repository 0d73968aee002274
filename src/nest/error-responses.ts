import { STATUS_CODES } from 'node:http';
import { Description, Example, Optional, Required } from '../../decorators/annotations.js';
import { Model } from '../../decorators/model.js';
import { TypeOf } from '../../decorators/types.js';
import { integer, oneOf } from '../documents/model/type/type-functions.js';
import { ANY_VALUE, type TypeInput } from '../../decorators/type-input.js';
import type { Responses } from '../documents/openapi/types/parts.js';
import type { Finding } from '../shared/diagnostics.js';
import { enhancerName, type Enhancer } from './enhancers.js';
import { isConstructor, isOrExtends } from '../shared/values.js';
import { KEYS, metadata, nestClass } from './nest-internals.js';

/** The body that Nest sends for an HttpException, unless the application has its own filter. */
@Model({ name: 'HttpError' })
export class HttpErrorBody {
  /** HTTP status. */
  @Required()
  @TypeOf(() => integer())
  @Description('HTTP status')
  @Example(400)
  statusCode!: number;
  /** The error, or a list of errors if validation rejects the request. */
  @Required()
  @TypeOf(() => oneOf(String, [String]))
  @Description('The error; for validation a list of errors')
  message!: string | string[];
  /** Name of the status. */
  @Optional()
  @TypeOf(() => String)
  @Description('Name of the status')
  error?: string;
}

/** A rejection of a request. */
export interface Rejection {
  readonly status: number;
  /** The exception, if the application creates it. */
  readonly exception: unknown;
}

/** Returns a rejection whose exception Nest creates. */
export function rejectionWith(status: number): Rejection {
  return { status, exception: undefined };
}

/** Runs an `exceptionFactory` for the status of its exception, and for the body. */
export function rejectionOf(
  factory: ((errors: never) => unknown) | undefined,
  errors: unknown,
  status = 400,
): Rejection {
  const exception = exceptionOf(factory, errors);
  const made: unknown = (exception as { getStatus?(): unknown } | undefined)?.getStatus?.();
  return { status: typeof made === 'number' ? made : status, exception };
}

function exceptionOf(factory: ((errors: never) => unknown) | undefined, errors: unknown): unknown {
  try {
    return factory?.(errors as never);
  } catch (error) {
    return isHttpException(error) ? error : undefined;
  }
}

function isHttpException(value: unknown): value is { getResponse(): unknown } {
  return typeof (value as { getResponse?: unknown } | undefined)?.getResponse === 'function';
}

/** Returns the responses of rejections. Under a filter that catches an exception, its body is any JSON. */
export function errorResponses(
  rejections: readonly Rejection[],
  body: TypeInput | undefined,
  filters: readonly Enhancer[],
): Responses {
  const isNests = (rejection: Rejection): boolean =>
    isNestBody(rejection.exception) && !filters.some((filter) => catches(filter, rejection));
  const statuses = [...new Set(rejections.map(({ status }) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const open = !rejections.filter((rejection) => rejection.status === status).every(isNests);
      return [status, { description: phraseOf(status), schema: body ?? (open ? ANY_VALUE : HttpErrorBody) }];
    }),
  );
}

/** Notes the filters that catch a rejection, once each. */
export function createFilterNotes(
  report: (finding: Finding) => void,
): (rejections: readonly Rejection[], filters: readonly Enhancer[]) => void {
  const noted = new Set<string>();
  return (rejections, filters) => {
    for (const filter of filters) {
      const place = enhancerName(filter) ?? 'an exception filter that a factory makes';
      if (noted.has(place) || !rejections.some((rejection) => catches(filter, rejection))) continue;
      noted.add(place);
      report({
        code: 'unknown-filter',
        place,
        message:
          'This exception filter may send the documented errors with other statuses and bodies. Set routes.errors to the class of its body, and document its statuses with routes.responses or @ApiResponse.',
      });
    }
  };
}

function isNestBody(exception: unknown): boolean {
  if (exception === undefined) return true;
  if (!isHttpException(exception)) return false;
  const response = exception.getResponse();
  if (typeof response === 'string') return true;
  const { statusCode, message } = Object(response) as Partial<HttpErrorBody>;
  return typeof statusCode === 'number' && [message].flat().every((text) => typeof text === 'string');
}

const EXCEPTIONS: Readonly<Record<number, string>> = {
  400: 'BadRequestException',
  401: 'UnauthorizedException',
  403: 'ForbiddenException',
  413: 'PayloadTooLargeException',
  415: 'UnsupportedMediaTypeException',
  422: 'UnprocessableEntityException',
};

/**
 * Returns whether a filter may catch the exception of a rejection, whose class can be a subclass of Nest's.
 */
function catches(filter: Enhancer, { status, exception }: Rejection): boolean {
  const type = filter.type ?? filter.make()?.constructor;
  const caught = type === undefined ? [] : metadata(KEYS.catches, type);
  if (!Array.isArray(caught) || caught.length === 0) return true;
  const thrown: unknown =
    exception instanceof Object ? exception.constructor : nestClass(EXCEPTIONS[status] ?? 'HttpException');
  if (!isConstructor(thrown)) return true;
  return caught
    .filter(isConstructor)
    .some((target) => isOrExtends(thrown, target) || isOrExtends(target, thrown));
}

export function phraseOf(status: number): string {
  return STATUS_CODES[status] ?? `Status ${status}`;
}
