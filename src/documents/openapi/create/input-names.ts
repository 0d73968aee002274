import type { TypeInput } from '../../../../decorators/type-input.js';
import type { Report } from '../../../shared/diagnostics.js';
import { CSV } from '../../../shared/media-types.js';
import { isRecord } from '../../../shared/values.js';
import { isCsv } from '../../model/type/csv-type.js';
import { isStandard } from '../../model/type/type-ref.js';
import { body as jsonBody } from '../helpers.js';
import type { Endpoint, NamedEndpoint, NamedInputs, PathOperation } from '../types/endpoint.js';
import type { AnyRequestBody } from '../types/parts.js';

export const INPUT_NAMES = {
  params: 'pathParams',
  query: 'queryParams',
  headers: 'headerParams',
  cookies: 'cookieParams',
  body: 'requestBody',
} as const;

const PUBLIC_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(INPUT_NAMES).map(([name, older]) => [older, name]),
);

type InputName = keyof typeof INPUT_NAMES;

export function renameInputs<T extends Partial<Record<InputName, unknown>>>(
  fields: T,
  onBoth: (name: string, older: string) => void,
): Omit<T, InputName | keyof NamedInputs> & NamedInputs {
  const { params, query, headers, cookies, body, ...rest } = fields;
  const inputs = { params, query, headers, cookies, body };
  const renamed: Record<string, unknown> = rest;
  for (const name of Object.keys(inputs) as InputName[]) {
    if (inputs[name] === undefined) continue;
    const older = INPUT_NAMES[name];
    if (renamed[older] !== undefined) onBoth(name, older);
    renamed[older] = name === 'body' ? requestBodyOf(body as PathOperation['body']) : inputs[name];
  }
  return renamed as ReturnType<typeof renameInputs<T>>;
}

/** Undoes `renameInputs`, for functions of users that take an endpoint. */
export function withPublicNames(endpoint: NamedEndpoint): Endpoint {
  const renamed = Object.entries(endpoint as unknown as Record<string, unknown>).map(([field, value]) => [
    PUBLIC_NAMES.get(field) ?? field,
    value,
  ]);
  return Object.fromEntries(renamed) as Endpoint;
}

export function bothNamesReporter(place: string, report: Report): (name: string, older: string) => void {
  return (name, older) => {
    report({
      code: 'invalid-field',
      message: `${older} is left out, since ${name} is another name of it and is set too. Remove one of them.`,
      place: `${place} ${older}`,
    });
  };
}

const REFERENCE = '#/components/requestBodies/';

function isRequestBody(body: unknown): body is AnyRequestBody {
  if (!isRecord(body)) return false;
  if (['schema', 'content', 'itemSchema'].some((field) => field in body)) return true;
  return typeof body.$ref === 'string' && body.$ref.startsWith(REFERENCE);
}

/**
 * Returns a request body, or undefined for a type. A body has `schema`, `content` or `itemSchema`, which are
 * not JSON Schema keywords.
 */
export function requestBodyOf(body: PathOperation['body']): NamedInputs['requestBody'] {
  if (body === undefined || isStandard(body)) return body && jsonBody(body);
  if (isRequestBody(body)) return body;
  const type = body as TypeInput;
  return isCsv(type) ? { required: true, contentType: CSV, schema: type } : jsonBody(type);
}
