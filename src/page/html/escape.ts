const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHTML(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Escapes JSON for a script element. Without `<`, the JSON can neither end the element nor start a comment.
 */
export function escapeScriptJSON(json: string): string {
  return json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/** Escapes CSS for a style element, which only `</style` would end. In CSS, `\/` is `/`. */
export function escapeStyle(css: string): string {
  return css.replace(/<\/(?=style)/gi, '<\\/');
}

/** Returns a quoted-string of a header field (RFC 9110, 5.6.4); other characters become `?`. */
export function quoteHeader(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}
