/** Encodings that we make, the better one first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const NO_ENCODINGS: readonly Encoding[] = [];

/** Readers send few different headers, each with every request; the bound is against those who don't. */
const REMEMBERED = 64;
const remembered = new Map<string, readonly Encoding[]>();

/** Those of our encodings that an `Accept-Encoding` admits, the better one first (RFC 9110, 12.5.3). */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return NO_ENCODINGS;
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const accepted = readEncodings(header);
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(header, accepted);
  return accepted;
}

function readEncodings(header: string): Encoding[] {
  const weights = new Map(header.split(',').map(readWeight));
  return ENCODINGS.filter((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
}

function readWeight(element: string): [string, number] {
  const [name = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

/** Whether an `If-None-Match` names this tag, compared weakly (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined || header === tag) return header === tag;
  const wanted = opaque(tag);
  return header.split(',').some((element) => {
    const candidate = element.trim();
    return candidate === '*' || opaque(candidate) === wanted;
  });
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
