/**
 * What the docs say to people, on their page and where they sign in. Words in braces are filled in: `{json}` and `{yaml}`
 * by links to the document.
 */
export interface DocsTexts {
  readonly loading: string;
  /** With `{json}`. */
  readonly stillLoading: string;
  /** With `{json}` and `{yaml}`. */
  readonly needsScript: string;
  readonly failed: string;
  /** Before links to the document. */
  readonly documentIsHere: string;
  readonly asJSON: string;
  readonly asYAML: string;
  /** With `{status}`. */
  readonly documentRefused: string;
  readonly documentUnreachable: string;
  /** With `{host}`. */
  readonly viewerBlocked: string;
  /** With `{host}`. */
  readonly viewerSilent: string;
  /** With `{host}`. */
  readonly notTheViewer: string;
  /** With `{reason}`. */
  readonly viewerScriptFailed: string;
  /** Name of the list of documents, for screen readers. */
  readonly documents: string;
  readonly signInHint: string;
  readonly keyLabel: string;
  readonly signIn: string;
  readonly keyRefused: string;
  readonly signOut: string;
}
