import { byStatus } from '../by-status.js';
import { isRecord, plainJson, show, omitUndefined } from '../../../shared/values.js';
import { nonEmpty, nonEmptyText } from '../omit-empty.js';
import { type OperationContext, type DocumentContext, viewOf, viewOfBody } from '../context.js';
import type { LinkObject, OrReference, ResponseObject } from '../types/document.js';
import { withPlace, createObject, extensionsOf, checkFields } from '../fields/check-fields.js';
import { createContent } from './media-type.js';
import { createResponseHeaders } from './response-headers.js';
import type { Responses, ResponseSpec } from '../types/parts.js';
import { createByName, createReference, isReference } from './references.js';
import type { Link } from '../types/objects.js';

const STATUS = /^(?:[1-5]\d\d|[1-5]XX|default)$/;
/** Statuses whose responses have no content (RFC 9110 section 6.4.1). */
const WITHOUT_CONTENT = /^(?:1..|204|205|304)$/;

export function createResponses(
  responses: Responses | undefined,
  context: OperationContext,
): Record<string, OrReference<ResponseObject>> {
  const declared = (responses ?? {}) as Readonly<Record<string, OrReference<ResponseSpec> | undefined>>;
  const created = byStatus<OrReference<ResponseObject>>();
  let isEmpty = true;
  for (const key of Object.keys(declared)) {
    const spec = declared[key];
    const status = /^\dxx$/i.test(key) ? key.toUpperCase() : key;
    const response = spec == null ? undefined : createEntry(status, key, spec, context);
    if (response === undefined) continue;
    created[status] = response;
    isEmpty = false;
  }
  if (!isEmpty) return created;
  context.report({
    code: 'no-responses',
    message:
      'The endpoint documents no response, so the document has an empty default one. Add at least one, as in responses: { 200: response("OK") }.',
    place: context.place,
  });
  return { default: { description: '' } };
}

function createEntry(
  status: string,
  key: string,
  spec: OrReference<ResponseSpec>,
  context: OperationContext,
): OrReference<ResponseObject> | undefined {
  const responseContext = withPlace(`${context.place} responses.${status}`, context);
  const { place, report } = responseContext;
  if (!isRecord(spec) || typeof spec.then === 'function') {
    // For example `{ 200: User }`, or a promise. Without a diagnostic, the response would have no body.
    report({
      code: 'invalid-response',
      message: `A response must be an object, not ${isRecord(spec) ? 'a promise' : show(spec)}, so it is left out. Write response('The user', User).`,
      place,
    });
    return undefined;
  }
  if (!STATUS.test(status)) {
    report({
      code: 'invalid-status',
      message: `${JSON.stringify(key)} is not a status and the response is left out. Use 100 to 599, a range such as 4XX, or default.`,
      place,
    });
    return undefined;
  }
  if (isReference(spec)) return createReference<ResponseObject>(spec, 'responses', responseContext);
  return createResponse(status, spec, responseContext);
}

export function createResponse(
  status: string | undefined,
  source: Partial<ResponseSpec>,
  context: OperationContext,
): ResponseObject {
  const spec = checkFields(source, 'response', context);
  if (
    (spec.schema ?? spec.itemSchema) !== undefined &&
    status !== undefined &&
    WITHOUT_CONTENT.test(status)
  ) {
    context.report({
      code: 'content-not-allowed',
      message: `A response with status ${status} has no content. Leave its schema out, or use another status.`,
      place: context.place,
    });
  }
  const view = viewOfBody(viewOf(context, 'output'), spec);
  return omitUndefined<ResponseObject>({
    summary: nonEmptyText(spec.summary),
    description: spec.description ?? '',
    headers: spec.headers && createResponseHeaders(spec.headers, context),
    content: nonEmpty(createContent(spec, view, context)),
    links:
      spec.links && createByName<Link, LinkObject, DocumentContext>(spec.links, 'links', context, createLink),
    ...extensionsOf(spec),
  });
}

/** Creates a link, which names its operation by `operationId` or `operationRef` (OpenAPI 3.1, 4.8.20). */
export function createLink(source: Link, context: DocumentContext): LinkObject | undefined {
  const { place } = context;
  const link: LinkObject | undefined = createObject(plainJson(source), 'link', context);
  if (link === undefined) return undefined;
  if (link.operationId === undefined && link.operationRef === undefined) {
    context.report({
      code: 'missing-field',
      message: 'The link is left out, because it names no operation. Give it an operationId.',
      place,
    });
    return undefined;
  }
  const { operationRef, ...rest } = link;
  const isAmbiguous = link.operationId !== undefined && operationRef !== undefined;
  if (isAmbiguous)
    context.report({
      code: 'invalid-field',
      message: 'operationRef cannot be used with operationId; it is left out. Remove one of them.',
      place: `${place} operationRef`,
    });
  const kept = isAmbiguous ? rest : link;
  context.links?.addLink({ ...kept, place });
  return kept;
}
