import { translatePattern } from '../../../../src/schema/rules/pattern/translate.js';

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
  ])('%s becomes %s', (expression, pattern) => {
    expect(translatePattern(expression)?.pattern).toBe(pattern);
  });

  it('accepts text beyond U+FFFF where half a pair might have counted, and says that it is inexact', () => {
    const translated = translatePattern(/^.{2}$/)!;
    expect(new RegExp(translated.pattern, 'u').test('😀')).toBe(true);
    expect(translated.inexact).toBeDefined();
    expect(translated.counted).toBe('^.{2}$');
  });

  it.each([/(a)\1/i, /[\uD83D]/])('leaves %s open', (expression) => {
    expect(translatePattern(expression)).toBeUndefined();
  });

  it('calls a plain expression exact', () => {
    expect(translatePattern(/^[^@]+@[^@]+$/)).toEqual({ pattern: '^[^@]+@[^@]+$' });
  });
});
