const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML content and for quoted attributes. */
export function escapeHTML(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** JSON for a script element: without `<` nothing in it can end the element or open a comment. */
export function escapeScriptJSON(json: string): string {
  return json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/** CSS for a style element: verbatim, but for the one thing that would end it. In CSS, `\/` is `/`. */
export function escapeStyle(css: string): string {
  return css.replace(/<\/(?=style)/gi, '<\\/');
}

/** A quoted-string of a header field (RFC 9110, 5.6.4); what a header cannot carry becomes `?`. */
export function quoteHeader(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}
