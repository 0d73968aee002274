import type { Schema } from '../../json-schema/schema.js';
import { hostName, listedHosts, type Options } from './host.js';
import { IPV4, ipv6 } from './ip.js';
import { anyCase } from './letters.js';
import { atLeast } from './say.js';
import type { RuleSchema } from './types.js';

/** A URL in the validator's reading, which asks for no scheme and takes `user@host` alone. */
export function url(options: Options): RuleSchema {
  const { allow_fragments: fragments, allow_query_components: query } = options;
  // Without fragments no # may stand anywhere, without queries neither ? nor &.
  const banned = `\\s<>${fragments === false ? '#' : ''}${query === false ? '?&' : ''}`;
  const schema: Schema = {
    type: 'string',
    format: options.require_protocol ? 'uri' : 'uri-reference',
    ...lengthOf(options),
    pattern: `^(?!mailto:)(?=[^${banned}]+$)${scheme(options)}${authority(options)}`,
  };
  return atLeast(schema, 'characters beyond U+FFFF count twice in lengths');
}

function lengthOf({ validate_length: validated, max_allowed_length: max }: Options): Schema {
  if (validated !== undefined && !validated) return {};
  return { maxLength: typeof max === 'number' ? max : 2084 };
}

const ANY_SCHEME = '[A-Za-z][A-Za-z0-9+.-]*';
/** What follows the colon of a host and its port, or of a name and its password. */
const NO_SCHEME = '(?=\\d[^@/?#]*(?:[/?#]|$)|(?:(?!%[0-9A-Fa-f]{2})[A-Za-z0-9_.%:-])*@)';

/** All before the authority. A colon ends a scheme, unless a port or a password stands behind it. */
function scheme(options: Options): string {
  const any = options.require_valid_protocol !== undefined && !options.require_valid_protocol;
  const named = `(?:${any ? ANY_SCHEME : listedSchemes(options)}):(?:\\/\\/|(?!\\/\\/|${NO_SCHEME.slice(3, -1)}))`;
  if (options.require_protocol) return named;
  const none = `(?:(?!${ANY_SCHEME}:)|(?=${ANY_SCHEME}:(?!\\/\\/)${NO_SCHEME}))`;
  return `(?:${named}|${none}${options.allow_protocol_relative_urls ? '(?:\\/\\/|(?!\\/\\/))' : '(?!\\/\\/)'})`;
}

function listedSchemes({ protocols }: Options): string {
  const listed = Array.isArray(protocols) ? protocols.map(String) : ['http', 'https', 'ftp'];
  // The validator compares the scheme in lower case.
  const usable = listed.filter((name) => /^[a-z][a-z0-9+.-]*$/.test(name));
  return usable.length === 0 ? '[^\\s\\S]' : usable.map(anyCase).join('|');
}

/** Where the authority ends. */
const END = '(?:[/?#]|$)';
const PORT_NUMBER = '0*(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';

/** Credentials, host and port. */
function authority(options: Options): string {
  // The first @ ends them; a host may hold another one.
  const none = '(?![^/?#]*@)';
  const credentials = options.disallow_auth ? none : `(?:(?:[^@:/?#]+(?::[^@:/?#]*)?|:[^@:/?#]+)@|${none})`;
  const whole = `${credentials}(?:${hostAndPort(options)})${END}`;
  if (options.require_host === undefined || options.require_host) return whole;
  // Without a host the rest of the authority may be empty, yet something has to be there.
  return `(?:\\/|(?!${END})${whole})`;
}

function hostAndPort(options: Options): string {
  const port = options.require_port ? `:${PORT_NUMBER}` : `(?::(?:${PORT_NUMBER})?)?`;
  const portOfIpv6 = options.require_port ? `:${PORT_NUMBER}` : `(?::${PORT_NUMBER})?`;
  // A name with an expression in the list stays in: what matches may go on behind the host.
  const banned = isPlain(options.host_blacklist) ? listedHosts(options.host_blacklist) : undefined;
  const not = (end: string) => (banned === undefined ? '' : `(?!(?:${banned})${end})`);
  const hostless = options.require_host !== undefined && !options.require_host;
  const nameless = hostless ? `|${port}|\\[[^\\]/?#]+\\]${portOfIpv6}` : '';
  if (options.host_whitelist) {
    const only = listedHosts(options.host_whitelist);
    return only === undefined ? `[^/?#]*` : `(?:${only})${port}`;
  }
  const named = `(?:${IPV4}|${namedHost(options)})`;
  return `${not('(?:[:/?#]|$)')}${named}${port}|\\[${not('\\]')}${ipv6()}\\]${portOfIpv6}${nameless}`;
}

function namedHost(options: Options): string {
  const end = `${options.allow_trailing_dot ? '\\.?' : ''}(?:[:/?#]|$)`;
  const wildcard = options.allow_wildcard === true ? '(?:\\*\\.)?' : '';
  return `${wildcard}${hostName(options, end)}${options.allow_trailing_dot ? '\\.?' : ''}`;
}

function isPlain(list: unknown): boolean {
  return Array.isArray(list) && list.every((host) => typeof host === 'string');
}
