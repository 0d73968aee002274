import { IPV4, ipv6 } from './ip.js';
import { always, nameOf, nothing, optionsOf, text } from './say.js';
import type { RuleSchema, RuleTable } from './types.js';

/** Addresses and names of the network that a regular expression says whole. */
export const stringNetworkRules: RuleTable = {
  isIp: ([version]) => ip(version),
  isPort: always(
    text('^(?:\\+?(?:0|[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])|-0)$'),
  ),
  isMacAddress: ([options]) => macAddress(optionsOf(options)),
  isMimeType: () => mimeType(),
  isDataURI: () => dataUri(),
  isMagnetURI: () => magnetUri(),
  isLocale: () => locale(),
};

function ip(version: unknown): RuleSchema {
  if (!version) return text(`^(?:${IPV4}|${ipv6()})$`);
  if (nameOf(version) === '4') return text(`^${IPV4}$`, { format: 'ipv4' });
  // The format ipv6 knows no zone.
  return nameOf(version) === '6' ? text(`^${ipv6()}$`) : nothing;
}

function macAddress(options: Readonly<Record<string, unknown>>): RuleSchema {
  const eui = String(options.eui);
  const lengths = eui === '48' || eui === '64' ? [Number(eui)] : [48, 64];
  if (options.no_colons || options.no_separators) {
    return text(`^(?:${lengths.map((bits) => `[0-9a-fA-F]{${bits / 4}}`).join('|')})$`);
  }
  const pair = '[0-9a-fA-F]{2}';
  const forms = lengths.flatMap((bits, index) => [
    `${pair}([-:\\s])(?:${pair}\\${index + 1}){${bits / 8 - 2}}${pair}`,
    `(?:[0-9a-fA-F]{4}\\.){${bits / 16 - 1}}[0-9a-fA-F]{4}`,
  ]);
  return text(`^(?:${forms.join('|')})$`);
}

function letters(words: readonly string[]): string {
  const anyCase = (word: string) => word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
  const spelled = words.map(anyCase).join('|');
  return words.length === 1 ? spelled : `(?:${spelled})`;
}

function mimeType(): RuleSchema {
  const types = ['application', 'audio', 'font', 'image', 'message', 'model', 'multipart', 'text', 'video'];
  const subtype = '[a-zA-Z0-9.+-]{1,100}';
  const value = '(?:"[a-zA-Z0-9.+\\s-]{0,70}"|[a-zA-Z0-9.+-]{0,70})(?:\\s?\\([a-zA-Z0-9.+\\s-]{1,20}\\))?';
  return text(
    `^(?:${letters(types)}/[a-zA-Z0-9._+-]{1,100}` +
      `|${letters(['text'])}/${subtype};\\s?${letters(['charset'])}=${value}` +
      `|${letters(['multipart'])}/${subtype}(?:;\\s?${letters(['boundary', 'charset'])}=${value}){1,2})$`,
  );
}

function dataUri(): RuleSchema {
  const mediaType = '(?:[A-Za-z]+/[A-Za-z0-9+._-]+)?';
  const attributes = `(?:;[A-Za-z-]+=[A-Za-z0-9-]+)*(?:;${letters(['base64'])})?`;
  return text(`^\\s*data:${mediaType}${attributes}\\s*,[A-Za-z0-9!$&'()*+,;=._~:@/?%\\s-]*$`);
}

function magnetUri(): RuleSchema {
  const kinds = ['aich', 'bitprint', 'btih', 'ed2k', 'ed2khash', 'kzhash', 'md5', 'sha1', 'tree:tiger'];
  const hash = '[A-Za-z0-9]{32}(?:[A-Za-z0-9]{8})?';
  const name = `(?:${letters(kinds)}:${hash}|${letters(['btmh'])}:1220[A-Za-z0-9]{64})`;
  return text(
    `^magnet:\\?(?:[\\s\\S]*[^?&]&)?${letters(['xt'])}(?:\\.1)?=${letters(['urn'])}:${name}(?:$|&)`,
  );
}

/** A language tag of BCP 47 in the validator's reading, which takes an underscore for most hyphens. */
function locale(): RuleSchema {
  const language = '(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}|[A-Za-z]{5,8})';
  const region = '(?:[A-Za-z]{2}|\\d{3})';
  const variant = '(?:[A-Za-z0-9]{5,8}|\\d[A-Za-z0-9-]{3})';
  const extension = '[A-WY-Za-wy-z0-9](?:-[A-Za-z0-9]{2,8})+';
  const privateUse = 'x(?:-[A-Za-z0-9]{1,8})+';
  const tag =
    `${language}(?:[-_][A-Za-z]{4})?(?:[-_]${region})?(?:[-_]${variant})*` +
    `(?:[-_]${extension})*(?:[-_]${privateUse})?`;
  return text(`^(?:${tag}|${privateUse}|${REGISTERED.join('|')})$`);
}

/** Registered tags that the grammar above does not reach. */
const REGISTERED = [
  'en-GB-oed',
  'i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)',
  'sgn-(?:BE-FR|BE-NL|CH-DE)',
];
