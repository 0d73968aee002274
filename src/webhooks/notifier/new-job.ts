import type { Prepared } from './channel.js';
import type { DeliveryIdentity } from './delivery.js';
import type { Job } from './engine.js';
import type { Plan } from './plan.js';

export type About = Pick<DeliveryIdentity, 'id' | 'messageId' | 'channel' | 'endpoint'>;

interface Origin {
  /** Time of the send, in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly notifiable: unknown;
}

/**
 * A job of this process. It keeps its notifiable for events, as a private member, so that no engine stores or
 * logs it. The constructor sets all members, so that they take the least memory while the job waits.
 */
export class NewJob implements Job {
  readonly id: string;
  readonly messageId: string;
  readonly channel: string;
  readonly group: string;
  readonly payload: unknown;
  readonly createdAt: number;
  declare readonly endpoint?: string;
  declare readonly size?: number;
  declare readonly event?: string;
  declare readonly notBefore?: number;
  declare readonly dedupeKey?: string;
  declare readonly sequence?: string;
  readonly #notifiable: unknown;

  constructor(about: About, prepared: Prepared<unknown>, plan: Plan, { createdAt, notifiable }: Origin) {
    const { channel, endpoint } = about;
    const { group, size, event, dedupeKey } = prepared;
    const { notBefore, orderKey } = plan;
    this.id = about.id;
    this.messageId = about.messageId;
    this.channel = channel;
    this.group = group;
    this.payload = prepared.payload;
    this.createdAt = createdAt;
    this.#notifiable = notifiable;
    if (endpoint !== undefined) this.endpoint = endpoint;
    if (size !== undefined) this.size = size;
    if (event !== undefined) this.event = event;
    if (notBefore !== undefined) this.notBefore = notBefore;
    if (dedupeKey !== undefined) this.dedupeKey = `${channel} ${dedupeKey}`;
    if (orderKey !== undefined) this.sequence = `${channel} ${endpoint ?? group} ${orderKey}`;
  }
  /** Returns the notifiable of a job, or undefined if a store has kept the job. */
  static notifiableOf(job: Job): unknown {
    return #notifiable in job ? job.#notifiable : undefined;
  }
}
