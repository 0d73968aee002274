import { unsentNameOf, withoutNameMessage } from '../../model/event-name.js';
import type { ClassModel } from '../../model/types.js';
import type { TypeInput } from '../../../../decorators/type-input.js';
import { OBJECT } from '../../../shared/checks.js';
import { isToken } from '../../../shared/http.js';
import { isRecord } from '../../../shared/values.js';
import { nonEmptyText } from '../omit-empty.js';
import { messageOf, type OperationContext, type DocumentContext } from '../context.js';
import type { PathItemObject } from '../types/document.js';
import { withPlace, reportInvalidField, checkFields } from '../fields/check-fields.js';
import {
  isKnownMethod,
  methodName,
  operationsOf,
  reportQuery,
  setOperation,
  supportedMethods,
} from './methods.js';
import { pascalCase } from './routes.js';
import { describeWebhook, modelOfWebhook } from '../create/webhook-operation.js';
import type { WebhookOptions } from '../types/endpoint.js';

export interface WebhookSource {
  readonly type: TypeInput;
  readonly options: WebhookOptions;
}

/** Returns webhooks by event name. For a repeated name, the last one wins and keeps the first position. */
export function createWebhooks(
  sources: readonly WebhookSource[],
  context: DocumentContext,
): Record<string, PathItemObject> {
  const webhooks = new Map<string, PathItemObject>();
  for (const declared of sources) {
    const source = checkSource(declared, context);
    try {
      addWebhook(webhooks, source, context);
    } catch (error) {
      context.report({
        code: 'broken-webhook',
        message: `A webhook is left out, because it could not be read: ${messageOf(error)} Pass a class to addWebhook.`,
        place: `webhooks ${source.options.name ?? ''}`.trim(),
      });
    }
  }
  // After the loop, since a later webhook replaces an earlier one.
  for (const [name, item] of webhooks)
    for (const [, { operationId }] of operationsOf(item))
      context.links?.addOperation(operationId, `webhooks ${name}`, context.report);
  return Object.fromEntries(webhooks);
}

function checkSource({ type, options }: WebhookSource, context: DocumentContext): WebhookSource {
  const declared = (options as unknown) ?? {};
  if (isRecord(declared))
    return {
      type,
      options: checkFields<WebhookOptions>(declared, 'webhook', withPlace(placeOf(declared), context)),
    };
  reportInvalidField('options', OBJECT, declared, withPlace('webhooks', context));
  return { type, options: {} };
}

function placeOf(options: Readonly<Record<string, unknown>>): string {
  return typeof options.name === 'string' ? `webhooks ${options.name}` : 'webhooks';
}

function addWebhook(
  webhooks: Map<string, PathItemObject>,
  { type, options }: WebhookSource,
  context: DocumentContext,
): void {
  const name = webhookName({ type, options }, context);
  const webhookContext: OperationContext = {
    ...withPlace(`webhooks ${name}`, context),
    template: undefined,
    validation: undefined,
    sends: true,
  };
  const method = methodOf(options, webhookContext);
  const item = webhooks.get(name) ?? {};
  if (operationsOf(item).some(([other]) => other === method)) reportDuplicate(name, context);
  // Viewers list a webhook by its summary.
  const described = { ...options, summary: nonEmptyText(options.summary) ?? name };
  const operationId = nonEmptyText(options.operationId) ?? `on${pascalCase(name)}`;
  const operation = describeWebhook(type, described, operationId, webhookContext);
  setOperation(item, method, operation, context.config.openapi);
  webhooks.set(name, item);
}

// JavaScript callers may pass any method.
function methodOf(options: WebhookOptions, context: DocumentContext): string {
  const { config, report, place } = context;
  const method: unknown = options.method ?? 'POST';
  const name = typeof method === 'string' ? methodName(method) : '';
  if (isToken(name) && isKnownMethod(name, config.openapi)) {
    if (name === 'QUERY') reportQuery(context);
    return name;
  }
  report({
    code: 'unsupported-method',
    message: `The webhook has method ${String(method)}, which is not supported; POST is documented. Use one of ${supportedMethods(config.openapi)}.`,
    place,
  });
  return 'POST';
}

function webhookName({ type, options }: WebhookSource, context: DocumentContext): string {
  const model = modelOfWebhook(type, context);
  if (model !== undefined) checkEventName(model, context);
  if (options.name) return options.name;
  const name = model?.annotations.webhook ?? model?.name;
  if (name === undefined) throw new Error('It has no name: set options.name.');
  if (model?.annotations.webhook === undefined) {
    context.report({
      code: 'webhook-without-name',
      message: `The webhook has no event name, so it is called ${name}. Put @Webhook('…') on the class, or pass { name }.`,
      place: `webhooks ${name}`,
    });
  }
  return name;
}

function checkEventName(model: ClassModel, context: DocumentContext): void {
  const event = unsentNameOf(model);
  if (event === undefined) return;
  context.report({
    code: 'webhook-without-event-name',
    message: withoutNameMessage(model.name, event),
    place: `webhooks ${event}`,
  });
}

function reportDuplicate(name: string, context: DocumentContext): void {
  context.report({
    code: 'duplicate-webhook',
    message: `Webhook ${name} is added more than once; the last one is kept. Remove the others, or give each another name.`,
    place: `webhooks ${name}`,
  });
}
