import type { TypeInput } from '../../decorators/type-input.js';
import { isToken } from '../base/http.js';
import { isRecord, show } from '../base/values.js';
import { plainView } from '../model/class-model.js';
import type { View } from '../model/types.js';
import { HEADER, RESPONSE, RESPONSE_HEADER } from './check-endpoint.js';
import { compact, filled, text } from './compact.js';
import { createSchema } from './context.js';
import type { OperationContext } from './context.js';
import type { HeaderObject, ResponseObject } from './document.js';
import type { ResponseHeader, ResponseSpec, Responses } from './endpoint.js';
import { reportField, soundFields } from './fields.js';
import { createItemStream } from './item-stream.js';
import { createContent } from './media-type.js';
import { notAToken } from './parameter-problem.js';
import { createStyle, shapeOfInput } from './parameter-style.js';

const JSON_LINES = 'application/jsonl';
const STATUS = /^(?:[1-5]\d\d|[1-5]XX|default)$/;
/** Statuses whose responses have no content (RFC 9110 section 6.4.1). */
const WITHOUT_CONTENT = /^(?:1..|204|205|304)$/;

/** The responses of an operation by status; OpenAPI wants at least one. */
export function createResponses(
  responses: Responses | undefined,
  context: OperationContext,
): Record<string, ResponseObject> {
  const entries = Object.entries(responses ?? {}).flatMap(([key, spec]): [string, ResponseObject][] => {
    const status = /^\dxx$/i.test(key) ? key.toUpperCase() : key;
    const place = `${context.place} responses.${status}`;
    if (spec == null) return [];
    if (!isRecord(spec)) {
      reportNoResponse(spec, place, context);
      return [];
    }
    if (STATUS.test(status)) return [[status, createResponse(status, spec, place, context)]];
    context.report({
      code: 'invalid-status',
      message: `${JSON.stringify(key)} is not a status and the response is left out. Use 100 to 599, a range such as 4XX, or default.`,
      place,
    });
    return [];
  });
  if (entries.length > 0) return Object.fromEntries(entries);
  context.report({
    code: 'no-responses',
    message:
      'The endpoint documents no response, so the document has an empty default one. Add at least one, as in responses: { 200: response("OK") }.',
    place: context.place,
  });
  return { default: { description: '' } };
}

/** `{ 200: User }` is written fast, and would document a response without a body. */
function reportNoResponse(given: unknown, place: string, { report }: OperationContext): void {
  report({
    code: 'invalid-response',
    message: `A response is needed, not ${show(given)}, and it is left out. Write response('What it is', User).`,
    place,
  });
}

function createResponse(
  status: string,
  given: Partial<ResponseSpec>,
  place: string,
  context: OperationContext,
): ResponseObject {
  const spec = soundFields(given, RESPONSE, place, context.report);
  const { schema = spec.itemSchema } = spec;
  if (schema !== undefined && WITHOUT_CONTENT.test(status)) {
    context.report({
      code: 'content-not-allowed',
      message: `A response with status ${status} has no content. Leave its schema out, or use another status.`,
      place,
    });
  }
  const view: View = {
    ...plainView('output'),
    groups: spec.groups ?? [],
    version: spec.version,
    ...(spec.exposure !== undefined && { exposure: spec.exposure }),
  };
  return compact<ResponseObject>({
    description: spec.description ?? '',
    headers: createHeaders(spec.headers ?? {}, place, context),
    content: createContents(given, spec, view, place, context),
    links: filled(spec.links),
  });
}

/** The schema under each of its media types, and the media types with schemas of their own. */
function createContents(
  given: Partial<ResponseSpec>,
  spec: Partial<ResponseSpec>,
  view: View,
  place: string,
  context: OperationContext,
): ResponseObject['content'] {
  const { schema, itemSchema, content = {} } = spec;
  if (itemSchema !== undefined) {
    const contentTypes = [spec.contentType ?? JSON_LINES].flat();
    return Object.fromEntries(
      contentTypes.map((one) => [one, createItemStream(itemSchema, one, view, place, context)]),
    );
  }
  const hasSchema = schema != null || isGivenUndefined(given);
  const sources = Object.entries(content).map(([contentType, one]) => ({ schema: {}, ...one, contentType }));
  const contents = [...(hasSchema ? [spec] : []), ...sources].map((source) =>
    createContent({ ...source, schema: source.schema as unknown as TypeInput, view }, place, context),
  );
  return filled(Object.assign({}, ...contents) as NonNullable<ResponseObject['content']>);
}

/** `response('The user', User)`, where User is not loaded yet. */
function isGivenUndefined(given: Partial<ResponseSpec>): boolean {
  return 'schema' in given && (given.schema as unknown) === undefined;
}

function createHeaders(
  headers: Record<string, ResponseHeader>,
  place: string,
  context: OperationContext,
): Record<string, HeaderObject> | undefined {
  const entries = Object.entries(headers).flatMap(([name, header]): [string, HeaderObject][] => {
    const headerPlace = `${place} header ${name}`;
    if (!isToken(name)) context.report({ ...notAToken('header', name), place: headerPlace });
    else if (isRecord(header)) return [[name, createHeader(header, headerPlace, context)]];
    else reportField(name, HEADER, header, `${place} header`, context.report);
    return [];
  });
  return filled(Object.fromEntries(entries));
}

function createHeader(given: ResponseHeader, place: string, context: OperationContext): HeaderObject {
  const header = soundFields(given, RESPONSE_HEADER, place, context.report);
  const type = header.schema ?? { type: 'string' };
  return compact<HeaderObject>({
    description: text(header.description),
    required: header.required === true ? true : undefined,
    ...createStyle('header', shapeOfInput(type), undefined, context.report, place),
    schema: createSchema(type, plainView('output'), place, context),
  });
}
