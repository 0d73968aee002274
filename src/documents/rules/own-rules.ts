import type { Constructor } from '../../shared/types.js';

/** The default message of a rule, or a function that returns that for undefined by the rule's constraints. */
type Message = string | ((constraints: readonly unknown[]) => string | undefined);

/**
 * The names of class-validator's rules, with their decorators and default messages. A bundle with the decorators
 * themselves would have all of class-validator and `validator`, 165 KB that most applications do not use. A test
 * compares the table with the installed version.
 */
const OWN_RULES: Readonly<Record<string, readonly [decorator: string, message: Message]>> = {
  IsFirebasePushId: ['IsFirebasePushId', '$property must be a Firebase Push Id'],
  arrayContains: ['ArrayContains', '$property must contain $constraint1 values'],
  arrayMaxSize: ['ArrayMaxSize', '$property must contain no more than $constraint1 elements'],
  arrayMinSize: ['ArrayMinSize', '$property must contain at least $constraint1 elements'],
  arrayNotContains: ['ArrayNotContains', '$property should not contain $constraint1 values'],
  arrayNotEmpty: ['ArrayNotEmpty', '$property should not be empty'],
  arrayUnique: ['ArrayUnique', "All $property's elements must be unique"],
  contains: ['Contains', '$property must contain a $constraint1 string'],
  equals: ['Equals', '$property must be equal to $constraint1'],
  isAlpha: ['IsAlpha', '$property must contain only letters (a-zA-Z)'],
  isAlphanumeric: ['IsAlphanumeric', '$property must contain only letters and numbers'],
  isArray: ['IsArray', '$property must be an array'],
  isAscii: ['IsAscii', '$property must contain only ASCII characters'],
  isBIC: ['IsBIC', '$property must be a BIC or SWIFT code'],
  isBase32: ['IsBase32', '$property must be base32 encoded'],
  isBase58: ['IsBase58', '$property must be base58 encoded'],
  isBase64: ['IsBase64', '$property must be base64 encoded'],
  isBoolean: ['IsBoolean', '$property must be a boolean value'],
  isBooleanString: ['IsBooleanString', '$property must be a boolean string'],
  isBtcAddress: ['IsBtcAddress', '$property must be a BTC address'],
  isByteLength: ['IsByteLength', "$property's byte length must fall into ($constraint1, $constraint2) range"],
  isCreditCard: ['IsCreditCard', '$property must be a credit card'],
  isCurrency: ['IsCurrency', '$property must be a currency'],
  isDataURI: ['IsDataURI', '$property must be a data uri format'],
  isDate: ['IsDate', '$property must be a Date instance'],
  isDateString: ['IsDateString', '$property must be a valid ISO 8601 date string'],
  isDecimal: ['IsDecimal', '$property is not a valid decimal number.'],
  isDefined: ['IsDefined', '$property should not be null or undefined'],
  isDivisibleBy: ['IsDivisibleBy', '$property must be divisible by $constraint1'],
  isEAN: ['IsEAN', '$property must be an EAN (European Article Number)'],
  isEmail: ['IsEmail', '$property must be an email'],
  isEmpty: ['IsEmpty', '$property must be empty'],
  isEnum: ['IsEnum', '$property must be one of the following values: $constraint2'],
  isEthereumAddress: ['IsEthereumAddress', '$property must be an Ethereum address'],
  isFqdn: ['IsFQDN', '$property must be a valid domain name'],
  isFullWidth: ['IsFullWidth', '$property must contain a full-width characters'],
  isHSL: ['IsHSL', '$property must be a HSL color'],
  isHalfWidth: ['IsHalfWidth', '$property must contain a half-width characters'],
  isHash: ['IsHash', '$property must be a hash of type $constraint1'],
  isHexColor: ['IsHexColor', '$property must be a hexadecimal color'],
  isHexadecimal: ['IsHexadecimal', '$property must be a hexadecimal number'],
  isIBAN: ['IsIBAN', '$property must be an IBAN'],
  isISO31661Alpha2: ['IsISO31661Alpha2', '$property must be a valid ISO31661 Alpha2 code'],
  isISO31661Alpha3: ['IsISO31661Alpha3', '$property must be a valid ISO31661 Alpha3 code'],
  isISO31661Numeric: ['IsISO31661Numeric', '$property must be a valid ISO 3166-1 numeric country code'],
  isISO4217CurrencyCode: ['IsISO4217CurrencyCode', '$property must be a valid ISO4217 currency code'],
  isISO6391: ['IsISO6391', '$property must be a valid ISO 639-1 language code'],
  isISRC: ['IsISRC', '$property must be an ISRC'],
  isISSN: ['IsISSN', '$property must be a ISSN'],
  isIdentityCard: ['IsIdentityCard', '$property must be a identity card number'],
  isIn: ['IsIn', '$property must be one of the following values: $constraint1'],
  isInstance: ['IsInstance', instanceMessage],
  isInt: ['IsInt', '$property must be an integer number'],
  isIp: ['IsIP', '$property must be an ip address'],
  isIsbn: ['IsISBN', '$property must be an ISBN'],
  isIsin: ['IsISIN', '$property must be an ISIN (stock/security identifier)'],
  isIso8601: ['IsISO8601', '$property must be a valid ISO 8601 date string'],
  isJson: ['IsJSON', '$property must be a json string'],
  isJwt: ['IsJWT', '$property must be a jwt string'],
  isLatLong: ['IsLatLong', '$property must be a latitude,longitude string'],
  isLatitude: ['IsLatitude', '$property must be a latitude string or number'],
  isLength: ['Length', lengthMessage],
  isLocale: ['IsLocale', '$property must be locale'],
  isLongitude: ['IsLongitude', '$property must be a longitude string or number'],
  isLowercase: ['IsLowercase', '$property must be a lowercase string'],
  isMacAddress: ['IsMACAddress', '$property must be a MAC Address'],
  isMagnetURI: ['IsMagnetURI', '$property must be magnet uri format'],
  isMilitaryTime: [
    'IsMilitaryTime',
    '$property must be a valid representation of military time in the format HH:MM',
  ],
  isMimeType: ['IsMimeType', '$property must be MIME type format'],
  isMobilePhone: ['IsMobilePhone', '$property must be a phone number'],
  isMongoId: ['IsMongoId', '$property must be a mongodb id'],
  isMultibyte: ['IsMultibyte', '$property must contain one or more multibyte chars'],
  isNegative: ['IsNegative', '$property must be a negative number'],
  isNotEmpty: ['IsNotEmpty', '$property should not be empty'],
  isNotEmptyObject: ['IsNotEmptyObject', '$property must be a non-empty object'],
  isNotIn: ['IsNotIn', '$property should not be one of the following values: $constraint1'],
  isNumber: ['IsNumber', '$property must be a number conforming to the specified constraints'],
  isNumberString: ['IsNumberString', '$property must be a number string'],
  isObject: ['IsObject', '$property must be an object'],
  isOctal: ['IsOctal', '$property must be valid octal number'],
  isPassportNumber: ['IsPassportNumber', '$property must be valid passport number'],
  isPhoneNumber: ['IsPhoneNumber', '$property must be a valid phone number'],
  isPort: ['IsPort', '$property must be a port'],
  isPositive: ['IsPositive', '$property must be a positive number'],
  isPostalCode: ['IsPostalCode', '$property must be a postal code'],
  isRFC3339: ['IsRFC3339', '$property must be RFC 3339 date'],
  isRgbColor: ['IsRgbColor', '$property must be RGB color'],
  isSemVer: ['IsSemVer', '$property must be a Semantic Versioning Specification'],
  isString: ['IsString', '$property must be a string'],
  isStrongPassword: ['IsStrongPassword', '$property is not strong enough'],
  isSurrogatePair: ['IsSurrogatePair', '$property must contain any surrogate pairs chars'],
  isTaxId: ['IsTaxId', '$property must be a Tax Identification Number'],
  isTimeZone: ['IsTimeZone', '$property must be a valid IANA time-zone'],
  isUppercase: ['IsUppercase', '$property must be uppercase'],
  isUrl: ['IsUrl', '$property must be a URL address'],
  isUuid: ['IsUUID', '$property must be a UUID'],
  isVariableWidth: ['IsVariableWidth', '$property must contain a full-width and half-width characters'],
  matches: ['Matches', '$property must match $constraint1 regular expression'],
  max: ['Max', '$property must not be greater than $constraint1'],
  maxDate: ['MaxDate', 'maximal allowed date for $property is $constraint1'],
  maxLength: ['MaxLength', '$property must be shorter than or equal to $constraint1 characters'],
  min: ['Min', '$property must not be less than $constraint1'],
  minDate: ['MinDate', 'minimal allowed date for $property is $constraint1'],
  minLength: ['MinLength', '$property must be longer than or equal to $constraint1 characters'],
  notContains: ['NotContains', '$property should not contain a $constraint1 string'],
  notEquals: ['NotEquals', '$property should not be equal to $constraint1'],
};

function lengthMessage([min, max]: readonly unknown[]): string | undefined {
  const atLeast = '$property must be longer than or equal to $constraint1';
  if (isGiven(min)) return `${atLeast} characters`;
  // class-validator reads the length of the value, and throws.
  if (isGiven(max)) return undefined;
  return `${atLeast} and shorter than or equal to $constraint2 characters`;
}

function isGiven(limit: unknown): boolean {
  return limit !== undefined && limit !== null;
}

function instanceMessage([type]: readonly unknown[]): string {
  return type
    ? `$property must be an instance of ${(type as { readonly name: string }).name}`
    : 'isInstance decorator expects and object as value, but got falsy value.';
}

/** The name that class-validator exports for `@IsOptional()`. This is a condition, so it has no message. */
const IS_OPTIONAL = 'isOptional';

const RULES: ReadonlyMap<string, readonly [decorator: string, message: Message]> = new Map(
  Object.entries(OWN_RULES),
);

/** Returns the name of the decorator of a rule of class-validator, or undefined for other rules. */
export function decoratorNameOf(rule: string): string | undefined {
  return rule === IS_OPTIONAL ? 'IsOptional' : RULES.get(rule)?.[0];
}

/** Returns whether a rule of class-validator has this default message for the value undefined. */
export function hasOwnMessage(
  rule: string,
  constraints: readonly unknown[],
  message: string | undefined,
): boolean {
  const own = RULES.get(rule)?.[1];
  return own !== undefined && (typeof own === 'string' ? own : own(constraints)) === message;
}

let decorators: ReadonlySet<string> | undefined;

/** Returns whether a function is a decorator of class-validator, as far as its name and its code are not minified. */
export function isDecorator(type: Constructor): boolean {
  decorators ??= new Set(Object.values(OWN_RULES).map(([decorator]) => decorator));
  return decorators.has(type.name) && String(type).includes('ValidateBy');
}
