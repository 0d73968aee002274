import { splitTarget, type OperationRequest } from '../../shared/http.js';
import type { ParameterPlace } from '../../documents/openapi/types/document.js';
import { Refusal } from '../problem.js';

export class ParameterSources {
  #query: RawValues | undefined;
  #cookies: RawValues | undefined;

  constructor(private readonly request: OperationRequest) {}

  /**
   * It reads the headers only if they are asked for, since a fetch request creates an object of all of them.
   *
   * @param name a header's name; ignored for other locations, which return all of their values
   */
  valuesIn(location: ParameterPlace, name: string): RawValues {
    const { request } = this;
    switch (location) {
      case 'path':
        return { pairs: request.pathParameters, decode: decodeStrictly };
      case 'query':
        return (this.#query ??= { pairs: formPairs(splitTarget(request.target).query), decode: decodeForm });
      case 'cookie':
        return (this.#cookies ??= {
          pairs: cookiePairs(request.headers.cookie ?? ''),
          decode: decodePercent,
        });
      case 'header': {
        const value = request.headers[name.toLowerCase()];
        return { pairs: value === undefined ? [] : [[name, value]], decode: (text) => text };
      }
    }
  }
}

export interface RawValues {
  readonly pairs: readonly (readonly [string, string])[];
  readonly decode: (text: string) => string;
}

export function decodePercent(text: string): string {
  // Most values have nothing to decode, and a search is faster.
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function isDecodable(text: string): boolean {
  return !text.includes('%') || decodePercent(text) !== text;
}

function decodeStrictly(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, 'The request contains invalid percent-encoding.');
  }
}

export function decodeForm(text: string): string {
  // `replaceAll` takes five times as long for a megabyte of plus signs.
  return decodeStrictly(text.includes('+') ? text.split('+').join(' ') : text);
}

export function formPairs(text: string, most = Infinity): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  const parts = text.split('&');
  // Validates the encoding. Documented values are decoded later.
  decodeStrictly(text);
  if (parts.length > most) throw new Refusal(413, `The form has more than ${most} fields.`);
  for (const pair of parts) {
    const at = pair.indexOf('=');
    if (at >= 0) pairs.push([decodeForm(pair.slice(0, at)), pair.slice(at + 1)]);
    else if (pair !== '') pairs.push([decodeForm(pair), '']);
  }
  return pairs;
}

export function cookiePairs(header: string): (readonly [string, string])[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.includes('='))
    .map((pair) => {
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1).trim();
      return [pair.slice(0, at).trim(), value.replace(/^"(.*)"$/, '$1')];
    });
}
