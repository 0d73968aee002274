import { essenceOf } from '../../operations/media-types.js';
import { EVENT_STREAM } from '../../documents/openapi/item-stream.js';

/** The items of a sequence, or why its text is none. */
export type ItemsOf = (text: string) => { readonly items: readonly unknown[] } | { readonly fault: string };

const LINES = new Set([
  'application/jsonl',
  'application/x-ndjson',
  'application/ndjson',
  'application/x-jsonl',
]);

/** Reads a sequence of items (OpenAPI 3.2, "Sequential Media Types"); undefined for a media type that is none. */
export function itemReader(contentType: string): ItemsOf | undefined {
  const essence = essenceOf(contentType);
  if (essence === EVENT_STREAM) return readEvents;
  if (LINES.has(essence)) return readLines;
  return essence === 'application/json-seq' || essence.endsWith('+json-seq') ? readSequence : undefined;
}

function readLines(text: string): ReturnType<ItemsOf> {
  return readJson(text.split('\n').filter((line) => line.trim() !== ''));
}

/** RFC 7464: each text between a record separator and a line feed. */
function readSequence(text: string): ReturnType<ItemsOf> {
  return readJson(text.split('\u001e').filter((record) => record.trim() !== ''));
}

function readJson(texts: readonly string[]): ReturnType<ItemsOf> {
  const items: unknown[] = [];
  for (const [index, text] of texts.entries())
    try {
      items.push(JSON.parse(text));
    } catch {
      return { fault: `item ${index} is not JSON` };
    }
  return { items };
}

/** The fields of each event, as OpenAPI models them: `data` is text, `retry` a number, comments are nothing. */
function readEvents(text: string): ReturnType<ItemsOf> {
  const blocks = text.replace(/^\uFEFF/, '').split(/\r\n\r\n|\n\n|\r\r/);
  const items = blocks.flatMap((block): unknown[] => {
    const event: Record<string, string | number> = {};
    for (const line of block.split(/\r\n|\n|\r/)) putField(event, line);
    return 'data' in event ? [event] : [];
  });
  return { items };
}

/** A field of the HTML standard's event stream, 9.2.6: one blank after the colon is no part of the value. */
function putField(event: Record<string, string | number>, line: string): void {
  const [, name = '', value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === 'data') event.data = 'data' in event ? `${event.data}\n${value}` : value;
  else if (name === 'event' || name === 'id') event[name] = value;
  else if (name === 'retry' && /^\d+$/.test(value)) event.retry = Number(value);
}
