import type { TypeInput } from '../../decorators/type-input.js';
import { OBJECT } from '../base/checks.js';
import { isToken } from '../base/http.js';
import { plainJson } from '../base/plain-json.js';
import { isRecord } from '../base/values.js';
import { plainView } from '../model/class-model.js';
import { resolveLazyOrUnknown, typeRefOf } from '../model/type-ref.js';
import type { ClassModel } from '../model/types.js';
import { WEBHOOK } from './check-endpoint.js';
import { compact, extensions, filled, text } from './compact.js';
import { messageOf } from './context.js';
import type { SpecContext } from './context.js';
import type { OperationObject, ParameterObject, PathItemObject } from './document.js';
import { reportField, soundFields } from './fields.js';
import { createContent } from './media-type.js';
import { pascalCase } from './operation-id.js';
import { notAToken } from './parameter-problem.js';
import { METHODS } from './paths.js';
import { signatureHeaders } from './webhook-headers.js';
import type { WebhookOptions } from './webhook-options.js';

/** A webhook as it was added. */
export interface WebhookSource {
  readonly type: TypeInput;
  readonly options: WebhookOptions;
}

/** The document's `webhooks` by event name; of two with one name the last is kept, in the place of the first. */
export function createWebhooks(
  sources: readonly WebhookSource[],
  context: SpecContext,
): Record<string, PathItemObject> {
  const webhooks = new Map<string, PathItemObject>();
  for (const given of sources) {
    const source = soundSource(given, context);
    try {
      const name = nameOf(source, context);
      if (webhooks.has(name)) reportDuplicate(name, context);
      webhooks.set(name, createWebhook(name, source, context));
    } catch (error) {
      context.report({
        code: 'broken-webhook',
        message: `A webhook is left out, for it could not be read: ${messageOf(error)} Pass a class to addWebhook.`,
        place: `webhooks ${source.options.name ?? ''}`.trim(),
      });
    }
  }
  return Object.fromEntries(webhooks);
}

/** Callers without types may pass anything. */
function soundSource({ type, options }: WebhookSource, { report }: SpecContext): WebhookSource {
  const given = (options as unknown) ?? {};
  if (isRecord(given))
    return { type, options: soundFields<WebhookOptions>(given, WEBHOOK, placeOf(given), report) };
  reportField('options', OBJECT, given, 'webhooks', report);
  return { type, options: {} };
}

function placeOf(options: Readonly<Record<string, unknown>>): string {
  return typeof options.name === 'string' ? `webhooks ${options.name}` : 'webhooks';
}

function createWebhook(name: string, { type, options }: WebhookSource, context: SpecContext): PathItemObject {
  const place = `webhooks ${name}`;
  const view = { direction: 'output', groups: options.groups ?? [], version: options.version } as const;
  const operation = compact<OperationObject>({
    tags: filled(options.tags),
    summary: text(options.summary),
    description: text(options.description),
    operationId: text(options.operationId) ?? `on${pascalCase(name)}`,
    parameters: filled(createHeaders(options, place, context)),
    requestBody: {
      required: true,
      content: createContent({ schema: type, contentType: options.contentType, view }, place, context),
    },
    // Any 2xx is a success.
    responses: { '2XX': { description: 'Received. Any 2xx status will do.' } },
    deprecated: options.deprecated === true ? true : undefined,
    // The API's own security is not that of the receivers.
    security: context.config.security === undefined ? undefined : [],
    ...extensions(options.extensions, place, context.report),
  });
  return { [methodOf(options, place, context)]: context.compiler.keep(plainJson(operation)) };
}

// Callers without types may write any.
function methodOf(options: WebhookOptions, place: string, { report }: SpecContext): string {
  const method: unknown = options.method ?? 'POST';
  if (typeof method === 'string' && METHODS.has(method.toUpperCase())) return method.toLowerCase();
  report({
    code: 'unsupported-method',
    message: `The webhook has method ${String(method)}, which is not supported; POST is documented. Use one of ${[...METHODS].join(', ')}.`,
    place,
  });
  return 'post';
}

function createHeaders(options: WebhookOptions, place: string, context: SpecContext): ParameterObject[] {
  const sent = options.channel?.sentHeaders();
  const defaults = (sent?.names ?? []).map((name): [string, string] => [name, '']);
  const own = [...mergeNames(defaults, Object.entries(options.headers ?? {}))].flatMap(
    ([name, description]): ParameterObject[] => {
      if (isToken(name)) {
        return [
          compact<ParameterObject>({
            name,
            in: 'header',
            description: text(description),
            required: true,
            schema: { type: 'string' },
          }),
        ];
      }
      context.report({ ...notAToken('header', name), place });
      return [];
    },
  );
  const signatures = signatureHeaders({
    signature: options.signature ?? sent?.signature ?? false,
    standardWebhooks: options.standardWebhooks ?? sent?.standardWebhooks ?? false,
  });
  return [...signatures, ...own];
}

/** A header is one in any case; what the caller says of it counts. */
function mergeNames(...lists: [string, string][][]): Iterable<[string, string]> {
  return new Map(lists.flat().map((header) => [header[0].toLowerCase(), header])).values();
}

function nameOf({ type, options }: WebhookSource, context: SpecContext): string {
  if (options.name) return options.name;
  const model = modelOf(type, context);
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

function modelOf(type: TypeInput, context: SpecContext): ClassModel | undefined {
  const settled = resolveLazyOrUnknown(typeRefOf(type));
  return settled.kind === 'class' ? context.compiler.modelOf(settled.target, plainView('output')) : undefined;
}

function reportDuplicate(name: string, context: SpecContext): void {
  context.report({
    code: 'duplicate-webhook',
    message: `Webhook ${name} is added more than once; the last one is kept. Remove the others, or name them apart.`,
    place: `webhooks ${name}`,
  });
}
