import { plainToInstance } from 'class-transformer';
import { ConfigError, DtospecError, recogniseAcrossCopies } from '../../../shared/errors.js';
import { requireOptionNames } from '../../../shared/checks.js';
import type { Constructor } from '../../../shared/types.js';
import { kindOf } from '../../../shared/values.js';
import { classAnnotationsOf } from '../../../documents/model/annotations.js';
import { InvalidPayloadError, type Violation } from '../errors.js';
import { readHeader, type ReceivedHeaders, verifyStandardWebhook } from '../signatures/verify.js';
import { MemoryReplayStore, type ReplayStore } from './replay-store.js';
import { parseVerifier } from '../signatures/signing-keys.js';
import { STANDARD_HEADERS, toBytes } from '../signatures/sign.js';
import { checkInstances } from '../validate-payload.js';

/** What a receiver expects. */
export interface ReceiveOptions<E extends readonly Constructor[]> {
  /** Of Standard Webhooks: `whsec_…`, or `whpk_…` for Ed25519. One that fits is enough. */
  readonly secrets: string | readonly string[];
  /** Classes with `@Webhook(name)`. */
  readonly events: E;
  /** Property of the JSON body that names the event. @default 'type', as Standard Webhooks has it */
  readonly nameAt?: string;
  /** Property of the JSON body that holds the event's object. @default the body itself */
  readonly dataAt?: string;
  /** Remembers ids. @default one in this process's memory */
  readonly store?: ReplayStore;
  /** How long an id is remembered once its message is handled, in seconds. @default 86400 */
  readonly rememberSeconds?: number;
  /** How long one that is being handled keeps its repeats waiting, in seconds. @default 60 */
  readonly pendingSeconds?: number;
  /** How far the timestamp may be from now, in seconds, against replays. @default 300 */
  readonly toleranceSeconds?: number;
  /** Milliseconds since the epoch. @default the system's clock */
  readonly now?: () => number;
}

/** A message whose signature holds. */
export interface Received<E> {
  /** The same in every attempt to deliver it. */
  readonly id: string;
  /** When this attempt was made. */
  readonly timestamp: Date;
  /** Of the event; undefined if the body names none. */
  readonly name: string | undefined;
  /** An instance that its class's rules hold for; undefined if no class has the name. */
  readonly event: E | undefined;
  /** The parsed JSON body. */
  readonly body: unknown;
}

/** What became of a message: handled now, or before. */
export interface ReceiveResult<E> extends Received<E> {
  /** It was handled before, so that nothing was done; answer as if it were the first. */
  readonly repeated: boolean;
}

type InstanceOfAny<E extends readonly Constructor[]> = InstanceType<E[number]>;

/** Checks one message and has it handled. */
export type Receive<E extends readonly Constructor[]> = (
  rawBody: unknown,
  headers: ReceivedHeaders,
  handle: (received: Received<InstanceOfAny<E>>) => unknown,
) => Promise<ReceiveResult<InstanceOfAny<E>>>;

/**
 * Makes a receiver of webhooks: it verifies the raw body, makes and validates an instance of the class that the event's
 * name stands for, and has each message handled once. If `handle` throws, the id is forgotten and the error goes on, so
 * that the sender's next attempt is handled. An event of another name is handed on without an instance.
 * The function throws WebhookRefusedError for a signature that does not hold (401), a body that is no JSON (400), an
 * event that breaks its class's rules (422), and a repeat of what is being handled (409).
 * @throws ConfigError for a class without `@Webhook(name)`, a secret that cannot be read, and what is no option
 */
export function receiveWebhooks<const E extends readonly Constructor[]>(
  options: ReceiveOptions<E>,
): Receive<E> {
  requireReceiver(options);
  const classes = new Map(options.events.map((type) => [nameOf(type), type]));
  const { store = new MemoryReplayStore(), rememberSeconds = 86_400, pendingSeconds = 60 } = options;
  return async (rawBody, headers, handle) => {
    const received = await open(rawBody, headers, classes, options);
    const { id } = received;
    const state = await store.begin(id, pendingSeconds);
    if (state === 'done') return { ...received, repeated: true } as ReceiveResult<InstanceOfAny<E>>;
    if (state === 'pending')
      throw new WebhookRefusedError('ERR_WEBHOOK_PENDING', 'This message is being handled already.');
    try {
      await handle(received as Received<InstanceOfAny<E>>);
    } catch (error) {
      await store.forget(id);
      throw error;
    }
    await store.finish(id, rememberSeconds);
    return { ...received, repeated: false } as ReceiveResult<InstanceOfAny<E>>;
  };
}

/** For callers without types, and for secrets that the environment lacks: told when the process starts. */
function requireReceiver(options: ReceiveOptions<readonly Constructor[]>): void {
  requireOptionNames('receiveWebhooks', options, Object.keys(OPTIONS));
  const { secrets, events } = options as { secrets?: unknown; events?: unknown };
  if (!Array.isArray(events))
    throw new ConfigError(
      `receiveWebhooks needs events, an array of classes with @Webhook('…'), as in [OrderShipped], not ${kindOf(events)}.`,
    );
  const all: unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  if (all.length === 0 || all.some((secret) => typeof secret !== 'string'))
    throw new ConfigError(
      `receiveWebhooks needs secrets, a string or an array of them, as in process.env.WEBHOOK_SECRET, not ${kindOf(secrets)}.`,
    );
  for (const secret of all) parseVerifier(secret as string);
}

const OPTIONS: Readonly<Record<keyof ReceiveOptions<readonly Constructor[]>, true>> = {
  secrets: true,
  events: true,
  nameAt: true,
  dataAt: true,
  store: true,
  rememberSeconds: true,
  pendingSeconds: true,
  toleranceSeconds: true,
  now: true,
};

function nameOf(type: Constructor): string {
  const name = typeof (type as unknown) === 'function' ? classAnnotationsOf(type).webhook : undefined;
  if (name !== undefined) return name;
  throw new ConfigError(
    "receiveWebhooks({ events }) needs classes with an event's name. Put @Webhook('…') on each.",
  );
}

type OpenOptions = Pick<
  ReceiveOptions<readonly Constructor[]>,
  'secrets' | 'nameAt' | 'dataAt' | 'toleranceSeconds' | 'now'
>;

/** Verifies before anything is parsed. */
async function open(
  rawBody: unknown,
  headers: ReceivedHeaders,
  classes: ReadonlyMap<string, Constructor>,
  { secrets, nameAt = 'type', dataAt, toleranceSeconds = 300, now = Date.now }: OpenOptions,
): Promise<Received<unknown>> {
  const bytes = toBytes(rawBody as Uint8Array);
  if (!verifyStandardWebhook(bytes, headers, secrets, { toleranceSeconds, now: now() }))
    throw new WebhookRefusedError('ERR_WEBHOOK_SIGNATURE', 'The signature does not hold for this body.');
  const body = parse(bytes);
  const name = memberOf(body, nameAt);
  const type = typeof name === 'string' ? classes.get(name) : undefined;
  return {
    id: readHeader(headers, STANDARD_HEADERS.id) ?? '',
    timestamp: new Date(Number(readHeader(headers, STANDARD_HEADERS.timestamp)) * 1_000),
    name: typeof name === 'string' ? name : undefined,
    event: type && (await makeInstance(type, dataAt === undefined ? body : memberOf(body, dataAt))),
    body,
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new WebhookRefusedError('ERR_WEBHOOK_NOT_JSON', 'The body is no JSON.');
  }
}

/** Own members only: a name such as `constructor` finds nothing. */
function memberOf(body: unknown, key: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, key)) return undefined;
  return (body as Record<string, unknown>)[key];
}

async function makeInstance(type: Constructor, data: unknown): Promise<object> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw invalid([]);
  const instance = plainToInstance(type as new () => object, data);
  try {
    await checkInstances([{ path: '', value: instance }]);
  } catch (error) {
    throw error instanceof InvalidPayloadError ? invalid(error.violations) : error;
  }
  return instance;
}

function invalid(violations: WebhookRefusedError['violations']): WebhookRefusedError {
  const list = violations.map(({ path, rules }) => `${path} (${rules.join(', ')})`).join('; ');
  const what = list === '' ? 'it is no object' : list;
  return new WebhookRefusedError('ERR_WEBHOOK_INVALID_EVENT', `The event is not valid: ${what}.`, violations);
}

const STATUS = {
  ERR_WEBHOOK_SIGNATURE: 401,
  ERR_WEBHOOK_NOT_JSON: 400,
  ERR_WEBHOOK_INVALID_EVENT: 422,
  ERR_WEBHOOK_PENDING: 409,
} as const;

/**
 * A webhook that is not taken. `status` and `statusCode` are what frameworks answer with; the sender tries again.
 * It holds nothing of the body, of a header or of a secret.
 */
export class WebhookRefusedError extends DtospecError {
  override readonly name = 'WebhookRefusedError';
  /** HTTP status to answer with. */
  readonly status: number;
  /** The same as `status`, under the name that Express and Koa read. */
  readonly statusCode: number;
  constructor(
    readonly code: keyof typeof STATUS,
    message: string,
    /** Of an event that breaks its class's rules: which, and where. */
    readonly violations: readonly Violation[] = [],
  ) {
    super(message);
    this.status = STATUS[code];
    this.statusCode = this.status;
  }
}

recogniseAcrossCopies({ WebhookRefusedError });
