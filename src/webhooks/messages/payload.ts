import { NotificationError } from '../notifier/errors.js';
import { type Awaitable, isPromise, promiseOf, whenReady } from '../notifier/awaitable.js';
import type { Destination, Prepared, PreparedDestinations, PrepareRequest } from '../notifier/channel.js';
import type { Endpoint } from './endpoint.js';
import {
  type Endpoints,
  isGiven,
  type ListedEndpoint,
  listEndpoints,
  type ResolvedEndpoint,
} from './resolve-endpoint.js';
import { wants } from './wanted-events.js';
import { invalidHeader, InvalidMessageError, invalidURL, missingURL } from './errors.js';
import { type HeaderList, isStorableHeader } from './http/headers.js';
import { Message, type MessageSnapshot, snapshotOf } from './message.js';
import { warnOfBody, warnOfNameless } from './nameless.js';
import { WebhookPing } from './ping.js';
import { buildMessage, transformMessage, type WebhookNotification } from './notification.js';
import type { ResolvedChannel } from './channel-options.js';
import { checkInstances } from './validate-payload.js';
import { digestOf } from '../../shared/digest.js';
import { ConfigError } from '../../shared/errors.js';
import type { Writable } from '../../shared/types.js';

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

export interface PayloadContext {
  readonly channel: ResolvedChannel;
  readonly endpoints: Endpoints;
}

/** A payload in memory. Its endpoint, with its secrets, is private, so that no engine stores or logs it. */
export class KeptPayload implements WebhookPayload {
  readonly method: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly endpoint: string;
  readonly #endpoint: ResolvedEndpoint;
  declare readonly url?: string;
  declare readonly contentType?: string;

  constructor({ method, headers, contentType, body, url }: WebhookPayload, endpoint: ResolvedEndpoint) {
    this.method = method;
    this.headers = headers;
    this.body = body;
    this.endpoint = endpoint.id;
    this.#endpoint = endpoint;
    if (url !== undefined) this.url = url;
    if (contentType !== undefined) this.contentType = contentType;
  }

  /** Returns the endpoint of a payload that has one. */
  static endpointOf(payload: WebhookPayload): ResolvedEndpoint | undefined {
    return #endpoint in payload ? payload.#endpoint : undefined;
  }
}

const OVERHEAD = 1024;

/**
 * Prepares a message. It waits only for promises, because the message must have the bytes at the call of
 * `send`.
 */
export function preparePayload(
  request: PrepareRequest,
  context: PayloadContext,
): Awaitable<PreparedDestinations<WebhookPayload>> {
  const { channel } = context;
  if (request.isStored) requireFindEndpoint(channel);
  return whenReady<MessageSnapshot, PreparedDestinations<WebhookPayload>>(
    buildMessage(request, channel.name),
    (message) => {
      if (request.isStored) requireStorable(message);
      warnOfNameless(message);
      warnOfBody(message);
      if (channel.endpoints) return prepareEndpoints(request, message, context);
      return prepareMessage(message, channel);
    },
  );
}

function prepareMessage(
  message: MessageSnapshot,
  channel: ResolvedChannel,
): Awaitable<Prepared<WebhookPayload>> {
  const url = message.url ?? channel.defaultURL;
  if (!url) throw missingURL(channel.name);
  return whenReady(check(message, channel), () =>
    prepared(message, toPayload(message, message.url), url.origin, url.href),
  );
}

/** Returns undefined if there is nothing to check. */
function check(message: MessageSnapshot, channel: ResolvedChannel): Promise<void> | undefined {
  const isTooLarge = message.bytes.length > channel.maxBodyBytes;
  const hasRules = message.instances.length > 0 && (message.validate ?? channel.validate);
  if (isTooLarge) return Promise.reject(bodyTooLarge(message.bytes.length, channel.maxBodyBytes));
  return hasRules ? checkInstances(message.instances, message.view) : undefined;
}

function bodyTooLarge(length: number, limit: number): InvalidMessageError {
  return new InvalidMessageError(
    'ERR_WEBHOOK_BODY_TOO_LARGE',
    `The body has ${length} bytes, the limit is ${limit}. Send a reference instead of the data, ` +
      "or raise the channel's maxBodyBytes.",
  );
}

/**
 * Prepares a message for each endpoint. An invalid endpoint
 * fails alone. Without any endpoint, the message is not checked.
 */
function prepareEndpoints(
  request: PrepareRequest,
  message: MessageSnapshot,
  context: PayloadContext,
): Awaitable<readonly Destination<WebhookPayload>[]> {
  const { isStored } = request;
  // Validates the objects in their present state, before the endpoints are known.
  const checking = check(message, context.channel);
  checking?.catch(() => undefined);
  return whenReady(askForEndpoints(request, context.channel), (endpoints) => {
    const preparing = endpoints.map((one) => prepareEndpoint(one, message, context, isStored));
    return whenReady(allReady(preparing), (prepared) => {
      const destinations = prepared.filter((destination) => destination !== undefined);
      return destinations.length > 0 && checking ? checking.then(() => destinations) : destinations;
    });
  });
}

/** Prepares a test event for an endpoint, whatever events it wants, and also if it is disabled. */
export async function preparePing(
  endpoint: object,
  context: PayloadContext,
): Promise<Destination<WebhookPayload>> {
  const message = snapshotOf(new Message().setJSON(new WebhookPing()));
  // The endpoint may be an instance whose members are getters.
  const open = Object.create(endpoint, {
    events: { value: undefined },
    disabled: { value: false },
  }) as object;
  const [listed] = listEndpoints(open);
  const destination = listed && (await prepareEndpoint(listed, message, context, false));
  if (!destination) throw new ConfigError('notifier.ping(endpoint) needs an endpoint with an id.');
  return destination;
}

function allReady<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some(isPromise) ? Promise.all(values) : (values as readonly T[]);
}

function askForEndpoints(
  { notifiable, notification }: PrepareRequest,
  { endpoints }: ResolvedChannel,
): Awaitable<readonly ListedEndpoint[]> {
  const fail = (error: unknown): never => {
    throw new NotificationError('endpoints()', error);
  };
  try {
    const returned = endpoints?.(notifiable, notification as WebhookNotification);
    return promiseOf(returned)?.then(listEndpoints).catch(fail) ?? listEndpoints(returned);
  } catch (error) {
    return fail(error);
  }
}

/** Returns undefined if the endpoint does not want the message. */
function prepareEndpoint(
  { id, endpoint }: ListedEndpoint,
  original: MessageSnapshot,
  context: PayloadContext,
  isStored: boolean,
): Awaitable<Destination<WebhookPayload> | undefined> {
  const fail = (error: unknown): Destination<WebhookPayload> => ({
    error: error as Error,
    endpoint: id,
    ...(original.id !== undefined && { messageId: original.id }),
  });
  if (endpoint instanceof InvalidMessageError) return fail(endpoint);
  const skipOrFail = (error: unknown): Destination<WebhookPayload> | undefined =>
    endpoint.disabled === true ? undefined : fail(error); // a disabled endpoint may be incomplete
  try {
    if (!wants(endpoint, original)) return undefined;
    if (!endpoint.transform) return prepareFor(endpoint, original, context, isStored);
    return transformMessage(endpoint, original)
      .then(async (message) => {
        if (isStored) requireStorable(message);
        await check(message, context.channel);
        return prepareFor(endpoint, message, context, isStored);
      })
      .catch(skipOrFail);
  } catch (error) {
    return skipOrFail(error);
  }
}

function prepareFor(
  endpoint: Endpoint,
  message: MessageSnapshot,
  { endpoints }: PayloadContext,
  isStored: boolean,
): Prepared<WebhookPayload> {
  const { id, disabled } = endpoint;
  const resolved = endpoints.resolve(endpoint, message.url);
  // An endpoint's own address may be a credential, and may change before the attempt.
  const isKnown = !resolved.isForeign || (isStored && isGiven(endpoint.url));
  const stored = toPayload(message, isKnown ? undefined : resolved.url, id);
  // The attempts of a stored message look up the endpoint.
  const payload = isStored ? stored : new KeptPayload(stored, resolved);
  const ready = prepared(message, payload, resolved.target.origin, id);
  ready.endpoint = id;
  if (disabled === true) ready.isPaused = true;
  return ready;
}

function prepared(
  { id, event, bytes }: MessageSnapshot,
  payload: WebhookPayload,
  origin: string,
  place: string,
): Writable<Prepared<WebhookPayload>> {
  const ready: Writable<Prepared<WebhookPayload>> = { group: origin, payload, size: bytes.length + OVERHEAD };
  if (event !== undefined) ready.event = event;
  if (id === undefined) return ready;
  ready.messageId = id;
  // A receiver also treats the same id as a repeat.
  ready.dedupeKey = digestOf(`${place} ${id}`, 'base64url');
  return ready;
}

function toPayload(
  { method, headers, contentType, bytes }: MessageSnapshot,
  url: URL | undefined,
  endpoint?: string,
): WebhookPayload {
  const payload: Writable<WebhookPayload> = { method, headers, body: bytes };
  if (endpoint !== undefined) payload.endpoint = endpoint;
  if (url) payload.url = url.href;
  if (contentType) payload.contentType = contentType;
  return payload;
}

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
  const header = headers.find(([name]) => !isStorableHeader(name));
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
