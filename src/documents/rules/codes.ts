import { isHash } from 'class-validator';
import type { Schema } from '../json-schema/schema.js';
import { isTrue, formatted, constraintText, optionsOf, patterned } from './entries.js';
import type { RuleEntry, RuleTable } from './types.js';

const HEX = '[0-9A-Fa-f]';
const CHECK_DIGIT = 'the check digit is not computed';

export const codeRules: RuleTable = {
  isUuid: { ...formatted('uuid'), schema: ([version]) => uuid(version) },
  isMongoId: patterned(`^(0[xXhH]|${HEX}{2})${HEX}{22}$`),
  IsFirebasePushId: patterned('^[A-Za-z0-9_-]{20}$'),
  isHexadecimal: patterned(`^(0[xXhH])?${HEX}+$`),
  isOctal: patterned('^(0[oO])?[0-7]+$'),
  isHexColor: patterned(`^#?(${HEX}{3,4}|${HEX}{6}|${HEX}{8})$`),
  isRgbColor: patterned('^rgba?\\(([0-9.]+%?,){2,3}[0-9.]+%?\\)$', 'the parts of the color are not compared'),
  isHSL: patterned(
    '^[^!-~]*[Hh][Ss][Ll][Aa]?\\([^()]*\\)[^!-~]*$',
    'the parts of the color are not described',
  ),
  isHash: {
    type: 'string',
    schema: ([algorithm]) => hash(constraintText(algorithm)),
    looser: ([algorithm]) =>
      hashLength(constraintText(algorithm)) === undefined
        ? 'the algorithm is unknown to the validator'
        : undefined,
  },
  isBase32: patterned('^([A-Z2-7=]{8})+$', 'padding is accepted anywhere'),
  isBase58: patterned('^[1-9A-HJ-NP-Za-km-z]*$'),
  isBase64: { type: 'string', schema: ([options]) => base64(optionsOf(options)) },
  isJwt: patterned('^[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*$'),
  isSemVer: patterned(semVer(), 'zero-padded numbers behind the version are accepted'),
  isBtcAddress: patterned('^((bc1|tb1)p?[ac-hj-np-z02-9]{39,58}|[123m][1-9A-HJ-NP-Za-km-z]{25,39})$'),
  isEthereumAddress: patterned(`^0[xX]${HEX}{40}$`),
  isISRC: patterned('^[A-Z]{2}[0-9A-Z]{3}[0-9]{7}$'),
  isIsin: patterned('^[A-Z]{2}[0-9A-Z]{9}[0-9]$', CHECK_DIGIT),
  isEAN: patterned('^([0-9]{8}|[0-9]{13,14})$', CHECK_DIGIT),
  isCreditCard: patterned('^[0-9 -]+$', 'neither the brand’s format nor the check digit is looked at'),
  isIsbn: isbn(),
  isISSN: {
    type: 'string',
    schema: ([options]) => issn(optionsOf(options)),
    looser: CHECK_DIGIT,
  },
  isIBAN: inAnyCase(
    '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$',
    'neither the country’s format nor the check digits are looked at',
  ),
  isBIC: inAnyCase('^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$', 'the country is not looked up'),
};

/**
 * Returns a pattern in upper case. The validator accepts both cases. Beside a rule for lower case, the
 * pattern is in lower case.
 */
function inAnyCase(pattern: string, looser: string): RuleEntry {
  const lower = pattern.replaceAll('A-Z', 'a-z');
  return {
    ...patterned(pattern, looser),
    schema: (_, { lowercase }) => ({ type: 'string', pattern: lowercase ? lower : pattern }),
  };
}

/** Returns a short pattern of semantic versions. That of semver.org rejects zero-padded numbers, too. */
function semVer(): string {
  const number = '(0|[1-9][0-9]*)';
  const identifiers = '[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*';
  return `^${number}(\\.${number}){2}(-${identifiers})?(\\+${identifiers})?$`;
}

function uuid(version: unknown): Schema {
  const schema: Schema = { type: 'string', format: 'uuid' };
  const versions = (Array.isArray(version) ? version : [version]).map(constraintText);
  if (!versions.every((version) => /^[1-8]$/.test(version))) return schema;
  const digits = [...new Set(versions)].join('');
  return { ...schema, pattern: `^${HEX}{8}-${HEX}{4}-${digits.length === 1 ? digits : `[${digits}]`}` };
}

const hashLengths = new Map<string, number | undefined>();
const LONGEST_HASH = 128;

function hashLength(algorithm: string): number | undefined {
  if (!hashLengths.has(algorithm)) {
    const lengths = Array.from({ length: LONGEST_HASH }, (_, index) => index + 1);
    hashLengths.set(
      algorithm,
      lengths.find((length) => isTrue(() => isHash('0'.repeat(length), algorithm as 'md5'))),
    );
  }
  return hashLengths.get(algorithm);
}

function hash(algorithm: string): Schema {
  const length = hashLength(algorithm);
  return { type: 'string', ...(length !== undefined && { pattern: `^${HEX}{${length}}$` }) };
}

function base64({ urlSafe, padding }: Readonly<Record<string, unknown>>): Schema {
  const isPadded = padding === undefined ? !urlSafe : Boolean(padding);
  const char = urlSafe ? '[A-Za-z0-9_-]' : '[A-Za-z0-9+/]';
  return {
    type: 'string',
    contentEncoding: urlSafe ? 'base64url' : 'base64',
    pattern: isPadded ? `^(${char}{4})*(${char}{2}==|${char}{3}=)?$` : `^${char}*$`,
  };
}

function isbn(): RuleEntry {
  const thirteen: Schema = { type: 'string', pattern: '^[0-9 -]{13,}$' };
  const ten: Schema = { type: 'string', pattern: '^[0-9 -]{9,}[0-9X][ -]*$' };
  return {
    type: 'string',
    schema: ([version]) => (constraintText(version) === '13' ? thirteen : ten),
    looser: 'neither the digits are counted nor the check digit is computed',
  };
}

function issn({
  require_hyphen: hyphen,
  case_sensitive: sensitive,
}: Readonly<Record<string, unknown>>): Schema {
  return {
    type: 'string',
    pattern: `^[0-9]{4}-${hyphen ? '' : '?'}[0-9]{3}[0-9X${sensitive ? '' : 'x'}]$`,
  };
}
