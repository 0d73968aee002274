/** Returns whether an `If-None-Match` header contains this ETag, by weak comparison (RFC 9110, 13.1.2). */
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
