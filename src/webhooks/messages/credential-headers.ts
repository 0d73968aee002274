import type { HeaderList } from './headers.js';

/** `Authorization`, `Cookie`, `X-Api-Key`, `X-Access-Token` and the like. Rather one too many than one too few. */
const CREDENTIAL =
  /auth|cookie|token|secret|pass(word|wd|phrase)|credential|session|signature|jwt|key(s|$|[-_])/i;

export function looksLikeCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** What may go to an address that is not the service's own. */
export function withoutCredentials(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => !looksLikeCredential(name));
}
