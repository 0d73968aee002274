import fc from 'fast-check';
import type { Finding as Diagnostic } from '../../../../../src/shared/diagnostics.js';
import {
  escapeCustomMethod,
  normalizePath,
  readCustomMethod,
  type PathTemplate,
} from '../../../../../src/documents/openapi/paths/path.js';

function normalize(path: string): { template: PathTemplate; codes: string[] } {
  const found: Diagnostic[] = [];
  const template = normalizePath(path, (diagnostic) => found.push(diagnostic), `GET ${path}`);
  return { template, codes: found.map(({ code }) => code) };
}

/** What is written, what the document says, the parameters. */
type Case = [written: string, path: string, ...parameters: string[]];

const EVERY_STYLE: Case[] = [
  ['/users/{id}', '/users/{id}', 'id'],
  ['/users/:id', '/users/{id}', 'id'],
  ['/files/*path', '/files/{path}', 'path'],
  ['/users/{id:[0-9]+}', '/users/{id}', 'id'],
];

const ROUTERS: Case[] = [
  ['/', '/'],
  ['', '/'],
  ['users', '/users'],
  ['/users/', '/users/'],
  ['/users/:id(\\d+)', '/users/{id}', 'id'],
  ['/users/:id((?:a|b)\\))/x', '/users/{id}/x', 'id'],
  ['/users/:id{[0-9]+}', '/users/{id}', 'id'],
  ['/users/:id{[0-9]{3}}/x', '/users/{id}/x', 'id'],
  ['/users/{id:[0-9]{3}}/x', '/users/{id}/x', 'id'],
  ['/users/{id:[^}]+}/x', '/users/{id}/x', 'id'],
  ['/users/{id:\\}+}/x', '/users/{id}/x', 'id'],
  ['/users/{id:(?:a/b){2}}/{x}', '/users/{id}/{x}', 'id', 'x'],
  ['/files/*', '/files/{wildcard}', 'wildcard'],
  ['/files/**', '/files/{wildcard}', 'wildcard'],
  ['/a/*/b/*', '/a/{wildcard}/b/{wildcard2}', 'wildcard', 'wildcard2'],
  ['/files/{*path}', '/files/{path}', 'path'],
  ['/files/{path...}', '/files/{path}', 'path'],
  ['/files/{*}', '/files/{wildcard}', 'wildcard'],
  ['/flights/:from-:to', '/flights/{from}-{to}', 'from', 'to'],
  ['/files/:name.:extension', '/files/{name}.{extension}', 'name', 'extension'],
  ['/:"user-id"/x', '/{user-id}/x', 'user-id'],
  ['/users/{user-id}', '/users/{user-id}', 'user-id'],
  ['/things/{id}:activate', '/things/{id}:activate', 'id'],
  ['/things\\:all', '/things:all'],
  // Text before a colon, but not at the end, or a parameter by its expression.
  ['/v:version/users', '/v{version}/users', 'version'],
  ['/user:id(\\d+)', '/user{id}', 'id'],
  ['/@:name', '/@{name}', 'name'],
  ['/:a:b', '/{a}{b}', 'a', 'b'],
  ['/api/v1.0/users', '/api/v1.0/users'],
];

/** Parts that may be missing are documented as present, with a word about it. */
const OPTIONAL: Case[] = [
  ['/users/:id?', '/users/{id}', 'id'],
  ['/users{/:id}', '/users/{id}', 'id'],
  ['/files/:name{.:extension}', '/files/{name}.{extension}', 'name', 'extension'],
  ['/users/:id{/:part}', '/users/{id}/{part}', 'id', 'part'],
];

describe('path normalisation', () => {
  test.each(EVERY_STYLE)('%s is documented as %s', (written, path, ...parameters) => {
    expect(normalize(written)).toMatchObject({ template: { path, parameters }, codes: [] });
  });
});

describe('path styles of the routers', () => {
  test.each(ROUTERS)('%s is documented as %s', (written, path, ...parameters) => {
    expect(normalize(written)).toMatchObject({ template: { path, parameters }, codes: [] });
  });

  test.each(OPTIONAL)(
    '%s is documented as %s, with a diagnostic about the optional part',
    (written, path, ...parameters) => {
      const { template, codes } = normalize(written);
      expect(template).toMatchObject({ path, parameters });
      expect(codes).toEqual(['optional-path-parameter']);
    },
  );

  test.each([
    ['/products:batch', '/products:batch'],
    ['/v1/users:batchGet', '/v1/users:batchGet'],
    ['/shelves/{shelf}/books:search', '/shelves/{shelf}/books:search', 'shelf'],
  ])('%s is a custom method, with a diagnostic about other routers', (written, path, ...parameters) => {
    const { template, codes } = normalize(written);
    expect(template).toMatchObject({ path, parameters });
    expect(codes).toEqual(['colon-in-path']);
    expect(normalize(escapeCustomMethod(written))).toMatchObject({
      template: { path, parameters },
      codes: [],
    });
    expect(normalize(readCustomMethod(written)).template.parameters).toHaveLength(parameters.length + 1);
  });

  test.each([
    ['/users/{id}/friends/{id}', '/users/{id}/friends/{id}', 'repeated-path-parameter'],
    ['/users?active=true', '/users', 'query-in-path'],
    ['/users/:id?/x?a=:b', '/users/{id}/x', 'optional-path-parameter query-in-path'],
    ['/?', '/', 'query-in-path'],
    ['/users/{id', '/users/%7Bid', 'unbalanced-brace'],
    ['/users/id}', '/users/id%7D', 'unbalanced-brace'],
    ['/users/{}', '/users/%7B%7D', 'unbalanced-brace'],
  ])('%s has a defined result and a diagnostic', (written, path, code) => {
    const { template, codes } = normalize(written);
    expect(template.path).toBe(path);
    expect(codes.sort().join(' ')).toBe(code);
  });

  test('always returns a rooted template with balanced braces and named parameters', () => {
    const pieces = fc.constantFrom(
      '/',
      ':',
      '*',
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      '\\',
      '?',
      'a',
      'id',
      '-',
      '.',
      '"',
    );
    fc.assert(
      fc.property(
        fc.array(pieces).map((parts) => parts.join('')),
        (written) => {
          const { template } = normalize(written);
          expect(template.path.startsWith('/')).toBe(true);
          const named = [...template.path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]);
          expect([...new Set(named)]).toEqual(template.parameters);
          expect(template.path.replace(/\{[^{}]+\}/g, '')).not.toMatch(/[{}]/);
        },
      ),
    );
  });

  test('does not change a normal template', () => {
    const segment = fc.stringMatching(/^[a-z0-9._~-]{1,8}$/);
    const parameter = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,6}$/).map((name) => `{${name}}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(segment, parameter), { minLength: 1 }), (segments) => {
        const path = `/${segments.join('/')}`;
        expect(normalize(path).template.path).toBe(path);
      }),
    );
  });
});
