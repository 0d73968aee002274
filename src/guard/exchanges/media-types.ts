import { essenceOf, mediaTypeCovers } from '../../operations/media-types.js';

/**
 * The key of a `content` map that a content type falls under: "For responses that match multiple keys, only the most
 * specific key is applicable" (OpenAPI 3.1, 4.8.17).
 */
export function coveringKey(keys: readonly string[], contentType: string): string | undefined {
  return keys
    .filter((key) => mediaTypeCovers(key, contentType) && hasParameters(contentType, parametersOf(key)))
    .sort((a, b) => specificity(b) - specificity(a))[0];
}

function specificity(key: string): number {
  const essence = essenceOf(key);
  if (essence === '*/*') return 0;
  return essence.endsWith('/*') ? 1 : 2 + parametersOf(key).size;
}

/** A key with parameters covers only what has them all; a charset says nothing of the content. */
function hasParameters(contentType: string, wanted: ReadonlyMap<string, string>): boolean {
  const given = parametersOf(contentType);
  return [...wanted].every(([name, value]) => name === 'charset' || given.get(name) === value);
}

function parametersOf(contentType: string): ReadonlyMap<string, string> {
  return new Map(
    contentType
      .split(';')
      .slice(1)
      .filter((piece) => piece.includes('='))
      .map((piece): [string, string] => {
        const at = piece.indexOf('=');
        const value = piece.slice(at + 1).trim();
        return [piece.slice(0, at).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1').toLowerCase()];
      }),
  );
}
