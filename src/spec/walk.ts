import { isSettled } from '../base/settled.js';
import { mapValues } from '../json-schema/walk.js';
import type {
  OpenApiDocument,
  OperationObject,
  PathItemObject,
  ResponseObject,
  SchemaHolder,
} from './document.js';

/** Changes an operation; `place` says where it is, for diagnostics. */
type ChangeOperation = (operation: OperationObject, place: string) => OperationObject;

/** A copy of the document in which every operation of paths and webhooks is changed. */
export function mapOperations(document: OpenApiDocument, change: ChangeOperation): OpenApiDocument {
  const { paths, webhooks } = document;
  const items = (of: Record<string, PathItemObject>): Record<string, PathItemObject> =>
    mapValues(of, (item, path) => mapPathItem(item, path, change));
  return {
    ...document,
    paths: items(paths),
    ...(webhooks === undefined ? {} : { webhooks: items(webhooks) }),
  };
}

function mapPathItem(item: PathItemObject, path: string, change: ChangeOperation): PathItemObject {
  return mapValues(item as Record<string, OperationObject>, (operation, method) =>
    change(operation, `${method.toUpperCase()} ${path}`),
  );
}

/** Changes what has a schema; `place` says where it is, for diagnostics. */
export type ChangeHolder = <T extends SchemaHolder>(holder: T, place: string) => T;

/** A copy of the operation in which every parameter, header and media type is changed, its callbacks' too. */
export function mapHolders(operation: OperationObject, place: string, change: ChangeHolder): OperationObject {
  const { parameters, requestBody, responses, callbacks } = operation;
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
  if (callbacks !== undefined)
    result.callbacks = mapValues(callbacks, (urls, name) =>
      mapValues(urls, (item) =>
        mapPathItem(item, `${place} callbacks.${name}`, (inner, at) => mapHolders(inner, at, change)),
      ),
    );
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

type VisitHolder = (holder: SchemaHolder, place: string) => void;

/** Visits every parameter, header and media type of an operation that is not settled, its callbacks' too. */
export function forEachHolder(operation: OperationObject, place: string, visit: VisitHolder): void {
  const { parameters = [], requestBody, responses, callbacks = {} } = operation;
  for (const [status, response] of Object.entries(responses))
    visitResponse(response, `${place} responses.${status}`, visit);
  if (!isSettled(parameters)) for (const one of parameters) visit(one, `${place} ${one.in} ${one.name}`);
  for (const one of Object.values(requestBody?.content ?? {})) visit(one, `${place} requestBody`);
  for (const [name, urls] of Object.entries(callbacks))
    for (const item of Object.values(urls))
      for (const [method, inner] of Object.entries<OperationObject>(item))
        forEachHolder(inner, `${method.toUpperCase()} ${place} callbacks.${name}`, visit);
}

function visitResponse(
  { headers = {}, content = {} }: ResponseObject,
  place: string,
  visit: VisitHolder,
): void {
  for (const [name, header] of Object.entries(headers)) visit(header, `${place} header ${name}`);
  for (const one of Object.values(content)) visit(one, place);
}
