import type { TypeInput } from '../../../decorators/type-input.js';
import type { Endpoint } from '../../documents/openapi/types/endpoint.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Platform } from '../nest-internals.js';
import { isPlain, schemaOfDesign } from '../recorded-types.js';
import { type Rejection, rejectionWith } from '../error-responses.js';

/**
 * Returns how the platform rejects bodies before a pipe runs: malformed ones, those longer than its limit,
 * and those of an unsupported media type, charset or encoding. Interceptors read uploads instead of its
 * parsers on Express.
 */
export function bodyRejections({ platform }: Platform, isUpload: boolean): Rejection[] {
  const statuses = isUpload && platform === 'express' ? [400] : [400, 413, 415];
  return statuses.map(rejectionWith);
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * Reports a JSON body that is no object and no array, which
 * the JSON parser of Express rejects: its `strict` is true.
 */
export function reportUnparsedBody(
  body: Endpoint['requestBody'],
  { platform }: Platform,
  place: string,
  report: (finding: Finding) => void,
): void {
  if (platform !== 'express' || body === undefined || !('schema' in body) || body.schema === undefined)
    return;
  const types = [body.contentType ?? 'application/json'].flat();
  if (!types.includes('application/json') || !SCALARS.has(typeOf(body.schema))) return;
  report({
    code: 'unparsed-body',
    place,
    message:
      "The body is a JSON text, number or boolean, which the JSON parser of Express rejects with 400. Make it an object, or add app.useBodyParser('json', { strict: false }).",
  });
}

function typeOf(type: TypeInput): unknown {
  return isPlain(type) ? type.type : schemaOfDesign(type)?.type;
}
