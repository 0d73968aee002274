import { nonEmptyText } from '../omit-empty.js';
import { omitUndefined } from '../../../shared/values.js';
import { type OperationContext, validationOf, viewOf, viewOfBody } from '../context.js';
import type { OrReference, RequestBodyObject } from '../types/document.js';
import { withPlace, extensionsOf, checkFields } from '../fields/check-fields.js';
import { createContent } from './media-type.js';
import type { AnyRequestBody } from '../types/parts.js';
import { createReference, isReference } from './references.js';

/** Methods whose body has no meaning in HTTP (RFC 9110, 9.3); OpenAPI 3.0 ignores it. */
const METHODS_WITHOUT_BODY: readonly string[] = ['get', 'head', 'delete', 'trace'];

export function createRequestBody(
  source: OrReference<AnyRequestBody> | null | undefined,
  method: string,
  context: OperationContext,
): OrReference<RequestBodyObject> | undefined {
  if (source == null) return undefined;
  const bodyContext = withPlace(`${context.place} requestBody`, context);
  if (METHODS_WITHOUT_BODY.includes(method.toLowerCase())) {
    context.report({
      code: 'body-without-meaning',
      message: `In HTTP the body of a ${method.toUpperCase()} request has no meaning, and clients may not send it. Use query, or another method.`,
      place: bodyContext.place,
    });
  }
  if (isReference(source)) return createReference<RequestBodyObject>(source, 'requestBodies', bodyContext);
  return createRequestBodyObject(source, bodyContext);
}

export function createRequestBodyObject(
  declared: AnyRequestBody,
  context: OperationContext,
): RequestBodyObject {
  const body = checkFields(declared, 'requestBody', context);
  const view = viewOfBody(viewOf(context, 'input', validationOf(body)), body);
  // A body without any content has no type, which the compiler reports.
  const isOpen = body.content === undefined && body.itemSchema === undefined && !('schema' in body);
  const source = isOpen ? { ...(body as AnyRequestBody), schema: undefined as never } : body;
  return omitUndefined<RequestBodyObject>({
    description: nonEmptyText(body.description),
    required: body.required === true ? true : undefined,
    content: createContent(source, view, context),
    ...extensionsOf(body),
  });
}
