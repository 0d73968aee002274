import { types } from 'node:util';
import { leavePromise } from '../../shared/thrown.js';
import { requireOptions } from '../notifier/arguments.js';
import { NotificationError } from '../notifier/errors.js';
import type { AttemptContext } from '../notifier/types.js';
import { checkHeader, type HeaderList } from './headers.js';
import type { ResolvedChannel } from './options.js';
import type { WebhookPayload } from './payload.js';

/**
 * The headers that the application has for one attempt.
 * @throws NotificationError if its function fails, InvalidHeaderError for what cannot be sent
 */
export function askForHeaders(
  { attemptHeaders }: ResolvedChannel,
  { endpoint }: WebhookPayload,
  { id, messageId, attempt }: AttemptContext,
  origin: string,
): HeaderList {
  if (!attemptHeaders) return [];
  const about = { id, messageId, attempt, origin, ...(endpoint !== undefined && { endpoint }) };
  return Object.entries(callSafely(attemptHeaders, about)).map(([name, value]) => checkHeader(name, value));
}

function callSafely<A>(
  ask: (about: A) => Readonly<Record<string, string>>,
  about: A,
): Readonly<Record<string, string>> {
  try {
    const headers = leavePromise(ask(about));
    if (types.isPromise(headers)) throw new TypeError('it must return the headers at once, not a promise');
    requireOptions('attemptHeaders()', '{ traceparent }', headers);
    return headers;
  } catch (error) {
    throw new NotificationError('attemptHeaders()', error);
  }
}
