import { essenceOf, FORM, isJson, MULTIPART } from '../../../shared/media-types.js';
import { encodedTexts, textsOf, writeStyle, type Written } from '../../../shared/parameter-styles.js';
import { printable } from '../../../shared/printable.js';
import { isRecord } from '../../../shared/values.js';
import type { Part } from '../shown/operations-in.js';

export interface ExampleParts {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Part[];
  readonly body: Part;
}

/**
 * Returns the lines of an example request: the required parameters, those with an example, and the body. It
 * is empty if it shows no more than the method and path, or if something required has no example.
 */
export function exampleRequest({ method, path, parameters, body }: ExampleParts): string[] {
  const request: RequestParts = { target: path, query: [], headers: [] };
  for (const parameter of parameters) {
    const written = writeParameter(parameter);
    if (written !== undefined) addParameter(request, parameter, written);
    else if (parameter.required === true) return [];
  }
  const content = bodyLines(body);
  if (content === undefined) return [];
  const { target, query, headers } = request;
  const line = `${method} ${target}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const hasMore = line !== `${method} ${path}` || headers.length > 0 || content.length > 0;
  return hasMore ? [line, ...headers, ...content].map(printable) : [];
}

interface RequestParts {
  /** The path with its values. */
  target: string;
  readonly query: string[];
  /** Lines of headers. */
  readonly headers: string[];
}

function addParameter(request: RequestParts, parameter: Part, written: Written): void {
  const name = String(parameter.name);
  const text = written.map((pair) => pair.join('=')).join('&');
  const value = written[0]?.[1] ?? '';
  if (parameter.in === 'path') request.target = request.target.replace(`{${name}}`, () => value);
  else if (parameter.in === 'query') request.query.push(text);
  else if (parameter.in === 'header') request.headers.push(`${name}: ${value}`);
  else if (parameter.in === 'cookie') request.headers.push(`Cookie: ${text}`);
}

/** Returns the lines of an example of a body. It is empty if the body has no example. */
export function exampleBody(body: Part): string[] {
  return (bodyLines(body) ?? []).filter((line) => line !== '').map(printable);
}

/** Returns the only media type of a parameter with `content`. */
function contentOf({ content }: Part): Part | undefined {
  const [mediaType] = isRecord(content) ? Object.values(content) : [];
  return isRecord(mediaType) ? mediaType : undefined;
}

function writeParameter(parameter: Part): Written | undefined {
  const usual = parameter.in === 'path' || parameter.in === 'header' ? 'simple' : 'form';
  const style = typeof parameter.style === 'string' ? parameter.style : usual;
  const explode = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form';
  const content = contentOf(parameter);
  const value = exampleOf(content ?? parameter);
  if (value === undefined) return undefined;
  const text = content === undefined ? value : JSON.stringify(value);
  const texts = parameter.in === 'header' ? textsOf(text) : encodedTexts(text);
  return texts && writeStyle(style, String(parameter.name), texts, explode);
}

/** Returns the lines below the headers, or undefined if a required body has no example. */
function bodyLines(body: Part): string[] | undefined {
  const contents = isRecord(body.content) ? Object.entries(body.content) : [];
  for (const [mediaType, holder] of contents) {
    const value = isRecord(holder) ? exampleOf(holder) : undefined;
    const text = value === undefined ? undefined : bodyText(mediaType, value);
    if (text === undefined) continue;
    const isUsual = essenceOf(mediaType) === 'application/json';
    return [...(isUsual ? [] : [`Content-Type: ${mediaType}`]), '', text];
  }
  return body.required === true ? undefined : [];
}

function bodyText(mediaType: string, value: unknown): string | undefined {
  const essence = essenceOf(mediaType);
  if (isJson(essence)) return JSON.stringify(value);
  if (essence === MULTIPART) return undefined;
  if (essence !== FORM) return typeof value === 'string' ? value : undefined;
  const texts = encodedTexts(value);
  const pairs = texts && writeStyle('form', '', texts, true);
  return pairs?.map((pair) => pair.join('=')).join('&');
}

function exampleOf(holder: Part): unknown {
  if (holder.example !== undefined) return holder.example;
  const [first] = isRecord(holder.examples) ? Object.values(holder.examples) : [];
  return isRecord(first) ? (first.value ?? first.dataValue) : undefined;
}
