import * as v from 'class-validator';
import fc from 'fast-check';
import { flag, optional, type OptionRow } from './options.js';

const urlOptions = optional({
  require_tld: flag,
  require_protocol: flag,
  require_host: flag,
  require_port: flag,
  require_valid_protocol: flag,
  allow_underscores: flag,
  allow_trailing_dot: flag,
  allow_protocol_relative_urls: flag,
  allow_fragments: flag,
  allow_query_components: flag,
  disallow_auth: flag,
  protocols: fc.constantFrom<unknown[]>(['http'], ['x-1+', 'ftp'], ['HTTP'], ['http', '1x', 'a b'], [], [1]),
  validate_length: flag,
  max_allowed_length: fc.constantFrom(8, 20),
  allow_wildcard: flag,
  allow_numeric_tld: flag,
  ignore_max_length: flag,
  host_blacklist: fc.constantFrom(['a.com', '::1'], ['b.co'], []),
  host_whitelist: fc.constantFrom<(string | RegExp)[]>(
    ['a', 'b.co'],
    [/^a/],
    [/\.co$/],
    [/^b\.co$/, 'a'],
    [/^[$a]\.b/],
    [/^\w$/],
    [/\$/],
  ),
});
const openUrlOptions = fc.record({
  host_blacklist: fc.constantFrom([/a/], ['a.com', /b/], [5]),
  host_whitelist: fc.constantFrom<unknown[]>(
    [/a|b/],
    [/^(?=a)/],
    [/a\b/],
    [/(a)\1/],
    [/\Ba/],
    ['a', 5],
    ['ü'],
    [],
    [/^a$|b/],
    [/(?!b)a/],
    [/(?<=b)a/],
    [/\W\w$/],
  ),
});
const urlPieces =
  'http ftp HTTP 1x 1x://a.com *.b.co http://*.a.com a. $ *. b.com : // / @ a b.co a.com . 80 0 65536 ? # [::1] [ ::1 %41 - _ ü < mailto: ftp: x-1+ & .de * localhost 😀 1.2.3.4';

const emailOptions = optional({
  allow_display_name: flag,
  require_display_name: flag,
  allow_utf8_local_part: flag,
  require_tld: flag,
  ignore_max_length: flag,
  allow_ip_domain: flag,
  allow_underscores: flag,
  blacklisted_chars: fc.constantFrom('a', 'x+', '', '\\d', 'b-', '.'),
  host_blacklist: fc.constantFrom(['b.co'], ['B.co', 'a'], [], ['ü']),
  host_whitelist: fc.constantFrom(['b.co'], ['B.co'], ['a', 'b.co'], []),
});
const openEmailOptions = fc.record({
  host_blacklist: fc.constantFrom(['ü'], ['b.co', 5]),
  host_whitelist: fc.constantFrom<unknown[]>(['a', 'b.co', '[::1]'], ['ü'], [/a/], []),
  blacklisted_chars: fc.constantFrom(']', '\\W', 'z-a'),
});
const emailPieces =
  'a b.co @ < > " \\ . A k [1.2.3.4] [ ::1 ] ü x+y 😀 \u2028 Ann <a@b.co> a@b.co "A <" \uD83D ; \\" a_b.co';

const fqdnOptions = optional({
  require_tld: flag,
  allow_underscores: flag,
  allow_trailing_dot: flag,
  allow_numeric_tld: flag,
  allow_wildcard: fc.constantFrom(true, false, 1),
  ignore_max_length: flag,
});
const label = 'a'.repeat(63);
const fqdnPieces = `a b.co . - _ ü 😀 xn--a *. * 1 com é \u00A9 ｃ K localhost .1.2 \u{1F600}.co ${label} .${label}`;

/** Host names, URLs and addresses: exact but for lengths, which count UTF-16 units. */
export const internetRows: readonly OptionRow[] = [
  ['IsFQDN', fqdnOptions, fqdnPieces, (options) => v.IsFQDN(options)],
  ['IsUrl', urlOptions, urlPieces, (options) => v.IsUrl(options)],
  ['IsEmail', emailOptions, emailPieces, (options) => v.IsEmail(options)],
];

/** Lists of which the schema says less than the validator. */
export const openInternetRows: readonly OptionRow[] = [
  ['IsUrl', openUrlOptions, urlPieces, (options) => v.IsUrl(options)],
  ['IsEmail', openEmailOptions, emailPieces, (options) => v.IsEmail(options)],
];
