/**
 * Sets a header. Its value may be a credential, so the error does not contain it, unlike that of `Headers`.
 */
export function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new TypeError(
      `The header ${name} cannot be sent: HTTP forbids a character of it, such as a line break.`,
    );
  }
}
