import Negotiator from 'negotiator';
import { essenceOf } from '../../shared/media-types.js';

/** A media range of `Accept`; other texts select nothing. */
const MEDIA_RANGE = /[^\s,;"]\/[^\s,;"]/;

/** Parameters other than the weight: `application/json; charset=utf-8` asks for JSON. */
const PARAMETERS = /;\s*(?!q\s*=)[^\s;,="]+\s*=\s*(?:"(?:[^"\\]|\\.)*"?|[^;,"]*)/gi;

/**
 * Returns the media types that a client accepts, the preferred one first (RFC 9110, 12.5.1). Without
 * `Accept`, and with a header that has no media range, it returns all of them in their order.
 */
export function acceptedTypes(
  accept: string | string[] | undefined,
  documented: readonly string[],
): readonly string[] {
  const header = [accept ?? []].flat().join(',');
  if (!MEDIA_RANGE.test(header)) return documented;
  const essences = [...new Set(documented.map(essenceOf))];
  const accepted = new Negotiator({ headers: { accept: header.replace(PARAMETERS, '') } }).mediaTypes(
    essences,
  );
  return accepted.flatMap((essence) => documented.filter((type) => essenceOf(type) === essence));
}
