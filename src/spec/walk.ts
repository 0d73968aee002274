import { isSettled } from '../base/settled.js';
import { mapValues } from '../json-schema/walk.js';
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
      mapValues(urls, (item) => mapPathItem(item, `${place} callbacks.${name}`, change)),
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

/** Visits every parameter, header and media type that is not settled. */
export function forEachHolder({ paths, webhooks = {} }: OpenApiDocument, visit: VisitHolder): void {
  for (const items of [paths, webhooks])
    for (const [path, item] of Object.entries(items)) visitPathItem(item, path, visit);
}

function visitPathItem(item: PathItemObject, path: string, visit: VisitHolder): void {
  for (const [method, operation] of Object.entries<OperationObject>(item))
    visitOperation(operation, `${method.toUpperCase()} ${path}`, visit);
}

function visitOperation(operation: OperationObject, place: string, visit: VisitHolder): void {
  const { parameters = [], requestBody, responses, callbacks = {} } = operation;
  for (const [status, response] of Object.entries(responses))
    visitResponse(response, `${place} responses.${status}`, visit);
  for (const one of parameters) if (!isSettled(one)) visit(one, `${place} ${one.in} ${one.name}`);
  for (const one of Object.values(requestBody?.content ?? {})) visit(one, `${place} requestBody`);
  for (const [name, urls] of Object.entries(callbacks))
    for (const item of Object.values(urls)) visitPathItem(item, `${place} callbacks.${name}`, visit);
}

function visitResponse(
  { headers = {}, content = {} }: ResponseObject,
  place: string,
  visit: VisitHolder,
): void {
  for (const [name, header] of Object.entries(headers)) visit(header, `${place} header ${name}`);
  for (const one of Object.values(content)) visit(one, place);
}
