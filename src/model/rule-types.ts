import { enumMembers } from '../../decorators/enum.js';
import type { Rule, TypeRef } from './types.js';

// The second small table of design 5: rules that decide what a value is.

const STRING_RULES = [
  'isString contains notContains isAlpha isAlphanumeric isAscii isBase32 isBase58 isBase64 isBIC isBtcAddress',
  'isByteLength isCreditCard isCurrency isDataURI isDateString isEAN isEmail isEthereumAddress isFirebasePushId',
  'isFQDN isFullWidth isHalfWidth isHash isHexColor isHexadecimal isHSL isIBAN isIdentityCard isIP isISBN isISIN',
  'isISO31661Alpha2 isISO31661Alpha3 isISO31661Numeric isISO4217CurrencyCode isISO6391 isISO8601 isISRC isISSN',
  'isJSON isJWT isLocale isLowercase isMACAddress isMagnetURI isMilitaryTime isMimeType isMobilePhone isMongoId',
  'isMultibyte isNumberString isOctal isPassportNumber isPhoneNumber isPort isPostalCode isRFC3339 isRgbColor',
  'isSemVer isStrongPassword isSurrogatePair isTaxId isTimeZone isUppercase isUrl isUuid isVariableWidth',
  'isBooleanString isDecimal length isLength matches maxLength minLength',
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

type TypeRule = (constraints: readonly unknown[]) => TypeRef;

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
]);

/** What rules say a value is; `undefined` where they say nothing. */
export function typeOfRules(rules: readonly Rule[]): TypeRef | undefined {
  for (const [name, type] of TYPE_RULES) {
    const rule = rules.find((one) => one.name === name);
    if (rule !== undefined) return type(rule.constraints);
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
