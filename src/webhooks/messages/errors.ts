import { ConfigError, DtospecError, recogniseAcrossCopies } from '../../shared/errors.js';

/**
 * Base class of the reasons why a webhook was not delivered. These errors contain no path or query of a URL, no header
 * value, no body and no secret: you may log them whole.
 */
export abstract class WebhookError extends DtospecError {
  /** True if another attempt may succeed. */
  readonly retryable: boolean = false;

  /** Returns name, message, code and the error's fields, without secrets, headers or bodies. */
  toJSON(): object {
    return Object.assign({}, this, { name: this.name, message: this.message });
  }
}

/** The receiver did not answer with a 2xx status. */
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

/** The attempt did not end in time. The message may have arrived. */
export class TimeoutError extends WebhookError {
  override readonly name = 'TimeoutError';
  readonly code = 'ERR_WEBHOOK_TIMEOUT';
  override readonly retryable = true;
  constructor(
    /** Scheme, host and port. */
    readonly origin: string,
    /** The time limit, in milliseconds. */
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
    /** Name or address in the URL. */
    readonly host: string,
    /** IP address that it resolves to. */
    readonly address: string,
  ) {
    super(
      `${host} leads to ${address}, which is not a public address. ` +
        'If webhooks may go there, set blockPrivateNetworks: false on the channel.',
    );
  }
}

/** The webhook's URL is invalid. */
export class InvalidURLError extends WebhookError {
  override readonly name = 'InvalidURLError';
  readonly code = 'ERR_WEBHOOK_INVALID_URL';
  constructor(reason: string) {
    super(`The webhook's URL ${reason}. Give an absolute http or https URL.`);
  }
}

/** The header's name or value is invalid. */
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

/** The HTTP method cannot carry a webhook. */
export class InvalidMethodError extends WebhookError {
  override readonly name = 'InvalidMethodError';
  readonly code = 'ERR_WEBHOOK_INVALID_METHOD';
  constructor(method: string) {
    super(`${JSON.stringify(method)} is not a method for a webhook. Use POST, PUT, PATCH or the like.`);
  }
}

/** The message's id is invalid. */
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

/** The value cannot be written as a body. */
export class InvalidBodyError extends WebhookError {
  override readonly name = 'InvalidBodyError';
  readonly code = 'ERR_WEBHOOK_INVALID_BODY';
  constructor(reason: string) {
    super(`The message's body cannot be built: ${reason}.`);
  }
}

/** The body is longer than the channel's `maxBodyBytes`. */
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

/** A rule that the message's object violates. */
export interface Violation {
  /** A path such as `items[2].price`. */
  readonly path: string;
  /** Names of the rules, e.g. `isInt`. */
  readonly rules: readonly string[];
}

/** The object violates its own class-validator rules. */
export class InvalidPayloadError extends WebhookError {
  override readonly name = 'InvalidPayloadError';
  readonly code = 'ERR_WEBHOOK_INVALID_PAYLOAD';
  constructor(
    /** The class's name. */
    readonly model: string,
    /** The violated rules with their paths. */
    readonly violations: readonly Violation[],
  ) {
    super(
      `The ${model} to send is not valid: ` +
        violations.map(({ path, rules }) => `${path} (${rules.join(', ')})`).join('; ') +
        '. Correct the object, or disable the check with validate: false.',
    );
  }
}

/** The endpoint that the application returned is invalid. Other deliveries are not affected. */
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
 * only that delivery fails.
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
