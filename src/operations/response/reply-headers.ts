import { ConfigError } from '../../shared/errors.js';
import { isHeaderValue, isToken } from '../../shared/http.js';
import { show } from '../../shared/values.js';
import type { ReplyHeaders } from '../make-reply.js';
import type { ReplyContext } from './documented-replies.js';

/**
 * Headers of the connection to the client, which the server sets. HTTP/2 has none of them (RFC 9113, 8.2.2).
 */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'trailer',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'http2-settings',
]);

/** @throws ConfigError */
function requireSendable(name: string, values: readonly string[], place: string): void {
  if (isToken(name) && values.every(isHeaderValue)) return;
  throw new ConfigError(
    `The handler of ${place} replied with a header ${show(name)} that HTTP cannot carry. Encode its value, for example with encodeURIComponent.`,
    { code: 'ERR_HEADER_VALUE' },
  );
}

/**
 * Checks the headers before the framework receives them: some frameworks end the process for a value that
 * HTTP cannot carry. The server frames the body, so the handler's own framing headers are omitted. Only the
 * response to HEAD may announce the length of a body that does not follow.
 */
export function sendableHeaders(
  headers: ReplyHeaders,
  body: unknown,
  { place, isHead }: ReplyContext,
): Record<string, string | string[]> {
  const announcesLength = isHead && body === undefined;
  const sent: Record<string, string | string[]> = {};
  for (const [key, value] of Object.entries(headers) as [string, ReplyHeaders[string] | null | undefined][]) {
    const name = key.toLowerCase();
    if (value === undefined || value === null || OF_THE_CONNECTION.has(name)) continue;
    if (name === 'content-length' && !announcesLength) continue;
    const texts = [value].flat().map(String);
    requireSendable(name, texts, place);
    sent[name] = typeof value === 'object' ? texts : (texts[0] ?? '');
  }
  return sent;
}
