import { STATUS_CODES } from 'node:http';
import { Description, Example, Optional, Required } from '../../decorators/annotations.js';
import { Model } from '../../decorators/model.js';
import { TypeOf } from '../../decorators/types.js';
import { integer, oneOf } from '../documents/model/type-functions.js';
import type { TypeInput } from '../../decorators/type-input.js';
import type { Responses } from '../documents/openapi/types/parts.js';

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
