/**
 * The operationId of an operation that names none: method and normalised path in lower camel case,
 * `By` before each parameter; whatever is neither letter nor digit separates words.
 */
export function createOperationId(method: string, path: string): string {
  const name = path
    .split(/(\{[^}]*\})/)
    .map((piece) => (piece.startsWith('{') ? `By${pascalCase(piece)}` : pascalCase(piece)))
    .join('');
  return method.toLowerCase() + (name === '' ? 'Root' : name);
}

/** `user-profiles` gives `UserProfiles`; a word's own capitals stay. */
export function pascalCase(text: string): string {
  return wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Most do without Unicode's tables of letters, which take half a millisecond before anything is looked up in them. */
function wordsOf(text: string): string[] {
  return /^[ -~]*$/.test(text) ? text.split(/[^a-zA-Z0-9]+/) : unicodeWordsOf(text);
}

function unicodeWordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
}
