import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttemptContext, AttemptResult, Channel, Notification, Prepared } from '../channel.js';
import type { Delivery } from '../delivery.js';
import type { DurableEngine } from '../engine.js';
import type { EndpointRate } from '../attempts/rate.js';
import { Notifier, type SendOptions } from '../notifier.js';
import type { NotifierOptions } from '../notifier-options.js';

/** An empty store, on which a test opens engines as several processes do. */
export interface TestedStore {
  /** Opens another engine on this store. */
  open(): DurableEngine;
  /** Removes the store, after its engines have stopped. */
  close?(): void | Promise<void>;
}

/** Opens an empty store. */
export type OpenTestedStore = () => TestedStore | Promise<TestedStore>;

interface Payload {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** A message of the tests. Its id is also in the payload. */
export class TestMessage implements Notification<string> {
  constructor(
    readonly id: string,
    readonly more: { readonly event?: string; readonly delay?: number; readonly isRepeatable?: boolean } = {},
  ) {}

  get delay(): number | undefined {
    return this.more.delay;
  }

  via(): readonly string[] {
    return ['test'];
  }
}

/** An attempt that the engine made. */
interface Made extends AttemptContext {
  readonly payload: Payload;
  readonly endpoint: string;
}

type Answer = (made: Made) => AttemptResult | Promise<AttemptResult>;

export const SENT: AttemptResult = { kind: 'sent' };
export const NOT_NOW: AttemptResult = { kind: 'failed', retryable: true, error: new Error('not now') };
export const NEVER: AttemptResult = { kind: 'failed', retryable: false, error: new TypeError('never') };

const MAX_WAIT = 20_000;

/** One store, its engines, and a channel that records attempts instead of sending. */
export class Bench {
  readonly attempts: Made[] = [];
  answer: Answer = () => SENT;
  /** Rates by endpoint. */
  readonly rates = new Map<string, EndpointRate>();
  readonly #engines: DurableEngine[] = [];

  constructor(readonly store: TestedStore) {}

  /** Opens another engine on the store. */
  open(): DurableEngine {
    const engine = this.store.open();
    this.#engines.push(engine);
    return engine;
  }

  /** Returns a notifier that only sends. */
  sender(options: NotifierOptions = {}): Notifier {
    return new Notifier({ engine: this.open(), retry: () => 20, ...options }).register(this.#channel);
  }

  /** Returns a notifier that makes attempts. */
  async worker(options: NotifierOptions = {}): Promise<{ engine: DurableEngine; notifier: Notifier }> {
    const engine = this.open();
    const notifier = this.sender({ ...options, engine });
    await notifier.start();
    return { engine, notifier };
  }

  /** Ids of the attempted messages, in the order of the attempts. */
  get ids(): string[] {
    return this.attempts.map(({ payload }) => payload.id);
  }

  async until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + MAX_WAIT;
    while (!(await isSo())) {
      if (performance.now() > end) assert.fail(`After ${MAX_WAIT} ms it is not so: ${what}`);
      await wait(5);
    }
  }

  /** Waits until no delivery waits. */
  async done(engine: DurableEngine): Promise<void> {
    await this.until('no delivery waits', async () => (await engine.status()).waiting === 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.stop({ grace: 0 })));
    await this.store.close?.();
  }

  readonly #channel: Channel<Payload> = {
    name: 'test',
    prepare: ({ notifiable, notification }) => prepare(String(notifiable), notification as TestMessage),
    rate: (payload) => this.rates.get(partsOf(payload).endpoint),
    attempt: async (payload, context) => {
      const { id, endpoint } = partsOf(payload);
      const attempt = { ...context, endpoint, payload: { ...payload, id } };
      this.attempts.push(attempt);
      return this.answer(attempt);
    },
  };
}

function partsOf({ id: text }: Payload): { id: string; endpoint: string } {
  const [id = '', endpoint = ''] = text.split('@');
  return { id, endpoint };
}

function prepare(endpoint: string, { id, more }: TestMessage): Prepared<Payload> {
  const { event, isRepeatable = false } = more;
  return {
    payload: { id: `${id}@${endpoint}`, bytes: new Uint8Array([0, 128, 255]) },
    // `ann/other` is another endpoint of ann's origin.
    group: `http://${endpoint.split('/', 1)[0] ?? ''}.example`,
    endpoint,
    messageId: id,
    ...(event !== undefined && { event }),
    ...(!isRepeatable && { dedupeKey: `${endpoint} ${id}` }),
  };
}

/** Sends a message to one endpoint. */
export async function sendTo(
  notifier: Notifier,
  endpoint: string,
  message: TestMessage,
  options: SendOptions = {},
): Promise<Delivery> {
  const { deliveries } = await notifier.send(endpoint, message, options);
  const [delivery] = deliveries;
  assert.ok(delivery);
  return delivery;
}

/** Resolves never, but when the signal is aborted, as an attempt at a silent receiver. */
export function silence({ signal }: Made): Promise<AttemptResult> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(NOT_NOW);
    });
  });
}
