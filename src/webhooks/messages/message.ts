import { isStorable } from '../../shared/storable.js';
import { INSPECT, type Inspect } from '../../shared/inspect.js';
import { ConfigError } from '../../shared/errors.js';
import { isToken } from '../../shared/http.js';
import { show } from '../../shared/values.js';
import type { SerializeOptions } from '../../serialize/view-plans.js';
import { formBody, jsonBody, rawBody, replaceBody, type Body, type JsonOptions } from './body.js';
import { InvalidMessageError, invalidMethod } from './errors.js';
import { checkHeader, mergeHeaders, type HeaderList } from './http/headers.js';
import { parseURL } from './http/url.js';

/** Recognises messages across copies of this package. */
const MESSAGE: unique symbol = Symbol.for('dtospec:message') as never;

const NO_HEADERS: HeaderList = [];

/** Matches a message id: visible ASCII without the dot (Standard Webhooks, "Signature scheme"). */
const MESSAGE_ID = /^[\x21-\x2d\x2f-\x7e]{1,256}$/;

/** The content of a message. Its form is not public: `snapshot()` returns an object. */
export interface MessageSnapshot {
  readonly id: string | undefined;
  readonly event: string | undefined;
  /** True for JSON that should have an event's name. */
  readonly expectsEvent: boolean;
  readonly method: string;
  /** URL; undefined selects the default one. */
  readonly url: URL | undefined;
  readonly headers: HeaderList;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  /** Instances of classes in the body, and where they are. */
  readonly instances: readonly { readonly path: string; readonly value: object }[];
  /** Groups and version by which the body was serialized. */
  readonly view: SerializeOptions;
  /** True to validate the instances. @default the channel's */
  readonly validate: boolean | undefined;
}

/**
 * A webhook request under construction. `T` is the type of its JSON body.
 *
 * @example
 * new Message().setJSON(new OrderShipped(order)).setURL(customer.webhookURL).addHeader('X-Tenant', tenant.id)
 */
export class Message<out T = unknown> {
  /** Exists only in types, so that a message about an order is not assignable to one about a refund. */
  declare readonly payload?: T;
  readonly [MESSAGE] = true;
  #id: string | undefined;
  #event: string | undefined;
  #body: Body | undefined;
  #url: URL | undefined;
  #method = 'POST';
  #headers = NO_HEADERS;

  /**
   * Sets a JSON body. A class instance is serialized as documented, a plain value without changes. The value
   * is read when `send` starts. `new Message<OrderShipped>()` accepts only an `OrderShipped`.
   * @throws InvalidMessageError for values that JSON cannot write: undefined, a function, a symbol
   */
  setJSON<U extends T>(value: U, options: JsonOptions = {}): Message<U> {
    this.#body = replaceBody(this.#body, jsonBody(value, options));
    return this as unknown as Message<U>;
  }

  /**
   * Sets a form body, `application/x-www-form-urlencoded`.
   * @throws InvalidMessageError unless `fields` is an object of strings
   */
  setForm(fields: Readonly<Record<string, string>>): this {
    this.#body = replaceBody(this.#body, formBody(fields));
    return this;
  }

  /**
   * Sets the body's bytes, with the content type `application/octet-stream` unless a header sets one. For a
   * view, only its part of the buffer is sent.
   *
   * @throws InvalidMessageError for a value other than bytes or a string
   */
  setRaw(bytes: ArrayBufferView | ArrayBuffer | string): this {
    this.#body = replaceBody(this.#body, rawBody(bytes));
    return this;
  }

  /**
   * Sets the URL instead of the channel's default URL. An empty string selects the default.
   * @throws InvalidMessageError unless it is an absolute http or https URL
   */
  setURL(url: string | URL): this {
    this.#url = url === '' ? undefined : parseURL(url);
    return this;
  }

  /**
   * Sets the HTTP method.
   * @param method in any case; sent in upper case. @default POST
   * @throws InvalidMessageError
   */
  setMethod(method: string): this {
    if (typeof (method as unknown) !== 'string') throw invalidMethod(method);
    const name = method.toUpperCase();
    // CONNECT opens a tunnel and delivers no message.
    if (!isToken(name) || name === 'CONNECT') throw invalidMethod(method);
    this.#method = name;
    return this;
  }

  /**
   * Adds a header. It replaces one of the same name, in any case.
   * @throws InvalidMessageError for a line break, a control character or a header that frames the message
   */
  addHeader(name: string, value: string): this {
    this.#headers = mergeHeaders(this.#headers, [checkHeader(name, value)]);
    return this;
  }

  /**
   * Sets the message's id (`webhook-id`). Receivers ignore a second message with the same id, so your job may
   * run twice. All attempts and endpoints share the id. An id is unique across event types: a durable engine
   * stores it once for each endpoint, and a delivery of another event with the same id fails. @default a new
   * one for each send
   * @param id 1 to 256 visible ASCII characters without dots
   * @throws InvalidMessageError
   */
  setId(id: string): this {
    if (typeof (id as unknown) !== 'string' || !MESSAGE_ID.test(id))
      throw new InvalidMessageError(
        'ERR_WEBHOOK_INVALID_MESSAGE_ID',
        "The message's id has to be a string of 1 to 256 visible ASCII characters without dots, which Standard Webhooks puts " +
          'between id, timestamp and body. Give e.g. a UUID, or the name of the job that sends.',
      );
    this.#id = id;
    return this;
  }

  /**
   * Sets the event's name, which endpoints filter by.
   * @default the name in `@Webhook(name)` on the class of the JSON body, or of the one object in it that has
   *   such a name
   */
  setEvent(name: string): this {
    if (typeof (name as unknown) !== 'string' || name === '')
      throw new ConfigError(`setEvent(name) needs a name, as in 'order.shipped', not ${show(name)}.`);
    if (!isStorable(name))
      throw new ConfigError(
        `setEvent(name) takes a name without U+0000 and unpaired surrogates, which PostgreSQL cannot store, not ${show(name)}.`,
      );
    this.#event = name;
    return this;
  }

  /** Creates the content. Later changes to the message or its objects have no effect on it. */
  snapshot(): object {
    const built = this.#body?.build();
    const content: MessageSnapshot = {
      id: this.#id,
      event: this.#event ?? built?.event,
      expectsEvent: built?.expectsEvent ?? false,
      method: this.#method,
      url: this.#url && new URL(this.#url),
      headers: this.#headers,
      contentType: built?.contentType,
      bytes: built?.bytes ?? new Uint8Array(0),
      instances: built?.instances ?? [],
      view: built?.view ?? {},
      validate: built?.validate,
    };
    return content;
  }

  /** Returns a form for logs. It contains no header values, no body, and not the URL's path. */
  toJSON(): object {
    return {
      id: this.#id,
      method: this.#method,
      url: this.#url?.origin,
      headers: this.#headers.map(([name]) => name),
      body: this.#body?.kind,
    };
  }

  /** @internal */
  [INSPECT](_depth: number, _options: object, inspect: Inspect): string {
    return `Message ${inspect(this.toJSON())}`;
  }
}

export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && MESSAGE in value;
}

export function snapshotOf(message: Message): MessageSnapshot {
  return message.snapshot() as MessageSnapshot;
}
