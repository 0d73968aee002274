import type { IncomingMessage } from 'node:http';
import { isRecord } from '../base/values.js';
import type { AskedRequest } from './source.js';

/** Bytes of a form that are read; it holds a key. */
export const FORM_LIMIT = 8192;

/** What a request of node:http says beyond its head. */
export function ofNode(
  request: IncomingMessage & { body?: unknown },
  parsed: () => unknown = () => request.body,
): Pick<AskedRequest, 'isSecure' | 'readForm'> {
  return {
    isSecure: (request.socket as { encrypted?: unknown }).encrypted === true,
    readForm: () => readForm(request, parsed),
  };
}

export function isForm(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? '');
}

/** Where a parser of the application's has read it, what that left. */
async function readForm(
  request: IncomingMessage,
  parsed: () => unknown,
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
