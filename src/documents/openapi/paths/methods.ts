import { isToken } from '../../../shared/http.js';
import { setMember } from '../../../shared/values.js';
import { isAtLeast, type OpenApiVersion } from '../config/config.js';
import { type FieldContext, reportUnsupported } from '../fields/check-fields.js';
import type { OperationContext } from '../context.js';
import type { OperationObject, PathItemObject } from '../types/document.js';
import type { HttpMethod } from '../types/objects.js';

type Method = Lowercase<HttpMethod>;

export const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
] satisfies HttpMethod[]);

export function methodName(method: string): string {
  const upper = method.toUpperCase();
  return METHODS.has(upper) || upper === 'QUERY' ? upper : method;
}

/**
 * Returns whether a version of OpenAPI supports a method.
 * `QUERY` is always allowed: before OpenAPI 3.2 as an extension.
 */
export function isKnownMethod(method: string, openapi: OpenApiVersion): boolean {
  return METHODS.has(method) || method === 'QUERY' || isAtLeast(openapi, '3.2');
}

/** Returns what to write in place of an unsupported method, for a message. */
export function supportedMethods(openapi: OpenApiVersion): string {
  return `${[...METHODS].join(', ')}${isAtLeast(openapi, '3.2') ? '' : ", or openapi: '3.2'"}`;
}

export function setOperation(
  item: PathItemObject,
  method: string,
  operation: OperationObject,
  openapi: OpenApiVersion,
): void {
  if (METHODS.has(method)) item[method.toLowerCase() as Method] = operation;
  // Redocly reads `x-query`.
  else if (method === 'QUERY') item[isAtLeast(openapi, '3.2') ? 'query' : 'x-query'] = operation;
  else setMember((item.additionalOperations ??= {}), method, operation);
}

const FIELDS: readonly (Method | 'x-query')[] = [
  ...([...METHODS].map((method) => method.toLowerCase()) as Method[]),
  'query',
  'x-query',
];

export function operationsOf(item: PathItemObject): [method: string, operation: OperationObject][] {
  const own = Object.entries(item).flatMap(([field, operation]): [string, OperationObject][] =>
    (FIELDS as readonly string[]).includes(field)
      ? [[field === 'x-query' ? 'QUERY' : field.toUpperCase(), operation as OperationObject]]
      : [],
  );
  return [...own, ...Object.entries(item.additionalOperations ?? {})];
}

export function checkMethod(method: string, context: OperationContext): boolean {
  const { config, report, place } = context;
  if (isToken(method) && isKnownMethod(method, config.openapi)) {
    if (method === 'QUERY') reportQuery(context);
    return true;
  }
  report({
    code: 'unsupported-method',
    message: `The operation has method ${method}, which is not supported, and is left out. Use one of ${supportedMethods(config.openapi)}.`,
    place,
  });
  return false;
}

export function reportQuery(context: FieldContext): void {
  if (isAtLeast(context.config.openapi, '3.2')) return;
  reportUnsupported(
    'operation of the method QUERY',
    '3.2',
    context,
    'it is documented as x-query, which few tools read',
  );
}
