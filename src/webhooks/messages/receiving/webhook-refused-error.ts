import { DtospecError, recogniseAcrossCopies } from '../../../shared/errors.js';
import type { Violation } from '../errors.js';

const STATUS = {
  /** The signature is missing or wrong, or its timestamp is too far from the clock. */
  ERR_WEBHOOK_SIGNATURE: 401,
  /** The body is not valid JSON. */
  ERR_WEBHOOK_NOT_JSON: 400,
  /** The schema or the rules of the event's class refuse it, or it is too large. */
  ERR_WEBHOOK_INVALID_EVENT: 422,
  /** Another process handles the same message. */
  ERR_WEBHOOK_PENDING: 409,
} as const;

/**
 * Thrown for a rejected webhook. Frameworks respond with `status` or `statusCode`, and the sender tries
 * again. It contains no body, header or secret.
 */
export class WebhookRefusedError extends DtospecError {
  override readonly name = 'WebhookRefusedError';
  /** HTTP status of the response. */
  readonly status: number;
  /** The same as `status`, under the name that Express and Koa read. */
  readonly statusCode: number;
  constructor(
    readonly code: keyof typeof STATUS,
    message: string,
    /** The violated rules and their places, for an event that violates its class's rules. */
    readonly violations: readonly Violation[] = [],
  ) {
    super(message);
    this.status = STATUS[code];
    this.statusCode = this.status;
  }
}

recogniseAcrossCopies({ WebhookRefusedError });
