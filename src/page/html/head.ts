import { digestOf } from '../../shared/digest.js';
import { ConfigError } from '../../shared/errors.js';
import { isRecord, show } from '../../shared/values.js';
import type { HeadElement } from '../../documents/openapi/config/page-options.js';
import { escapeHTML } from './escape.js';

export interface Head {
  readonly html: string;
  readonly policy: ReadonlyMap<string, readonly string[]>;
}

const TAGS = ['meta', 'link', 'script', 'style'];

/**
 * Matches text that ends a script or style early, or changes how HTML parses it (HTML Standard, 4.12.1.3).
 */
const ENDS_EARLY = /<\/(?:script|style)|<!--/i;

export function renderHead(elements: readonly HeadElement[]): Head {
  const policy = new Map<string, string[]>();
  const html = elements.map((element, index) => {
    requireElement(element, `config.ui.head[${index}]`);
    for (const [directive, source] of sourcesOf(element, `config.ui.head[${index}]`))
      policy.set(directive, [...(policy.get(directive) ?? []), source]);
    return render(element);
  });
  return { html: html.join('\n'), policy };
}

function render({ tag, attributes = {}, text }: HeadElement): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escapeHTML(value)}"`,
  );
  const isPair = tag === 'script' || tag === 'style';
  return `<${tag}${written.join('')}>${isPair ? `${unixLines(text ?? '')}</${tag}>` : ''}`;
}

function sourcesOf({ tag, attributes = {}, text }: HeadElement, place: string): [string, string][] {
  const { src, href, integrity, rel } = attributes;
  if (tag === 'script')
    return [
      ['script-src', src === undefined ? hashSource(text ?? '') : sourceOfScript(src, integrity, place)],
    ];
  if (tag === 'link' && typeof rel === 'string' && /(?:^|\s)stylesheet(?:\s|$)/i.test(rel))
    return [['style-src', isAbsolute(href) ? addressOf(href) : "'self'"]];
  return [];
}

/** Returns a hash if there is one, because the own origin may also serve files of others, such as uploads. */
function sourceOfScript(src: unknown, integrity: unknown, place: string): string {
  if (typeof integrity === 'string' && /^sha(?:256|384|512)-[\w+/]+=*$/.test(integrity))
    return `'${integrity}'`;
  if (isAbsolute(src)) return addressOf(src);
  throw new ConfigError(
    `${place} needs attributes.integrity, as in 'sha384-…', or an address that begins with https://. ` +
      'The page runs a script of its own origin only by its hash.',
  );
}

function isAbsolute(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url);
}

/**
 * Returns a URL as a source of a policy, without query and fragment. It escapes the characters that would end
 * the source (CSP 3, 2.3.1).
 */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/[;,']/g, encodeURIComponent);
}

/** Normalizes line ends as an HTML parser does, before the hash is computed. */
export function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

export function hashSource(text: string): string {
  return `'sha256-${digestOf(unixLines(text), 'base64')}'`;
}

/**
 * Rejects text that HTML would parse differently, since the
 * text of a script cannot be escaped. @throws ConfigError
 */
export function requireInlineText(text: string, place: string): void {
  if (ENDS_EARLY.test(text))
    throw new ConfigError(
      `${place} has '</script', '</style' or '<!--' in it, which HTML would read as markup. Write '<\\/script' or '<\\!--'.`,
    );
}

function requireElement(element: unknown, place: string): asserts element is HeadElement {
  const example = "as in { tag: 'meta', attributes: { name: 'robots', content: 'noindex' } }";
  if (!isRecord(element) || !TAGS.includes(element.tag as string))
    throw new ConfigError(
      `${place} needs a tag, one of ${TAGS.join(', ')}, ${example}, not ${show(element)}.`,
    );
  const { attributes = {}, text = '' } = element;
  const isSound = ([name, value]: [string, unknown]): boolean =>
    /^(?!on)[a-z][a-z-]*$/i.test(name) && (value === true || typeof value === 'string');
  if (!isRecord(attributes) || !Object.entries(attributes).every(isSound))
    throw new ConfigError(
      `${place}.attributes needs strings (or true) by name, ${example}, and no name that begins with 'on': the page's policy blocks such handlers.`,
    );
  if (typeof text !== 'string') throw new ConfigError(`${place}.text needs a string, not ${show(text)}.`);
  requireInlineText(text, `${place}.text`);
}
