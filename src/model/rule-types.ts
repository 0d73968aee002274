import { enumMembers } from '../../decorators/enum.js';
import type { Rule, TypeRef } from './types.js';

// The second small table of design 5: rules that decide what a value is.

/** As class-validator keys them at run time, which is not always as it spells the decorator. */
const STRING_RULES = [
  'isString contains notContains isAlpha isAlphanumeric isAscii isBase32 isBase58 isBase64 isBIC isBtcAddress',
  'isByteLength isCreditCard isCurrency isDataURI isDateString isEAN isEmail isEthereumAddress IsFirebasePushId',
  'isFqdn isFullWidth isHalfWidth isHash isHexColor isHexadecimal isHSL isIBAN isIdentityCard isIp isIsbn isIsin',
  'isISO31661Alpha2 isISO31661Alpha3 isISO31661Numeric isISO4217CurrencyCode isISO6391 isIso8601 isISRC isISSN',
  'isJson isJwt isLocale isLowercase isMacAddress isMagnetURI isMilitaryTime isMimeType isMobilePhone isMongoId',
  'isMultibyte isNumberString isOctal isPassportNumber isPhoneNumber isPort isPostalCode isRFC3339 isRgbColor',
  'isSemVer isStrongPassword isSurrogatePair isTaxId isTimeZone isUppercase isUrl isUuid isVariableWidth',
  'isBooleanString isDecimal isLatLong isLength matches maxLength minLength',
].flatMap((line) => line.split(' '));

const NUMBER_RULES = ['isNumber', 'isDivisibleBy', 'isPositive', 'isNegative', 'min', 'max'];
const DATE_RULES = ['isDate', 'minDate', 'maxDate'];
const OBJECT_RULES = ['isObject', 'isNotEmptyObject'];

/** Rules of a whole list, not of its elements. */
const ARRAY_RULES: ReadonlySet<string> = new Set([
  ...[
    'isArray',
    'arrayContains',
    'arrayNotContains',
    'arrayNotEmpty',
    'arrayMinSize',
    'arrayMaxSize',
    'arrayUnique',
  ],
]);

type TypeRule = (constraints: readonly unknown[]) => TypeRef | undefined;

const always =
  (type: TypeRef): TypeRule =>
  () =>
    type;

/** Where rules disagree the narrower type wins, in this order, so that the order of decorators never matters. */
const TYPE_RULES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['isEnum', ([values]) => ({ kind: 'enum', members: enumMembers(values), name: undefined })],
  ...entries(DATE_RULES, { kind: 'date' }),
  ...entries(['isInt'], { kind: 'integer' }),
  ...entries(['isBoolean'], { kind: 'boolean' }),
  ...entries(NUMBER_RULES, { kind: 'number' }),
  ...entries(STRING_RULES, { kind: 'string' }),
  ...entries(OBJECT_RULES, { kind: 'object' }),
  ['isIn', ([values]) => (Array.isArray(values) ? typeOfValues(values) : undefined)],
  ['equals', (values) => typeOfValues(values)],
]);

/** Rules that let values of several types pass, and say of each what it is. */
const MIXED_RULES: ReadonlySet<string> = new Set(['isLatitude', 'isLongitude', 'isIn', 'equals']);

/** Whether rules say all about a value though its type is none of the simple ones. */
export function sayValues(rules: readonly Rule[]): boolean {
  return rules.some((rule) => !rule.each && MIXED_RULES.has(rule.name));
}

/** The one type of all values, where they have one that a listed value can be of. */
function typeOfValues(values: readonly unknown[]): TypeRef | undefined {
  const types = new Set(values.map((value) => typeof value));
  const [type] = types;
  if (types.size !== 1 || (type !== 'string' && type !== 'number' && type !== 'boolean')) return undefined;
  return { kind: type };
}

/** What rules say a value is; `undefined` where they say nothing. */
export function typeOfRules(rules: readonly Rule[]): TypeRef | undefined {
  for (const [name, type] of TYPE_RULES) {
    const rule = rules.find((one) => one.name === name);
    const said = rule && type(rule.constraints);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** Whether rules say that a value is a list: by themselves, or by looking at each element. */
export function sayList(rules: readonly Rule[]): boolean {
  return rules.some((rule) => rule.each || ARRAY_RULES.has(rule.name));
}

function entries(names: readonly string[], type: TypeRef): [string, TypeRule][] {
  return names.map((name) => [name, always(type)]);
}
