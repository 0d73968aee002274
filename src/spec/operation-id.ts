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
  return text
    .split(ASCII.test(text) ? /[^a-zA-Z0-9]+/ : /[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** For most it does without Unicode's tables of letters, which take half a millisecond to look something up first. */
const ASCII = /^[ -~]*$/;
