import { utf8 } from '../../shared/bytes.js';
import { ConfigError, toThrowable } from '../../shared/errors.js';
import type { Constructor } from '../../shared/types.js';
import { kindOf } from '../../shared/values.js';
import { EVENT_STREAM } from '../../documents/openapi/create/item-stream.js';
import { essenceOf } from '../../shared/media-types.js';
import type { DocumentedItem } from './documented-replies.js';
import { isServerSentEvent, ServerSentEvent } from '../server-sent-event.js';

interface ItemEncoder {
  /** Text that is sent before the first item, so that the client knows that it is connected. */
  readonly opening: string | undefined;
  readonly encode: (item: unknown) => string;
  readonly headers: Readonly<Record<string, string>>;
}

export function itemEncoder(
  contentType: string,
  kinds: readonly DocumentedItem[],
  write: (kind: DocumentedItem, item: unknown) => string,
): ItemEncoder {
  if (essenceOf(contentType) !== EVENT_STREAM)
    return {
      opening: undefined,
      headers: {},
      encode: (item) => `${write(itemKindOf(item, kinds), item)}\n`,
    };
  return {
    // An empty comment makes proxies send the headers.
    opening: ':\n\n',
    // Proxies that compress would buffer events.
    headers: { 'cache-control': 'no-cache, no-transform' },
    encode: (item) => {
      const event = isServerSentEvent(item) ? item : new ServerSentEvent(item);
      const kind = itemKindOf(event.data, kinds);
      return (
        field('event', kind.event) +
        field('id', event.id) +
        field('retry', event.retry?.toString()) +
        `data: ${write(kind, event.data)}\n\n`
      );
    },
  };
}

function field(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  if (/[\r\n\0]/.test(value))
    throw new ConfigError(
      `The ${name} of a server-sent event must be one line, without a line break or NUL.`,
    );
  return `${name}: ${value}\n`;
}

function itemKindOf(item: unknown, kinds: readonly DocumentedItem[]): DocumentedItem {
  const [only] = kinds;
  if (kinds.length === 1 && only !== undefined) return only;
  const is = (test: (target: Constructor) => boolean): DocumentedItem | undefined =>
    kinds.find(({ type }) => type.kind === 'class' && test(type.target));
  const matching =
    is((target) => (item as object | null | undefined)?.constructor === target) ??
    is((target) => item instanceof target);
  if (matching !== undefined) return matching;
  const names = kinds.map(({ type }) => (type.kind === 'class' ? type.target.name : type.kind)).join(', ');
  throw new ConfigError(
    `An item of an event stream must be an instance of one of ${names}, not ${kindOf(item)}.`,
  );
}

export class ItemStream implements AsyncIterator<Uint8Array, undefined>, AsyncIterable<Uint8Array> {
  readonly #items: AsyncIterator<unknown>;
  readonly #encode: ItemEncoder['encode'];
  #opening: string | undefined;
  #isOver = false;
  #onEnd: () => void = () => undefined;

  constructor(items: AsyncIterable<unknown>, { opening, encode }: ItemEncoder) {
    this.#items = items[Symbol.asyncIterator]();
    this.#opening = opening;
    this.#encode = encode;
  }

  onEnd(callback: () => void): void {
    this.#onEnd = callback;
  }

  #end(): void {
    this.#isOver = true;
    this.#onEnd();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#opening !== undefined) {
      const value = utf8(this.#opening);
      this.#opening = undefined;
      return { done: false, value };
    }
    if (this.#isOver) return OVER;
    let item: IteratorResult<unknown, unknown>;
    try {
      item = await this.#items.next();
    } catch (error) {
      this.#end();
      throw toThrowable(error);
    }
    if (item.done === true) {
      this.#end();
      return OVER;
    }
    try {
      return { done: false, value: utf8(this.#encode(item.value)) };
    } catch (error) {
      await this.return();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#isOver) {
      this.#isOver = true;
      try {
        await this.#items.return?.();
      } finally {
        this.#end();
      }
    }
    return OVER;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const OVER = { done: true, value: undefined } as const;

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return (
    typeof (value as { [Symbol.asyncIterator]?: unknown } | null | undefined)?.[Symbol.asyncIterator] ===
    'function'
  );
}
