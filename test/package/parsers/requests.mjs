// Requests that parsers read differently. Each row: what is sent, to which operation, and how the table names it.
import { gzipSync } from 'node:zlib';

const query = (text, to, name = `\`${text}\``) => ({
  name,
  documented: DOCUMENTED[to],
  line: `GET /query/${to}?${text}`,
});

/** The parameter or body of each operation, as the table names it. */
const DOCUMENTED = {
  text: 'string',
  integer: 'integer',
  list: 'array of strings',
  comma: 'array, `explode: false`',
  object: 'object, `deepObject`',
  map: 'map of strings, `deepObject`',
};

export const QUERIES = [
  query('', 'text', 'an empty query'),
  query('a', 'text'),
  query('a=', 'text'),
  query('=1', 'text'),
  query('&&a=1&&', 'text'),
  query('a=1?a=2', 'text'),
  query('a=b=c', 'text'),
  query('A=1', 'text'),
  query('%61=1', 'text'),
  query('a=x+y', 'text'),
  query('a=x%2By', 'text'),
  query('a=x%20y', 'text'),
  query('a=null', 'text'),
  query('a=%C3%A9', 'text'),
  query('a=é', 'text', '`a=é`, as bytes of UTF-8'),
  query('a=%E9', 'text'),
  query('a=%zz', 'text'),
  query('a=%u00e9', 'text'),
  query('a=%00', 'text'),
  query('a=1;b=2', 'text'),
  query('a=1&amp;a=2', 'text'),
  query('a=1&a=2', 'text'),
  query('a[]=1', 'text'),
  // Only this member is compared.
  { ...query(`${'x=&'.repeat(1000)}a=1`, 'text', '`x=` 1,000 times, then `a=1`'), only: 'a' },
  query(`a=${'x'.repeat(5000)}`, 'text', '`a=` and 5,000 letters'),
  query('a=007', 'integer'),
  query('a=+1', 'integer'),
  query('a=1.0', 'integer'),
  query('a=1', 'list'),
  query('a=1&a=2', 'list'),
  query('a=', 'list'),
  query('a[]=1&a[]=2', 'list'),
  query('a[1]=x&a[0]=y', 'list'),
  query('a=1,2', 'list'),
  query('a=1,2', 'comma'),
  query('a=1%2C2', 'comma'),
  query('a[b]=1', 'object'),
  query('a%5Bb%5D=1', 'object'),
  query('a.b=1', 'object'),
  query('a[b][c]=1', 'object'),
  query('a[__proto__]=1&a[b]=2', 'map'),
];

const path = (target, to = 'string', name = `\`${target}\``) => ({
  name,
  documented: to,
  line: `GET ${target}`,
});

export const PATHS = [
  path('/items/7'),
  path('/items/7/'),
  path('/items/7//'),
  path('//items/7'),
  path('/items//7'),
  path('/items/'),
  path('/ITEMS/7'),
  path('/%69tems/7'),
  path('/items/%37'),
  path('/items/%20'),
  path('/items/a+b'),
  path('/items/a%2Bb'),
  path('/items/a%2Fb'),
  path('/items/a%252Fb'),
  path('/items/a%5Cb'),
  path('/items/a\\b'),
  path('/./items/7'),
  path('/x/../items/7'),
  path('/x/%2E%2e/items/7'),
  path('/items/..'),
  path('/items/%2e%2e'),
  path('/items/..%2F7'),
  path('/items/7;v=1'),
  path('/items/a:b@c,d'),
  path('/items/7#x'),
  path('http://other/items/7'),
  path('/items/%C3%A9'),
  path('/items/é', 'string', '`/items/é`, as bytes of UTF-8'),
  path('/items/%E9'),
  path('/items/%zz'),
  path(`/items/${'a'.repeat(101)}`, 'string', '`/items/` and 101 letters'),
  path('/numbers/7.0', 'integer'),
];

/** `to` is the documented body. The client sends its length, unless `headers` have another framing. */
const body = (name, to, contentType, content, headers = []) => ({
  name,
  documented: BODIES[to],
  line: `POST /body/${to}`,
  headers: [...(contentType === undefined ? [] : [`content-type: ${contentType}`]), ...headers],
  body: Buffer.from(content),
});

const BODIES = {
  json: '`application/json`, an object',
  any: '`application/json`, any value',
  optional: '`application/json`, not required',
  patch: '`application/merge-patch+json`',
  form: '`application/x-www-form-urlencoded`',
  parts: '`multipart/form-data`',
  text: '`text/plain`',
};
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const object = '{"a":"1"}';
const MULTIPART = 'multipart/form-data; boundary=X';
const partOf = (headers, content, end = '--X--\r\n') =>
  `--X\r\nContent-Disposition: form-data; name="a"${headers}\r\n\r\n${content}\r\n${end}`;
const typed = (type) => `\`${object}\` as \`${type}\``;

export const REQUEST_BODIES = [
  body(typed(JSON_TYPE), 'json', JSON_TYPE, object),
  body(typed('Application/JSON; Charset="UTF-8"'), 'json', 'Application/JSON; Charset="UTF-8"', object),
  body(typed('application/json; charset=latin1'), 'json', 'application/json; charset=latin1', object),
  body(typed('application/json;'), 'json', 'application/json;', object),
  body(typed('application/json, text/plain'), 'json', 'application/json, text/plain', object),
  body(typed('application/vnd.a+json'), 'json', 'application/vnd.a+json', object),
  body(typed('application/merge-patch+json'), 'patch', 'application/merge-patch+json', object),
  body(typed('text/plain'), 'json', 'text/plain', object),
  body(`\`${object}\` without a type`, 'json', undefined, object),
  body('JSON after a byte order mark', 'json', JSON_TYPE, `\uFEFF${object}`),
  body('JSON with an invalid byte', 'json', JSON_TYPE, Buffer.from('{"a":"\xe9"}', 'latin1')),
  body('JSON with `Content-Encoding: gzip`', 'json', JSON_TYPE, gzipSync(object), ['content-encoding: gzip']),
  body('no content as JSON', 'json', JSON_TYPE, ''),
  body('no content as JSON', 'optional', JSON_TYPE, ''),
  body('no content, no type', 'optional', undefined, ''),
  body('`null`', 'any', JSON_TYPE, 'null'),
  body('`"text"`', 'any', JSON_TYPE, '"text"'),
  body('`{"a":"1","a":"2"}`', 'json', JSON_TYPE, '{"a":"1","a":"2"}'),
  body('`{"__proto__":{},"a":"1"}`', 'json', JSON_TYPE, '{"__proto__":{},"a":"1"}'),
  body('`a=x+y&a=%E9`', 'form', FORM, 'a=x+y&a=%E9'),
  body('`a[b]=1`', 'form', FORM, 'a[b]=1'),
  body('no content as a form', 'form', FORM, ''),
  body('a part in base64', 'parts', MULTIPART, partOf('\r\nContent-Transfer-Encoding: base64', 'MQ==')),
  body('a part and no last boundary', 'parts', MULTIPART, partOf('', '1', '')),
  body('parts without a boundary in the type', 'parts', 'multipart/form-data', partOf('', '1')),
  body('text as `text/plain; charset=iso-8859-1`', 'text', 'text/plain; charset=iso-8859-1', 'abc'),
];
