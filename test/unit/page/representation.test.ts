import { acceptedEncodings, Representation } from '../../../src/page/representation.js';
import { matchesTag } from '../../../src/shared/etag.js';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

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

const TEXT = Buffer.from('documentation '.repeat(5000));

describe('compressed once, off the path of requests', () => {
  test('the first reader gets plain bytes, later ones the compressed bytes', async () => {
    const representation = new Representation('text/plain', TEXT);
    expect(representation.select(['br', 'gzip'])).toEqual({ encoding: undefined, body: TEXT });
    await representation.compress('br');
    await representation.compress('gzip');
    const best = representation.select(['br', 'gzip']);
    expect(best.encoding).toBe('br');
    expect(brotliDecompressSync(best.body).equals(TEXT)).toBe(true);
    expect(representation.select(['br']).body).toBe(best.body);
    const other = representation.select(['gzip']);
    expect(gunzipSync(other.body).equals(TEXT)).toBe(true);
    expect(representation.select([])).toEqual({ encoding: undefined, body: TEXT });
  });

  test('sends the encoding that is ready until the better one is', async () => {
    const representation = new Representation('text/plain', TEXT);
    await representation.compress('gzip');
    expect(representation.select(['br', 'gzip']).encoding).toBe('gzip');
  });

  test('compresses only for encodings that a request accepts', () => {
    const representation = new Representation('text/plain', TEXT);
    const compress = jest.spyOn(representation, 'compress');
    representation.select([]);
    expect(compress).not.toHaveBeenCalled();
    for (let i = 0; i < 10; i += 1) representation.select(['br']);
    expect(compress).toHaveBeenCalledTimes(1);
  });

  test('the tag follows the content', () => {
    const tag = (text: string): string => new Representation('x', Buffer.from(text)).etag;
    expect(tag('a')).toBe(tag('a'));
    expect(tag('a')).not.toBe(tag('b'));
  });
});
