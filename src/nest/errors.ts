import { STATUS_CODES } from 'node:http';
import { Description, Example, Optional, Required } from '../../decorators/annotations.js';
import { Model } from '../../decorators/model.js';
import { TypeOf } from '../../decorators/types.js';
import { integer, oneOf } from '../documents/model/type-functions.js';
import type { TypeInput } from '../../decorators/type-input.js';
import type { Responses } from '../documents/openapi/types/parts.js';

/** The body that Nest sends for an HttpException, unless the application has its own filter. */
export class HttpErrorBody {
  /** HTTP status. */
  statusCode!: number;
  /** The error, or a list of errors if validation rejects the request. */
  message!: string | string[];
  /** Name of the status. */
  error?: string;
}
{
  const { prototype } = HttpErrorBody;
  Model({ name: 'HttpError' })(HttpErrorBody);
  TypeOf(() => integer())(prototype, 'statusCode');
  TypeOf(() => oneOf(String, [String]))(prototype, 'message');
  TypeOf(() => String)(prototype, 'error');
  Required()(prototype, 'statusCode');
  Required()(prototype, 'message');
  Optional()(prototype, 'error');
  Description('HTTP status')(prototype, 'statusCode');
  Description('The error; for validation a list of errors')(prototype, 'message');
  Description('Name of the status')(prototype, 'error');
  Example(400)(prototype, 'statusCode');
}

export function errorResponses(statuses: readonly number[], body: TypeInput | undefined): Responses {
  const unique = [...new Set(statuses)].sort((a, b) => a - b);
  return Object.fromEntries(
    unique.map((status) => [
      status,
      { description: phraseOf(status), ...(body !== undefined && { schema: body }) },
    ]),
  );
}

export function phraseOf(status: number): string {
  return STATUS_CODES[status] ?? `Status ${status}`;
}
