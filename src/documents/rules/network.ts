import type { Schema } from '../json-schema/schema.js';
import { constraintText, optionsOf, patterned, strictlyFormatted } from './entries.js';
import type { RuleEntry, RuleTable } from './types.js';

type Options = Readonly<Record<string, unknown>>;

export const networkRules: RuleTable = {
  isEmail: email(),
  isUrl: {
    ...strictlyFormatted('uri-reference'),
    schema: ([options]) => url(optionsOf(options)),
    looser: ([options]) =>
      optionsOf(options).require_protocol
        ? 'the format knows no list of schemes'
        : 'the format also allows relative references',
  },
  isFqdn: fqdn(),
  isIp: ip(),
  isPort: patterned(
    '^(\\+?(0|[1-9][0-9]{0,3}|[1-5][0-9]{4}|6([0-4][0-9]{3}|5([0-4][0-9]{2}|5([0-2][0-9]|3[0-5]))))|-0)$',
  ),
  isMacAddress: {
    type: 'string',
    schema: ([options]) => macAddress(optionsOf(options)),
    looser: 'separators may differ from each other',
  },
  isMimeType: patterned('^[A-Za-z]+/[A-Za-z0-9.+_-]+(;[^;]+)*$', 'types and parameters are not listed'),
  isDataURI: patterned(
    '^[^!-~]*data:([A-Za-z]+/[A-Za-z0-9.+_-]+)?(;[A-Za-z0-9=-]+)*[^!-~]*,',
    'the data are not described',
  ),
  isMagnetURI: patterned('^magnet:\\?', 'the parameters are not described'),
  isLocale: patterned('^[A-Za-z]{1,8}([-_][A-Za-z0-9_-]*)?$', 'the order of the subtags is not described'),
  isLatLong: patterned(
    '^\\(?[+-]?[0-9]{1,2}(\\.[0-9]+)?, ?[+-]?[0-9]{1,3}(\\.[0-9]+)?\\)?$',
    'degrees in a string are not compared',
  ),
  isRFC3339: strictlyFormatted('date-time'),
  isIso8601: strictlyFormatted('date-time'),
  isDateString: strictlyFormatted('date-time'),
  isMilitaryTime: patterned('^([01][0-9]|2[0-3]):?[0-5][0-9]$'),
  isTimeZone: patterned('^[A-Za-z0-9_+:/-]+$', 'Intl does not list all names that it accepts'),
};

/** Describes an email address. With a display name, the value does not match the format. */
function email(): RuleEntry {
  const isNamed = (options: unknown) =>
    Boolean(optionsOf(options).allow_display_name) || Boolean(optionsOf(options).require_display_name);
  const plain: Schema = { type: 'string', format: 'email' };
  const named: Schema = { type: 'string', pattern: '[^@]@[^@]' };
  return {
    type: 'string',
    schema: ([options]) => (isNamed(options) ? named : plain),
    looser: ([options]) => (isNamed(options) ? 'the address beside the name is not described' : undefined),
    strictFormat: ([options]) => !isNamed(options),
  };
}

function url({
  require_protocol: scheme,
  validate_length: limited,
  max_allowed_length: max,
}: Options): Schema {
  const hasLimit = typeof max === 'number' && max >= 0 && (limited === undefined || Boolean(limited));
  return {
    type: 'string',
    format: scheme ? 'uri' : 'uri-reference',
    ...(hasLimit && { maxLength: Math.floor(max) }),
  };
}

/** Describes a domain name. The format allows no underscores, no wildcards and no final dot. */
function fqdn(): RuleEntry {
  const isWide = (options: unknown) => {
    const { allow_underscores, allow_wildcard, allow_trailing_dot } = optionsOf(options);
    return Boolean(allow_underscores) || Boolean(allow_wildcard) || Boolean(allow_trailing_dot);
  };
  const plain: Schema = { type: 'string', format: 'hostname' };
  const wide: Schema = { type: 'string', pattern: '^[^ /:@]+$' };
  return {
    type: 'string',
    schema: ([options]) => (isWide(options) ? wide : plain),
    looser: ([options]) =>
      isWide(options) ? 'the labels are not described' : 'the format also allows a name without a dot',
    strictFormat: ([options]) => !isWide(options),
  };
}

function ip(): RuleEntry {
  const either: Schema = {
    type: 'string',
    pattern: '^[0-9A-Fa-f]*[.:][0-9A-Fa-f.:]*(%[0-9A-Za-z.-]+)?$',
  } as const;
  const versions: ReadonlyMap<string, Schema> = new Map([
    ['4', { type: 'string', format: 'ipv4' }],
    ['6', { type: 'string', format: 'ipv6' }],
  ]);
  return {
    type: 'string',
    schema: ([version]) => versions.get(constraintText(version)) ?? either,
    looser: ([version]) =>
      versions.has(constraintText(version)) ? undefined : 'groups and octets are not counted',
    // The validator accepts a zone after the address; the format does not.
    strictFormat: ([version]) => constraintText(version) === '6',
  };
}

const BYTES_OF_EUI: ReadonlyMap<string | undefined, readonly number[]> = new Map([
  ['48', [6]],
  ['64', [8]],
]);

/** Returns a pattern for 6 or 8 bytes: pairs of digits with separators, or groups of four with dots. */
function macAddress(options: Options): Schema {
  const eui = constraintText(options.eui);
  const bytes = BYTES_OF_EUI.get(eui) ?? [6, 8];
  const times = (count: (byte: number) => number) => `{${bytes.map(count).join()}}`;
  if (options.no_colons || options.no_separators) {
    const forms = bytes.map((byte) => `[0-9A-Fa-f]{${2 * byte}}`);
    return { type: 'string', pattern: `^(${forms.join('|')})$` };
  }
  const pairs = `([0-9A-Fa-f]{2}[-:\\t-\\r ])${times((byte) => byte - 1)}[0-9A-Fa-f]{2}`;
  const dotted = `([0-9A-Fa-f]{4}\\.)${times((byte) => byte / 2 - 1)}[0-9A-Fa-f]{4}`;
  return { type: 'string', pattern: `^(${pairs}|${dotted})$` };
}
