export const FORM = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';
export const CSV = 'text/csv';
export const OCTETS = 'application/octet-stream';

export function essenceOf(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

export function isMultipart(contentType: string): boolean {
  return essenceOf(contentType).startsWith('multipart/');
}

export function mediaTypeCovers(documented: string, actual: string): boolean {
  const range = essenceOf(documented);
  const essence = essenceOf(actual);
  if (range === essence || range === '*/*') return true;
  return range.endsWith('/*') && essence.startsWith(range.slice(0, -1));
}

/**
 * Returns whether a request had several Content-Type headers. Servers join them by a comma, which a content
 * type contains only in quotes.
 */
export function hasSeveral(contentType: string): boolean {
  if (!contentType.includes(',')) return false;
  // The expression also matches a quote without an end and keeps it, since a new search from each quote would
  // take quadratic time.
  const unquoted = contentType.replace(/"(?:[^"\\]|\\.)*("?)/g, (text, end: string) =>
    end === '' ? text : '',
  );
  return unquoted.includes(',');
}

export function isJson(contentType: string): boolean {
  return /[/+]json$/.test(essenceOf(contentType));
}

export function isText(contentType: string): boolean {
  const essence = essenceOf(contentType);
  return isJson(essence) || essence === FORM || essence.startsWith('text/');
}

/**
 * Names UTF-8 in the type of a text that was encoded here. Without it, browsers and the package requests of
 * Python read Latin-1. JSON has no such parameter, and XML names its encoding in the text.
 */
export function withCharset(contentType: string): string {
  const isUnnamed = essenceOf(contentType).startsWith('text/') && !/;\s*charset\s*=/i.test(contentType);
  return isUnnamed ? `${contentType}; charset=utf-8` : contentType;
}

/** Returns whether no bytes are a value: a form without fields, an empty text or an empty file. */
export function isValueWithoutBytes(contentType: string): boolean {
  return !isJson(contentType) && !isMultipart(contentType);
}
