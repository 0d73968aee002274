import { types } from 'node:util';
import { NotificationError } from '../notifier/errors.js';
import type { Destination, Prepared, PrepareRequest } from '../notifier/channel.js';
import {
  isGiven,
  type ListedEndpoint,
  listEndpoints,
  type ResolvedEndpoint,
  resolveEndpoint,
  wants,
} from './resolve-endpoint.js';
import { invalidHeader, InvalidMessageError, invalidURL, missingURL } from './errors.js';
import { type HeaderList, looksLikeCredential } from './http/headers.js';
import type { MessageSnapshot } from './message.js';
import { buildMessage, transformMessage, type WebhookNotification } from './notification.js';
import type { ResolvedChannel } from './options.js';
import { checkInstances } from './validate-payload.js';
import { createHash } from 'node:crypto';
import { ConfigError } from '../../shared/errors.js';

export interface WebhookPayload {
  readonly method: string;
  /** URL; absent if the message goes to the channel's default URL. */
  readonly url?: string;
  readonly headers: HeaderList;
  readonly contentType?: string;
  readonly body: Uint8Array;
  /** Id of the endpoint. Each attempt finds its secrets by it. */
  readonly endpoint?: string;
}

interface PayloadContext {
  readonly channel: ResolvedChannel;
  /** Stores an endpoint for a payload, but outside of it, since the payload may be stored. */
  readonly keep: (payload: WebhookPayload, endpoint: ResolvedEndpoint) => void;
}

const OVERHEAD = 1024;

export async function preparePayload(
  request: PrepareRequest,
  context: PayloadContext,
): Promise<Prepared<WebhookPayload> | Destination<WebhookPayload>[]> {
  const { channel } = context;
  if (request.isStored) requireFindEndpoint(channel);
  const building = buildMessage(request, channel.name);
  // Awaits only a promise, because the message must have the bytes at the call of `send`.
  const message = types.isPromise(building) ? await building : building;
  if (request.isStored) requireStorable(message);
  if (channel.endpoints) return prepareEndpoints(request, message, context);
  return prepareMessage(message, channel);
}

async function prepareMessage(
  message: MessageSnapshot,
  channel: ResolvedChannel,
): Promise<Prepared<WebhookPayload>> {
  const url = message.url ?? channel.defaultURL;
  if (!url) throw missingURL(channel.name);
  await check(message, channel);
  return prepared(message, toPayload(message, message.url), url, url.href);
}

async function check(message: MessageSnapshot, channel: ResolvedChannel): Promise<void> {
  if (message.bytes.length > channel.maxBodyBytes)
    throw new InvalidMessageError(
      'ERR_WEBHOOK_BODY_TOO_LARGE',
      `The body has ${message.bytes.length} bytes, the limit is ${channel.maxBodyBytes}. Send a reference instead of the data, ` +
        "or raise the channel's maxBodyBytes.",
    );
  if (message.instances.length > 0 && (message.validate ?? channel.validate))
    await checkInstances(message.instances, message.view);
}

/**
 * Prepares a message for each endpoint. An invalid endpoint fails alone. Without any endpoint, the message is not
 * checked.
 */
async function prepareEndpoints(
  request: PrepareRequest,
  message: MessageSnapshot,
  context: PayloadContext,
): Promise<Destination<WebhookPayload>[]> {
  // Validates the objects in their present state, before the endpoints are known.
  const checking = check(message, context.channel);
  checking.catch(() => undefined);
  const endpoints = await askForEndpoints(request, context.channel);
  const { isStored } = request;
  const preparing = endpoints.map((one) => prepareEndpoint(one, message, { ...context, isStored }));
  const destinations = (await Promise.all(preparing)).flat();
  if (destinations.length > 0) await checking;
  return destinations;
}

async function askForEndpoints(
  { notifiable, notification }: PrepareRequest,
  { endpoints }: ResolvedChannel,
): Promise<readonly ListedEndpoint[]> {
  try {
    return listEndpoints(await endpoints?.(notifiable, notification as WebhookNotification));
  } catch (error) {
    throw new NotificationError('endpoints()', error);
  }
}

async function prepareEndpoint(
  { id, endpoint }: ListedEndpoint,
  original: MessageSnapshot,
  { channel, keep, isStored }: PayloadContext & Pick<PrepareRequest, 'isStored'>,
): Promise<Destination<WebhookPayload>[]> {
  const messageId = original.id !== undefined && { messageId: original.id };
  if (endpoint instanceof InvalidMessageError) return [{ error: endpoint, endpoint: id, ...messageId }];
  try {
    if (!wants(endpoint, original)) return [];
    const message = await transformMessage(endpoint, original);
    if (message !== original) {
      if (isStored) requireStorable(message);
      await check(message, channel);
    }
    const resolved = resolveEndpoint(endpoint, message, channel);
    // An endpoint's own address may be a credential, and may change before the attempt.
    const isKnown = !resolved.isForeign || (isStored && isGiven(endpoint.url));
    const payload = { endpoint: id, ...toPayload(message, isKnown ? undefined : resolved.url) };
    keep(payload, resolved);
    const isPaused = endpoint.disabled === true;
    return [{ endpoint: id, ...prepared(message, payload, resolved.url, id), ...(isPaused && { isPaused }) }];
  } catch (error) {
    if (endpoint.disabled === true) return []; // it may be incomplete
    return [{ error: error as Error, endpoint: id, ...messageId }];
  }
}

function prepared(
  message: MessageSnapshot,
  payload: WebhookPayload,
  url: URL,
  place: string,
): Prepared<WebhookPayload> {
  return {
    group: url.origin,
    payload,
    size: message.bytes.length + OVERHEAD,
    ...(message.event !== undefined && { event: message.event }),
    ...(message.id !== undefined && {
      messageId: message.id,
      // A receiver also treats the same id as a repeat.
      dedupeKey: digest(`${place} ${message.id}`),
    }),
  };
}

function toPayload(
  { method, headers, contentType, bytes }: MessageSnapshot,
  url: URL | undefined,
): WebhookPayload {
  return { method, headers, body: bytes, ...(url && { url: url.href }), ...(contentType && { contentType }) };
}

const IDEMPOTENCY_KEY = /^(x-)?idempotency-key$/i;

function requireFindEndpoint({ name, endpoints, findEndpoint }: ResolvedChannel): void {
  if (!endpoints || findEndpoint) return;
  throw new ConfigError(
    `The channel "${name}" has endpoints but no findEndpoint, and its notifier's engine is durable and stores only ` +
      "the endpoint's id. Give new WebhookChannel({ endpoints, findEndpoint: (id) => … }) a function " +
      'that finds an endpoint, with its secrets, by its id.',
  );
}

/** @throws InvalidMessageError for credentials that a durable engine would store */
function requireStorable({ headers, url }: Pick<MessageSnapshot, 'headers' | 'url'>): void {
  const header = headers.find(([name]) => looksLikeCredential(name) && !IDEMPOTENCY_KEY.test(name));
  if (header)
    throw invalidHeader(
      JSON.stringify(header[0]),
      "looks like a credential, and a message's headers are stored by a durable engine. Put it into the endpoint's " +
        'headers, or give the channel defaultHeaders or attemptHeaders',
    );
  if (url && (url.username !== '' || url.password !== ''))
    throw invalidURL(
      "has a user name or a password, and a message's URL is stored by a durable engine; put them into the endpoint's or the channel's URL",
    );
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
