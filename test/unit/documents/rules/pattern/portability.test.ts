import { portabilityOf } from '../../../../../src/documents/rules/pattern/portability.js';

describe('portability of patterns between regular expression engines', () => {
  it.each([
    '^[0-9A-Za-z_]+$',
    '^(?:a|b){1,1000}?$',
    '[\\s\\S]*[^\\x00-\\x7F]',
    '\\.\\[\\^[\\[a-z-]',
    '^(a|bc)*?d+$',
    '\\$\\{\\}',
  ])('%s is portable', (pattern) => {
    expect(portabilityOf(pattern)).toBeUndefined();
  });

  it.each([
    ['(?=a)b', 'look-around'],
    ['(?<!a)b', 'look-around'],
    ['(a)\\1', 'back-references'],
    ['(?<x>a)', 'named group'],
    ['(?<x>a)\\k<x>', 'back-references'],
    ['\\p{L}', 'properties'],
    ['^\\d+$', '[0-9]'],
    ['[\\w-]', '[A-Za-z0-9_]'],
    ['a\\sb', 'white space'],
    ['\\bfoo', '\\b'],
    ['[\\b]', '\\x08'],
    ['\\u00E9', '\\xHH'],
    ['a{1001}', '1000 times'],
    ['[a[]', 'operations on sets'],
    ['[a&&b]', 'operations on sets'],
    ['[]', 'empty class'],
  ])('%s is not portable: %s', (pattern, reason) => {
    expect(portabilityOf(pattern)).toContain(reason);
  });

  it('reports each reason once', () => {
    expect(portabilityOf('\\d\\d(?=x)')?.split('; ')).toHaveLength(2);
  });
});
