import { recogniseAcrossCopies } from '../../shared/across-copies.js';
import { DtospecError } from '../../shared/errors.js';
import type { Violation } from './errors.js';

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
