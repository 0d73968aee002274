import * as classValidator from 'class-validator';

/**
 * class-validator's decorators of rules by their names. Each is accessed by its own name, so that a bundler
 * can leave out the one that is missing: `@IsPhoneNumber` imports a library of 290 KB. Older versions of
 * class-validator lack some of them.
 */
const DECORATORS: Readonly<Record<string, unknown>> = {
  ArrayContains: classValidator.ArrayContains,
  ArrayMaxSize: classValidator.ArrayMaxSize,
  ArrayMinSize: classValidator.ArrayMinSize,
  ArrayNotContains: classValidator.ArrayNotContains,
  ArrayNotEmpty: classValidator.ArrayNotEmpty,
  ArrayUnique: classValidator.ArrayUnique,
  Contains: classValidator.Contains,
  Equals: classValidator.Equals,
  IsAlpha: classValidator.IsAlpha,
  IsAlphanumeric: classValidator.IsAlphanumeric,
  IsArray: classValidator.IsArray,
  IsAscii: classValidator.IsAscii,
  IsBIC: classValidator.IsBIC,
  IsBase32: classValidator.IsBase32,
  IsBase58: classValidator.IsBase58,
  IsBase64: classValidator.IsBase64,
  IsBoolean: classValidator.IsBoolean,
  IsBooleanString: classValidator.IsBooleanString,
  IsBtcAddress: classValidator.IsBtcAddress,
  IsByteLength: classValidator.IsByteLength,
  IsCreditCard: classValidator.IsCreditCard,
  IsCurrency: classValidator.IsCurrency,
  IsDataURI: classValidator.IsDataURI,
  IsDate: classValidator.IsDate,
  IsDateString: classValidator.IsDateString,
  IsDecimal: classValidator.IsDecimal,
  IsDefined: classValidator.IsDefined,
  IsDivisibleBy: classValidator.IsDivisibleBy,
  IsEAN: classValidator.IsEAN,
  IsEmail: classValidator.IsEmail,
  IsEmpty: classValidator.IsEmpty,
  IsEnum: classValidator.IsEnum,
  IsEthereumAddress: classValidator.IsEthereumAddress,
  IsFQDN: classValidator.IsFQDN,
  IsFirebasePushId: classValidator.IsFirebasePushId,
  IsFullWidth: classValidator.IsFullWidth,
  IsHSL: classValidator.IsHSL,
  IsHalfWidth: classValidator.IsHalfWidth,
  IsHash: classValidator.IsHash,
  IsHexColor: classValidator.IsHexColor,
  IsHexadecimal: classValidator.IsHexadecimal,
  IsIBAN: classValidator.IsIBAN,
  IsIP: classValidator.IsIP,
  IsISBN: classValidator.IsISBN,
  IsISIN: classValidator.IsISIN,
  IsISO31661Alpha2: classValidator.IsISO31661Alpha2,
  IsISO31661Alpha3: classValidator.IsISO31661Alpha3,
  IsISO31661Numeric: classValidator.IsISO31661Numeric,
  IsISO4217CurrencyCode: classValidator.IsISO4217CurrencyCode,
  IsISO6391: classValidator.IsISO6391,
  IsISO8601: classValidator.IsISO8601,
  IsISRC: classValidator.IsISRC,
  IsISSN: classValidator.IsISSN,
  IsIdentityCard: classValidator.IsIdentityCard,
  IsIn: classValidator.IsIn,
  IsInstance: classValidator.IsInstance,
  IsInt: classValidator.IsInt,
  IsJSON: classValidator.IsJSON,
  IsJWT: classValidator.IsJWT,
  IsLatLong: classValidator.IsLatLong,
  IsLatitude: classValidator.IsLatitude,
  IsLocale: classValidator.IsLocale,
  IsLongitude: classValidator.IsLongitude,
  IsLowercase: classValidator.IsLowercase,
  IsMACAddress: classValidator.IsMACAddress,
  IsMagnetURI: classValidator.IsMagnetURI,
  IsMilitaryTime: classValidator.IsMilitaryTime,
  IsMimeType: classValidator.IsMimeType,
  IsMobilePhone: classValidator.IsMobilePhone,
  IsMongoId: classValidator.IsMongoId,
  IsMultibyte: classValidator.IsMultibyte,
  IsNegative: classValidator.IsNegative,
  IsNotEmpty: classValidator.IsNotEmpty,
  IsNotEmptyObject: classValidator.IsNotEmptyObject,
  IsNotIn: classValidator.IsNotIn,
  IsNumber: classValidator.IsNumber,
  IsNumberString: classValidator.IsNumberString,
  IsObject: classValidator.IsObject,
  IsOctal: classValidator.IsOctal,
  IsOptional: classValidator.IsOptional,
  IsPassportNumber: classValidator.IsPassportNumber,
  IsPort: classValidator.IsPort,
  IsPositive: classValidator.IsPositive,
  IsPostalCode: classValidator.IsPostalCode,
  IsRFC3339: classValidator.IsRFC3339,
  IsRgbColor: classValidator.IsRgbColor,
  IsSemVer: classValidator.IsSemVer,
  IsString: classValidator.IsString,
  IsStrongPassword: classValidator.IsStrongPassword,
  IsSurrogatePair: classValidator.IsSurrogatePair,
  IsTaxId: classValidator.IsTaxId,
  IsTimeZone: classValidator.IsTimeZone,
  IsUUID: classValidator.IsUUID,
  IsUppercase: classValidator.IsUppercase,
  IsUrl: classValidator.IsUrl,
  IsVariableWidth: classValidator.IsVariableWidth,
  Length: classValidator.Length,
  Matches: classValidator.Matches,
  Max: classValidator.Max,
  MaxDate: classValidator.MaxDate,
  MaxLength: classValidator.MaxLength,
  Min: classValidator.Min,
  MinDate: classValidator.MinDate,
  MinLength: classValidator.MinLength,
  NotContains: classValidator.NotContains,
  NotEquals: classValidator.NotEquals,
};

const PHONE_NUMBER = 'IsPhoneNumber';

/** The default message of `@IsPhoneNumber`. */
export const PHONE_NUMBER_MESSAGE = '$property must be a valid phone number';

let names: ReadonlyMap<string, string> | undefined;

/** Returns the name of the decorator of a rule of class-validator, or undefined for other rules. */
export function decoratorNameOf(rule: string): string | undefined {
  names ??= new Map(
    [...Object.keys(DECORATORS).filter((name) => DECORATORS[name] !== undefined), PHONE_NUMBER].map(
      (name) => [name.toLowerCase(), name],
    ),
  );
  // `@Length` runs as `isLength`.
  return names.get(rule.toLowerCase()) ?? names.get(rule.replace(/^is/, '').toLowerCase());
}

/** Returns the decorator of a rule of class-validator. */
export function decoratorNamed(name: string): unknown {
  return DECORATORS[name];
}
