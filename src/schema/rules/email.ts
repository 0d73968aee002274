import type { Schema } from '../../json-schema/schema.js';
import { hostName, listedInAnyCase, type Options } from './host.js';
import { IPV4, ipv6 } from './ip.js';
import { translatePattern } from './pattern/translate.js';
import { textAtLeast } from './say.js';
import type { RuleSchema } from './types.js';

// What the local part of an address may hold outside quotes and in them.
const ASCII_LOCAL = "A-Za-z\\d!#$%&'*+/=?\\^_`{|}~\\-";
const WIDE_LOCAL = '\\u00A1-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF';
const QUOTED = '\\s\\x01-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F\\x21\\x23-\\x5B\\x5D-\\x7E';

/** An e-mail address in the validator's reading. */
export function email(options: Options): RuleSchema {
  const why = 'lengths are counted in bytes';
  const limited = !options.ignore_max_length;
  if (!options.allow_display_name && !options.require_display_name) {
    const length: Schema = limited ? { maxLength: 254 } : {};
    return textAtLeast(`^${address(options, '')}$`, why, { format: 'email', ...length });
  }
  // The bracket behind the address may lack; the length is that of the address alone.
  const named = `${DISPLAY_NAME}<(?!${NAME_CHAR}*<)${address(options, '>?')}>?`;
  const plain = options.require_display_name ? '' : `|(?!${NAME_CHAR}+<)${address(options, '')}`;
  return textAtLeast(`^(?:${named}${plain})$`, why);
}

const NAME_CHAR = '[^\\x00-\\x1F\\x7F-\\x9F]';
// With signs of the syntax in it a name has to be quoted whole; one blank may follow it.
const BARE_NAME = '(?!\\s*<)[^\\x00-\\x1F\\x7F-\\x9F.";<>]+';
const QUOTED_NAME = '"(?!\\s*")(?:[^\\x00-\\x1F\\x7F-\\x9F\\u2028\\u2029"\\\\]|\\\\"?)+" ?';
const DISPLAY_NAME = `(?:${BARE_NAME}|${QUOTED_NAME})`;

function address(options: Options, end: string): string {
  const limits = options.ignore_max_length
    ? ''
    : `(?=[\\s\\S]{1,64}@[^@]*${end}$)(?![\\s\\S]*\\p{Surrogate})${end === '' ? '' : `(?=[\\s\\S]{1,254}${end}$)`}`;
  return `${limits}${unwanted(options, end)}${localPart(options)}@${domain(options, `${end}$`)}`;
}

/** Signs that the application bans from the local part. */
function unwanted({ blacklisted_chars: chars }: Options, end: string): string {
  if (typeof chars !== 'string' || chars === '') return '';
  const banned = translateClass(chars);
  return banned === undefined ? '' : `(?![\\s\\S]*${banned}[\\s\\S]*@[^@]*${end}$)`;
}

function translateClass(chars: string): string | undefined {
  try {
    const translated = translatePattern(new RegExp(`[${chars}]`));
    return translated?.inexact === undefined ? translated?.pattern : undefined;
  } catch {
    return undefined;
  }
}

function domain(options: Options, end: string): string {
  const only = listedInAnyCase(options.host_whitelist);
  const banned = listedInAnyCase(options.host_blacklist);
  const host = hostName(options, end);
  const ip = `${IPV4}|${ipv6()}`;
  const allowed = options.allow_ip_domain ? `(?:${host}|${ip}|\\[(?:${ip})\\])` : host;
  return `${only === undefined ? '' : `(?=(?:${only})${end})`}${banned === undefined ? '' : `(?!(?:${banned})${end})`}${allowed}`;
}

function localPart(options: Options): string {
  const wide = options.allow_utf8_local_part !== false;
  const atom = `[${ASCII_LOCAL}${wide ? WIDE_LOCAL : ''}]+`;
  const quoted = `[${QUOTED}${wide ? `\\u00A0${WIDE_LOCAL}` : ''}]`;
  const escaped = `\\\\[\\x01-\\x09\\x0B-\\x7F${wide ? `\\u00A0${WIDE_LOCAL}` : ''}]`;
  // One quote alone begins and ends with a quote, too.
  return `(?:${atom}(?:\\.${atom})*|"(?:(?:${quoted}|${escaped})*")?)`;
}
