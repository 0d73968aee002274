import { compact, text } from './compact.js';
import type { OperationContext } from './context.js';
import type { OperationObject, PathItemObject } from './document.js';
import type { Callback, Endpoint } from './endpoint.js';
import { createRequestBody } from './request-body.js';
import { createResponses } from './responses.js';

/** The Callback Objects of an operation: by name, then by the expression that gives the URL. */
export function createCallbacks(
  callbacks: Endpoint['callbacks'],
  context: OperationContext,
): Record<string, Record<string, PathItemObject>> {
  const entries = Object.entries(callbacks ?? {}).map(([name, urls]) => {
    const place = `${context.place} callbacks.${name}`;
    const items = Object.entries(urls).map(([url, list]) => [url, createItem(list, { ...context, place })]);
    return [name, Object.fromEntries(items)] as const;
  });
  return Object.fromEntries(entries);
}

function createItem(list: readonly Callback[], context: OperationContext): PathItemObject {
  return Object.fromEntries(
    list.map((callback) => {
      const method = callback.method.toLowerCase();
      return [method, createCallbackOperation(callback, method, context)];
    }),
  );
}

/** What travels goes the other way: the service writes the request and reads the response. */
function createCallbackOperation(
  callback: Callback,
  method: string,
  context: OperationContext,
): OperationObject {
  return compact<OperationObject>({
    summary: text(callback.summary),
    description: text(callback.description),
    requestBody: createRequestBody(callback.requestBody, method, context, 'output'),
    responses: createResponses(callback.responses, context),
  });
}
