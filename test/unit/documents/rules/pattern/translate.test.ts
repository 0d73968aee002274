import { translatePattern } from '../../../../../src/documents/rules/pattern/translate.js';

describe('an expression as a pattern', () => {
  it.each<[RegExp, string]>([
    [/^[a-z]+\d$/, '^[a-z]+\\d$'],
    [/^(?=.*[A-Z])(?<rest>.{8,})$/, '^(?=.*[A-Z])(?<rest>.{8,})$'],
    [/^\p{Lu}+$/u, '^\\p{Lu}+$'],
    [/(a|b)\1/, '(a|b)\\1'],
    [/^(😀|b)$/, '^(😀|b)$'],
    [new RegExp('[\\-x]\\.(?:b|c)*?'), '[\\-x]\\.(?:b|c)*?'],
  ])('%s stays as it is written', (expression, pattern) => {
    expect(translatePattern(expression)).toBe(pattern);
  });

  it.each<[RegExp, string]>([
    [new RegExp('^\\@\\-\\_{,2}$'), '^@-_\\{,2\\}$'],
    [new RegExp('[\\w-.]\\s]'), '[\\w\\-.]\\s\\]'],
    [new RegExp('[\\@a]'), '[@a]'],
  ])('%s is spelled so that it compiles with the u flag', (expression, pattern) => {
    expect(translatePattern(expression)).toBe(pattern);
  });

  it.each<[RegExp, string]>([
    [new RegExp('^https?:\\/\\/[^\\/]+$'), '^https?://[^/]+$'],
    [/^\/\p{L}$/u, '^/\\p{L}$'],
    [/\\\//, '\\\\/'],
  ])('%s has unescaped slashes, because not every engine accepts escaped ones', (expression, pattern) => {
    expect(translatePattern(expression)).toBe(pattern);
  });

  it.each<[RegExp, string]>([
    [/^ab1$/i, '^[aA][bB]1$'],
    [/[a-c_-]/i, '[a-c_\\-A-C]'],
    [/[^a-c]/i, '[^a-cA-C]'],
    [/é/i, '[éÉ]'],
    [/k/iu, '[kK\u212A]'],
    [/\w\d/i, '\\w\\d'],
    [/a.c/s, 'a[\\s\\S]c'],
    [/^a$/m, '(?:^|(?<=[\\n\\r\\u2028\\u2029]))a(?:$|(?=[\\n\\r\\u2028\\u2029]))'],
    [/a{2,3}b{4}|c/gi, '[aA]{2,3}[bB]{4}|[cC]'],
    [/a/y, 'a'],
  ])('%s has its flags folded in', (expression, pattern) => {
    expect(translatePattern(expression)).toBe(pattern);
  });

  it.each([
    [/(a)\1/i],
    [/\bk/iu],
    [/\W/iu],
    [new RegExp('\\01')],
    [new RegExp('(?=a)*b')],
    [new RegExp('\\u{61}')],
    [new RegExp('\\p{Lu}')],
    [/[\uD83C-\uDBFF][\uDC00-\uDFFF]/],
    [new RegExp('😀+')],
  ])('%s has no equivalent pattern', (expression) => {
    expect(translatePattern(expression)).toBeUndefined();
  });

  it('rejects set notation', () => {
    const supported = () => new RegExp('[a--b]', 'v');
    let expression: RegExp | undefined;
    try {
      expression = supported();
    } catch {
      return;
    }
    expect(translatePattern(expression)).toBeUndefined();
  });
});
