import { TYPE, type TypeInput } from '../../decorators/type-input.js';
import { resolveLazyOrUnknown } from '../documents/model/type/type-input-error.js';
import { typeRefOf } from '../documents/model/type/type-ref.js';
import { headerNamesIn, joinHeaders } from '../documents/openapi/create/response-headers.js';
import { isReference } from '../documents/openapi/create/references.js';
import type {
  Content,
  MediaType,
  ResponseHeader,
  Responses,
  ResponseSpec,
} from '../documents/openapi/types/parts.js';
import { isRecord } from '../shared/values.js';

/** A header that has a text in each of its responses. */
export function requiredText(description: string): ResponseHeader {
  return { description, required: true, schema: { type: 'string' } };
}

/**
 * Returns the responses that an operation sends by itself: 206 and 304 for
 * a file, because a client may ask for a part or a newer version (RFC 9110,
 * 13 and 14), and 304 where the header ETag or Last-Modified is documented.
 */
export function httpResponses(method: string, responses: Responses): Responses {
  const success = responses[200];
  if (!/^(?:get|head)$/i.test(method) || !isRecord(success) || isReference(success)) return {};
  // A response to HEAD has no parts.
  const part = /^get$/i.test(method) ? partialOf(success) : undefined;
  return {
    ...(part && { 206: part }),
    ...((part ?? validatorIn(success)) !== undefined && {
      304: { description: 'The version that the client has is current' },
    }),
  };
}

/** Returns whether `Accept` chooses the media type of a success. */
export function hasSeveralTypes(responses: Responses): boolean {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = successes.map(([, spec]) => (isRecord(spec) && !isReference(spec) ? typesIn(spec) : []));
  return typesToChoose(types) !== undefined;
}

/**
 * Returns the media types among which `Accept` chooses (RFC 9110, 12.5.1): those of all successes if one of
 * them has several. A range such as `image/*` leaves the choice to the handler.
 *
 * @param successes the media types of each success
 */
export function typesToChoose(successes: readonly (readonly string[])[]): readonly string[] | undefined {
  const types = successes.flat();
  const isChosen = successes.some((own) => own.length > 1) && !types.some((type) => type.includes('*'));
  return isChosen ? [...new Set(types)] : undefined;
}

function typesIn({ schema, itemSchema, contentType = '', content = {} }: ResponseSpec): readonly string[] {
  const own = (schema ?? itemSchema) === undefined ? [] : [contentType].flat();
  return [...own, ...Object.keys(content)];
}

function validatorIn({ headers }: ResponseSpec): string | undefined {
  return headerNamesIn(headers).find((name) => /^(?:etag|last-modified)$/i.test(name));
}

/** Returns the response with a part of a file; undefined if the response has no file. */
function partialOf(success: ResponseSpec): ResponseSpec | undefined {
  const files = Object.entries(success.content ?? {}).filter(([, entry]) => isFile(schemaIn(entry)));
  const isWhole = isFile(success.schema);
  if (!isWhole && files.length === 0) return undefined;
  const { contentType } = success;
  return {
    description: 'The part of the file that the header Range asks for',
    headers: joinHeaders(success.headers, {
      'Content-Range': requiredText('Position of the part and length of the file, in bytes'),
    }),
    ...(isWhole && { schema: success.schema, ...(contentType !== undefined && { contentType }) }),
    ...(files.length > 0 && { content: Object.fromEntries(files) }),
  };
}

/** Returns the type of a media type, also if the entry is the type itself. */
function schemaIn(entry: Content[string]): TypeInput | undefined {
  if (!isRecord(entry)) return entry as TypeInput;
  if ('schema' in entry) return (entry as MediaType).schema;
  return TYPE in entry ? (entry as TypeInput) : undefined;
}

function isFile(schema: TypeInput | undefined): boolean {
  return schema !== undefined && resolveLazyOrUnknown(typeRefOf(schema)).kind === 'file';
}
