import { acceptedEncodings, matchesTag } from '../../../src/page/negotiate.js';

describe('RFC 9110, 12.5.3: Accept-Encoding', () => {
  test.each<[string | undefined, string[]]>([
    [undefined, []],
    ['', []],
    ['gzip', ['gzip']],
    ['x-gzip', ['gzip']],
    ['GZIP, BR', ['br', 'gzip']],
    ['gzip;q=1.0, br;q=0.001', ['br', 'gzip']],
    ['br;q=0', []],
    ['*', ['br', 'gzip']],
    ['*;q=0, gzip', ['gzip']],
    ['br;q=zero, gzip;level=1;q=0.5', ['gzip']],
    [',;,q=1,__proto__;q=1,constructor', []],
  ])('%j admits %j', (header, expected) => {
    expect(acceptedEncodings(header)).toEqual(expected);
  });
});

describe('RFC 9110, 13.1.2: If-None-Match', () => {
  test.each<[string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    ['W/"a"', true],
    ['"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['a', false],
    ['"b"', false],
    ['w/"a"', false],
  ])('%j matches W/"a": %s', (header, expected) => {
    expect(matchesTag(header, 'W/"a"')).toBe(expected);
  });
});
