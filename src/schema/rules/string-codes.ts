import { always, atLeast, nameOf, nothing, oneOf, optionsOf, rowOf, text } from './say.js';
import type { RuleSchema, RuleTable } from './types.js';

const HEX = '[0-9A-Fa-f]';

/** Identifiers, encodings and other codes of a regular language. */
export const stringCodeRules: RuleTable = {
  isUuid: ([version]) => uuid(version),
  isMongoId: always(text(`^(?:0[xXhH]${HEX}{22}|${HEX}{24})$`)),
  IsFirebasePushId: always(text('^[A-Za-z0-9_-]{20}$')),
  isHexadecimal: always(text(`^(?:0[xXhH])?${HEX}+$`)),
  isOctal: always(text('^(?:0[oO])?[0-7]+$')),
  isHexColor: always(text(`^#?(?:${HEX}{3,4}|${HEX}{6}|${HEX}{8})$`)),
  isRgbColor: ([percents]) => rgbColor(percents),
  isHSL: always(hsl()),
  isHash: ([algorithm]) => hash(algorithm),
  isBase32: always(text('^(?=(?:.{8})+$)[A-Z2-7]+=*$')),
  isBase58: always(text('^[1-9A-HJ-NP-Za-km-z]*$')),
  isBase64: ([options]) => base64(optionsOf(options)),
  isJwt: always(text('^[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*$')),
  isSemVer: always(semVer()),
  isBooleanString: always(oneOf(['true', 'false', '1', '0'])),
  isJson: always(
    atLeast(
      {
        type: 'string',
        contentMediaType: 'application/json',
        pattern: '^[ \\t\\n\\r]*(?:\\{[\\s\\S]*\\}|\\[[\\s\\S]*\\])[ \\t\\n\\r]*$',
      },
      'brackets nest to any depth',
    ),
  ),
};

function uuid(version: unknown): RuleSchema {
  const patterns = [...new Set((Array.isArray(version) ? version : [version]).map(uuidPattern))].filter(
    (pattern) => pattern !== undefined,
  );
  if (patterns.length === 0) return nothing;
  return text(`^(?:${patterns.join('|')})$`, { format: 'uuid' });
}

function uuidPattern(version: unknown): string | undefined {
  const nil = '0{8}-(?:0{4}-){3}0{12}';
  const max = '[fF]{8}-(?:[fF]{4}-){3}[fF]{12}';
  if (version === undefined || version === null || version === 'all')
    return `${versioned('[1-8]')}|${nil}|${max}`;
  if (version === 'nil') return nil;
  if (version === 'max') return max;
  if (version === 'loose') return `${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}`;
  return /^[1-8]$/.test(nameOf(version)) ? versioned(nameOf(version)) : undefined;
}

function versioned(version: string): string {
  return `${HEX}{8}-${HEX}{4}-${version}${HEX}{3}-[89ABab]${HEX}{3}-${HEX}{12}`;
}

const HASH_LENGTHS: Readonly<Record<string, number>> = {
  crc32: 8,
  crc32b: 8,
  md4: 32,
  md5: 32,
  ripemd128: 32,
  tiger128: 32,
  ripemd160: 40,
  sha1: 40,
  tiger160: 40,
  tiger192: 48,
  sha256: 64,
  sha384: 96,
  sha512: 128,
};

function hash(algorithm: unknown): RuleSchema {
  const length = rowOf(HASH_LENGTHS, nameOf(algorithm));
  // Without a length the validator looks for the literal text `{undefined}`.
  return text(length === undefined ? `^${HEX}\\{undefined\\}$` : `^${HEX}{${length}}$`);
}

function base64({ urlSafe, padding }: Readonly<Record<string, unknown>>): RuleSchema {
  const char = urlSafe ? '[A-Za-z0-9_-]' : '[A-Za-z0-9+/]';
  const padded = padding === undefined ? !urlSafe : Boolean(padding);
  const encoding = { contentEncoding: urlSafe ? 'base64url' : 'base64' };
  if (!padded) return text(`^${char}*$`, encoding);
  return text(`^(?:${char}{4})*(?:${char}{2}==|${char}{3}=)?$`, encoding);
}

function rgbColor(percents: unknown): RuleSchema {
  const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
  const percent = '(?:100|[1-9]?\\d)%';
  const alpha = '(?:0?\\.\\d\\d?|1(?:\\.0)?|0(?:\\.0)?)';
  const colors = (part: string) => [`rgb\\(${part}(?:,${part}){2}\\)`, `rgba\\((?:${part},){3}${alpha}\\)`];
  const withPercents = percents === undefined || Boolean(percents);
  return text(`^(?:${[...colors(byte), ...(withPercents ? colors(percent) : [])].join('|')})$`);
}

/** White space is squeezed first, and dropped around parentheses and commas. */
function hsl(): RuleSchema {
  const number = '[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d+)?';
  const hue = `${number}(?:[dD][eE][gG]|[gG][rR][aA][dD]|[rR][aA][dD]|[tT][uU][rR][nN])?`;
  const commas = `${hue}(?:\\s*,\\s*${number}%){2}(?:\\s*,\\s*${number}%?)?\\s*`;
  const spaces = `${hue}(?:\\s+${number}%){2}\\s*(?:/\\s+${number}%?\\s*)?`;
  return text(`^\\s*[hH][sS][lL][aA]?\\(\\s*(?:${commas}|${spaces})\\)\\s*$`);
}

function semVer(): RuleSchema {
  const number = '(?:0|[1-9]\\d*)';
  const release = `(?:${number}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
  const build = '[0-9A-Za-z-]+';
  return text(
    `^${number}\\.${number}\\.${number}(?:-${release}(?:\\.${release})*)?(?:\\+${build}(?:\\.${build})*)?$`,
  );
}
