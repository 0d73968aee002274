import { ClientError } from './client-error.js';

/** A stream of lines, and its limit. */
export interface LineStream {
  readonly response: Response;
  /** Method and path of the operation, for the error. */
  readonly place: string;
  /** Maximum number of characters in a line; of server-sent events, in all lines of an event. */
  readonly maxLineLength: number;
}

/**
 * Splits a stream into lines that end with LF, CRLF or CR. It reads each character once.
 *
 * @throws ClientError for a line or an event that is too long
 */
export async function* readLines(
  { response, place, maxLineLength }: LineStream,
  areEvents: boolean,
): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let parts: string[] = [];
  let length = 0;
  let endedWithReturn = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const { value } = next;
      const chunk = endedWithReturn ? value.replace(/^\n/, '') : value;
      endedWithReturn = value.endsWith('\r');
      for (const [index, part] of chunk.split(/\r\n|\n|\r/).entries()) {
        if (index > 0) {
          const line = parts.join('');
          parts = [];
          if (!areEvents || line === '') length = 0;
          yield line;
        }
        parts.push(part);
        length += part.length;
        if (length > maxLineLength)
          throw new ClientError(
            `${place} sent a line or an event of more than ${maxLineLength} characters. Raise maxLineLength.`,
            response,
            undefined,
          );
      }
    }
    const last = parts.join('');
    if (last !== '') yield last;
  } finally {
    await reader.cancel();
  }
}
