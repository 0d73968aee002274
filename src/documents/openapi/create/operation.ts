import { isConstructor, isRecord, show, omitUndefined } from '../../../shared/values.js';
import { nonEmpty, nonEmptyText } from '../omit-empty.js';
import { type OperationContext, validationOf } from '../context.js';
import type {
  CallbackObject,
  OperationObject,
  OrReference,
  ParameterObject,
  PathItemObject,
} from '../types/document.js';
import type { Callback, CallbackUrls, NamedInputs, PathItem, PathOperation } from '../types/endpoint.js';
import { extensionsOf, checkFields } from '../fields/check-fields.js';
import { checkMethod, methodName, setOperation } from '../paths/methods.js';
import type { Reference } from '../types/objects.js';
import { bothNamesReporter, renameInputs } from './input-names.js';
import { createParameters, keyOf } from './parameters.js';
import { createByName, createReference, hasComponents, resolveComponent } from './references.js';
import { createRequestBody } from './request-body.js';
import { createResponses } from './responses.js';
import { createWebhookOperation } from './webhook-operation.js';

export function createOperation(
  endpoint: Omit<PathOperation, keyof NamedInputs> & NamedInputs,
  identity: { readonly method: string; readonly operationId?: string | undefined },
  context: OperationContext,
): OperationObject {
  context.links?.addOperation(identity.operationId, context.place, context.report);
  return omitUndefined<OperationObject>({
    tags: nonEmpty(endpoint.tags),
    summary: nonEmptyText(endpoint.summary),
    description: nonEmptyText(endpoint.description),
    externalDocs: endpoint.externalDocs,
    operationId: identity.operationId,
    parameters: nonEmpty(createParameters(endpoint, context)),
    requestBody: createRequestBody(endpoint.requestBody, identity.method, context),
    responses: createResponses(endpoint.responses, context),
    deprecated: endpoint.deprecated === true ? true : undefined,
    security: endpoint.security && context.security?.resolve(endpoint.security, context.place),
    servers: nonEmpty(endpoint.servers),
    callbacks: createCallbacks(endpoint, context),
    ...extensionsOf(endpoint),
  });
}

export function createCallbacks(
  { callbacks }: Pick<PathOperation, 'callbacks'>,
  context: OperationContext,
): Record<string, CallbackObject> | undefined {
  if (callbacks === undefined) return undefined;
  return createByName(callbacks, 'callbacks', context, createCallback) as
    | Record<string, CallbackObject>
    | undefined;
}

export function createCallback(urls: CallbackUrls, context: OperationContext): CallbackObject {
  const sending: OperationContext = { ...context, sends: true, template: undefined, validation: undefined };
  const { shared: _, ...itemContext } = sending;
  const entries = Object.entries(urls).map(([url, item]) => {
    const pathItem: PathItem =
      isConstructor(item) || Array.isArray(item) ? { operations: [item].flat() } : item;
    return [url, createPathItem(pathItem, itemContext)] as const;
  });
  return Object.fromEntries(entries);
}

export function createPathItem(source: PathItem, context: OperationContext): PathItemObject {
  const { config } = context;
  const checked = checkFields(source, 'pathItem', context);
  const reference = checked.$ref === undefined ? undefined : (checked as Reference);
  const component = reference && resolveComponent(reference, 'pathItems', context);
  // OpenAPI 3.0 has no components for path items, so each reference is written in full.
  if (component !== undefined && !hasComponents('pathItems', config.openapi)) {
    const { $ref: _, ...own } = checked;
    return createPathItem({ ...component, ...own }, context);
  }
  const {
    summary: _s,
    description: _d,
    ...referenced
  } = (reference && createReference(reference, 'pathItems', context)) ?? {};
  const parameters = createParameters(checked, { ...context, template: undefined });
  const item = omitUndefined<PathItemObject>({
    ...referenced,
    summary: nonEmptyText(checked.summary),
    description: nonEmptyText(checked.description),
    servers: nonEmpty(checked.servers),
    parameters: nonEmpty(parameters),
    ...extensionsOf(checked),
  });
  const shared = sharedParameters(parameters, context);
  for (const operation of checked.operations ?? []) addOperation(item, operation, { ...context, shared });
  return item;
}

export function sharedParameters(
  parameters: readonly OrReference<ParameterObject>[],
  context: Pick<OperationContext, 'config'>,
): ReadonlySet<string> {
  const keys = parameters.flatMap((one) => {
    const parameter = one.$ref === undefined ? one : resolveComponent(one, 'parameters', context);
    return parameter === undefined ? [] : [keyOf(parameter)];
  });
  return new Set(keys);
}

function addOperation(item: PathItemObject, callback: Callback, context: OperationContext): void {
  const { config, report, place } = context;
  const source: Readonly<Record<string, unknown>> = isRecord(callback) ? callback : {};
  const isWebhook = isConstructor(callback) || 'webhook' in source;
  if (!isWebhook && typeof source.method !== 'string') {
    report({
      code: 'invalid-field',
      message: `operations needs objects with a method, or classes of webhooks, not ${show(callback)}; it is left out.`,
      place,
    });
    return;
  }
  const method = methodName(typeof source.method === 'string' ? source.method : 'POST');
  if (!checkMethod(method, context)) return;
  const operation = isWebhook
    ? createWebhookOperation(callback as never, context)
    : createItemOperation(callback as PathOperation, method, context);
  setOperation(item, method, operation, config.openapi);
}

function createItemOperation(
  source: PathOperation,
  method: string,
  context: OperationContext,
): OperationObject {
  const renamed = renameInputs(source, bothNamesReporter(context.place, context.report));
  const operation = checkFields(renamed, 'operation', context);
  const validation = validationOf(operation) ?? context.validation;
  return createOperation(
    operation,
    { method, operationId: nonEmptyText(operation.operationId) },
    { ...context, validation },
  );
}
