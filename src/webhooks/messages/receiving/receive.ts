import { ConfigError } from '../../../shared/errors.js';
import { emitWarning } from '../../../shared/runtime.js';
import {
  BOOLEAN,
  type Check,
  FUNCTION,
  NUMBER,
  OBJECT,
  type OptionChecks,
  requireKnownOptions,
  STRING,
} from '../../../shared/checks.js';
import type { Constructor } from '../../../shared/types.js';
import { classAnnotationsOf } from '../../../documents/model/annotations.js';
import { describeClass } from '../../../documents/model/class-facts.js';
import { NAME_MEMBER } from '../../../documents/model/event-name.js';
import { kindOf, show } from '../../../shared/values.js';
import {
  checkStandard,
  MAX_TOLERANCE,
  readStandardHeaders,
  type ReceivedHeaders,
} from '../signatures/verify.js';
import { MemoryReplayStore, type ReplayStore } from './replay-store.js';
import { parseVerifier } from '../signatures/signing-keys.js';
import { STANDARD_HEADERS, toBytes } from '../signatures/sign.js';
import { eventReader, type ReadEvent } from './read-event.js';
import { WebhookRefusedError } from './webhook-refused-error.js';

/** Options of `receiveWebhooks`. */
export interface ReceiveOptions<E extends readonly Constructor[]> {
  /**
   * Standard Webhooks secrets: `whsec_…`, or `whpk_…` for Ed25519. A signature by one of them is enough. A
   * function returns the secrets of the tenant that `receive` names, or undefined for an unknown tenant.
   */
  readonly secrets: string | readonly string[] | FindSecrets;
  /** Classes with `@Webhook(name)`. */
  readonly events: E;
  /** Property of the JSON body with the event's name. @default 'type', as in Standard Webhooks */
  readonly nameAt?: string;
  /** Property of the JSON body with the event's object. @default the body itself */
  readonly dataAt?: string;
  /**
   * Accepts null for optional properties, for senders that send it in place of an absent value.
   * @default false: an event must have the documented form
   */
  readonly nullableOptional?: boolean;
  /** Store of message ids. @default a store in this process's memory */
  readonly store?: ReplayStore;
  /** Seconds for which the id of a handled message is stored. @default 86400 */
  readonly rememberSeconds?: number;
  /** Seconds for which repeats are rejected while a message is handled. @default 60 */
  readonly pendingSeconds?: number;
  /**
   * Maximum difference between timestamp and clock, in
   * seconds, at most a day, to prevent replays. @default 300
   */
  readonly toleranceSeconds?: number;
  /** Returns the current time in milliseconds since the epoch. @default the system's clock */
  readonly now?: () => number;
}

/** Returns the secrets of a tenant. */
export type FindSecrets = (tenant: string) => Secrets | Promise<Secrets>;

type Secrets = string | readonly string[] | undefined;

/** Options of one call of a receiver. */
export interface ReceiveRequest {
  /**
   * The tenant of the request, for example from its path. Required if `secrets` is a function. Then each
   * tenant has its own message ids, so no tenant can use up the ids of another one.
   */
  readonly tenant?: string;
}

/** A message with a valid signature. */
export interface Received<E> {
  /** Id of the message, equal in every attempt. */
  readonly id: string;
  /** Time of this attempt. */
  readonly timestamp: Date;
  /** Name of the event; undefined if the body has none. */
  readonly name: string | undefined;
  /** A validated instance of the event's class; undefined if no class has the name. */
  readonly event: E | undefined;
  /** The parsed JSON body. */
  readonly body: unknown;
}

/** A handled message. */
export interface ReceiveResult<E> extends Received<E> {
  /** True if the message was handled before, so that `handle` did not run. Send the same response. */
  readonly repeated: boolean;
}

type InstanceOfAny<E extends readonly Constructor[]> = InstanceType<E[number]>;

/** Verifies one message and calls `handle`. */
export type Receive<E extends readonly Constructor[]> = (
  rawBody: unknown,
  headers: ReceivedHeaders,
  handle: (received: Received<InstanceOfAny<E>>) => unknown,
  request?: ReceiveRequest,
) => Promise<ReceiveResult<InstanceOfAny<E>>>;

/**
 * Returns a receiver of webhooks. It verifies the raw body, creates and validates an instance
 * of the event's class, and handles each message once. If `handle` throws, the id is forgotten,
 * so that the sender's next attempt is handled. An event with another name has no instance.
 * Members that its class does not document are dropped. The receiver throws WebhookRefusedError
 * for an invalid signature (401), malformed JSON (400), an event that its schema or its rules
 * refuse or that is too large (422), and a repeat while the message is handled (409).
 * @throws ConfigError for a class without `@Webhook(name)`, an unreadable secret, and an unknown option
 */
export function receiveWebhooks<const E extends readonly Constructor[]>(
  options: ReceiveOptions<E>,
): Receive<E> {
  requireKnownOptions('receiveWebhooks', options, CHECKS as OptionChecks<typeof options>, [
    'secrets',
    'events',
  ]);
  // Checks the secrets at the start, since one may be missing in the environment.
  const { secrets } = options;
  if (typeof secrets !== 'function') for (const secret of [secrets].flat()) parseVerifier(secret);
  const { nullableOptional = false } = options;
  const readers = new Map(
    options.events.map((type) => [eventNameOf(type), eventReader(type, nullableOptional)]),
  );
  const unnamed = findUnnamed(options);
  if (unnamed !== undefined)
    emitWarning(unnamed, { type: 'WebhookWarning', code: 'ERR_WEBHOOK_WITHOUT_EVENT_NAME' });
  const { store = new MemoryReplayStore(), rememberSeconds = 86_400, pendingSeconds = 60 } = options;
  return async (rawBody, headers, handle, { tenant } = {}) => {
    if (typeof (handle as unknown) !== 'function')
      throw new ConfigError(
        `receive(rawBody, headers, handle) needs a function as handle, as in ({ event }) => …, not ${kindOf(handle)}.`,
      );
    const isByTenant = typeof secrets === 'function';
    const tenantSecrets = isByTenant ? await findSecrets(secrets, tenant) : secrets;
    const received = await open(rawBody, headers, readers, { ...options, secrets: tenantSecrets, unnamed });
    // Without a secret of its own, nothing proves the tenant.
    const id =
      isByTenant && tenant !== undefined ? `${encodeURIComponent(tenant)} ${received.id}` : received.id;
    const state = await store.begin(id, pendingSeconds);
    if (state === 'done') return { ...received, repeated: true } as ReceiveResult<InstanceOfAny<E>>;
    if (state === 'pending')
      throw new WebhookRefusedError('ERR_WEBHOOK_PENDING', 'This message is being handled already.');
    try {
      await handle(received as Received<InstanceOfAny<E>>);
    } catch (error) {
      await forget(store, id, error);
      throw error;
    }
    await store.finish(id, rememberSeconds);
    return { ...received, repeated: false } as ReceiveResult<InstanceOfAny<E>>;
  };
}

async function findSecrets(
  find: FindSecrets,
  tenant: string | undefined,
): Promise<string | readonly string[]> {
  if (typeof tenant !== 'string')
    throw new ConfigError(
      'receive(rawBody, headers, handle, { tenant }) needs the tenant of the request, because secrets is a function.',
    );
  return (await find(tenant)) ?? [];
}

async function forget(store: ReplayStore, id: string, error: unknown): Promise<void> {
  try {
    await store.forget(id);
  } catch (failure) {
    throw new AggregateError(
      [error, failure],
      `The handler failed, and the store could not forget the message ${id}: repeats are refused until pendingSeconds have passed.`,
      { cause: failure },
    );
  }
}

const SECRETS: Check = {
  what: 'a string or an array of them, as in process.env.WEBHOOK_SECRET, or a function that returns them',
  holds: (value) =>
    typeof value === 'string' ||
    FUNCTION.holds(value) ||
    // `parseVerifier` checks each secret.
    (Array.isArray(value) && value.length > 0),
};

const CHECKS: OptionChecks<ReceiveOptions<readonly Constructor[]>> = {
  secrets: SECRETS,
  events: { what: "an array of classes with @Webhook('…'), as in [OrderShipped]", holds: Array.isArray },
  nameAt: STRING,
  dataAt: STRING,
  nullableOptional: BOOLEAN,
  store: OBJECT,
  rememberSeconds: NUMBER,
  pendingSeconds: NUMBER,
  toleranceSeconds: {
    what: 'seconds, at most 86400, a day',
    holds: (value) => Number(value) <= MAX_TOLERANCE && NUMBER.holds(value),
  },
  now: FUNCTION,
};

function eventNameOf(type: Constructor): string {
  const name = typeof (type as unknown) === 'function' ? classAnnotationsOf(type).webhook : undefined;
  if (name !== undefined) return name;
  throw new ConfigError(
    "receiveWebhooks({ events }) needs classes with an event's name. Put @Webhook('…') on each.",
  );
}

/**
 * Returns the problem of the first class that does not have the member with the event's name. Its messages
 * can be recognized only if the sender adds the name.
 */
function findUnnamed({
  events,
  nameAt = NAME_MEMBER,
  dataAt,
}: Pick<ReceiveOptions<readonly Constructor[]>, 'events' | 'nameAt' | 'dataAt'>): string | undefined {
  // In an envelope, the name is beside the event's object.
  const type = dataAt === undefined ? events.find((event) => !hasMember(event, nameAt)) : undefined;
  if (type === undefined) return undefined;
  const name = show(eventNameOf(type));
  return `receiveWebhooks reads the event's name from ${show(nameAt)}, and ${type.name} does not have this property. Add it: @Equals(${name}) ${nameAt} = ${name} as const. If the name is elsewhere in the body, set nameAt and dataAt.`;
}

function hasMember(type: Constructor, name: string): boolean {
  const { properties } = describeClass(type);
  return properties.has(name) || [...properties.values()].some(({ exposure }) => exposure?.name === name);
}

interface OpenOptions extends Pick<
  ReceiveOptions<readonly Constructor[]>,
  'nameAt' | 'dataAt' | 'toleranceSeconds' | 'now'
> {
  readonly secrets: string | readonly string[];
  /** The problem of a class without the event's name. */
  readonly unnamed: string | undefined;
}

async function open(
  rawBody: unknown,
  headers: ReceivedHeaders,
  readers: ReadonlyMap<string, ReadEvent>,
  { secrets, nameAt = NAME_MEMBER, dataAt, unnamed, toleranceSeconds = 300, now = Date.now }: OpenOptions,
): Promise<Received<unknown>> {
  const bytes = toBytes(rawBody as Uint8Array);
  if (!(await checkStandard(bytes, headers, secrets, { toleranceSeconds, now: now() })))
    throw new WebhookRefusedError('ERR_WEBHOOK_SIGNATURE', explainRefusal(headers));
  const { id, timestamp } = readStandardHeaders(headers);
  const body = parse(bytes);
  const name = memberOf(body, nameAt);
  // The handler would get no event, and the sender would take the message for delivered.
  if (name === undefined && unnamed !== undefined)
    throw new WebhookRefusedError('ERR_WEBHOOK_INVALID_EVENT', `Invalid event: it has no name. ${unnamed}`);
  const readEvent = typeof name === 'string' ? readers.get(name) : undefined;
  return {
    id: id ?? '',
    timestamp: new Date(Number(timestamp) * 1_000),
    name: typeof name === 'string' ? name : undefined,
    event: await readEvent?.(dataAt === undefined ? body : memberOf(body, dataAt)),
    body,
  };
}

/** Names missing headers, which the sender sees itself. Anything else would help to forge a signature. */
function explainRefusal(headers: ReceivedHeaders): string {
  const values = readStandardHeaders(headers);
  const names = Object.entries(STANDARD_HEADERS) as [keyof typeof values, string][];
  const missing = names.filter(([key]) => values[key] === undefined).map(([, name]) => name);
  return missing.length === 0
    ? 'The signature does not match this body, or its timestamp is too far from this clock, in the past or in the future. ' +
        'In development, explainMismatch() names the reason.'
    : `The request has no ${missing.join(', ')}. A sender sets them if it signs by Standard Webhooks; a proxy must keep them.`;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new WebhookRefusedError('ERR_WEBHOOK_NOT_JSON', 'The body is not valid JSON.');
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new WebhookRefusedError('ERR_WEBHOOK_NOT_JSON', 'The body is not valid UTF-8.');
  }
}

function memberOf(body: unknown, key: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, key)) return undefined;
  return (body as Record<string, unknown>)[key];
}
