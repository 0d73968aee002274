import * as v from 'class-validator';
import { registerRule } from '../../../src/documents/rules/register.js';

/** One use of a decorator with realistic options, and values that it accepts or nearly accepts. */
export interface Sample {
  /** Exported name of the decorator. */
  readonly decorator: string;
  /** What the use looks like in source. */
  readonly use: string;
  readonly apply: PropertyDecorator;
  /** Values to begin from; they are mutated. */
  readonly seeds: readonly unknown[];
  /** What `@Type` gives, for rules about instances. */
  readonly type?: () => abstract new (...args: never[]) => unknown;
}

class Point {
  x!: number;
}

enum Level {
  Low,
  High,
}
enum Color {
  Red = 'red',
  Blue = 'blue',
}

/** What TypeScript makes of `enum Mixed { No = 0, Yes = 'yes' }`. */
const Mixed = { 0: 'No', No: 0, Yes: 'yes' } as const;

type Use = readonly [use: string, apply: PropertyDecorator, ...seeds: unknown[]];

const uuid = '3f2b8c1e-9a4d-4e6b-8f00-1234567890ab';

/** By exported name. */
const uses: Readonly<Record<string, readonly Use[]>> = {
  IsDefined: [['()', v.IsDefined(), 'a', 0, {}]],
  IsEmpty: [['()', v.IsEmpty(), '']],
  IsNotEmpty: [['()', v.IsNotEmpty(), 'a', '', ' ', 0]],
  Equals: [
    ["('a')", v.Equals('a'), 'a'],
    ['(0)', v.Equals(0), 0, -0],
    ['({})', v.Equals({}), {}],
    ['(true)', v.Equals(true), true],
  ],
  NotEquals: [
    ["('a')", v.NotEquals('a'), 'a'],
    ['(1)', v.NotEquals(1), 1, 2],
    ['({})', v.NotEquals({}), {}],
  ],
  IsIn: [
    ["(['a', 'b'])", v.IsIn(['a', 'b']), 'a', 'b'],
    ["([1, 'x', true])", v.IsIn([1, 'x', true]), 1, 'x', true],
    ['([{}, NaN])', v.IsIn([{}, NaN]), {}],
    ['([1.5, 2])', v.IsIn([1.5, 2]), 1.5, 2],
  ],
  IsNotIn: [
    ["(['a', 1])", v.IsNotIn(['a', 1]), 'a', 1, 'b'],
    ["(['toString'])", v.IsNotIn(['toString']), 'toString'],
  ],
  IsLatLong: [
    ['()', v.IsLatLong(), '45.5,-120.25', '(90.0,180)', '0, 0', '1,2,3', '(1,2),x', '-89.9,+179.99'],
  ],
  IsLatitude: [
    ['()', v.IsLatitude(), '45.5', 45, -90, 90.0001, 0, 1e-7, -1e-6, '45,5', '(4,5)', '+90.00', 1e-6],
  ],
  IsLongitude: [['()', v.IsLongitude(), '120.5', 120, -180, 180.1, 1e-7, ' 12', '45,5', '4)', '+180.0']],

  IsString: [['()', v.IsString(), 'a', '']],
  IsBoolean: [['()', v.IsBoolean(), true, false]],
  IsInt: [['()', v.IsInt(), 0, -0, 1, 1.5, 1e300, 2 ** 53]],
  IsNumber: [
    ['()', v.IsNumber(), 0, 1.5, 1e300, 1e-7],
    ['({ maxDecimalPlaces: 2 })', v.IsNumber({ maxDecimalPlaces: 2 }), 0.07, 1.25, 1.255, 1e-7, 1.5e-7],
    ['({ maxDecimalPlaces: 0 })', v.IsNumber({ maxDecimalPlaces: 0 }), 1, 1.5],
    ['({ allowNaN: true })', v.IsNumber({ allowNaN: true, allowInfinity: true }), 1],
  ],
  IsArray: [['()', v.IsArray(), [], [1]]],
  IsObject: [['()', v.IsObject(), {}, { a: 1 }]],
  IsEnum: [
    ['(Level)', v.IsEnum(Level), 0, 1, 'Low'],
    ['(Color)', v.IsEnum(Color), 'red', 'blue'],
    ['(Mixed)', v.IsEnum(Mixed), 0, 'yes', 'No'],
    ["(['a', 'b'])", v.IsEnum(['a', 'b']), 'a', 'b'],
  ],

  Min: [
    ['(5)', v.Min(5), 5, 4.9, 1e300],
    ['(-0.5)', v.Min(-0.5), -0.5, -0.6],
  ],
  Max: [
    ['(5)', v.Max(5), 5, 5.1, -1e300],
    ['(0)', v.Max(0), 0, -0, 1e-7],
  ],
  IsPositive: [['()', v.IsPositive(), 1, 1e-7, 0, -0]],
  IsNegative: [['()', v.IsNegative(), -1, -1e-7, 0, -0]],
  IsDivisibleBy: [
    ['(3)', v.IsDivisibleBy(3), 3, 0, -6, 4, 1.5, 3e21],
    ['(2.5)', v.IsDivisibleBy(2.5), 2, 5, 2.5],
    ['(0.5)', v.IsDivisibleBy(0.5), 1, 0.5],
    ['(1)', v.IsDivisibleBy(1), 1, 1.5, 1e21],
    ['(-4)', v.IsDivisibleBy(-4), 8, -4, 2],
  ],

  ArrayContains: [
    ["(['a', 1])", v.ArrayContains(['a', 1]), ['a', 1], [1, 'a', 2], ['a']],
    ['([])', v.ArrayContains([]), []],
    ['([{}])', v.ArrayContains([{}]), [{}]],
  ],
  ArrayNotContains: [
    ["(['a', 1])", v.ArrayNotContains(['a', 1]), ['b'], ['a'], []],
    ['([{}])', v.ArrayNotContains([{}]), [{}]],
  ],
  ArrayNotEmpty: [['()', v.ArrayNotEmpty(), [], [1]]],
  ArrayMinSize: [
    ['(2)', v.ArrayMinSize(2), [1, 2], [1]],
    ['(0)', v.ArrayMinSize(0), []],
  ],
  ArrayMaxSize: [['(2)', v.ArrayMaxSize(2), [1, 2], [1, 2, 3], []]],
  ArrayUnique: [
    ['()', v.ArrayUnique(), [1, 2], [1, 1], [{}, {}], [0, -0], [1, '1'], [true, 1], [null, null]],
    [
      '(s => s.toLowerCase()) @IsString({ each })',
      together(
        v.ArrayUnique((text: string) => text.toLowerCase()),
        v.IsString({ each: true }),
      ),
      ['a', 'A'],
      ['a', 'b'],
    ],
    ['() @IsString({ each })', together(v.ArrayUnique(), v.IsString({ each: true })), ['a', 'A'], ['a', 'a']],
    [
      '(o => o.id)',
      v.ArrayUnique((o: { id: unknown }) => o.id),
      [{ id: 1 }, { id: 1 }],
      [{ id: 1 }, { id: 2 }],
    ],
  ],

  IsNotEmptyObject: [
    ['()', v.IsNotEmptyObject(), { a: 1 }, {}, { a: null }, { toString: 1 }, { hasOwnProperty: 1, a: 2 }],
    [
      '({ nullable: false })',
      v.IsNotEmptyObject({ nullable: false }),
      { a: 1 },
      { a: null },
      { a: null, b: 0 },
    ],
  ],
  IsInstance: [
    ['(Array)', v.IsInstance(Array), [], {}],
    ['(Object)', v.IsInstance(Object), [], {}],
    ['(String)', v.IsInstance(String), 'a'],
    ['(Point)', v.IsInstance(Point), {}],
  ],

  Length: [
    ['(2, 4)', v.Length(2, 4), 'ab', 'abcde', '\u2764\uFE0F', '😀😀', 'a\uFE0F\uFE0F'],
    ['(3)', v.Length(3), 'abc', 'ab', 'a\uFE0Fb'],
    ['(2, 2)', v.Length(2, 2), 'ab', '\uFE0F\uFE0F', 'a\uFE0Fb\uFE0E'],
  ],
  MinLength: [
    ['(2)', v.MinLength(2), 'ab', 'a', '😀', 'a\uFE0F'],
    ['(0)', v.MinLength(0), ''],
  ],
  MaxLength: [['(3)', v.MaxLength(3), 'abc', 'abcd', '😀😀😀', 'a\uFE0Fb\uFE0Fc\uFE0F']],
  IsByteLength: [
    ['(2, 8)', v.IsByteLength(2, 8), 'ab', 'ää', '😀😀', '\uD800', 'abcdefghi'],
    ['(4)', v.IsByteLength(4), 'abcd', '😀', 'abc'],
    [
      '(1, 60)',
      v.IsByteLength(1, 60),
      'abcd',
      'ä'.repeat(30),
      '€'.repeat(20),
      '😀'.repeat(15),
      'aä€😀'.repeat(6),
      '',
    ],
  ],
  Contains: [
    ["('a.b')", v.Contains('a.b'), 'xa.by', 'a-b'],
    ["('')", v.Contains(''), '', 'a', 'ab', '😀'],
    ["('\\n/')", v.Contains('\n/'), '\n/'],
    ["('😀')", v.Contains('😀'), 'a😀', '\uD83D'],
  ],
  NotContains: [
    ["('a+')", v.NotContains('a+'), 'a', 'a+'],
    ["('')", v.NotContains(''), '', 'a', 'ab'],
  ],
  Matches: [
    ['(/^[a-z]+$/i)', v.Matches(/^[a-z]+$/i), 'abC', 'ſ', 'K'],
    ['(/^[^@]+@[^@]+$/)', v.Matches(/^[^@]+@[^@]+$/), 'a@b', '😀@😀', 'a@@'],
    [
      '(/^(?=.*[A-Z])(?=.*\\d).{8,}$/)',
      v.Matches(/^(?=.*[A-Z])(?=.*\d).{8,}$/),
      'Abcdefg1',
      'A1😀😀😀',
      'abcdefgh',
    ],
    ['(/^a.c$/s)', v.Matches(/^a.c$/s), 'a\nc', 'abc'],
    ['(/^\\w+$/m)', v.Matches(/^\w+$/m), 'a b\nabc', 'a b', 'é\u2028x'],
    ['(/^\\@\\-{,2}$/)', v.Matches(new RegExp('^\\@\\-{,2}$')), '@-{,2}', '@--'],
    ["('^\\\\d{2}$', 'g')", v.Matches('^\\d{2}$', 'g'), '12', '123'],
    ['(/(a|b)\\1/)', v.Matches(/(a|b)\1/), 'aa', 'ab', 'bb'],
    ['(/[é]/iu)', v.Matches(/[é]/iu), 'É', 'é', 'e'],
    ['(/k/iu)', v.Matches(/k/iu), 'K', 'k', '\u212A'],
    ['(/^\\p{Lu}+$/u)', v.Matches(/^\p{Lu}+$/u), 'ÄB', 'a'],
    ['(/^[^a-c]$/i)', v.Matches(/^[^a-c]$/i), 'd', 'A', 'b', '😀'],
    ['(/^[\\w-]+(\\.[\\w-]+)*$/)', v.Matches(/^[\w-]+(\.[\w-]+)*$/), 'a-b.c', 'a..b'],
    [
      '(/^#?([a-f0-9]{6}|[a-f0-9]{3})$/)',
      v.Matches(/^#?([a-f0-9]{6}|[a-f0-9]{3})$/),
      '#fff',
      'abcdef',
      '#ff',
    ],
  ],
  IsLowercase: [['()', v.IsLowercase(), 'abc', 'é', 'É', 'ǆ', 'ǅ', '\u0345', 'ß', '𐐀', '𐐨', '\u1E9E']],
  IsUppercase: [['()', v.IsUppercase(), 'ABC', 'É', 'ß', '\u0345', 'ǅ', 'ŉ', '𐐀', '𐐨', 'ﬁ', 'ª']],
  IsAscii: [['()', v.IsAscii(), 'abc', 'é', '\x00\x7F']],
  IsMultibyte: [['()', v.IsMultibyte(), 'é', 'abc', '😀']],
  IsFullWidth: [['()', v.IsFullWidth(), 'ａ', 'a', '😀', '\n']],
  IsHalfWidth: [['()', v.IsHalfWidth(), 'a', 'ａ', 'ｱ']],
  IsVariableWidth: [['()', v.IsVariableWidth(), 'aａ', 'a', 'ａ', '\na', '😀 ']],
  IsSurrogatePair: [['()', v.IsSurrogatePair(), '😀', '\uD83D', '\uDE00\uD83D']],

  IsUUID: [
    ['()', v.IsUUID(), uuid, '00000000-0000-0000-0000-000000000000', 'FFFFFFFF-ffff-ffff-ffff-ffffffffffff'],
    ['(4)', v.IsUUID(4), uuid, uuid.toUpperCase(), uuid.replace('-4', '-1')],
    ["(['1', '4'])", v.IsUUID(['1', '4'] as never), uuid, uuid.replace('-4', '-1'), uuid.replace('-4', '-7')],
    ["('loose')", v.IsUUID('loose'), uuid.replace('-4', '-0')],
    ["('nil')", v.IsUUID('nil'), '00000000-0000-0000-0000-000000000000'],
    ["('9')", v.IsUUID('9' as never), uuid],
    ["('14')", v.IsUUID('14' as never), uuid, uuid.replace('-4', '-14')],
    ["('all')", v.IsUUID('all'), uuid, '00000000-0000-0000-0000-000000000000'],
    ["('max')", v.IsUUID('max'), uuid, 'FFFFFFFF-ffff-ffff-ffff-ffffffffffff'],
  ],
  IsMongoId: [
    [
      '()',
      v.IsMongoId(),
      '507f1f77bcf86cd799439011',
      '0x507f1f77bcf86cd7994390',
      '0h507f1f77bcf86cd7994390',
      '0H507f1f77bcf86cd7994390',
      '507f1f77bcf86cd79943901',
    ],
  ],
  IsFirebasePushId: [['()', v.IsFirebasePushId(), '-M_aBcDeFgHiJkLmNoPq', '-M_aBcDeFgHiJkLmNoP']],
  IsHexadecimal: [['()', v.IsHexadecimal(), 'deadBEEF', '0xFF', '0hff', '0x']],
  IsOctal: [['()', v.IsOctal(), '0o17', '17', '8', '0O7']],
  IsHexColor: [['()', v.IsHexColor(), '#fff', 'FFFFFF', '#ffff', '#12345678', '#12345']],
  IsRgbColor: [
    [
      '()',
      v.IsRgbColor(),
      'rgb(0,255,30)',
      'rgba(1,2,3,.5)',
      'rgb(5%,100%,0%)',
      'rgba(1%,2%,3%,1.0)',
      'rgb(256,0,0)',
    ],
    ['(false)', v.IsRgbColor(false), 'rgb(0,255,30)', 'rgb(5%,100%,0%)', 'rgba(1,2,3,0.55)'],
  ],
  IsHSL: [
    [
      '()',
      v.IsHSL(),
      'hsl(360,100%,50%)',
      'hsla(270deg , 60% , 50% , .5)',
      ' HSL( 1turn 2% 3% / 4%)',
      '\u00A0hsl(1,2%,3%)\n',
      'hsl(200 20% 10%/ 0.1)',
      'hsl(1.5e1rad,0%,0%,1%)',
      'hsl(1 2% 3% /4)',
    ],
  ],
  IsHash: [
    ["('md5')", v.IsHash('md5'), 'd41d8cd98f00b204e9800998ecf8427e', 'd41d8cd98f00b204e9800998ecf8427'],
    ["('sha256')", v.IsHash('sha256'), 'a'.repeat(64), 'A'.repeat(63)],
    ["('none')", v.IsHash('none'), 'a'.repeat(64), 'a{undefined}'],
  ],
  IsBase32: [['()', v.IsBase32(), 'MZXW6===', 'MZXW6YTB', 'A=======', 'A===============', 'MZXW6Y==']],
  IsBase58: [['()', v.IsBase58(), '', '2NEpo7TZRRrLZSi2U', '0OIl']],
  IsBase64: [
    ['()', v.IsBase64(), '', 'TWFu', 'TWE=', 'TQ==', 'T===', 'TWF'],
    ['({ urlSafe: true })', v.IsBase64({ urlSafe: true }), 'TW-_', 'TWE', 'TWE=', ''],
    ['({ padding: false })', v.IsBase64({ padding: false }), 'TWE', 'TW+/', 'TWE='],
    [
      '({ urlSafe: true, padding: true })',
      v.IsBase64({ urlSafe: true, padding: true }),
      'TW-_',
      'TWE=',
      'TWE',
    ],
  ],
  IsJWT: [['()', v.IsJWT(), 'eyJh.eyJz.SflK', '..', 'a.b', 'a.b.c.d', 'a.b=.c']],
  IsSemVer: [
    [
      '()',
      v.IsSemVer(),
      '1.2.3',
      '1.0.0-alpha.1+build.5',
      '1.0.0-01',
      '01.2.3',
      '1.0.0-0a.-',
      '1.2.3+001',
      '1.2.3-a..b',
      '1.2.3+a..b',
      '1.2.3-',
    ],
  ],
  IsBooleanString: [['()', v.IsBooleanString(), 'true', '0', 'TRUE', 'yes']],
  IsJSON: [['()', v.IsJSON(), '{"a":1}', ' [1] ', '1', 'null', '{', '[}', '{}\u00A0']],

  IsISO8601: [
    [
      '()',
      v.IsISO8601(),
      '2020-02-30T12:30:45.123Z',
      '2020',
      '202005',
      '2020-W05-1',
      '2020-366',
      '+2020-01-01 24:00',
      '20200101T120000,5+0130',
      '2020-05T12',
      '2020-01-01T12:30.5',
      '2020-01-01T1230.5:30',
      '2020-01-01T30',
      '2020-01-01T24:0030',
      '202005T10',
      '202005 10',
      '2020-01-01\u00A010:00',
    ],
    [
      '({ strict: true })',
      v.IsISO8601({ strict: true }),
      '2020-02-29',
      '2019-02-29',
      '2020-02-30',
      '2019-366',
      '2020-366T10',
      '20190431',
      '0999-01-01',
      '0099-01-01',
      '0099-012',
      '0099-01',
      '+0099-012',
      '2020-12-31T10:00Z',
      '1900-02-29',
      '2000-02-29',
    ],
    [
      '({ strictSeparator: true })',
      v.IsISO8601({ strictSeparator: true }),
      '2020-01-01T10:00',
      '2020-01-01 10:00',
    ],
  ],
  IsDateString: [
    ['()', v.IsDateString(), '2020-02-30', '2020-01-01T00:00:00Z', '2020-1-1', 'now'],
    [
      '({ strict: true })',
      v.IsDateString({ strict: true }),
      '2020-02-30',
      '2020-01-01T00:00:00Z',
      '+2020-366',
    ],
  ],
  IsRFC3339: [
    [
      '()',
      v.IsRFC3339(),
      '2020-02-30T23:59:60Z',
      '2020-01-01 00:00:00.5-05:30',
      '2020-01-01t00:00:00z',
      '2020-01-01',
    ],
  ],
  IsMilitaryTime: [['()', v.IsMilitaryTime(), '23:59', '0000', '24:00', '2:00']],
  IsTimeZone: [
    [
      '()',
      v.IsTimeZone(),
      'Europe/Berlin',
      'utc',
      'Etc/GMT+1',
      'America/Argentina/Buenos_Aires',
      'Mars/Base',
      'EST5EDT',
      'GB-Eire',
      'GMT0',
      '+01:00',
      '+0100',
      '-24:00',
      'ACT',
      'SystemV/EST5',
      'asia/kolkata',
      'Asia/Calcutta',
      'Europe/Kyiv',
    ],
  ],

  IsNumberString: [
    ['()', v.IsNumberString(), '12', '-1.5', '.5', '5.', '1,5', '1e5'],
    ['({ no_symbols: true })', v.IsNumberString({ no_symbols: true }), '12', '-1', '1.5'],
    ["({ locale: 'de-DE' })", v.IsNumberString({ locale: 'de-DE' }), '1,5', '1.5'],
    ["({ locale: 'ar' })", v.IsNumberString({ locale: 'ar' }), '1٫5', '1.5'],
    ["({ locale: 'xx' })", v.IsNumberString({ locale: 'xx' as never }), '1d5', '1.5'],
  ],
  IsDecimal: [
    ['()', v.IsDecimal(), '1.5', '.5', '+', '', '12', '1.', '-'],
    [
      '({ force_decimal: true })',
      v.IsDecimal({ force_decimal: true, decimal_digits: '2' }),
      '1.50',
      '1.5',
      '1',
      '.55',
    ],
    [
      "({ decimal_digits: '0,2', locale: 'de-DE' })",
      v.IsDecimal({ decimal_digits: '0,2', locale: 'de-DE' }),
      '1,',
      '1,55',
      ',',
      '1.5',
      '-,',
      ' ',
    ],
    ["({ locale: 'xx' })", v.IsDecimal({ locale: 'xx' as never }), '1.5', '1'],
  ],
  IsCurrency: [
    ['()', v.IsCurrency(), '$1,234.56', '-$5', '.50', '1234.5', '$', '-1', '1,2345', ' 1', '- 1'],
    [
      "({ symbol: '€', symbol_after_digits: true, … })",
      v.IsCurrency({
        symbol: '€',
        symbol_after_digits: true,
        allow_space_after_digits: true,
        thousands_separator: '.',
        decimal_separator: ',',
        require_symbol: true,
      }),
      '1.234,56 €',
      '-5€',
      '5',
      '1.234,56  €',
    ],
    [
      '({ allow_decimal: false })',
      v.IsCurrency({ allow_decimal: false, allow_negatives: false }),
      '$1,000',
      '$1.00',
      '-1',
    ],
    [
      '({ parens_for_negatives: true })',
      v.IsCurrency({ parens_for_negatives: true }),
      '($5.00)',
      '$5',
      '-5',
      '(5',
    ],
    [
      "({ symbol: 'R', allow_negative_sign_placeholder: true })",
      v.IsCurrency({
        symbol: 'R',
        negative_sign_before_digits: true,
        allow_negative_sign_placeholder: true,
        digits_after_decimal: [1, 3],
      }),
      'R 123',
      'R-123',
      'R 1.5',
      'R1.234',
      'R 1.55',
    ],
    [
      '({ negative_sign_after_digits: true, … })',
      v.IsCurrency({
        negative_sign_after_digits: true,
        allow_space_after_symbol: true,
        require_decimal: true,
      }),
      '$ 1.00-',
      '$1.00',
      '$1',
      '1.00- ',
    ],
  ],

  IsIP: [
    [
      '()',
      v.IsIP(),
      '127.0.0.1',
      '::1',
      'fe80::1%eth0',
      '1:2:3:4:5:6:7:8',
      '256.1.1.1',
      '::ffff:1.2.3.4',
      '1::2::3',
      '01.1.1.1',
    ],
    ['(4)', v.IsIP(4), '127.0.0.1', '::1', '1.2.3'],
    [
      "('6')",
      v.IsIP('6'),
      '::',
      '1:2:3:4:5:6:1.2.3.4',
      '1::',
      '1:2:3:4:5:6:7::',
      '::2:3:4:5:6:7:8',
      '1::3:4:5:6:1.2.3.4',
      '127.0.0.1',
      '1:2:3:4:5:6:7:8:9',
    ],
  ],
  IsPort: [['()', v.IsPort(), '80', '65535', '65536', '+80', '-0', '080', '0', '-1', '65529', '59999']],
  IsMACAddress: [
    [
      '()',
      v.IsMACAddress(),
      '01:23:45:67:89:ab',
      '01-23-45-67-89-AB',
      '01:23-45:67:89:ab',
      '0123.4567.89ab',
      '01 23 45 67 89 ab',
      '01\t23\t45\t67\t89\tab',
      '01:02:03:04:05:06:07:08',
      '0123.4567.89ab.cdef',
      '0123456789ab',
    ],
    [
      '({ no_separators: true })',
      v.IsMACAddress({ no_separators: true }),
      '0123456789ab',
      '0123456789abcdef',
      '01:23:45:67:89:ab',
    ],
    [
      "({ eui: '64' })",
      v.IsMACAddress({ eui: '64' }),
      '01:02:03:04:05:06:07:08',
      '01:23:45:67:89:ab',
      '0123.4567.89ab.cdef',
    ],
  ],
  IsMimeType: [
    [
      '()',
      v.IsMimeType(),
      'text/html',
      'TEXT/html; charset="utf-8"',
      'multipart/form-data; boundary=--abc',
      'application/vnd.api+json',
      'foo/bar',
      'text/html; charset=utf-8 (comment)',
      'multipart/x;charset=a;boundary=b',
      'text/a_b;charset=x',
    ],
  ],
  IsDataURI: [
    [
      '()',
      v.IsDataURI(),
      'data:text/plain;base64,SGk=',
      ' data:,',
      '\u2003\tdata:,a',
      'data:text/plain\t,a',
      'data:;charset=utf-8,a b',
      'data:text/plain;BASE64;a=b,x',
      'data:text/plain',
      'data:text/html ,<',
      'DATA:,',
      'data:,a,b,\n',
    ],
  ],
  IsMagnetURI: [
    [
      '()',
      v.IsMagnetURI(),
      `magnet:?xt=urn:btih:${'a1'.repeat(20)}`,
      `magnet:?dn=x&xt.1=urn:SHA1:${'A'.repeat(32)}&tr=y`,
      `magnet:?x?&xt=urn:md5:${'a'.repeat(32)}`,
      `magnet:?xt=urn:btmh:1220${'a'.repeat(64)}`,
      'magnet:?xt=urn:btih:xyz',
    ],
  ],
  IsLocale: [
    [
      '()',
      v.IsLocale(),
      'en',
      'en_US',
      'zh-Hant-CN',
      'sr-Latn-RS-1994',
      'x-private-1',
      'i-klingon',
      'en-GB-oed',
      'de-a-bcd-x-y',
      'zh-min-nan',
      'sgn-BE-FR',
      'e',
      'abcd',
      'en-1-ab',
      'art-lojban',
      'de-CH-1-ab',
    ],
  ],

  IsFQDN: [
    [
      '()',
      v.IsFQDN(),
      'example.com',
      'localhost',
      '-a.com',
      'a_b.com',
      'ex.c',
      'ümläut.de',
      'xn--80ak6aa92e.xn--p1ai',
      'a.123',
      `${'a'.repeat(63)}.com`,
      `${'a'.repeat(64)}.com`,
      '😀.com',
      'a..com',
      'a.b\u3000',
    ],
    ['({ require_tld: false })', v.IsFQDN({ require_tld: false }), 'localhost', 'a.1', '123', 'a.b'],
    [
      '({ allow_underscores, trailing dot, wildcard })',
      v.IsFQDN({ allow_underscores: true, allow_trailing_dot: true, allow_wildcard: true }),
      'a_b.com.',
      '*.example.com',
      '*.com',
      '_dmarc.x.org',
      'a.com..',
    ],
    ['({ allow_numeric_tld: true })', v.IsFQDN({ allow_numeric_tld: true }), 'a.1', '1.2.3', 'a.b c', 'a.b'],
  ],
  IsEmail: [
    [
      '()',
      v.IsEmail(),
      'a@b.co',
      '"a b"@c.de',
      'ü@exämple.de',
      'a..b@c.de',
      'a@localhost',
      '"@c.de',
      'a b@c.de',
      'a@[1.2.3.4]',
      'a+b/c=d@x.y.zz',
      'a\u3000b@c.de',
      `${'a'.repeat(65)}@b.co`,
    ],
    [
      '({ allow_display_name: true })',
      v.IsEmail({ allow_display_name: true }),
      'Ann <a@b.co>',
      'a@b.co',
      '"A <" <a@b.co>',
    ],
    [
      '({ allow_ip_domain: true })',
      v.IsEmail({ allow_ip_domain: true }),
      'a@[1.2.3.4]',
      'a@1.2.3.4',
      'a@[::1]',
      'a@b.co',
    ],
    ['({ require_tld: false })', v.IsEmail({ require_tld: false }), 'a@localhost', 'a@b'],
    ['({ allow_utf8_local_part: false })', v.IsEmail({ allow_utf8_local_part: false }), 'ü@b.co', 'a@b.co'],
    ['({ ignore_max_length: true })', v.IsEmail({ ignore_max_length: true }), `${'a'.repeat(300)}@b.co`],
    [
      '({ require_display_name: true })',
      v.IsEmail({ require_display_name: true, allow_utf8_local_part: false }),
      'Ann Lee <a@b.co',
      '"A. \\"B" <a@b.co>',
      'a@b.co',
      ' <a@b.co>',
      'A. B <a@b.co>',
    ],
    [
      "({ host_whitelist: ['k.co'] })",
      v.IsEmail({ host_whitelist: ['k.co', 'L.co'] }),
      'a@k.co',
      'a@K.CO',
      'a@\u212A.co',
      'a@l.co',
    ],
    [
      "({ blacklisted_chars: 'a-c' })",
      v.IsEmail({ blacklisted_chars: 'a-c' }),
      'x@abc.co',
      'ax@y.co',
      '"b"@y.co',
    ],
    ["({ host_blacklist: ['b.co'] })", v.IsEmail({ host_blacklist: ['b.co'] }), 'a@b.co', 'a@c.co'],
  ],
  IsUrl: [
    [
      '()',
      v.IsUrl(),
      'https://example.com/a?b=c#d',
      'example.com',
      'foo@bar.com',
      'http://u:p@h.com:8080/',
      'http://[::1]:80/',
      'ftp://1.2.3.4',
      'mailto:a@b.co',
      'http://localhost',
      '//a.com',
      'HTTP:a.com',
      'a.com:99999',
      'javascript:alert(1)',
      'http://a.com\n',
      'a.com?x',
      'http://ümlaut.de',
      'user:pw@host.com',
      'a.com:',
      'http://-a.com',
      'http:a.com',
      'http:%41:x@h.com',
      'h%41:x@h.com',
      'a.com:080/x:y@z',
      '1a.com:',
      ':p@h.com:00080',
      'u:@h.com#@',
      'http:/a.com',
      'http:80.com',
      '[::1]:',
    ],
    [
      '({ require_protocol: true })',
      v.IsUrl({ require_protocol: true }),
      'https://a.com',
      'a.com',
      'ws://a.com',
    ],
    [
      '({ require_tld: false })',
      v.IsUrl({ require_tld: false }),
      'http://localhost:3000',
      'localhost',
      'http://a',
    ],
    [
      "({ protocols: ['ws'], allow_underscores, … })",
      v.IsUrl({ protocols: ['ws'], allow_underscores: true, allow_trailing_dot: true }),
      'ws://a_b.com.',
      'http://a.com',
      'WS://a.com',
    ],
    [
      '({ require_host: false, … })',
      v.IsUrl({ require_host: false, require_valid_protocol: false }),
      'file:///a/b',
      '/a',
      'x:y',
      'a.com/?x',
      '?q',
      'file:a.b',
    ],
    [
      '({ require_port: true, disallow_auth: true })',
      v.IsUrl({ require_port: true, disallow_auth: true }),
      'http://a.com:80',
      'http://a.com',
      'http://u@a.com:80',
    ],
    [
      "({ host_blacklist: ['a.com', '::1'] })",
      v.IsUrl({ host_blacklist: ['a.com', '::1'] }),
      'a.com',
      'a.com.de',
      'http://u@a.com:80/',
      'http://[::1]',
      'http://[::2]',
    ],
    [
      "({ host_whitelist: ['a', /^b/] })",
      v.IsUrl({ host_whitelist: ['a', /^b/] }),
      'a:80',
      'http://bcd/x',
      'x@b@d',
      'b@d',
      'c',
    ],
    [
      "({ host_whitelist: ['a'] })",
      v.IsUrl({ host_whitelist: ['a'] }),
      'http://a',
      'http://b',
      'a:80/x',
      'u@a',
    ],
    [
      '({ allow_protocol_relative_urls: true })',
      v.IsUrl({ allow_protocol_relative_urls: true, allow_fragments: false, allow_query_components: false }),
      '//a.com',
      'a.com#x',
      'a.com?x',
    ],
    ['({ validate_length: false })', v.IsUrl({ validate_length: false }), `a.com/${'x'.repeat(3000)}`],
  ],

  IsBtcAddress: [
    [
      '()',
      v.IsBtcAddress(),
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      `bc1p${'q'.repeat(58)}`,
      `tb1${'q'.repeat(59)}`,
    ],
  ],
  IsEthereumAddress: [
    ['()', v.IsEthereumAddress(), `0x${'aB'.repeat(20)}`, `0X${'0'.repeat(40)}`, `0x${'a'.repeat(39)}`],
  ],
  IsISRC: [['()', v.IsISRC(), 'USAT29900609', 'usat29900609', 'US-AT2-99-00609']],
  IsCreditCard: [
    [
      '()',
      v.IsCreditCard(),
      '4111 1111 1111 1111',
      '378282246310005',
      '5105105105105100',
      '5100',
      '5118',
      '6011-1111-1111-1117',
      '4111111111111112',
    ],
  ],
  IsEAN: [['()', v.IsEAN(), '4006381333931', '73513537', '4006381333932', '00012345600012']],
  IsISIN: [['()', v.IsISIN(), 'US0378331005', 'US0378331004', 'us0378331005']],
  IsISBN: [
    ['()', v.IsISBN(), '0-306-40615-2', '978-0-306-40615-7', '080442957X', '0306406153'],
    ["('10')", v.IsISBN('10'), '0306406152', '9780306406157', '0 306 40615 2'],
    ["('13')", v.IsISBN('13'), '9780306406157', '0306406152'],
  ],
  IsISSN: [
    ['()', v.IsISSN(), '0378-5955', '2434561X', '2434561x', '0378-5954'],
    [
      '({ case_sensitive, require_hyphen })',
      v.IsISSN({ case_sensitive: true, require_hyphen: true }),
      '2434-561X',
      '2434-561x',
      '2434561X',
    ],
  ],
  IsIBAN: [
    [
      '()',
      v.IsIBAN(),
      'DE89 3704 0044 0532 0130 00',
      'gb82west12345698765432',
      'NO93-8601-1117-947',
      'DE89370400440532013001',
      // Letters that become others in upper case: a dotless i, a long s, a ligature, a sharp s.
      'g\u013184nwbk000000007099453',
      'e\u017F05 2100 0418 4502 0005 1332',
      '\uFB0152 1234 5600 0007 85',
      'gb50wes\u017F12345698765432',
      'GB15WE\u00DF12345698765432',
    ],
  ],

  IsIdentityCard: [
    [
      "('any')",
      v.IsIdentityCard('any' as never),
      '99999999R',
      '12345678',
      '311280-888Y',
      'CA12345AA',
      '44051401359',
    ],
    ["('ES')", v.IsIdentityCard('ES'), '12345678z', ' X1234567L', '12345678A'],
    ["('IT')", v.IsIdentityCard('IT'), 'CA12345AA', 'CA00000AA', 'ca00000aa', 'CA1234AA'],
    ["('LK')", v.IsIdentityCard('LK'), '722222222v', '200012345678', '022222222v'],
    ["('PK')", v.IsIdentityCard('PK'), '45504-4185771-3', ' 45504-4185771-3 ', '45504-4185771-0'],
    [
      "('zh-CN')",
      v.IsIdentityCard('zh-CN'),
      '235407195106112745',
      '210203197503102721',
      '330681198006262',
      '11010519491231002X',
    ],
    ["('zh-HK')", v.IsIdentityCard('zh-HK'), 'OV290326[A]', 'Q803337[0]', 'a123456(3)', 'ß1234569'],
    ["('zh-TW')", v.IsIdentityCard('zh-TW'), 'B176944193', 'A123456789', 'a123456780'],
    ["('PL')", v.IsIdentityCard('PL'), '99012229019', '09210215408', '99012229018'],
    ["('FI')", v.IsIdentityCard('FI'), '131052-308T', '131052A308T'],
    ["('IN')", v.IsIdentityCard('IN'), '298448863364', '2984 4886 3364', '298448863365'],
    ["('he-IL')", v.IsIdentityCard('he-IL'), '219472156', '219486610', '219472157'],
    ["('ar-LY')", v.IsIdentityCard('ar-LY'), '119803455876', ' 219803455876', '319803455876'],
    ["('ar-TN')", v.IsIdentityCard('ar-TN'), '09958092', ' 09958092 ', '0995809'],
    ["('NO')", v.IsIdentityCard('NO'), '09053426694', '26028338723', '00000000000'],
    ["('TH')", v.IsIdentityCard('TH'), '1101230000001', '1101230000060'],
    ["('IR')", v.IsIdentityCard('IR'), '0499370899', '0790419904', '0684159415'],
    ["('xx')", v.IsIdentityCard('xx' as never), '12345678'],
  ],
  IsPassportNumber: [
    ["('DE')", v.IsPassportNumber('DE'), 'C26VMVVC3', 'c26 vmvvc3', 'ABC', 'ﬀ1234567'],
    ["('US')", v.IsPassportNumber('US'), '790369937', 'A12345678', ' 34 0007237 '],
    ["('MZ')", v.IsPassportNumber('MZ'), 'AB0808212zzz', 'x08AB12123', 'AB080821', '\nAB0808212'],
    ["('PH')", v.IsPassportNumber('PH'), 'X123456', 'XY1234567', 'P1234567Ax', 'aXY123456'],
    ["('IN')", v.IsPassportNumber('IN'), 'A-1234567', 'A1234567'],
    ["('NZ')", v.IsPassportNumber('NZ'), 'LF012345', 'n123456', 'LX012345'],
    ["('CN')", v.IsPassportNumber('CN'), 'G25352389', 'E00160027', 'EA1234567', 'EI1234567'],
    ["('ES')", v.IsPassportNumber('ES'), 'AF238143', 'XAB123456', 'ABC123456'],
    ["('ZZ')", v.IsPassportNumber('ZZ'), 'A1234567'],
    ["('de')", v.IsPassportNumber('de'), 'C26VMVVC3'],
  ],
  IsTaxId: [
    ['()', v.IsTaxId(), '01-1234567', '07-1234567', '10 1234567', '101234567'],
    ["('de-DE')", v.IsTaxId('de-DE'), '81872495633', '26954371827', '26/954/371/827'],
    ["('en-GB')", v.IsTaxId('en-GB'), '1234567890', 'AA123456A', 'GB123456A', 'aa123456 '],
    ["('es-AR')", v.IsTaxId('es-AR'), '20271633638', 'x20271633638'],
    ["('fr-BE')", v.IsTaxId('fr-BE'), '00012511119', '00.01', '000-125-111-19'],
    ["('it-IT')", v.IsTaxId('it-IT'), 'DMLPRY77D15H501F', 'AXXFAXTTD41H501D'],
    ["('mt-MT')", v.IsTaxId('mt-MT'), '1234567A', '882345608', '34581M', '199Z', '1234567a'],
    ["('pt-BR')", v.IsTaxId('pt-BR'), '35161990910', '351.619.909-10', '12.345'],
    ["('et-EE')", v.IsTaxId('et-EE'), '10001010080', '46304280206'],
    ["('xx')", v.IsTaxId('xx'), '123456789'],
  ],
  IsPhoneNumber: [
    [
      '()',
      v.IsPhoneNumber(),
      '+49 30 901820',
      '030 901820',
      '＋４９３０９０１８２０',
      'tel:+4930901820',
      '+1 (213) 373-4253',
      '+4930',
    ],
    ["('DE')", v.IsPhoneNumber('DE'), '030 901820', '+49 30 901820', '+1 213 373 4253', '110'],
  ],
  IsMobilePhone: [
    ['()', v.IsMobilePhone(), '+4915112345678', '13812345678', '123'],
    ["('de-DE')", v.IsMobilePhone('de-DE'), '015112345678', '+4915112345678'],
    [
      "('en-US', { strictMode: true })",
      v.IsMobilePhone('en-US', { strictMode: true }),
      '+1 (213) 373-4253',
      '2133734253',
    ],
    ["(['fr-FR', 'xx'])", v.IsMobilePhone(['fr-FR', 'xx'] as never), '+33612345678', '0612345678'],
    ["('id-ID')", v.IsMobilePhone('id-ID'), '0811778998', '+62811|||||'],
    ["('xx')", v.IsMobilePhone('xx' as never), '0612345678'],
  ],
  IsStrongPassword: [
    ['()', v.IsStrongPassword(), 'Aa1!aaaa', 'Aa1!😀😀', 'Aa1!😀a', 'Aa1!aaa', 'aaaaaaaa', 'Aa1! 😀b'],
    [
      '({ minLength: 3, minSymbols: 2, … })',
      v.IsStrongPassword({ minLength: 3, minSymbols: 2, minUppercase: 0, minNumbers: 0, minLowercase: 0 }),
      '!!a',
      '!!',
      '^\\]',
      '😀!!',
    ],
  ],

  IsISO31661Alpha2: [['()', v.IsISO31661Alpha2(), 'DE', 'de', 'ZZ', 'ß', 'ﬁ', 'ıt']],
  IsISO31661Alpha3: [['()', v.IsISO31661Alpha3(), 'DEU', 'deu', 'ZZZ', 'ßD', 'USſ']],
  IsISO31661Numeric: [['()', v.IsISO31661Numeric(), '276', '004', '4', '999']],
  IsISO4217CurrencyCode: [['()', v.IsISO4217CurrencyCode(), 'EUR', 'usd', 'ABC', 'uſd', 'ßP']],
  IsISO6391: [['()', v.IsISO6391(), 'de', 'DE', 'zz']],
  IsBIC: [['()', v.IsBIC(), 'DEUTDEFF', 'deutdeff500', 'DEUTZZFF', 'ABCDXKAA', 'DEUTſMFF']],
  IsAlpha: [
    ['()', v.IsAlpha(), 'abC', 'é', '', '1'],
    ["('de-DE')", v.IsAlpha('de-DE'), 'Straße', 'ẞ', 'é'],
    ["('hi-IN')", v.IsAlpha('hi-IN' as never), '\u0905\u0972', '\u0972', '\u0905\u0972\u0905', '\u0905'],
    ["('ko-KR')", v.IsAlpha('ko-KR' as never), '', '가'],
    ["('sr-RS@latin')", v.IsAlpha('sr-RS@latin'), 'čć', 'x'],
    ["('xx')", v.IsAlpha('xx' as never), 'abc'],
  ],
  IsAlphanumeric: [
    ['()', v.IsAlphanumeric(), 'abC1', 'é', '_'],
    ["('ru-RU')", v.IsAlphanumeric('ru-RU'), 'Привет1', 'a'],
    ["('hi-IN')", v.IsAlphanumeric('hi-IN' as never), '\u0905\u0966', '\u0966', '\u0905\u0966\u0905'],
  ],
  IsPostalCode: [
    ["('any')", v.IsPostalCode('any'), '12345', 'SW1A 1AA', 'ZZZ', 'K1A 0B1'],
    ["('GB')", v.IsPostalCode('GB'), 'SW1A 1AA', 'gir 0aa', 'M1'],
    ["('CA')", v.IsPostalCode('CA'), 'k1a 0b1', 'K1A0B1', 'D1A 0B1'],
    ["('NL')", v.IsPostalCode('NL'), '1234 AB', '1234SA', '1234 sd', '1234ſa'],
    ["('IR')", v.IsPostalCode('IR'), '4351666456', '1111666456'],
    ["('IE')", v.IsPostalCode('IE'), 'D02 X285', 'D0W X285', 'D02 XO85'],
    ["('US')", v.IsPostalCode('US'), '12345', '12345-6789', '1234'],
    ["('XX')", v.IsPostalCode('XX' as never), '12345'],
  ],
};

const date = new Date('2020-01-01T00:00:00Z');
const dateSeeds = [
  '2020-01-01T00:00:00Z',
  'May',
  '1',
  0,
  8.64e15,
  8.64e15 + 2,
  true,
  'x',
  '2019-12-31',
  1577836800000,
  1e20,
];

/** Every word that Date.parse knows, and some that it does not. */
const dateWords = [
  ...['Jan', 'feb', 'MARCH', 'apr', 'may', 'Junk', 'jul', 'aug', 'sept', 'oct', 'nov', 'dec'].map(
    (month) => `5 ${month} 2020`,
  ),
  ...['cdt', 'CST', 'edt', 'est', 'mdt', 'mst', 'pdt', 'pst', 'gmt', 'utc', 'ut', 'z', 'cet'].map(
    (zone) => `2020/5/6 10:00 ${zone}`,
  ),
  ...['am', 'PM', 'om'].map((half) => `2020/5/6 10:00 ${half}`),
];

const typed: readonly Sample[] = [
  {
    decorator: 'IsDate',
    use: '() with @Type(() => Date)',
    apply: v.IsDate(),
    seeds: [...dateSeeds, ...dateWords],
    type: () => Date,
  },
  {
    decorator: 'MinDate',
    use: '(2020) with @Type(() => Date)',
    apply: v.MinDate(date),
    seeds: dateSeeds,
    type: () => Date,
  },
  {
    decorator: 'MinDate',
    use: '(() => 2020)',
    apply: v.MinDate(() => date),
    seeds: dateSeeds,
    type: () => Date,
  },
  {
    decorator: 'MaxDate',
    use: '(2020) with @Type(() => Date)',
    apply: v.MaxDate(date),
    seeds: dateSeeds,
    type: () => Date,
  },
  {
    decorator: 'IsInstance',
    use: '(Point) with @Type',
    apply: v.IsInstance(Point),
    seeds: [{}, { x: 1 }, []],
    type: () => Point,
  },
];

class Address {
  street!: string;
}
v.IsString()(Address.prototype, 'street');

@v.ValidatorConstraint({ name: 'isEvenNumber' })
class IsEvenNumber implements v.ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'number' && value % 2 === 0;
  }
}

const isShout = (name: string): PropertyDecorator =>
  v.ValidateBy({
    name,
    constraints: ['!'],
    validator: { validate: (value) => typeof value === 'string' && value.endsWith('!') },
  });

registerRule('isLoudShout', ([end]) => ({ type: 'string', pattern: `${String(end)}$` }));

/** Several decorators on one property. */
function together(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, key) => {
    for (const decorate of decorators) decorate(target, key);
  };
}

/** The decorators that say nothing of a value of their own: whether it is there, what class it is of, and code. */
const outside: Readonly<Record<string, readonly Use[]>> = {
  Allow: [
    ['()', v.Allow(), 'a', 1, {}],
    ['() @IsInt()', together(v.Allow(), v.IsInt()), 1, 1.5],
  ],
  IsOptional: [
    ['()', v.IsOptional(), 'a', null, undefined],
    ['() @IsInt()', together(v.IsOptional(), v.IsInt()), 1, 1.5, null],
    ['() @IsInt({ each })', together(v.IsOptional(), v.IsInt({ each: true })), [1, 2], [null], 1, null],
    ['() @IsDefined() @IsInt()', together(v.IsOptional(), v.IsDefined(), v.IsInt()), 1, null],
  ],
  ValidateIf: [
    [
      "((o) => o.p !== 'skip' && o.q !== 1) @IsInt()",
      together(
        v.ValidateIf((o: { p?: unknown; q?: unknown }) => o.p !== 'skip' && o.q !== 1),
        v.IsInt(),
      ),
      1,
      'skip',
    ],
    [
      "((o) => o.p !== 'skip') @IsInt()",
      together(
        v.ValidateIf((o: { p?: unknown }) => o.p !== 'skip'),
        v.IsInt(),
      ),
      1,
      'skip',
      'ship',
    ],
    [
      "((_, value) => value !== '' && value != null) @IsIn()",
      together(
        v.ValidateIf((_, value) => value !== '' && value != null),
        v.IsIn(['a', 'b']),
      ),
      'a',
      '',
      null,
      undefined,
    ],
    [
      '(() => true) @IsInt()',
      together(
        v.ValidateIf(() => true),
        v.IsInt(),
      ),
      1,
      'a',
    ],
  ],
  ValidatePromise: [
    ['()', v.ValidatePromise(), 'a', 1],
    ['() @IsInt()', together(v.ValidatePromise(), v.IsInt()), 1, 'a'],
  ],
  Validate: [['(IsEvenNumber)', v.Validate(IsEvenNumber), 2, 3]],
  ValidateBy: [
    ["({ name: 'isShout' })", isShout('isShout'), 'hey!', 'hey'],
    [
      "({ name: 'isLoudShout' }) @IsDefined() with registerRule",
      together(v.IsDefined(), isShout('isLoudShout')),
      'hey!',
      'hey',
    ],
  ],
};

const nested: readonly Sample[] = [
  {
    decorator: 'ValidateNested',
    use: '() with @Type',
    apply: v.ValidateNested(),
    seeds: [{ street: 'a' }, { street: 1 }, [{ street: 'a' }], [[{ street: 'a' }]], [], null, [null]],
    type: () => Address,
  },
  {
    decorator: 'ValidateNested',
    use: '({ each: true }) with @Type',
    apply: v.ValidateNested({ each: true }),
    seeds: [{ street: 'a' }, [{ street: 'a' }, { street: 'b' }], [{ street: 1 }], [[]], 'a'],
    type: () => Address,
  },
];

export const samples: readonly Sample[] = [
  ...Object.entries({ ...uses, ...outside }).flatMap(([decorator, rows]) =>
    rows.map(([use, apply, ...seeds]) => ({ decorator, use, apply, seeds })),
  ),
  ...typed,
  ...nested,
];
