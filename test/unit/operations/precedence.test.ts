import { routeParts } from '../../../src/operations/path-matcher.js';
import { type IsPreceding, isLeftToOther, Precedence } from '../../../src/operations/precedence.js';

interface Route {
  readonly method: string;
  readonly prefix: ReturnType<typeof routeParts>;
  readonly parts: ReturnType<typeof routeParts>;
  preceding: readonly IsPreceding[];
}

const route = (method: string, path: string): Route => ({
  method,
  prefix: [],
  parts: routeParts(path, path),
  preceding: [],
});

test('routes that are registered again, for another server, share what precedes them', () => {
  const precedence = new Precedence(['/items/docs']);
  const servers = Array.from({ length: 50 }, () => {
    const [one, count] = [route('GET', '/items/{id}'), route('GET', '/items/count')];
    precedence.add([one]);
    precedence.add([count]);
    return one;
  });
  for (const one of servers) {
    expect(isLeftToOther(one, 'GET', '/items/count?x=1')).toBe(true);
    expect(isLeftToOther(one, 'GET', '/items/docs/openapi.json')).toBe(true);
    expect(isLeftToOther(one, 'GET', '/items/7')).toBe(false);
    expect(one.preceding).toHaveLength(2);
  }
});

test.each([
  ['GET', '/items/{id}', 'POST', '/items/count', false],
  ['GET', '/items/{id}', 'HEAD', '/items/{id}', true],
  ['HEAD', '/items/{id}', 'GET', '/items/count', false],
  ['GET', '/items/{id}/parts', 'GET', '/items/count', false],
  ['GET', '/items/count', 'GET', '/items/{id}', false],
  ['GET', '/{kind}/count', 'GET', '/items/{id}', true],
])('%s %s leaves requests to a later %s %s: %s', (method, path, laterMethod, laterPath, isLeft) => {
  const [first, later] = [route(method, path), route(laterMethod, laterPath)];
  const precedence = new Precedence([]);
  precedence.add([first]);
  precedence.add([later]);
  expect(isLeftToOther(first, laterMethod, '/items/count')).toBe(isLeft);
});
