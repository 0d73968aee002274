import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { ruleTable } from '../../../../src/documents/rules/rule-table.js';
import type { RuleContext } from '../../../../src/documents/rules/types.js';

const context: RuleContext = {
  type: undefined,
  scalarItems: false,
  lowercase: false,
  instance: false,
  component: (name, schema) => ({ $ref: name, ...schema, ...(schema.enum && { enum: [] }) }),
};

const schemaOf = (
  name: string,
  constraints: readonly unknown[],
  given: Partial<RuleContext> = {},
): Schema => {
  const { schema } = ruleTable[name]!;
  return typeof schema === 'function' ? schema(constraints, { ...context, ...given }) : schema;
};

const typeOf = (name: string, constraints: readonly unknown[]) => {
  const { type } = ruleTable[name]!;
  return typeof type === 'function' ? type(constraints) : type;
};

const looserOf = (name: string, constraints: readonly unknown[]) => {
  const { looser } = ruleTable[name]!;
  return typeof looser === 'function' ? looser(constraints, schemaOf(name, constraints), context) : looser;
};

describe('the schema of a rule', () => {
  it('has these keywords for rules about strings without arguments', () => {
    const lines = Object.keys(ruleTable)
      .filter((name) => typeOf(name, []) === 'string')
      .map((name) => {
        const { type, ...schema } = schemaOf(name, []);
        expect(type).toBe('string');
        return `${name} ${JSON.stringify(schema)}`;
      });
    expect(lines).toMatchInlineSnapshot(`
[
  "isString {}",
  "isLength {}",
  "minLength {}",
  "maxLength {}",
  "isByteLength {}",
  "matches {"pattern":"(?:)"}",
  "contains {}",
  "notContains {}",
  "isLowercase {"pattern":"^[^A-Z]*$"}",
  "isUppercase {"pattern":"^[^a-z]*$"}",
  "isAscii {"pattern":"^[\\\\x00-\\\\x7F]+$"}",
  "isMultibyte {"pattern":"[^\\\\x00-\\\\x7F]"}",
  "isFullWidth {"pattern":"[^ -~｡-ￜ￨-￮]"}",
  "isHalfWidth {"pattern":"[ -~｡-ￜ￨-￮]"}",
  "isVariableWidth {"pattern":"[ -~｡-ￜ￨-￮][^ -~｡-ￜ￨-￮]|[^ -~｡-ￜ￨-￮][ -~｡-ￜ￨-￮]"}",
  "isSurrogatePair {"pattern":"[^\\\\x00-퟿-�]"}",
  "isStrongPassword {"format":"password","minLength":8,"allOf":[{"pattern":"[a-z]"},{"pattern":"[A-Z]"},{"pattern":"[0-9]"},{"pattern":"[^A-Za-z0-9]"}]}",
  "isJson {"contentMediaType":"application/json","pattern":"^[ \\\\t\\\\n\\\\r]*[{\\\\[]"}",
  "isBooleanString {"enum":["true","false","1","0"]}",
  "isPhoneNumber {}",
  "isMobilePhone {}",
  "isPostalCode {}",
  "isIdentityCard {}",
  "isPassportNumber {}",
  "isTaxId {}",
  "isUuid {"format":"uuid"}",
  "isMongoId {"pattern":"^(0[xXhH]|[0-9A-Fa-f]{2})[0-9A-Fa-f]{22}$"}",
  "IsFirebasePushId {"pattern":"^[A-Za-z0-9_-]{20}$"}",
  "isHexadecimal {"pattern":"^(0[xXhH])?[0-9A-Fa-f]+$"}",
  "isOctal {"pattern":"^(0[oO])?[0-7]+$"}",
  "isHexColor {"pattern":"^#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"}",
  "isRgbColor {"pattern":"^rgba?\\\\(([0-9.]+%?,){2,3}[0-9.]+%?\\\\)$"}",
  "isHSL {"pattern":"^[^!-~]*[Hh][Ss][Ll][Aa]?\\\\([^()]*\\\\)[^!-~]*$"}",
  "isHash {}",
  "isBase32 {"pattern":"^([A-Z2-7=]{8})+$"}",
  "isBase58 {"pattern":"^[1-9A-HJ-NP-Za-km-z]*$"}",
  "isBase64 {"contentEncoding":"base64","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}",
  "isJwt {"pattern":"^[A-Za-z0-9_-]*\\\\.[A-Za-z0-9_-]*\\\\.[A-Za-z0-9_-]*$"}",
  "isSemVer {"pattern":"^(0|[1-9][0-9]*)(\\\\.(0|[1-9][0-9]*)){2}(-[0-9A-Za-z-]+(\\\\.[0-9A-Za-z-]+)*)?(\\\\+[0-9A-Za-z-]+(\\\\.[0-9A-Za-z-]+)*)?$"}",
  "isBtcAddress {"pattern":"^((bc1|tb1)p?[ac-hj-np-z02-9]{39,58}|[123m][1-9A-HJ-NP-Za-km-z]{25,39})$"}",
  "isEthereumAddress {"pattern":"^0[xX][0-9A-Fa-f]{40}$"}",
  "isISRC {"pattern":"^[A-Z]{2}[0-9A-Z]{3}[0-9]{7}$"}",
  "isIsin {"pattern":"^[A-Z]{2}[0-9A-Z]{9}[0-9]$"}",
  "isEAN {"pattern":"^([0-9]{8}|[0-9]{13,14})$"}",
  "isCreditCard {"pattern":"^[0-9 -]+$"}",
  "isIsbn {"pattern":"^[0-9 -]{9,}[0-9X][ -]*$"}",
  "isISSN {"pattern":"^[0-9]{4}-?[0-9]{3}[0-9Xx]$"}",
  "isIBAN {"pattern":"^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"}",
  "isBIC {"pattern":"^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$"}",
  "isNumberString {"pattern":"^[+-]?([0-9]*\\\\.)?[0-9]+$"}",
  "isDecimal {"pattern":"^[+-]?([0-9]+(\\\\.[0-9]+)?|\\\\.[0-9]+)$"}",
  "isCurrency {"pattern":"^-?\\\\$?([0-9][0-9,]*(\\\\.[0-9]{2})?|\\\\.[0-9]{2})$"}",
  "isEmail {"format":"email"}",
  "isUrl {"format":"uri-reference"}",
  "isFqdn {"format":"hostname"}",
  "isIp {"pattern":"^[0-9A-Fa-f]*[.:][0-9A-Fa-f.:]*(%[0-9A-Za-z.-]+)?$"}",
  "isPort {"pattern":"^(\\\\+?(0|[1-9][0-9]{0,3}|[1-5][0-9]{4}|6([0-4][0-9]{3}|5([0-4][0-9]{2}|5([0-2][0-9]|3[0-5]))))|-0)$"}",
  "isMacAddress {"pattern":"^(([0-9A-Fa-f]{2}[-:\\\\t-\\\\r ]){5,7}[0-9A-Fa-f]{2}|([0-9A-Fa-f]{4}\\\\.){2,3}[0-9A-Fa-f]{4})$"}",
  "isMimeType {"pattern":"^[A-Za-z]+/[A-Za-z0-9.+_-]+(;[^;]+)*$"}",
  "isDataURI {"pattern":"^[^!-~]*data:([A-Za-z]+/[A-Za-z0-9.+_-]+)?(;[A-Za-z0-9=-]+)*[^!-~]*,"}",
  "isMagnetURI {"pattern":"^magnet:\\\\?"}",
  "isLocale {"pattern":"^[A-Za-z]{1,8}([-_][A-Za-z0-9_-]*)?$"}",
  "isLatLong {"pattern":"^\\\\(?[+-]?[0-9]{1,2}(\\\\.[0-9]+)?, ?[+-]?[0-9]{1,3}(\\\\.[0-9]+)?\\\\)?$"}",
  "isRFC3339 {"format":"date-time"}",
  "isIso8601 {"format":"date-time"}",
  "isDateString {"format":"date-time"}",
  "isMilitaryTime {"pattern":"^([01][0-9]|2[0-3]):?[0-5][0-9]$"}",
  "isTimeZone {"pattern":"^[A-Za-z0-9_+:/-]+$"}",
  "isISO31661Alpha2 {"$ref":"CountryCode","enum":[]}",
  "isISO31661Alpha3 {"$ref":"CountryCodeAlpha3","enum":[]}",
  "isISO31661Numeric {"$ref":"CountryCodeNumeric","enum":[]}",
  "isISO4217CurrencyCode {"$ref":"CurrencyCode","enum":[]}",
  "isISO6391 {"$ref":"LanguageCode","enum":[]}",
  "isAlpha {"pattern":"^[A-Za-z]+$"}",
  "isAlphanumeric {"pattern":"^[0-9A-Za-z]+$"}",
]
`);
  });

  it.each<[string, readonly unknown[], Schema]>([
    ['isDefined', [], {}],
    ['isEmpty', [], { type: 'string', const: '' }],
    ['isNotEmpty', [], { not: { const: '' } }],
    ['equals', ['a'], { type: 'string', const: 'a' }],
    ['equals', [-0], { type: 'integer', const: 0 }],
    ['equals', [{}], { not: {} }],
    ['notEquals', [1], { not: { const: 1 } }],
    ['notEquals', [{}], {}],
    ['isIn', [['a', 'b', 'a']], { type: 'string', enum: ['a', 'b'] }],
    ['isIn', [[1, 'x', true, {}]], { enum: [1, 'x', true] }],
    ['isIn', [[1.5, 2]], { type: 'number', enum: [1.5, 2] }],
    ['isIn', [[]], { not: {} }],
    ['isNotIn', [['a', 1]], { not: { enum: ['a', 1] } }],
    ['isNotIn', [[]], {}],
    ['isEnum', [{ 0: 'Low', 1: 'High', Low: 0, High: 1 }], { type: 'integer', enum: [0, 1] }],
    ['isEnum', [{ 0: 'No', No: 0, Yes: 'yes' }], { enum: [0, 'yes'] }],
    ['isEnum', [['a', 'b']], { type: 'string', enum: ['a', 'b'] }],
    ['isNumber', [{}], { type: 'number' }],
    ['isNumber', [{ maxDecimalPlaces: 0 }], { type: 'integer' }],
    ['isNumber', [{ maxDecimalPlaces: 2 }], { type: 'number' }],
    ['isNotEmptyObject', [], { type: 'object', minProperties: 1 }],
    ['isInstance', [class Point {}], { type: 'object' }],
    ['isInstance', [Date], {}],
    ['min', [5], { type: 'number', minimum: 5 }],
    ['max', [-0], { type: 'number', maximum: 0 }],
    ['min', [-Infinity], { type: 'number' }],
    ['min', ['5'], { not: {} }],
    ['max', [NaN], { not: {} }],
    ['isDivisibleBy', [-4], { type: 'integer', multipleOf: 4 }],
    ['isDivisibleBy', [2.5], { type: 'integer', multipleOf: 2 }],
    ['isDivisibleBy', [1], { type: 'integer' }],
    ['isDivisibleBy', [0.5], { not: {} }],
    ['arrayMinSize', [1.5], { type: 'array', minItems: 2 }],
    ['arrayMinSize', [0], { type: 'array' }],
    ['arrayMaxSize', [1.5], { type: 'array', maxItems: 1 }],
    ['arrayMaxSize', [NaN], { type: 'array' }],
    [
      'arrayContains',
      [['a', 1]],
      { type: 'array', allOf: [{ contains: { const: 'a' } }, { contains: { const: 1 } }] },
    ],
    ['arrayContains', [['a']], { type: 'array', contains: { const: 'a' } }],
    ['arrayNotContains', [['a', 1]], { type: 'array', not: { contains: { enum: ['a', 1] } } }],
    ['arrayUnique', [], { type: 'array' }],
    ['isLength', [2, 4], { type: 'string', minLength: 2, maxLength: 4 }],
    ['isLength', [3], { type: 'string', minLength: 3 }],
    ['minLength', [0], { type: 'string' }],
    ['maxLength', [3.5], { type: 'string', maxLength: 3 }],
    ['isByteLength', [5, 9], { type: 'string', minLength: 2, maxLength: 9 }],
    ['contains', ['a.b'], { type: 'string', pattern: 'a\\.b' }],
    ['contains', ['\uD83D'], { type: 'string' }],
    ['notContains', ['a\n'], { type: 'string', not: { pattern: 'a\\n' } }],
    ['matches', [/^a$/i], { type: 'string', pattern: '^[aA]$' }],
    ['matches', ['^a$', 'i'], { type: 'string', pattern: '^[aA]$' }],
    ['matches', ['('], { type: 'string' }],
    ['isUuid', [4], { type: 'string', format: 'uuid', pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4' }],
    [
      'isUuid',
      [['1', '4']],
      { type: 'string', format: 'uuid', pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[14]' },
    ],
    ['isUuid', ['nil'], { type: 'string', format: 'uuid' }],
    ['isHash', ['md5'], { type: 'string', pattern: '^[0-9A-Fa-f]{32}$' }],
    ['isHash', ['none'], { type: 'string' }],
    [
      'isBase64',
      [{ urlSafe: true }],
      { type: 'string', contentEncoding: 'base64url', pattern: '^[A-Za-z0-9_-]*$' },
    ],
    ['isIsbn', [13], { type: 'string', pattern: '^[0-9 -]{13,}$' }],
    [
      'isISSN',
      [{ case_sensitive: true, require_hyphen: true }],
      { type: 'string', pattern: '^[0-9]{4}-[0-9]{3}[0-9X]$' },
    ],
    ['isNumberString', [{ no_symbols: true }], { type: 'string', pattern: '^[0-9]+$' }],
    ['isNumberString', [{ locale: 'de-DE' }], { type: 'string', pattern: '^[+-]?([0-9]*,)?[0-9]+$' }],
    ['isNumberString', [{ locale: 'xx' }], { type: 'string' }],
    [
      'isDecimal',
      [{ force_decimal: true, decimal_digits: '2' }],
      { type: 'string', pattern: '^[+-]?[0-9]*\\.[0-9]{2}$' },
    ],
    ['isDecimal', [{ decimal_digits: 'x' }], { type: 'string' }],
    ['isCurrency', [{ symbol: '€' }], { type: 'string', pattern: '^[0-9€,. ()-]+$' }],
    ['isCurrency', [{ symbol: '(a|b)' }], { type: 'string' }],
    ['isEmail', [{ allow_display_name: true }], { type: 'string', pattern: '[^@]@[^@]' }],
    ['isUrl', [{ require_protocol: true }], { type: 'string', format: 'uri' }],
    ['isUrl', [{ max_allowed_length: 80 }], { type: 'string', format: 'uri-reference', maxLength: 80 }],
    ['isFqdn', [{ allow_wildcard: true }], { type: 'string', pattern: '^[^ /:@]+$' }],
    ['isIp', [4], { type: 'string', format: 'ipv4' }],
    ['isIp', ['6'], { type: 'string', format: 'ipv6' }],
    [
      'isMacAddress',
      [{ no_colons: true }],
      { type: 'string', pattern: '^([0-9A-Fa-f]{12}|[0-9A-Fa-f]{16})$' },
    ],
    ['isAlpha', ['de-DE'], { $ref: 'Alpha.de-DE', type: 'string', pattern: '^[A-Za-zÄÖÜßäöü]+$' }],
    ['isAlpha', ['xx'], { type: 'string' }],
    [
      'isStrongPassword',
      [{ minLength: 0, minSymbols: 0, minLowercase: 3 }],
      {
        type: 'string',
        format: 'password',
        allOf: [{ pattern: '([a-z][^a-z]*){3}' }, { pattern: '[A-Z]' }, { pattern: '[0-9]' }],
      },
    ],
    ['isStrongPassword', [{ returnScore: true }], { type: 'string', format: 'password' }],
  ])('%s(%p)', (name, constraints, schema) => {
    expect(schemaOf(name, constraints)).toEqual(schema);
  });

  it('is shorter beside a type', () => {
    expect(schemaOf('isNotEmpty', [], { type: 'string' })).toEqual({ type: 'string', minLength: 1 });
    expect(schemaOf('isNotEmpty', [], { type: 'number' })).toEqual({});
    expect(schemaOf('arrayUnique', [], { scalarItems: true })).toEqual({ type: 'array', uniqueItems: true });
    expect(schemaOf('isLatitude', [], { type: 'number' })).toEqual({
      type: 'number',
      minimum: -90,
      maximum: 90,
    });
    expect(schemaOf('isLatitude', [], { type: 'string' })).toHaveProperty('pattern');
    expect(schemaOf('isLatitude', [])).toEqual({
      anyOf: [schemaOf('isLatitude', [], { type: 'number' }), schemaOf('isLatitude', [], { type: 'string' })],
    });
  });

  it('lists the values that the installed validator accepts, and is created once', () => {
    const seen: Schema[] = [];
    const component = (name: string, schema: Schema): Schema => {
      seen.push(schema);
      return { $ref: name };
    };
    expect(schemaOf('isISO31661Alpha2', [], { component })).toEqual({ $ref: 'CountryCode' });
    expect(schemaOf('isISO31661Alpha2', [], { component })).toEqual({ $ref: 'CountryCode' });
    expect(seen[0]!.enum).toContain('DE');
    expect(seen[0]!.enum!.length).toBeGreaterThan(200);
    expect(seen[1]).toBe(seen[0]);
  });
});

describe('the type of a rule', () => {
  it.each<[string, readonly unknown[], unknown]>([
    ['isIn', [[1, 2]], 'number'],
    ['isIn', [['a', 1]], undefined],
    ['isIn', [[null]], undefined],
    ['equals', [true], 'boolean'],
    ['isNumber', [{ maxDecimalPlaces: 0 }], 'integer'],
    ['isEnum', [{ 0: 'Low', Low: 0 }], { enum: [{ name: 'Low', value: 0 }] }],
    ['isEnum', [{ On: true }], undefined],
    ['isLatitude', [], undefined],
    ['minDate', [new Date()], 'date'],
    ['arrayUnique', [], 'array'],
    ['isNotEmptyObject', [], 'object'],
  ])('%s(%p)', (name, constraints, type) => {
    expect(typeOf(name, constraints)).toEqual(type);
  });
});

describe('rules that a schema does not express', () => {
  it.each<[string, readonly unknown[]]>([
    ['isNumber', [{ maxDecimalPlaces: 2 }]],
    ['isNotEmptyObject', [{ nullable: false }]],
    ['arrayContains', [[{}]]],
    ['arrayUnique', [() => 1]],
    ['contains', ['']],
    ['matches', [/(a)\1/i]],
    ['isHash', ['none']],
    ['isNumberString', [{ locale: 'xx' }]],
    ['isDecimal', [{ decimal_digits: 'x' }]],
    ['isIp', []],
    ['isAlpha', ['xx']],
    ['isAlpha', ['hi-IN']],
    ['isEmail', [{ allow_display_name: true }]],
  ])('reports the difference of %s(%p)', (name, constraints) => {
    expect(looserOf(name, constraints)).toMatch(/\w$/);
  });

  it.each<[string, readonly unknown[]]>([
    ['isNumber', [{}]],
    ['isNumber', [{ maxDecimalPlaces: 0 }]],
    ['isNotEmptyObject', []],
    ['arrayContains', [['a']]],
    ['contains', ['a']],
    ['matches', [/a/i]],
    ['isHash', ['md5']],
    ['isBase64', []],
    ['isNumberString', [{}]],
    ['isDecimal', []],
    ['isIp', [4]],
    ['isAlpha', ['de-DE']],
    ['isAlpha', []],
    ['isEmail', []],
  ])('reports no difference of %s(%p)', (name, constraints) => {
    expect(looserOf(name, constraints)).toBeUndefined();
  });
});

describe('the portability of an application’s expression', () => {
  const portabilityOf = (expression: RegExp) =>
    ruleTable.matches!.portability!(schemaOf('matches', [expression]));

  it('is noted if engines differ', () => {
    expect(portabilityOf(/^(?=a)\d$/)).toContain('look-around');
    expect(portabilityOf(/^[a-z]+$/i)).toBeUndefined();
    expect(portabilityOf(/(a)\1/i)).toBeUndefined();
  });
});
