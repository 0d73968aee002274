import { isOneSlipFrom } from '../../shared/nearest.js';
import { emitWarning, isProduction } from '../../shared/runtime.js';
import { kindOf, show } from '../../shared/values.js';
import type { Endpoint } from './endpoint.js';
import { invalidEndpoint, type InvalidMessageError } from './errors.js';
import type { MessageSnapshot } from './message.js';

const EVERY_EVENT = '*';
const ANY_END = '.*';
/** A name, `*`, or the beginning of names as in `order.*`. */
const EVENT_PATTERN = /^(?:[^*]*[^*.\s](?:\.\*)?|\*)$/;
const OUTER_BLANK = /^\s/;

/**
 * Returns whether an endpoint receives a message.
 *
 * @throws InvalidMessageError for an invalid pattern, and if the endpoint lists events and the message has no
 *   event
 */
export function wants({ id, events }: Endpoint, { event }: MessageSnapshot): boolean {
  if (events === undefined) return true;
  if (!Array.isArray(events))
    throw invalidEndpoint(id, `has events that are ${kindOf(events)}. Write a list, as in ['order.shipped']`);
  const invalid = events.findIndex((pattern) => !isEventPattern(pattern));
  if (invalid !== -1) throw invalidPattern(id, events[invalid]);
  if (events.includes(EVERY_EVENT)) return true;
  if (event !== undefined) {
    const isWanted = (events as string[]).some((pattern) => isMatch(pattern, event));
    if (!isWanted) warnOfName(id, events as string[], event);
    return isWanted;
  }
  throw invalidEndpoint(
    id,
    "wants certain events, but the message has no event's name. Put @Webhook('…') on the class of its body, " +
      'or call setEvent() on the message',
  );
}

function isEventPattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && EVENT_PATTERN.test(pattern) && !OUTER_BLANK.test(pattern);
}

function isMatch(pattern: string, event: string): boolean {
  if (!pattern.endsWith(ANY_END)) return pattern === event;
  return event.startsWith(pattern.slice(0, -1)) && event.length >= pattern.length;
}

const warned = new Set<string>();
const MAX_WARNINGS = 100;

/**
 * Warns once of each event that an endpoint misses only because of
 * upper and lower case, or, in development, of one letter.
 */
function warnOfName(id: string, patterns: readonly string[], event: string): void {
  const folded = event.toLowerCase();
  const near = patterns.find((pattern) => isMatch(pattern.toLowerCase(), folded));
  if (near !== undefined) {
    const correct = near.endsWith(ANY_END)
      ? `${event.slice(0, near.length - ANY_END.length)}${ANY_END}`
      : event;
    warnOnce(
      id,
      [near, event],
      `names of events are case-sensitive. Write "${correct}" in its events.`,
      'DTOSPEC_WEBHOOK_EVENT_CASE',
    );
    return;
  }
  const slip = isProduction() ? undefined : patterns.find((pattern) => isSlip(pattern, event));
  if (slip !== undefined)
    warnOnce(
      id,
      [slip, event],
      `the names differ by one letter. If this is a slip, write "${event}" in its events.`,
      'DTOSPEC_WEBHOOK_EVENT_SLIP',
    );
}

/** Versions, as in `order.v1` and `order.v2`, are names that differ on purpose. */
function isSlip(pattern: string, event: string): boolean {
  return isOneSlipFrom(pattern, event) && pattern.replace(/\d/g, '') !== event.replace(/\d/g, '');
}

function warnOnce(
  id: string,
  [wanted, event]: readonly [string, string],
  reason: string,
  code: string,
): void {
  if (warned.has(`${wanted} ${event}`) || warned.size >= MAX_WARNINGS) return;
  warned.add(`${wanted} ${event}`);
  emitWarning(
    `The endpoint ${JSON.stringify(id)} wants the event "${wanted}", so it does not receive "${event}": ${reason}`,
    { type: 'WebhookWarning', code },
  );
}

function invalidPattern(id: string, pattern: unknown): InvalidMessageError {
  return invalidEndpoint(
    id,
    `has the event ${show(pattern)}, which no event can match. Write a name, as in 'order.shipped', the beginning of names, as in 'order.*', or '*' for all events`,
  );
}
