import { anyCase } from './letters.js';
import { translatePattern } from './pattern/translate.js';

/** Options of a validator of the network, as they were given. */
export type Options = Readonly<Record<string, unknown>>;

/**
 * What a label of a host name may hold: no ASCII signs, no full-width forms. Said by what it may not hold, since
 * a range up to U+10FFFF compiles only with the `u` flag, which tools for OpenAPI 3.0 do not set.
 */
function labelChar(options: Options, hyphen: '' | '-'): string {
  const signs = hyphen === '' ? '\\x00-/' : '\\x00-,./';
  const brackets = options.allow_underscores ? '\\[-\\^`' : '\\[-`';
  return `[^${signs}:-@${brackets}{-\\xA0\\uFF01-\\uFF5E]`;
}

const TLD =
  '(?:[A-Za-z\\u00A1-\\u00A8\\u00AA-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF]{2,}|[xX][nN][A-Za-z0-9-]{2,})';

/** A host name; `end` matches what follows it. */
export function hostName(options: Options, end: string): string {
  const edge = labelChar(options, '');
  const middle = options.ignore_max_length ? '*' : '{0,61}';
  const label = `${edge}(?:${labelChar(options, '-')}${middle}${edge})?`;
  return `(?:${label}\\.)${options.require_tld === false ? '*' : '+'}${lastLabel(options, end)}${label}`;
}

/** What the validator asks of the last label beyond the others. */
function lastLabel(options: Options, end: string): string {
  const numeric = options.allow_numeric_tld ? '' : `(?!\\d+${end})`;
  if (options.require_tld === false) return numeric;
  const shape = options.allow_numeric_tld ? '' : `(?=${TLD}${end})`;
  return `(?![^.]*\\s)${shape}`;
}

/** Hosts of a list as alternatives; `undefined` where the list holds what cannot be spelled out. */
export function listedHosts(list: unknown): string | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const hosts = list.map((host: unknown) => (host instanceof RegExp ? matchingHost(host) : plainHost(host)));
  return hosts.includes(undefined) ? undefined : hosts.join('|');
}

function plainHost(host: unknown): string | undefined {
  return typeof host === 'string' && /^[\w.:-]+$/.test(host) ? host.replaceAll('.', '\\.') : undefined;
}

/** A host that an expression matches, if the expression looks at nothing around it and has no alternatives. */
function matchingHost(expression: RegExp): string | undefined {
  const translated = translatePattern(expression);
  if (translated === undefined || translated.inexact !== undefined) return undefined;
  const [, begins, core = '', ends] = /^(\^?)([\s\S]*?)((?<!\\)\$)?$/.exec(translated.pattern) ?? [];
  if (/[\^$|]|\\[bB1-9]|\(\?[=!<]/.test(core.replace(/\\[^bB1-9]|\[(?:\\.|[^\]\\])*\]/g, '')))
    return undefined;
  return `${begins === '^' ? '' : HOST_CHARS}${core}${ends === '$' ? '' : HOST_CHARS}`;
}

const HOST_CHARS = '[^:/?#]*';

/** The same hosts where the validator makes the name lower case first; a Kelvin sign becomes a k. */
export function listedInAnyCase(list: unknown): string | undefined {
  if (!Array.isArray(list) || list.length === 0 || list.map(plainHost).includes(undefined)) return undefined;
  const lower = (list as string[]).filter((host) => host === host.toLowerCase());
  return lower.length === 0 ? '[^\\s\\S]' : lower.map(spellAnyCase).join('|');
}

function spellAnyCase(host: string): string {
  return anyCase(host).replaceAll('[Kk]', '[Kk\\u212A]');
}
