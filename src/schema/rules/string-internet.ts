import type { Schema } from '../schema.js';
import { anyCase } from './letters.js';
import { atLeast, optionsOf, text, textAtLeast } from './say.js';
import type { RuleSchema, RuleTable } from './types.js';

/** Host names, e-mail addresses and URLs. */
export const stringInternetRules: RuleTable = {
  isFqdn: ([options]) => fqdn(optionsOf(options)),
  isEmail: ([options]) => email(optionsOf(options)),
  isUrl: ([options]) => url(optionsOf(options)),
};

type Options = Readonly<Record<string, unknown>>;

/** What a label of a host name may hold: no ASCII signs, no full-width forms. */
const LABEL = '0-9A-Za-z\\u00A1-\\uFF00\\uFF5F-\\u{10FFFF}';
const TLD =
  '(?:[A-Za-z\\u00A1-\\u00A8\\u00AA-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF]{2,}|[xX][nN][A-Za-z0-9-]{2,})';

function fqdn(options: Options): RuleSchema {
  const wildcard = options.allow_wildcard === true ? '(?:\\*\\.)?' : '';
  const dot = options.allow_trailing_dot ? '\\.?' : '';
  const pattern = `^${wildcard}${hostName(options, `${dot}$`)}${dot}$`;
  if (options.ignore_max_length) return text(pattern);
  // The 63 characters of a label are counted in UTF-16 units.
  return textAtLeast(pattern, 'characters beyond U+FFFF count twice in the length of a label');
}

/** A host name; `end` matches what follows it. */
function hostName(options: Options, end: string): string {
  const char = options.allow_underscores ? `${LABEL}_` : LABEL;
  const middle = options.ignore_max_length ? '*' : '{0,61}';
  const label = `[${char}](?:[${char}-]${middle}[${char}])?`;
  return `(?:${label}\\.)${options.require_tld === false ? '*' : '+'}${lastLabel(options, end)}${label}`;
}

/** What the validator asks of the last label beyond the others. */
function lastLabel(options: Options, end: string): string {
  const numeric = options.allow_numeric_tld ? '' : `(?!\\d+${end})`;
  if (options.require_tld === false) return numeric;
  const shape = options.allow_numeric_tld ? '' : `(?=${TLD}${end})`;
  return `(?![^.]*\\s)${shape}`;
}

// What the local part of an address may hold outside quotes and in them.
const ASCII_LOCAL = "A-Za-z\\d!#$%&'*+/=?\\^_`{|}~\\-";
const WIDE_LOCAL = '\\u00A1-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF';
const QUOTED = '\\s\\x01-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F\\x21\\x23-\\x5B\\x5D-\\x7E';

function email(options: Options): RuleSchema {
  const why = 'the parts of an address have rules and lengths of their own';
  // With a display name in front, only what the name holds is limited.
  if ([options.allow_display_name, options.require_display_name].some(Boolean)) {
    return textAtLeast('^[\\s\\S]+@[^@\\s]+$', why);
  }
  const length: Schema = options.ignore_max_length ? {} : { maxLength: 254 };
  const short = options.ignore_max_length ? '' : '(?=[\\s\\S]{1,64}@[^@]*$)';
  const host = hostName(options, '$');
  const ip = '\\[?[0-9A-Fa-f:.]+(?:%[0-9A-Za-z.]+)?\\]?';
  const domain = options.allow_ip_domain ? `(?:${host}|${ip})` : host;
  return textAtLeast(`^${short}${localPart(options)}@${domain}$`, why, { format: 'email', ...length });
}

function localPart(options: Options): string {
  const wide = options.allow_utf8_local_part !== false;
  const atom = `[${ASCII_LOCAL}${wide ? WIDE_LOCAL : ''}]+`;
  const quoted = `[${QUOTED}${wide ? `\\u00A0${WIDE_LOCAL}` : ''}]`;
  const escaped = `\\\\[\\x01-\\x09\\x0B-\\x7F${wide ? `\\u00A0${WIDE_LOCAL}` : ''}]`;
  // One quote alone begins and ends with a quote, too.
  return `(?:${atom}(?:\\.${atom})*|"(?:(?:${quoted}|${escaped})*")?)`;
}

function url(options: Options): RuleSchema {
  const why = 'scheme, credentials, host and port are taken apart one by one';
  const schema: Schema = {
    type: 'string',
    format: options.require_protocol ? 'uri' : 'uri-reference',
    ...lengthOf(options),
    pattern: `^(?!mailto:)${scheme(options)}${authority(options)}(?:[/?#][^\\s<>]*)?$`,
  };
  return atLeast(schema, why);
}

function lengthOf({ validate_length: validated, max_allowed_length: max }: Options): Schema {
  if (validated === false) return {};
  return { maxLength: typeof max === 'number' ? max : 2084 };
}

function scheme(options: Options): string {
  const listed = Array.isArray(options.protocols) ? options.protocols.map(String) : ['http', 'https', 'ftp'];
  const any = options.require_valid_protocol === false;
  const names = any ? '[A-Za-z][A-Za-z0-9+.-]*' : listed.map(anyCase).join('|');
  const named = `(?:${names}):(?:\\/\\/)?`;
  if (options.require_protocol) return named;
  return `(?:${named}${options.allow_protocol_relative_urls ? '|\\/\\/' : ''})?`;
}

/** Credentials, host and port, as far as their outline goes. */
function authority(options: Options): string {
  const credentials = options.disallow_auth ? '' : '(?:[^\\s<>/?#@]+@)?';
  const port = options.require_port ? ':\\d+' : '(?::\\d*)?';
  if (options.host_whitelist) return `${credentials}[^\\s<>/?#]*`;
  const end = `${options.allow_trailing_dot ? '\\.?' : ''}(?:[:/?#]|$)`;
  const name = `${hostName(options, end)}${options.allow_trailing_dot ? '\\.?' : ''}`;
  const ip = '\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9A-Fa-f:.]+(?:%[0-9A-Za-z.]+)?\\]';
  const host = `(?:${name}|${ip})`;
  return options.require_host === false
    ? `(?:${credentials}${host}${port})?[^\\s<>]*`
    : `${credentials}${host}${port}`;
}
