import {
  type Check,
  type Checks,
  named,
  NON_EMPTY,
  oneOf,
  requireFields,
  requireOptionNames,
} from '../../shared/checks.js';
import { ConfigError } from '../../shared/errors.js';
import { isDate, isRecord, kindOf } from '../../shared/values.js';
import type { StoredDelivery, StoredState } from './delivery.js';

/** Criteria by which an engine selects deliveries. A delivery is selected if it meets all of them. */
export interface DeliveryCriteria {
  /** Id of one delivery. @default all */
  readonly id?: string;
  /** Id of a message: its deliveries to all endpoints. @default all */
  readonly messageId?: string;
  /** Id of an endpoint. @default all */
  readonly endpoint?: string;
  /** Name of an event. @default all */
  readonly event?: string;
  /**
   * Earliest end or, for waiting deliveries, enqueue time: a Date, or milliseconds since the epoch.
   * @default no limit
   */
  readonly since?: Date | number;
  /** Selects what ended or, for waiting deliveries, was enqueued before this time. @default no limit */
  readonly until?: Date | number;
}

/** Selects dead deliveries. */
export interface DeadFilter extends DeliveryCriteria {
  /** Maximum number of deliveries, the latest first. @default 100 */
  readonly limit?: number;
}

/** Selects deliveries. */
export interface DeliveryFilter extends DeadFilter {
  /** State of the deliveries. @default all */
  readonly state?: StoredState;
}

/** State of a delivery that can be restarted. */
export type EndedState = Exclude<StoredState, 'waiting'>;

/**
 * Selects deliveries to restart or to delete: dead, paused
 * or sent ones, or unreadable ones, which are read again.
 */
export interface RedeliverFilter extends DeliveryCriteria {
  /** Maximum number of deliveries, the latest first. @default all */
  readonly limit?: number;
  /** State of the deliveries. @default 'dead' */
  readonly state?: EndedState;
}

/** Selects waiting deliveries to cancel. */
export interface CancelFilter extends DeliveryCriteria {
  /** Maximum number of deliveries, the latest first. @default all */
  readonly limit?: number;
  /** `waiting` cancels all that wait, and is the only state that can be cancelled. */
  readonly state?: 'waiting';
}

/** Selects the message to erase. */
export interface EraseFilter {
  /** Id of the message: its deliveries to all endpoints. */
  readonly messageId: string;
}

/** A checked filter: times are milliseconds since the epoch. */
export interface CheckedFilter extends Omit<DeliveryFilter, 'since' | 'until'> {
  /** Earliest end or, for waiting deliveries, enqueue time. @default no limit */
  readonly since?: number;
  /** End or enqueue time from which on nothing is selected. @default no limit */
  readonly until?: number;
}

const STATES = {
  waiting: true,
  dead: true,
  paused: true,
  cancelled: true,
  sent: true,
  gone: true,
  failed: true,
  unreadable: true,
} as const satisfies Record<StoredState, true>;

export const STORED_STATES = Object.keys(STATES) as readonly StoredState[];
export const ENDED_STATES = STORED_STATES.filter((state): state is EndedState => state !== 'waiting');

/** Milliseconds in 1973, and seconds in 5138: a smaller number is in seconds, or relative to now. */
const LEAST_TIME = 100_000_000_000;

const TIME: Check = {
  what: 'a valid Date, or milliseconds since the epoch (not seconds), as in Date.now() - 3_600_000',
  holds: (value) => (isDate(value) ? !Number.isNaN(value.getTime()) : isTime(value)),
};

/** 0 and numbers beyond any date, such as Infinity, mean no limit. */
function isTime(value: unknown): boolean {
  if (typeof value !== 'number' || Number.isNaN(value)) return false;
  return value === 0 || Math.abs(value) >= LEAST_TIME;
}

const CRITERIA = {
  id: named(NON_EMPTY, "the id of a delivery, as in 'dlv_…'"),
  messageId: named(NON_EMPTY, "the id of a message, as in 'msg_…'"),
  endpoint: named(NON_EMPTY, 'the id of an endpoint, a string'),
  event: named(NON_EMPTY, "the name of an event, as in 'order.shipped'"),
  since: TIME,
  until: TIME,
} as const satisfies Checks<DeliveryCriteria>;

const LIMIT: Check = {
  what: 'a whole number from 0 up, or Infinity',
  holds: (value) => value === Infinity || (Number.isInteger(value) && Number(value) >= 0),
};

const ENDED = oneOf(...ENDED_STATES);

/** A method of an engine that takes a filter. */
export type FilterMethod = 'dead' | 'deliveries' | 'redeliverAll' | 'discardAll' | 'cancel' | 'erase';

const CHECKS = {
  dead: { ...CRITERIA, limit: LIMIT },
  deliveries: { ...CRITERIA, limit: LIMIT, state: oneOf(...STORED_STATES) },
  redeliverAll: { ...CRITERIA, limit: LIMIT, state: oneOf(...ENDED_STATES) },
  discardAll: {
    ...CRITERIA,
    limit: LIMIT,
    state: named(ENDED, `${ENDED.what} (engine.cancel(filter) ends those that wait)`),
  },
  cancel: {
    ...CRITERIA,
    limit: LIMIT,
    state: named(
      oneOf('waiting'),
      "'waiting': only what waits can be cancelled, and discardAll deletes the rest",
    ),
  },
  erase: { messageId: CRITERIA.messageId },
} satisfies Record<FilterMethod, Checks<DeliveryFilter>>;

const CRITERIA_NAMES = `${Object.keys(CRITERIA).join(', ')} or state`;

/** The methods for which an empty filter is an error, since it would select everything. */
const NEEDS_CRITERION: Readonly<Partial<Record<FilterMethod, string>>> = {
  discardAll: `deletes deliveries, so it needs a criterion: ${CRITERIA_NAMES}. { state: 'dead' } deletes all dead ones.`,
  cancel: `ends deliveries, so it needs a criterion: ${CRITERIA_NAMES}. { state: 'waiting' } cancels all that wait.`,
  erase: 'erases one message, so it needs the messageId.',
};

/**
 * Checks the filter of a method of an engine, and converts its dates. A field that is undefined throws: it
 * would select everything.
 * @experimental
 * @param engine name of the engine, for errors
 * @param selected a filter or, for `cancel`, the id of a delivery
 * @throws ConfigError for an unknown or undefined field, a wrong value, and `discardAll`, `cancel` or `erase`
 *   without a criterion
 */
export function checkFilter(engine: string, method: FilterMethod, selected: string | object): CheckedFilter {
  const filter: unknown = method === 'cancel' && typeof selected === 'string' ? { id: selected } : selected;
  const subject = `${engine}.${method}(filter)`;
  const warning = NEEDS_CRITERION[method];
  if (!isRecord(filter))
    throw new ConfigError(
      `${subject} ${warning ?? `takes a filter, as in { endpoint: 'ada' }, not ${kindOf(filter)}.`}`,
    );
  requireOptionNames(subject, filter, Object.keys(CHECKS[method]));
  requireFields(subject, filter, CHECKS[method]);
  if (warning !== undefined && Object.keys(filter).every((name) => name === 'limit'))
    throw new ConfigError(`${subject} ${warning}`);
  const { since, until, ...fields } = filter as DeliveryFilter;
  return {
    ...fields,
    ...(since !== undefined && { since: Number(since) }),
    ...(until !== undefined && { until: Number(until) }),
  };
}

/**
 * Returns whether a filter selects a delivery. It ignores `limit`.
 *
 * @experimental
 */
export function isSelected(delivery: StoredDelivery, filter: CheckedFilter): boolean {
  const { since = -Infinity, until = Infinity } = filter;
  const stamp = stampOf(delivery);
  return (
    EQUAL.every((name) => filter[name] === undefined || filter[name] === delivery[name]) &&
    since <= stamp &&
    stamp < until
  );
}

const EQUAL = ['id', 'messageId', 'endpoint', 'event', 'state'] as const;

/** Returns the time by which deliveries are listed and selected. */
export function stampOf({ endedAt, createdAt }: Pick<StoredDelivery, 'endedAt' | 'createdAt'>): number {
  return endedAt ?? createdAt;
}
