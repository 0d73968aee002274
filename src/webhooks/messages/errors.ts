import { ConfigError, DtospecError, recogniseAcrossCopies } from '../../shared/errors.js';

/**
 * Base class of the reasons why a webhook was not delivered. You may log these errors completely: they
 * contain no path or query of a URL, no header value, no body and no secret.
 */
export abstract class WebhookError extends DtospecError {
  /** True if another attempt may succeed. */
  readonly retryable: boolean = false;

  /** Returns name, message, code and the error's fields, without secrets, headers or bodies. */
  toJSON(): object {
    return Object.assign({}, this, { name: this.name, message: this.message });
  }
}

/** The receiver responded with a status other than 2xx. */
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
    super(`${origin} answered ${status}; only 2xx counts as delivered.${hintOf(status)}`);
    this.retryable = status !== 410;
  }
}

function hintOf(status: number): string {
  if ([301, 302, 303, 307, 308].includes(status))
    return ' Redirects are not followed: configure the final URL.';
  return status === 410 ? ' The receiver is gone for good: stop sending to it.' : '';
}

const CERTIFICATE_REFUSED =
  " The receiver refused the client certificate. Check the endpoint's tls: its cert, its key, and the receiver's list of authorities.";

/** The remedy for a failure, by its reason. */
const REMEDIES: Readonly<Record<string, string>> = {
  INVALID_HTTP_RESPONSE: ' It sent something that is no HTTP/1.1 response. Check scheme and port of the URL.',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    " The receiver requires a client certificate. Set the endpoint's tls: { cert, key }.",
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE:
    ' The receiver refused the TLS handshake, for example because it requires a client certificate. ' +
    "Set the endpoint's tls: { cert, key }.",
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: CERTIFICATE_REFUSED,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: CERTIFICATE_REFUSED,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: CERTIFICATE_REFUSED,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: CERTIFICATE_REFUSED,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: CERTIFICATE_REFUSED,
  UNASKED_100_CONTINUE:
    ' The receiver sent "100 Continue" without being asked, and undici rejects that, although the message may have ' +
    'arrived. Turn it off at the receiver, or give the channel an http.Agent or https.Agent for its default URL.',
};

/** No usable response: the connection failed, broke, or did not speak HTTP. */
export class NetworkError extends WebhookError {
  override readonly name = 'NetworkError';
  readonly code = 'ERR_WEBHOOK_NETWORK';
  override readonly retryable = true;
  constructor(
    /** Scheme, host and port. */
    readonly origin: string,
    /**
     * Error code of Node.js or undici, such as `ECONNREFUSED`, `ENOTFOUND` or `UND_ERR_SOCKET` (closed
     * without a response).
     */
    readonly reason: string,
  ) {
    super(`No response from ${origin} (${reason}).${REMEDIES[reason] ?? ''}`);
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

/** `blockPrivateNetworks` blocked the address. Nothing was sent. */
export class BlockedAddressError extends WebhookError {
  override readonly name = 'BlockedAddressError';
  readonly code = 'ERR_WEBHOOK_BLOCKED_ADDRESS';
  constructor(
    /** Host name or address in the URL. */
    readonly host: string,
    /** IP address of the host. */
    readonly address: string,
  ) {
    super(
      `${host} resolves to ${address}, which is not a public address. ` +
        'If webhooks may go there, add its range to allowedNetworks of the channel, or set blockPrivateNetworks: false.',
    );
  }
}

interface InvalidMessageErrors {
  /** The body is longer than the channel's `maxBodyBytes`. */
  ERR_WEBHOOK_BODY_TOO_LARGE: never;
  /** The value cannot be written as a body, for example because of its type. */
  ERR_WEBHOOK_INVALID_BODY: never;
  /** The endpoint that the application returned is invalid. Other deliveries are not affected. */
  ERR_WEBHOOK_INVALID_ENDPOINT: never;
  /** The header's name or value is invalid. */
  ERR_WEBHOOK_INVALID_HEADER: never;
  /** The message's id is invalid. */
  ERR_WEBHOOK_INVALID_MESSAGE_ID: never;
  /** The HTTP method cannot be used for a webhook. */
  ERR_WEBHOOK_INVALID_METHOD: never;
  /** The webhook's URL is invalid. */
  ERR_WEBHOOK_INVALID_URL: never;
}

/** A message or its endpoint is invalid, so the message cannot be sent. The `code` names the invalid part. */
export class InvalidMessageError extends WebhookError {
  override readonly name = 'InvalidMessageError';

  constructor(
    readonly code: keyof InvalidMessageErrors,
    message: string,
  ) {
    super(message);
  }
}

export function invalidURL(reason: string): InvalidMessageError {
  return new InvalidMessageError(
    'ERR_WEBHOOK_INVALID_URL',
    `The webhook's URL ${reason}. Give an absolute http or https URL.`,
  );
}

export function invalidHeader(header: string, reason: string): InvalidMessageError {
  return new InvalidMessageError('ERR_WEBHOOK_INVALID_HEADER', `The header ${header} ${reason}.`);
}

export function invalidMethod(method: string): InvalidMessageError {
  return new InvalidMessageError(
    'ERR_WEBHOOK_INVALID_METHOD',
    `${JSON.stringify(method)} is not a method for a webhook. Use POST, PUT, PATCH or DELETE.`,
  );
}

export function invalidBody(reason: string): InvalidMessageError {
  return new InvalidMessageError(
    'ERR_WEBHOOK_INVALID_BODY',
    `The message's body cannot be built: ${reason}.`,
  );
}

export function invalidEndpoint(endpoint: string, reason: string): InvalidMessageError {
  return new InvalidMessageError(
    'ERR_WEBHOOK_INVALID_ENDPOINT',
    `The endpoint ${JSON.stringify(endpoint)} ${reason}.`,
  );
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

/** @param endpoint id of the endpoint, if the channel has endpoints */
export function missingURL(channel: string, endpoint?: string): ConfigError {
  const which = endpoint === undefined ? 'A message for' : `The endpoint ${JSON.stringify(endpoint)} of`;
  const remedy = endpoint === undefined ? 'Call setURL() on the message' : 'Give the endpoint a url';
  return new ConfigError(
    `${which} the channel "${channel}" has no URL, and the channel has no defaultURL. ` +
      `${remedy} or give the channel a defaultURL.`,
    { code: 'ERR_MISSING_URL' },
  );
}

recogniseAcrossCopies({
  WebhookError,
  StatusError,
  NetworkError,
  TimeoutError,
  BlockedAddressError,
  InvalidMessageError,
  InvalidPayloadError,
});
