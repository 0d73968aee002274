import { spellClass } from '../../../../../src/schema/rules/pattern/char-class.js';

const takes = (expression: RegExp) => (unit: string) => expression.test(unit);

describe('a set of characters as a class', () => {
  it.each<[RegExp, string]>([
    [/[a-c]/, '[a-c]'],
    [/[ab]/, '[ab]'],
    [/[a-ce-gi]/, '[a-ce-gi]'],
    [/a/, '[a]'],
    [/[ ~\x7f]/, '[\\u0020~\\u007F]'],
    [/[!-#}~]/, '[!-#\\}~]'],
    [/[\]\\^-]/, '[\\-\\\\-\\^]'],
    [/[\0\xab\uFFFF]/, '[\\u0000\\u00AB\\uFFFF]'],
    [/[\uFFFE-\uFFFF]/, '[\\uFFFE\\uFFFF]'],
    [/[\uFF00-\uFFFF]/, '[\\uFF00-\\uFFFF]'],
    [/[^a]/, '[^a]'],
    [/[^a-z\uFFFF]/, '[^a-z\\uFFFF]'],
    [/[^]/, '[\\s\\S]'],
    [new RegExp('[]'), '[^\\s\\S]'],
  ])('%s', (expression, spelled) => {
    expect(spellClass(takes(expression))).toBe(spelled);
    const asWritten = new RegExp(`^${spelled}$`, 'u');
    const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
    expect(units.filter((unit) => asWritten.test(unit) !== expression.test(unit))).toEqual([]);
    // Where the halves of surrogate pairs are in, so are the pairs.
    expect(asWritten.test('😀')).toBe(expression.test('\uD800'));
  });
});
