import { createCallbacks } from './callbacks.js';
import { compact, extensions, filled, text } from './compact.js';
import type { OperationContext } from './context.js';
import type { OperationObject } from './document.js';
import type { Endpoint } from './endpoint.js';
import { createParameters } from './parameters.js';
import { createRequestBody } from './request-body.js';
import { createResponses } from './responses.js';
import type { SecurityResolver } from './security.js';

/** The operation that an endpoint describes. */
export function createOperation(
  endpoint: Endpoint,
  identity: { readonly method: string; readonly operationId: string },
  security: SecurityResolver,
  context: OperationContext,
): OperationObject {
  return compact<OperationObject>({
    tags: filled(endpoint.tags),
    summary: text(endpoint.summary),
    description: text(endpoint.description),
    externalDocs: endpoint.externalDocs,
    operationId: identity.operationId,
    parameters: filled(createParameters(endpoint, context)),
    requestBody: createRequestBody(endpoint.requestBody, identity.method, context),
    responses: createResponses(endpoint.responses, context),
    deprecated: endpoint.deprecated === true ? true : undefined,
    security: security.resolve(endpoint.security, context.place),
    servers: filled(endpoint.servers),
    callbacks: filled(createCallbacks(endpoint.callbacks, context)),
    ...extensions(endpoint.extensions, context.place, context.report),
  });
}
