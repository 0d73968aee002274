import type { TypeInput } from '../../../../decorators/type-input.js';
import { isToken } from '../../../shared/http.js';
import { isRecord, omitUndefined } from '../../../shared/values.js';
import { plainView } from '../../model/class-model.js';
import { resolveLazyOrUnknown } from '../../model/type/type-input-error.js';
import { typeRefOf } from '../../model/type/type-ref.js';
import type { ClassModel } from '../../model/types.js';
import { nonEmpty, nonEmptyText } from '../omit-empty.js';
import { type DocumentContext, type OperationContext, viewOf } from '../context.js';
import type { OperationObject, OrReference, ParameterObject } from '../types/document.js';
import type { SentWebhook, WebhookOptions } from '../types/endpoint.js';
import { extensionsOf, checkFields } from '../fields/check-fields.js';
import { createContent } from './media-type.js';
import { createParameters } from './parameters.js';
import type { Responses } from '../types/parts.js';
import { createResponses } from './responses.js';
import { notAToken } from './parameter-style.js';

const ACCEPTED: Responses = { '2XX': { description: 'Received. Any 2xx status acknowledges it.' } };

export function createWebhookOperation(
  source: SentWebhook | TypeInput,
  context: OperationContext,
): OperationObject {
  const hasOptions = isRecord(source) && 'webhook' in source;
  const { webhook, ...options } = hasOptions
    ? (source as unknown as SentWebhook)
    : { webhook: source as TypeInput };
  const checked = checkFields<WebhookOptions>(options, 'webhook', context);
  const operationId = nonEmptyText(checked.operationId);
  context.links?.addOperation(operationId, context.place, context.report);
  // Linters and viewers need a summary; webhooks of the document have the same.
  const model = modelOfWebhook(webhook, context);
  const summary = nonEmptyText(checked.summary) ?? model?.annotations.webhook ?? model?.name;
  return describeWebhook(
    webhook,
    { ...checked, ...(summary !== undefined && { summary }) },
    operationId,
    context,
  );
}

/** Returns the model of a webhook's class, whose name or event name is that of the webhook. */
export function modelOfWebhook(type: TypeInput, { compiler }: DocumentContext): ClassModel | undefined {
  const resolved = resolveLazyOrUnknown(typeRefOf(type));
  return resolved.kind === 'class' ? compiler.modelOf(resolved.target, plainView('output')) : undefined;
}

export function describeWebhook(
  type: TypeInput,
  options: WebhookOptions,
  operationId: string | undefined,
  context: OperationContext,
): OperationObject {
  const sending: OperationContext = { ...context, sends: true, template: undefined, validation: undefined };
  const view = {
    ...viewOf(sending, 'input'),
    groups: options.groups ?? [],
    version: options.version,
  };
  const contentType = options.contentType === undefined ? {} : { contentType: options.contentType };
  return omitUndefined<OperationObject>({
    tags: nonEmpty(options.tags),
    summary: nonEmptyText(options.summary),
    description: nonEmptyText(options.description),
    externalDocs: options.externalDocs,
    operationId,
    parameters: nonEmpty(createAllParameters(options, sending)),
    requestBody: {
      required: true,
      content: createContent({ schema: type, ...contentType }, view, sending),
    },
    responses: createResponses(options.responses ?? ACCEPTED, sending),
    deprecated: options.deprecated === true ? true : undefined,
    security: securityOf(options, context),
    servers: nonEmpty(options.servers),
    ...extensionsOf(options),
  });
}

/** Returns the webhook's own security. The API's security does not apply to receivers. */
function securityOf(
  { security }: WebhookOptions,
  { config, security: resolver, place }: OperationContext,
): OperationObject['security'] {
  if (security !== undefined) return resolver?.resolve(security, place);
  return config.security === undefined ? undefined : [];
}

function createAllParameters(
  options: WebhookOptions,
  context: OperationContext,
): OrReference<ParameterObject>[] {
  const declared = createParameters({ parameters: options.parameters ?? [] }, context);
  const isDeclared = ({ name }: ParameterObject): boolean =>
    declared.some(
      (parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === name.toLowerCase(),
    );
  return [...createHeaders(options, context).filter((header) => !isDeclared(header)), ...declared];
}

function createHeaders(options: WebhookOptions, { place, report }: OperationContext): ParameterObject[] {
  const sent = options.channel?.sentHeaders();
  const defaults = (sent?.names ?? []).map((name): [string, string] => [name, '']);
  const own = [...mergeNames(defaults, Object.entries(options.headers ?? {}))].flatMap(
    ([name, description]): ParameterObject[] => {
      if (isToken(name)) {
        return [
          omitUndefined<ParameterObject>({
            name,
            in: 'header',
            description: nonEmptyText(description),
            required: true,
            schema: { type: 'string' },
          }),
        ];
      }
      report({ ...notAToken('header', name), place });
      return [];
    },
  );
  const signatures = signatureHeaders({
    signature: options.signature ?? sent?.signature ?? false,
    standardWebhooks: options.standardWebhooks ?? sent?.standardWebhooks ?? false,
  });
  return [...signatures, ...own];
}

function mergeNames(...lists: [string, string][][]): Iterable<[string, string]> {
  return new Map(lists.flat().map((header) => [header[0].toLowerCase(), header])).values();
}

const X_SIGNATURE: ParameterObject = {
  name: 'X-Signature',
  in: 'header',
  description:
    'HMAC-SHA256 of the raw body bytes under the shared secret: `sha256=` and the digest in lowercase hex. ' +
    'Compute it over the received bytes, before parsing them, and compare in constant time.',
  required: true,
  schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
};

/** The headers of Standard Webhooks (section "Webhook headers" of its specification). */
const STANDARD_WEBHOOKS: readonly ParameterObject[] = [
  {
    name: 'webhook-id',
    in: 'header',
    description:
      'Identifies the message. Every attempt to deliver it has the same value: use it to ignore repeats.',
    required: true,
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    description: 'Time of this attempt, in seconds since 1970-01-01T00:00:00Z. Refuse old messages.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    description:
      'One or more signatures, separated by spaces: `v1,` and the HMAC-SHA256 (`v1a,` and the Ed25519 signature) in base64 of `{webhook-id}.{webhook-timestamp}.{body}`. ' +
      'One matching signature is enough. Compare in constant time.',
    required: true,
    schema: { type: 'string' },
  },
];

function signatureHeaders(options: {
  readonly signature?: boolean;
  readonly standardWebhooks?: boolean;
}): ParameterObject[] {
  return [
    ...(options.signature === true ? [X_SIGNATURE] : []),
    ...(options.standardWebhooks === true ? STANDARD_WEBHOOKS : []),
  ].map((header) => structuredClone(header));
}
