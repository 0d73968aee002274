/** Returns whether an `If-None-Match` header contains this ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined || header === tag) return header === tag;
  const wanted = opaque(tag);
  return header.split(',').some((element) => {
    const candidate = element.trim();
    return candidate === '*' || opaque(candidate) === wanted;
  });
}

/** Returns whether an `If-Match` header contains this ETag, by strong comparison (RFC 9110, 13.1.1). */
export function matchesTagStrongly(header: string, tag: string | undefined): boolean {
  const candidates = header.split(',').map((element) => element.trim());
  if (candidates.includes('*')) return true;
  return tag !== undefined && !tag.startsWith('W/') && candidates.includes(tag);
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
