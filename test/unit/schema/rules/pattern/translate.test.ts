import { translatePattern } from '../../../../../src/schema/rules/pattern/translate.js';

describe('design 5, Rules: a regular expression without its flags', () => {
  it.each<[RegExp, string]>([
    [/^[a-z]+$/i, '^[a-zA-Z]+$'],
    [/^\/api/, '^\\/api'],
    [/a.b/s, 'a[\\s\\S]b'],
    [new RegExp('\\@\\-'), '@-'],
    [new RegExp('^{,2}$'), '^\\{,2\\}$'],
    [/^a$/m, '(?:^|(?<=[\\n\\r\\u2028\\u2029]))a(?:$|(?=[\\n\\r\\u2028\\u2029]))'],
    [/^[a-z0-9_-]+$/i, '^[a-z0-9_\\-A-Z]+$'],
    [/\p{Lu}/u, '\\p{Lu}'],
    [/^[^a]$/i, '^[^aA]$'],
    [/a+?b*?/s, 'a+?b*?'],
    [/a??b{2,}?/s, 'a??b{2,}?'],
    [/a{0,1}b{0,}c{1,}d{1}/s, 'a?b*c+d{1}'],
    [/(?:a)+(?:bc)?/s, '(?:a)+(?:bc)?'],
    [/(?<first>a)|(b)/s, '(?<first>a)|(b)'],
    [/(?<=a.)b/, '(?<=a.)b'],
    [/(?<=a.)./, '(?<=a.).|[^\\u0000-\\uFFFF]'],
    [/(?=a.)./, '(?=a.).'],
  ])('%s becomes %s', (expression, pattern) => {
    expect(translatePattern(expression)?.pattern).toBe(pattern);
  });

  it('accepts text beyond U+FFFF where half a pair might have counted, and says that it is inexact', () => {
    const translated = translatePattern(/^.{2}$/)!;
    expect(new RegExp(translated.pattern, 'u').test('😀')).toBe(true);
    expect(translated.inexact).toBeDefined();
    expect(translated.counted).toBe('^.{2}$');
  });

  it.each([/(a)\1/i, /[\uD83D]/, /[^\uD83D]/, /(?<é>a)/i, new RegExp('[a&&b]', 'v')])(
    'leaves %s open',
    (expression) => {
      expect(translatePattern(expression)).toBeUndefined();
    },
  );

  it('calls a plain expression exact', () => {
    expect(translatePattern(/^[^@]+@[^@]+$/)).toEqual({ pattern: '^[^@]+@[^@]+$' });
    expect(translatePattern(/(?<=a)[^a]+/)).toEqual({ pattern: '(?<=a)[^a]+' });
  });

  it('calls a sticky one inexact, since it goes on where it stopped', () => {
    expect(translatePattern(/a/y)).toEqual({
      pattern: 'a',
      inexact: expect.stringContaining('sticky') as string,
    });
    expect(translatePattern(/a/dg)).toEqual({ pattern: 'a' });
  });
});
