/** A token of HTTP (RFC 9110, 5.6.2): what a method, a header's name and (RFC 6265) a cookie's name may be. */
export function isToken(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}
