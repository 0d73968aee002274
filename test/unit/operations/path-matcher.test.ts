import { ConfigError } from '../../../src/index.js';
import { pathMatcher, routeParts } from '../../../src/operations/path-matcher.js';

function match(path: string, pathname: string): Record<string, string> | undefined {
  const found = pathMatcher(routeParts(path, `GET ${path}`), 'whole')(pathname);
  return found && Object.fromEntries(found);
}

it.each([
  ['/a', '/a', {}],
  ['/a', '/a/', undefined],
  ['/a/{id}', '/a/7', { id: '7' }],
  ['/a/{id}', '/a/', undefined],
  ['/a/{id}', '/a/7/b', undefined],
  ['/a/{id}', '/a/x%2Fy', { id: 'x%2Fy' }],
  ['/a b/{id}', '/a%20b/7', { id: '7' }],
  ['/{file}.json', '/a.json.json', { file: 'a.json' }],
  ['/{from}-{to}', '/a-b-c', { from: 'a-b', to: 'c' }],
  ['/{from}-{to}', '/--b', { from: '-', to: 'b' }],
  ['/{from}-{to}', '/a--', { from: 'a', to: '-' }],
  ['/{from}-{to}', '/a-', undefined],
  ['/{from}..{to}/x', '/a.b..c/x', { from: 'a.b', to: 'c' }],
  ['/{a}-{b}-{c}', '/1-2-3-4', { a: '1-2', b: '3', c: '4' }],
  ['/{a}/{b}', '/1/2', { a: '1', b: '2' }],
])('%s of %s is %j', (path, pathname, expected) => {
  expect(match(path, pathname)).toEqual(expected);
});

// Each parameter that could end at any dash would multiply what there is to try.
it('rejects a long path quickly', () => {
  expect(match('/{a}-{b}-{c}-{d}/x', `/${'-'.repeat(16_000)}`)).toBeUndefined();
  expect(match('/{a}-{b}-{c}-{d}/x', `/${'x-'.repeat(8000)}`)).toBeUndefined();
});

it('refuses two parameters without text between them', () => {
  const bind = (): unknown => routeParts('/{a}{b}', 'GET /{a}{b}');
  expect(bind).toThrow(ConfigError);
  expect(bind).toThrow('operation GET /{a}{b} has the parameters a and b without text between them');
});
