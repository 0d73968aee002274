import { plainView } from '../model/class-model.js';
import type { Direction, View } from '../model/types.js';
import { REQUEST_BODY } from './check-endpoint.js';
import { compact, text } from './compact.js';
import type { OperationContext } from './context.js';
import type { RequestBodyObject } from './document.js';
import type { RequestBody } from './endpoint.js';
import { soundFields } from './fields.js';
import { createContent } from './media-type.js';
import { requestView, validationOf } from './request-view.js';

/** Methods whose body has no meaning in HTTP (RFC 9110 section 9.3); OpenAPI 3.0 ignores one there. */
const BODILESS: readonly string[] = ['get', 'head', 'delete', 'trace'];

/** The request body of an operation; `output` where the service itself sends it, in a callback. */
export function createRequestBody(
  given: RequestBody | undefined,
  method: string,
  context: OperationContext,
  direction: Direction = 'input',
): RequestBodyObject | undefined {
  if (given == null) return undefined;
  const place = `${context.place} requestBody`;
  const body = soundFields(given, REQUEST_BODY, place, context.report);
  if (BODILESS.includes(method)) {
    context.report({
      code: 'body-without-meaning',
      message: `HTTP gives the body of a ${method.toUpperCase()} request no meaning, and clients may not send it. Use queryParams, or another method.`,
      place,
    });
  }
  const view: View = {
    ...(direction === 'output'
      ? plainView(direction)
      : requestView(validationOf(body) ?? context.validation)),
    groups: body.groups ?? [],
    version: body.version,
  };
  return compact<RequestBodyObject>({
    description: text(body.description),
    required: body.required === true ? true : undefined,
    content: createContent({ ...body, view }, place, context),
  });
}
