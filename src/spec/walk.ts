import type { Schema } from '../schema/schema.js';
import type {
  OpenApiDocument,
  OperationObject,
  PathItemObject,
  ResponseObject,
  SchemaHolder,
} from './document.js';

/** Changes what has a schema; `place` says where it is, for diagnostics. */
export type ChangeHolder = <T extends SchemaHolder>(holder: T, place: string) => T;

/** A copy of the document in which every parameter, header and media type is changed. */
export function mapHolders(document: OpenApiDocument, change: ChangeHolder): OpenApiDocument {
  return {
    ...document,
    paths: mapValues(document.paths, (item, path) => mapPathItem(item, path, change)),
    ...(document.webhooks === undefined
      ? {}
      : { webhooks: mapValues(document.webhooks, (item, name) => mapPathItem(item, name, change)) }),
  };
}

function mapPathItem(item: PathItemObject, path: string, change: ChangeHolder): PathItemObject {
  return mapValues(item as Record<string, OperationObject>, (operation, method) =>
    mapOperation(operation, `${method.toUpperCase()} ${path}`, change),
  );
}

function mapOperation(operation: OperationObject, place: string, change: ChangeHolder): OperationObject {
  const { parameters, requestBody, responses } = operation;
  const result: OperationObject = {
    ...operation,
    responses: mapValues(responses, (response, status) =>
      mapResponse(response, `${place} responses.${status}`, change),
    ),
  };
  if (parameters !== undefined) {
    result.parameters = parameters.map((one) => change(one, `${place} ${one.in} ${one.name}`));
  }
  if (requestBody !== undefined) {
    const content = mapValues(requestBody.content, (one) => change(one, `${place} requestBody`));
    result.requestBody = { ...requestBody, content };
  }
  return result;
}

function mapResponse(response: ResponseObject, place: string, change: ChangeHolder): ResponseObject {
  const { headers, content } = response;
  return {
    ...response,
    ...(headers && { headers: mapValues(headers, (one, name) => change(one, `${place} header ${name}`)) }),
    ...(content && { content: mapValues(content, (one) => change(one, place)) }),
  };
}

/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const SUBSCHEMAS: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'].map(
    (keyword) => [keyword, 'one'] as const,
  ),
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'].map(
    (keyword) => [keyword, 'one'] as const,
  ),
  ...['prefixItems', 'allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, 'list'] as const),
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs'].map(
    (keyword) => [keyword, 'map'] as const,
  ),
]);

/** A copy of the schema in which every schema directly inside it is changed. Boolean schemas stay. */
export function mapSubschemas(schema: Schema, change: (schema: Schema, keyword: string) => Schema): Schema {
  const visit = (value: unknown, keyword: string): unknown =>
    isSchema(value) ? change(value, keyword) : value;
  return mapValues(schema as Record<string, unknown>, (value, keyword) => {
    switch (SUBSCHEMAS.get(keyword)) {
      case 'one':
        return visit(value, keyword);
      case 'list':
        return Array.isArray(value) ? value.map((item) => visit(item, keyword)) : value;
      case 'map':
        return isSchema(value)
          ? mapValues(value as Record<string, unknown>, (item, name) => visit(item, `${keyword}.${name}`))
          : value;
      case undefined:
        return value;
    }
  });
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function mapValues<T, U>(
  object: Record<string, T>,
  change: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
