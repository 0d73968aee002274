import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Representation } from '../../../src/page/representation.js';

const TEXT = Buffer.from('documentation '.repeat(5000));

describe('compressed once, off the path of requests', () => {
  test('the first reader gets plain bytes, later ones what was made', async () => {
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

  test('while the better one is being made, the one that is ready goes out', async () => {
    const representation = new Representation('text/plain', TEXT);
    await representation.compress('gzip');
    expect(representation.select(['br', 'gzip']).encoding).toBe('gzip');
  });

  test('nothing is compressed that nobody asked for', () => {
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
