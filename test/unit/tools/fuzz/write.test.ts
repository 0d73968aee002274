import { requireHost } from '../../../../src/tools/fuzz/fuzz-options.js';
import type { Parameter } from '../../../../src/tools/fuzz/operations.js';
import { writeBody, writeParameter } from '../../../../src/tools/fuzz/write/body.js';

const COLORS = { string: 'blue', array: ['blue', 'black', 'brown'], object: { R: 100, G: 200, B: 150 } };

function written(
  place: Parameter['in'],
  style: string,
  explode: boolean,
  value: unknown,
  name = 'color',
): string | undefined {
  const parameter = { key: '', isRequired: false, node: true, contentType: undefined, pointer: '#' };
  const pairs = writeParameter({ ...parameter, in: place, name, style, explode }, value);
  return pairs?.map(([key, text]) => (key === '' ? text : `${key}=${text}`)).join('&');
}

// OpenAPI 3.1, 4.8.12.4, "Style Examples"; delimiters are percent-encoded, as 3.2 has them.
test.each<[Parameter['in'], string, boolean, string | undefined, string | undefined, string | undefined]>([
  ['path', 'matrix', false, ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['path', 'label', false, '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['path', 'label', true, '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['path', 'simple', false, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['path', 'simple', true, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['header', 'simple', false, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['query', 'form', false, 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['query', 'form', true, 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  [
    'query',
    'spaceDelimited',
    false,
    'color=blue',
    'color=blue%20black%20brown',
    'color=R%20100%20G%20200%20B%20150',
  ],
  [
    'query',
    'pipeDelimited',
    false,
    'color=blue',
    'color=blue%7Cblack%7Cbrown',
    'color=R%7C100%7CG%7C200%7CB%7C150',
  ],
  ['query', 'deepObject', true, undefined, undefined, 'color[R]=100&color[G]=200&color[B]=150'],
])('writes a parameter in %s with style %s, explode %s', (place, style, explode, ...expected) => {
  const { string, array, object } = COLORS;
  expect([string, array, object].map((value) => written(place, style, explode, value))).toEqual(expected);
});

test.each<[Parameter['in'], unknown]>([
  ['query', null],
  ['query', []],
  ['query', {}],
  ['query', '\ud800'],
  ['query', [{ a: 1 }]],
  ['path', ''],
  ['path', '../..'],
  ['path', 'a/b'],
  ['header', 'a\nb'],
  ['header', ' a'],
  ['header', 'é'],
])('does not write a value without a text in its place: in %s %j', (place, value) => {
  expect(written(place, place === 'query' ? 'form' : 'simple', false, value)).toBeUndefined();
});

test('names and values are percent-encoded, but for those of headers', () => {
  expect(written('query', 'form', true, ['a&b', 'é+ '], 'a b')).toBe('a%20b=a%26b&a%20b=%C3%A9%2B%20');
  expect(written('path', 'simple', false, 'a b?')).toBe('a%20b%3F');
  expect(written('header', 'simple', false, 'a, b')).toBe('a, b');
});

test('writes a multipart form that other parsers can read', async () => {
  const encodings = { photo: { contentType: 'image/png' }, table: { contentType: 'text/csv' } };
  const inner = { a: 1 };
  const value = { name: 'Ada', tags: ['a', 'b'], inner, 'a "b"': true, photo: '\u00ff\u0000', table: 'é' };
  const { contentType, bytes } = writeBody(
    { contentType: 'multipart/form-data', node: true, encodings },
    value,
  )!;
  const response = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType! } });
  const form = await response.formData();
  expect([...form.keys()]).toEqual(['name', 'tags', 'tags', 'inner', 'a "b"', 'photo', 'table']);
  expect([form.get('name'), form.getAll('tags'), form.get('inner')]).toEqual(['Ada', ['a', 'b'], '{"a":1}']);
  const photo = form.get('photo') as File;
  expect([photo.type, ...new Uint8Array(await photo.arrayBuffer())]).toEqual(['image/png', 255, 0]);
  const table = form.get('table') as File;
  expect([table.type, await table.text()]).toEqual(['text/csv', 'é']);
});

test.each([
  'http://localhost:3000',
  'http://127.1.2.3',
  'http://[::1]:80',
  'https://shop.localhost',
  'http://0x7f.1',
])('accepts %s as a host of this machine', (url) => {
  expect(requireHost(url, []).href).toContain('://');
});

test.each([
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'http://10.0.0.1',
  'http://[::]',
  'http://0.0.0.0',
])('rejects %s until it is allowed', (url) => {
  expect(() => requireHost(url, [])).toThrow(/is not this machine, .* --allow-host/);
  expect(requireHost(url, [new URL(url).hostname]).href).toBe(new URL(url).href);
});
