/**
 * What the docs say to people, on their page and where they sign in. Words in braces are filled in: `{json}` and `{yaml}`
 * by links to the document.
 */
export interface DocsTexts {
  /** While the viewer is loaded. */
  readonly loading: string;
  /** With `{json}`. */
  readonly stillLoading: string;
  /** With `{json}` and `{yaml}`. */
  readonly needsScript: string;
  /** Where the viewer could not be shown. */
  readonly failed: string;
  /** Before links to the document. */
  readonly documentIsHere: string;
  /** The link to the document as JSON. */
  readonly asJSON: string;
  /** The link to the document as YAML. */
  readonly asYAML: string;
  /** With `{status}`. */
  readonly documentRefused: string;
  /** Where the document did not come. */
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
  /** Above the form that asks for a key. */
  readonly signInHint: string;
  /** Beside the field of the key. */
  readonly keyLabel: string;
  /** The button of the form. */
  readonly signIn: string;
  /** Where the key is none. */
  readonly keyRefused: string;
  /** The way out, on the page. */
  readonly signOut: string;
}
