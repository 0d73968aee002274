import { fetchDocs } from '../../../src/adapters/fetch.js';
import { koaDocs } from '../../../src/adapters/koa.js';
import { Docs } from '../../../src/index.js';
import { splitTarget } from '../../../src/shared/http.js';
import { normalizeBase, splitAtBase } from '../../../src/page/paths.js';

describe('bases', () => {
  test.each([
    ['/docs', '/docs'],
    ['/docs/', '/docs'],
    ['docs', '/docs'],
    ['//docs//', '/docs'],
    ['/a/b/', '/a/b'],
    ['/', ''],
    ['', ''],
  ])('normalises %j to %j', (base, expected) => {
    expect(normalizeBase(base)).toBe(expected);
  });

  test.each<[string, (base: never) => unknown]>([
    ['middleware', (base) => new Docs({ info: { title: '', version: '' } }).middleware(base)],
    [
      'mount',
      (base) => {
        new Docs({ info: { title: '', version: '' } }).mount({ use: () => undefined }, base);
      },
    ],
    ['koaDocs', (base) => koaDocs(new Docs({ info: { title: '', version: '' } }), base)],
    ['fetchDocs', (base) => fetchDocs(new Docs({ info: { title: '', version: '' } }), base)],
  ])('%s rejects a missing base at once, not at a request', (_title, mount) => {
    expect(() => mount(undefined as never)).toThrow(expect.objectContaining({ code: 'ERR_BASE_PATH' }));
  });

  test.each(['/docs?x', '/a b', '/docs#top', '/docs\r\nX: y', '/döcs'])('%j matches no request', (base) => {
    expect(() => normalizeBase(base)).toThrow(expect.objectContaining({ code: 'ERR_BASE_PATH' }));
  });

  test.each([
    ['/docs', '/docs', ''],
    ['/docs/', '/docs', '/'],
    ['/docs/a', '/docs', '/a'],
    ['/docsy', '/docs', undefined],
    ['/Docs', '/docs', undefined],
    ['/', '', '/'],
  ])('%j below %j is %j', (pathname, base, path) => {
    expect(splitAtBase(pathname, base)?.path).toBe(path);
  });

  test.each([
    ['/a?b=/c?d', '/a', 'b=/c?d'],
    ['/a?', '/a', ''],
    ['http://host:1/a?b', '/a', 'b'],
    ['http://host', '/', ''],
    ['HTTPS://user@host:1/a?b', '/a', 'b'],
    ['ftp://host/a?b', 'ftp://host/a', 'b'],
    ['/a#b?c', '/a', ''],
    ['*', '*', ''],
    ['//evil/a', '//evil/a', ''],
  ])('target %j is %j and %j', (target, pathname, query) => {
    expect(splitTarget(target)).toEqual({ pathname, query });
  });
});
