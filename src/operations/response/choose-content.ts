import { essenceOf, mediaTypeCovers } from '../../shared/media-types.js';
import { joinVary } from '../../shared/vary.js';
import { isDownload } from '../download.js';
import type { AskedRequest } from './compare-headers.js';
import { isAsyncIterable, isContentStream } from './content-source.js';
import { rowsOf } from './csv-text.js';
import type { DocumentedContent } from './documented-replies.js';
import { mismatch, ofStatus, type StatusContext, undocumented } from './mismatch.js';
import { acceptedTypes } from './negotiate.js';

export interface RequestedContext extends StatusContext {
  readonly request: AskedRequest;
}

/** Returns whether `Accept` decides about a response: about its media type, or whether it is 406. */
export function isNegotiated(
  contents: readonly DocumentedContent[] = [],
  { context }: StatusContext,
): boolean {
  if (contents.some(({ essence }) => essence.includes('*'))) return false;
  return contents.length > 1 || (contents.length > 0 && context.negotiated !== undefined);
}

/**
 * Returns `Vary` for a response whose media type `Accept`
 * chooses, with the fields of middleware and of the handler.
 */
export function varyOf(request: AskedRequest, own?: string | string[]): { readonly vary: string } {
  return { vary: joinVary(request.responseHeader?.('vary'), own, 'Accept') };
}

export function contentsOf({ status, context }: StatusContext): readonly DocumentedContent[] | undefined {
  return ofStatus(status, context.replies)?.();
}

export function contentOf(
  body: unknown,
  header: string | string[] | undefined,
  contents: readonly DocumentedContent[] | undefined,
  at: RequestedContext,
): { readonly content: DocumentedContent | undefined; readonly contentType: string } {
  const declared = typeof header === 'string' ? header : undefined;
  const content =
    declared === undefined
      ? contentFor(body, contents, at)
      : contents?.find(({ contentType }) => mediaTypeCovers(contentType, declared));
  if (contents !== undefined && content === undefined)
    undocumented(
      `${declared === undefined ? 'a body' : `the content type ${essenceOf(declared)}`} is not documented`,
      body,
      at,
    );
  if (declared !== undefined) return { content, contentType: declared };
  if (content?.essence.includes('*') !== true)
    return { content, contentType: content?.contentType ?? 'application/json' };
  mismatch(`the header content-type is missing, which selects a media type of ${content.essence}`, at);
  return { content, contentType: 'application/octet-stream' };
}

/** Returns the content that the client prefers among those that can contain a value. */
function contentFor(
  body: unknown,
  contents: readonly DocumentedContent[] = [],
  at: RequestedContext,
): DocumentedContent | undefined {
  const [first] = contents;
  if (contents.length < 2) return first;
  const fitting = contents.filter((content) => canContain(content, body, at));
  const types = fitting.map(({ contentType }) => contentType);
  const [chosen] = acceptedTypes(at.request.headers.accept, types);
  return fitting.find(({ contentType }) => contentType === chosen) ?? fitting[0] ?? first;
}

function canContain(
  { items, csv, isJson: isOfJson, schema }: DocumentedContent,
  body: unknown,
  { context }: StatusContext,
): boolean {
  if (items !== undefined) return isAsyncIterable(body);
  if (csv !== undefined) return rowsOf(body) !== undefined;
  const isStream = isContentStream(body) || isDownload(body) || body instanceof Uint8Array;
  if (!isOfJson) return isStream || typeof body !== 'object';
  // A text may be meant for another media type. Objects are compared when they are written.
  return !isStream && (typeof body !== 'string' || context.checker.accepts(schema, body) !== false);
}
