import {
  isWellFormed,
  type Texts,
  textsOf,
  writeStyle,
  type Written,
} from '../../../shared/parameter-styles.js';
import { isJson } from '../../../shared/media-types.js';
import type { Parameter } from '../operations.js';

type Encode = (text: string) => string;

/**
 * Writes a parameter as pairs (OpenAPI 3.1, 4.8.12.4, "Style Examples"). For a path or a header it is one pair without
 * a name. Returns undefined for a value that the style cannot represent, such as an empty list.
 */
export function writeParameter(parameter: Parameter, value: unknown): Written | undefined {
  const { in: place, name, style, explode, contentType } = parameter;
  const encode = encoderOf(parameter);
  if (contentType !== undefined) {
    if (!isJson(contentType)) return undefined;
    const text = JSON.stringify(value);
    return isWellFormed(text) ? [[nameIn(place, name), encode(text)]] : undefined;
  }
  const texts = textsOf(value);
  if (texts === undefined) return undefined;
  const written = writeStyle(style, name, mapTexts(texts, encode), explode);
  if (written === undefined) return undefined;
  if (place === 'path' || place === 'header') {
    const [[, text] = ['', '']] = written;
    return isFit(place, text) ? [['', text]] : undefined;
  }
  return written;
}

function mapTexts(texts: Texts, encode: Encode): Texts {
  switch (texts.kind) {
    case 'scalar':
      return { kind: 'scalar', text: encode(texts.text) };
    case 'list':
      return { kind: 'list', items: texts.items.map(encode) };
    case 'object':
      return { kind: 'object', members: texts.members.map(([key, text]) => [encode(key), encode(text)]) };
  }
}

function nameIn(place: Parameter['in'], name: string): string {
  return place === 'path' || place === 'header' ? '' : encodeURIComponent(name);
}

/** Returns the encoding of a parameter. Headers and the style `cookie` of OpenAPI 3.2 are not encoded. */
function encoderOf({ in: place, style }: Parameter): Encode {
  return place === 'header' || style === 'cookie' ? (text) => text : encodeURIComponent;
}

/** Returns whether text arrives unchanged, as a path segment or as a header value (RFC 9110, 5.5). */
function isFit(place: 'path' | 'header', text: string): boolean {
  if (place === 'path') return text !== '' && !/^\.+$/.test(text) && !/%2f|%5c/i.test(text);
  return /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text);
}
