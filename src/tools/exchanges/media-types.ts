import { essenceOf, EVENT_STREAM, mediaTypeCovers } from 'dtospec/internal';

/**
 * Returns the key of a `content` map for a content type: "For responses that match multiple keys, only the
 * most specific key is applicable" (OpenAPI 3.1, 4.8.17).
 */
export function coveringKey(keys: readonly string[], contentType: string): string | undefined {
  return keys
    .filter((key) => mediaTypeCovers(key, contentType) && hasParameters(contentType, parametersOf(key)))
    .sort((a, b) => specificity(b) - specificity(a))[0];
}

function specificity(key: string): number {
  const essence = essenceOf(key);
  if (essence === '*/*') return 0;
  return essence.endsWith('/*') ? 1 : 2 + parametersOf(key).size;
}

function hasParameters(contentType: string, wanted: ReadonlyMap<string, string>): boolean {
  const parameters = parametersOf(contentType);
  return [...wanted].every(([name, value]) => name === 'charset' || parameters.get(name) === value);
}

function parametersOf(contentType: string): ReadonlyMap<string, string> {
  return new Map(
    contentType
      .split(';')
      .slice(1)
      .filter((piece) => piece.includes('='))
      .map((piece): [string, string] => {
        const at = piece.indexOf('=');
        const value = piece.slice(at + 1).trim();
        return [piece.slice(0, at).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1').toLowerCase()];
      }),
  );
}

type ItemsOf = (text: string) => { readonly items: readonly unknown[] } | { readonly fault: string };

const LINES = new Set([
  'application/jsonl',
  'application/x-ndjson',
  'application/ndjson',
  'application/x-jsonl',
]);

/**
 * Returns the reader of a sequence of items (OpenAPI 3.2,
 * "Sequential Media Types"), or undefined for other media types.
 */
export function itemReader(contentType: string): ItemsOf | undefined {
  const essence = essenceOf(contentType);
  if (essence === EVENT_STREAM) return readEvents;
  if (LINES.has(essence)) return readLines;
  return essence === 'application/json-seq' || essence.endsWith('+json-seq') ? readSequence : undefined;
}

function readLines(text: string): ReturnType<ItemsOf> {
  return readJson(text.split('\n').filter((line) => line.trim() !== ''));
}

/** Splits text by RFC 7464: each item is between a record separator and a line feed. */
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

/** Reads events as OpenAPI models them: `data` is text, `retry` a number, and comments are omitted. */
function readEvents(text: string): ReturnType<ItemsOf> {
  const blocks = text.replace(/^\uFEFF/, '').split(/\r\n\r\n|\n\n|\r\r/);
  const items = blocks.flatMap((block): unknown[] => {
    const event: Record<string, string | number> = {};
    for (const line of block.split(/\r\n|\n|\r/)) putField(event, line);
    return 'data' in event ? [event] : [];
  });
  return { items };
}

/** Adds a field of an event. One space after the colon is not part of the value (HTML Standard, 9.2.6). */
function putField(event: Record<string, string | number>, line: string): void {
  const [, name = '', value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === 'data') event.data = 'data' in event ? `${event.data}\n${value}` : value;
  else if (name === 'event' || name === 'id') event[name] = value;
  else if (name === 'retry' && /^\d+$/.test(value)) event.retry = Number(value);
}
