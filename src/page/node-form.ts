import type { IncomingMessage } from 'node:http';
import { isRecord } from '../shared/values.js';

/** Bytes of a form that are read; it holds a key. */
export const FORM_LIMIT = 8192;

/** Whether it came by https. */
export function isSecure({ socket }: IncomingMessage): boolean {
  return (socket as { encrypted?: unknown }).encrypted === true;
}

export function isForm(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? '');
}

/**
 * Reads the body as a form's; undefined where it is none, or too long.
 *
 * @param parsed gives what a parser of the application's has left, where one has read it
 */
export async function readForm(
  request: IncomingMessage & { body?: unknown },
  parsed: () => unknown = () => request.body,
): Promise<URLSearchParams | undefined> {
  if (!isForm(request.headers['content-type'])) return undefined;
  if (request.readableDidRead) return formOf(parsed());
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > FORM_LIMIT) return undefined;
      chunks.push(chunk);
    }
  } catch {
    // It broke off: nobody is left to be answered.
    return undefined;
  } finally {
    request.resume();
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function formOf(parsed: unknown): URLSearchParams | undefined {
  if (typeof parsed === 'string' || Buffer.isBuffer(parsed)) return new URLSearchParams(parsed.toString());
  if (!isRecord(parsed)) return undefined;
  const texts = Object.entries(parsed).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new URLSearchParams(texts);
}
