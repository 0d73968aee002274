import { ConfigError, DtospecError, recogniseAcrossCopies } from '../../shared/errors.js';

/**
 * Why a webhook was not delivered. None of these errors holds a URL's path or query, a header's value, a body
 * or a secret: they may be logged whole.
 */
export abstract class WebhookError extends DtospecError {
  /** Whether another attempt may succeed. */
  readonly retryable: boolean = false;

  /** Name, message, code and the fields of the error; never a secret, a header or a body. */
  toJSON(): object {
    return Object.assign({}, this, { name: this.name, message: this.message });
  }
}

/** The receiver answered, but not with 2xx. */
export class StatusError extends WebhookError {
  override readonly name = 'StatusError';
  readonly code = 'ERR_WEBHOOK_STATUS';
  override readonly retryable: boolean;
  constructor(
    /** The receiver's HTTP status. */
    readonly status: number,
    /** Scheme, host and port. */
    readonly origin: string,
  ) {
    super(`${origin} answered ${status}; only 2xx counts as delivered.${STATUS_HINTS[status] ?? ''}`);
    this.retryable = status !== 410;
  }
}

const STATUS_HINTS: Readonly<Record<number, string>> = {
  301: ' Redirects are not followed: configure the final URL.',
  302: ' Redirects are not followed: configure the final URL.',
  303: ' Redirects are not followed: configure the final URL.',
  307: ' Redirects are not followed: configure the final URL.',
  308: ' Redirects are not followed: configure the final URL.',
  410: ' The receiver is gone for good: stop sending to it.',
};

/** No usable response: the connection failed, broke, or did not speak HTTP. */
export class NetworkError extends WebhookError {
  override readonly name = 'NetworkError';
  readonly code = 'ERR_WEBHOOK_NETWORK';
  override readonly retryable = true;
  constructor(
    /** Scheme, host and port. */
    readonly origin: string,
    /** Node's code, e.g. `ECONNREFUSED`, `ENOTFOUND`, `HPE_INVALID_CONSTANT`. */
    readonly reason: string,
  ) {
    super(`No response from ${origin} (${reason}).`);
  }
}

/** The attempt did not end in time. It may have arrived. */
export class TimeoutError extends WebhookError {
  override readonly name = 'TimeoutError';
  readonly code = 'ERR_WEBHOOK_TIMEOUT';
  override readonly retryable = true;
  constructor(
    /** Scheme, host and port. */
    readonly origin: string,
    /** Milliseconds. */
    readonly timeout: number,
  ) {
    super(
      `No response from ${origin} within ${timeout} ms. Raise the channel's timeout, ` +
        'or have the receiver answer 202 at once and work afterwards.',
    );
  }
}

/** `blockPrivateNetworks` refused the address. Nothing was sent. */
export class BlockedAddressError extends WebhookError {
  override readonly name = 'BlockedAddressError';
  readonly code = 'ERR_WEBHOOK_BLOCKED_ADDRESS';
  constructor(
    /** The name or address in the URL. */
    readonly host: string,
    /** The IP address that it leads to. */
    readonly address: string,
  ) {
    super(
      `${host} leads to ${address}, which is not a public address. ` +
        'If webhooks may go there, set blockPrivateNetworks: false on the channel.',
    );
  }
}

/** The URL cannot be sent to. */
export class InvalidURLError extends WebhookError {
  override readonly name = 'InvalidURLError';
  readonly code = 'ERR_WEBHOOK_INVALID_URL';
  constructor(reason: string) {
    super(`The webhook's URL ${reason}. Give an absolute http or https URL.`);
  }
}

/** A header's name or value cannot be sent. */
export class InvalidHeaderError extends WebhookError {
  override readonly name = 'InvalidHeaderError';
  readonly code = 'ERR_WEBHOOK_INVALID_HEADER';
  constructor(
    /** The header's name, escaped. */
    readonly header: string,
    reason: string,
  ) {
    super(`The header ${header} ${reason}.`);
  }
}

/** The method is not an HTTP method that can carry a webhook. */
export class InvalidMethodError extends WebhookError {
  override readonly name = 'InvalidMethodError';
  readonly code = 'ERR_WEBHOOK_INVALID_METHOD';
  constructor(method: string) {
    super(`${JSON.stringify(method)} is not a method for a webhook. Use POST, PUT, PATCH or the like.`);
  }
}

/** The message's id cannot be sent. */
export class InvalidMessageIdError extends WebhookError {
  override readonly name = 'InvalidMessageIdError';
  readonly code = 'ERR_WEBHOOK_INVALID_MESSAGE_ID';
  constructor() {
    super(
      "The message's id has to be 1 to 256 visible ASCII characters without dots, which Standard Webhooks puts " +
        'between id, timestamp and body. Give e.g. a UUID, or the name of the job that sends.',
    );
  }
}

/** The value cannot become a body. */
export class InvalidBodyError extends WebhookError {
  override readonly name = 'InvalidBodyError';
  readonly code = 'ERR_WEBHOOK_INVALID_BODY';
  constructor(reason: string) {
    super(`The message's body cannot be built: ${reason}.`);
  }
}

/** The body is over the channel's `maxBodyBytes`. */
export class BodyTooLargeError extends WebhookError {
  override readonly name = 'BodyTooLargeError';
  readonly code = 'ERR_WEBHOOK_BODY_TOO_LARGE';
  constructor(
    /** Length of the body, in bytes. */
    readonly bytes: number,
    /** The channel's `maxBodyBytes`. */
    readonly limit: number,
  ) {
    super(
      `The body has ${bytes} bytes, the limit is ${limit}. Send a reference instead of the data, ` +
        "or raise the channel's maxBodyBytes.",
    );
  }
}

/** One rule that a message's object breaks. */
export interface Violation {
  /** `items[2].price` */
  readonly path: string;
  /** The rules' names, e.g. `isInt`. */
  readonly rules: readonly string[];
}

/** The object to send breaks its own class-validator rules. */
export class InvalidPayloadError extends WebhookError {
  override readonly name = 'InvalidPayloadError';
  readonly code = 'ERR_WEBHOOK_INVALID_PAYLOAD';
  constructor(
    /** The class's name. */
    readonly model: string,
    /** Each rule that is broken, and where. */
    readonly violations: readonly Violation[],
  ) {
    super(
      `The ${model} to send is not valid: ` +
        violations.map(({ path, rules }) => `${path} (${rules.join(', ')})`).join('; ') +
        '. Mend the object, or turn the check off with validate: false.',
    );
  }
}

/** What an application says of an endpoint cannot be used. No other delivery is concerned. */
export class InvalidEndpointError extends WebhookError {
  override readonly name = 'InvalidEndpointError';
  readonly code = 'ERR_WEBHOOK_INVALID_ENDPOINT';
  constructor(
    /** The endpoint's id. */
    readonly endpoint: string,
    reason: string,
  ) {
    super(`The endpoint ${JSON.stringify(endpoint)} ${reason}.`);
  }
}

/**
 * Neither the message nor the channel has a URL: `send` rejects before anything is sent. For a channel with endpoints
 * it is the error of the one delivery.
 */
export class MissingURLError extends ConfigError {
  override readonly name = 'MissingURLError';
  override readonly code = 'ERR_MISSING_URL';
  constructor(
    /** The channel's name. */
    readonly channel: string,
    /** Id of the endpoint, if the channel has endpoints. */
    readonly endpoint?: string,
  ) {
    const which = endpoint === undefined ? 'A message for' : `The endpoint ${JSON.stringify(endpoint)} of`;
    const remedy = endpoint === undefined ? 'Call setURL() on the message' : 'Give the endpoint a url';
    super(
      `${which} the channel "${channel}" has no URL, and the channel has no defaultURL. ` +
        `${remedy} or give the channel a defaultURL.`,
    );
  }
}

recogniseAcrossCopies({
  WebhookError,
  StatusError,
  NetworkError,
  TimeoutError,
  BlockedAddressError,
  InvalidURLError,
  InvalidHeaderError,
  InvalidMethodError,
  InvalidMessageIdError,
  InvalidBodyError,
  BodyTooLargeError,
  InvalidEndpointError,
  InvalidPayloadError,
  MissingURLError,
});
