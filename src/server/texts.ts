/**
 * What the docs say to people, on the page and where they sign in. `{words}` in braces are filled in; what is a link, by
 * the link.
 */
export interface DocsTexts {
  /** Where a key is asked for. */
  readonly signInHint: string;
  readonly keyLabel: string;
  readonly signIn: string;
  readonly keyRefused: string;
  readonly signOut: string;
}

export const ENGLISH: DocsTexts = {
  signInHint: 'This documentation is protected. Enter the key that you were given.',
  keyLabel: 'Key',
  signIn: 'Sign in',
  keyRefused: 'That key does not open this documentation.',
  signOut: 'Sign out',
};
