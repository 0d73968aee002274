import { isToken } from '../../../shared/http.js';
import { essenceOf, FORM, hasSeveral, MULTIPART, OCTETS } from '../../../shared/media-types.js';
import { isOneSlipFrom } from '../../../shared/nearest.js';
import type { DocumentContext } from '../context.js';

/** Media types that most services use. Others are not compared, since many are one letter apart. */
const COMMON: ReadonlySet<string> = new Set([
  'application/json',
  'application/problem+json',
  'application/xml',
  'application/pdf',
  'text/plain',
  'text/csv',
  'text/html',
  'text/event-stream',
  FORM,
  MULTIPART,
  OCTETS,
]);
/** Media types that differ from a common one by one letter. */
const NEIGHBOURS: ReadonlySet<string> = new Set([
  'application/json5',
  'application/jsonl',
  'application/x-json',
  'text/css',
]);

/** Reports a text that is not a media type, and one that is one slip away from a common media type. */
export function checkMediaType(contentType: string, { place, report }: DocumentContext): void {
  if (COMMON.has(contentType)) return;
  const essence = essenceOf(contentType);
  const [type = '', subtype = '', ...others] = essence.split('/');
  if (others.length > 0 || !isToken(type) || !isToken(subtype)) {
    const remedy = hasSeveral(contentType)
      ? "Write an array, as in ['application/json', 'application/xml']."
      : "Write one as in 'application/json'.";
    const message = `${JSON.stringify(contentType)} is not a media type, so nothing is sent or received in it. ${remedy}`;
    report({ code: 'invalid-media-type', message, place });
    return;
  }
  const meant = NEIGHBOURS.has(essence)
    ? undefined
    : [...COMMON].find((type) => isOneSlipFrom(essence, type));
  if (meant !== undefined)
    report({
      code: 'misspelt-media-type',
      message: `${JSON.stringify(contentType)} is an unusual media type. Did you mean ${meant}?`,
      place,
    });
}
