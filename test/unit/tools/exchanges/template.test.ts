import { isIgnored } from '../../../../src/tools/exchanges/routes/compare-routes.js';
import { templatesOf } from '../../../../src/tools/exchanges/routes/template.js';

const GROUPS = { hasGroups: true, hasExpressions: false };
const EXPRESSIONS = { hasGroups: false, hasExpressions: true };
const PLAIN = { hasGroups: false, hasExpressions: false };

describe('the templates of a router’s path', () => {
  test.each([
    ['/users/:id', PLAIN, ['/users/{id}']],
    ['/users/', PLAIN, ['/users']],
    ['', PLAIN, ['/']],
    ['//users//:id/', PLAIN, ['/users/{id}']],
    ['/a{/:b}{/:c}', GROUPS, ['/a/{b}/{c}', '/a/{b}', '/a']],
    ['/a{/b{/:c}}', GROUPS, ['/a/b/{c}', '/a/b', '/a']],
    ['/a/:b{.:c}', GROUPS, ['/a/{b}.{c}', '/a/{b}']],
    ['/a\\{b\\}', GROUPS, ['/a{b}']],
    ['/a/:b?', EXPRESSIONS, ['/a/{b}', '/a']],
    ['/a/:b(\\d+)?/c', EXPRESSIONS, ['/a/{b}/c', '/a/c']],
    ['/a/:b(x|(y))', EXPRESSIONS, ['/a/{b}']],
    ['/a/:b{[0-9]+}?', PLAIN, ['/a/{b}', '/a']],
    ['/a/:b-:c', PLAIN, ['/a/{b}-{c}']],
  ] as const)('%s', (path, syntax, expected) => {
    expect(templatesOf(path, syntax)?.map((template) => template.path)).toEqual(expected);
  });

  test.each(['/ab?c', '/ab+c', '/a(b)?', '/a(bc|d)'])('returns no template for the expression %s', (path) => {
    expect(templatesOf(path, EXPRESSIONS)).toBeUndefined();
  });

  test.each([
    ['/files/*', PLAIN, '/files'],
    ['/files/*path', GROUPS, '/files'],
    ['/files/:path(.*)', EXPRESSIONS, '/files'],
    ['/files/:path{.+}', PLAIN, '/files'],
    ['*', PLAIN, '/'],
    ['/api*path', GROUPS, '/api'],
    ['/files/:path', PLAIN, undefined],
    ['/files/:path(\\d*x)', EXPRESSIONS, undefined],
  ] as const)('%s stands for all below %s', (path, syntax, below) => {
    expect(templatesOf(path, syntax)?.[0]?.below).toBe(below);
  });
});

describe('ignored routes', () => {
  test.each([
    ['/users/{x}', true],
    ['/users/:x', true],
    ['get /users/{x}', true],
    ['POST /users/{x}', false],
    ['/users', false],
    ['/users/*', true],
    ['/*', true],
    ['*', true],
    ['/use*', false],
    [/^GET \/users/, true],
    [/^POST/, false],
    [/users/g, true],
  ])('%s', (ignore, expected) => {
    for (const _ of [1, 2])
      expect(isIgnored({ method: 'GET', path: '/users/{id}' }, [ignore])).toBe(expected);
  });
});
