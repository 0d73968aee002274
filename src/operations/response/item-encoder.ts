import { ConfigError } from '../../shared/errors.js';
import type { Constructor } from '../../shared/types.js';
import { kindOf } from '../../shared/values.js';
import { EVENT_STREAM } from '../../documents/openapi/create/item-stream.js';
import { essenceOf } from '../../shared/media-types.js';
import type { StreamFormat } from './body-stream.js';
import type { DocumentedItem } from './documented-replies.js';
import { isServerSentEvent, ServerSentEvent } from '../server-sent-event.js';

interface ItemEncoder extends StreamFormat {
  readonly headers: Readonly<Record<string, string>>;
}

/** A comment of an event stream: clients ignore it, and it makes proxies send the headers. */
const COMMENT = ':\n\n';

export function itemEncoder(
  contentType: string,
  kinds: readonly DocumentedItem[],
  write: (kind: DocumentedItem, item: unknown) => string,
  keepAlive: number,
): ItemEncoder {
  if (essenceOf(contentType) !== EVENT_STREAM)
    return {
      headers: {},
      encode: (item) => `${write(itemKindOf(item, kinds), item)}\n`,
    };
  return {
    opening: COMMENT,
    ...(keepAlive > 0 && { idle: { after: keepAlive, text: COMMENT } }),
    // Proxies that compress would buffer events.
    headers: { 'cache-control': 'no-cache, no-transform' },
    encode: (item) => {
      const event = isServerSentEvent(item) ? item : new ServerSentEvent(item);
      const kind = itemKindOf(event.data, kinds);
      return (
        field('event', kind.event) +
        field('id', event.id) +
        field('retry', event.retry?.toString()) +
        `data: ${write(kind, event.data)}\n\n`
      );
    },
  };
}

function field(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  if (/[\r\n\0]/.test(value))
    throw new ConfigError(
      `The ${name} of a server-sent event must be one line, without a line break or NUL.`,
    );
  return `${name}: ${value}\n`;
}

function itemKindOf(item: unknown, kinds: readonly DocumentedItem[]): DocumentedItem {
  const [only] = kinds;
  if (kinds.length === 1 && only !== undefined) return only;
  const is = (test: (target: Constructor) => boolean): DocumentedItem | undefined =>
    kinds.find(({ type }) => type.kind === 'class' && test(type.target));
  const matching =
    is((target) => (item as object | null | undefined)?.constructor === target) ??
    is((target) => item instanceof target);
  if (matching !== undefined) return matching;
  const names = kinds.map(({ type }) => (type.kind === 'class' ? type.target.name : type.kind)).join(', ');
  throw new ConfigError(
    `An item of an event stream must be an instance of one of ${names}, not ${kindOf(item)}.`,
  );
}
