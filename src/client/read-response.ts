import { ClientError } from './client-error.js';
import { type LineStream, readLines } from './read-lines.js';

export type ReadAs = 'text' | 'blob';

/** A server-sent event. */
export interface ReceivedEvent<T> {
  /** The event's name. @default 'message' */
  readonly event: string;
  /** The last id that the server sent, for the header `Last-Event-ID`. */
  readonly id: string | undefined;
  /** The event's data. */
  readonly data: T;
}

interface ReadOptions extends Omit<LineStream, 'response'> {
  readonly as: ReadAs | undefined;
}

/** Returns the media type without its parameters. */
function essenceOf({ headers }: Response): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

function otherThanJson(type: string): string {
  return type === '' ? 'no content type, not JSON' : `${type}, not JSON`;
}

/** Returns undefined for text that is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Reads a body by its content type.
 * @throws ClientError for a body that is neither JSON nor a stream, unless the call sets `as`
 */
export async function readResponse(response: Response, options: ReadOptions): Promise<unknown> {
  const { as, place } = options;
  const type = essenceOf(response);
  if (response.ok && as === 'blob') return response.blob();
  if (response.ok && as === 'text') return response.text();
  const stream = { ...options, response };
  if (type === 'application/jsonl') return parsed(readLines(stream, false));
  if (type === 'text/event-stream') return eventsOf(readLines(stream, true));
  const text = await response.text();
  if (text === '') return undefined;
  const isJson = /[/+]json$/.test(type);
  const json = isJson ? parsedJson(text) : undefined;
  if (json !== undefined) return json;
  const reason = isJson ? 'JSON that cannot be parsed' : otherThanJson(type);
  throw new ClientError(
    `The response of ${place} with status ${response.status} has ${reason}. For another content type, pass as: 'text' or 'blob'.`,
    response,
    text,
  );
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator {
  for await (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as unknown;
}

/** Parses server-sent events (HTML Standard, 9.2.6). */
async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<ReceivedEvent<unknown>> {
  let [event, data, id]: [string, string[], string | undefined] = ['', [], undefined];
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0)
        yield { event: event || 'message', id, data: JSON.parse(data.join('\n')) as unknown };
      [event, data] = ['', []];
    } else if (!line.startsWith(':')) {
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
      if (field === 'id') id = value;
    }
  }
}
