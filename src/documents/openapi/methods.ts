import type { OpenApiVersion } from './config.js';
import type { OperationObject, PathItemObject } from './document.js';
import type { HttpMethod } from './objects.js';

type Method = Lowercase<HttpMethod>;

/** The methods that every version of OpenAPI has operations for. */
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

/** The name of a method as it is sent: those that OpenAPI has fields for may be written in any case. */
export function methodName(method: string): string {
  const upper = method.toUpperCase();
  return METHODS.has(upper) || upper === 'QUERY' ? upper : method;
}

/** Whether a document of the version can have an operation of the method; `QUERY` has an extension before 3.2. */
export function isKnownMethod(method: string, openapi: OpenApiVersion): boolean {
  return METHODS.has(method) || method === 'QUERY' || openapi === '3.2';
}

/** The path item with the operation of a method. */
export function withOperation(
  item: PathItemObject,
  method: string,
  operation: OperationObject,
  openapi: OpenApiVersion,
): PathItemObject {
  if (METHODS.has(method)) return { ...item, [method.toLowerCase()]: operation };
  // Redocly reads this one.
  if (method === 'QUERY') return { ...item, [openapi === '3.2' ? 'query' : 'x-query']: operation };
  return { ...item, additionalOperations: { ...item.additionalOperations, [method]: operation } };
}

const FIELDS: readonly (Method | 'x-query')[] = [
  ...([...METHODS].map((method) => method.toLowerCase()) as Method[]),
  'query',
  'x-query',
];

/** The operations of a path item, each with its method in upper case, in the order in which they stand there. */
export function operationsOf(item: PathItemObject): [method: string, operation: OperationObject][] {
  const own = Object.entries(item).flatMap(([field, operation]): [string, OperationObject][] =>
    (FIELDS as readonly string[]).includes(field)
      ? [[field === 'x-query' ? 'QUERY' : field.toUpperCase(), operation as OperationObject]]
      : [],
  );
  return [...own, ...Object.entries(item.additionalOperations ?? {})];
}
