import { Docs, download, file, operation, type Operation, response, schema } from '../../../src/index.js';
import { ConfigError } from '../../../src/shared/errors.js';
import { isHeaderValue } from '../../../src/shared/http.js';
import { runnerOf, type TestResponse } from './run.js';

const run = (one: Operation): Promise<TestResponse> => runnerOf(one)({ target: '/f' });

const NAMES = [
  'invoice.pdf',
  'Invoice 3.pdf',
  'a"b.pdf',
  "it's.pdf",
  'a\\b.pdf',
  'a;b=c.pdf',
  'a,b.pdf',
  'a%20b.pdf',
  '100%.pdf',
  'a\r\nSet-Cookie: x=1.pdf',
  'a\nb.pdf',
  'a\0b.pdf',
  'a\tb.pdf',
  'Übersicht.pdf',
  '€ rates.pdf',
  'отчёт.pdf',
  '報告書.pdf',
  'تقرير.pdf',
  'e\u0301.pdf',
  'a\u202Efdp.exe',
  '../../etc/passwd',
  'C:\\temp\\a.pdf',
  '.htaccess',
  '',
  ' ',
  '*',
  "UTF-8''a.pdf",
  'filename*=x',
  '"quoted"',
  `${'long'.repeat(300)}.pdf`,
  '\ud800.pdf',
];

const sent = (name: string, inline: boolean): Promise<Record<string, unknown>> =>
  run(
    operation({ method: 'GET', path: '/f', responses: { 200: response('A file', file()) } }, () =>
      download('x', { filename: name, inline }),
    ),
  ).then(({ headers }) => headers as Record<string, unknown>);

describe('download', () => {
  test.each(NAMES.map((name) => [JSON.stringify(name), name]))('sends the name %s', async (_, name) => {
    const header = String((await sent(name, false))['content-disposition']);
    expect(isHeaderValue(header)).toBe(true);
    expect(header).toMatch(
      /^attachment(?:; filename(?:="(?:[^"\\]|\\.)*"|=[!#$%&'*+\-.^_`|~0-9A-Za-z]+|\*=UTF-8''[!#$&+\-.^_`|~%0-9A-Za-z]+)){0,2}$/,
    );
    const encoded = /filename\*=UTF-8''(\S+)$/.exec(header)?.[1];
    if (encoded !== undefined) expect(decodeURIComponent(encoded)).toBe(name.replace('\ud800', '\ufffd'));
    const quoted = /filename="((?:[^"\\]|\\.)*)"/.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1');
    if (encoded === undefined && quoted !== undefined) expect(quoted).toBe(name);
    expect(String((await sent(name, true))['content-disposition'])).toMatch(/^inline/);
  });

  test.each([
    ['a source', () => download(7 as never)],
    ['an object', () => download({ path: '/etc/passwd' } as never)],
    ['size', () => download('x', { size: -1 })],
    ['size', () => download('x', { size: 1.5 })],
    ['etag', () => download('x', { etag: 'v7' })],
    ['etag', () => download('x', { etag: '"a\r\nb"' })],
    ['lastModified', () => download('x', { lastModified: new Date('never') })],
    ['filename', () => download('x', { filename: 7 as never })],
    ['type', () => download('x', { type: 'pdf' })],
    ['an unknown option', () => download('x', { fileName: 'a.pdf' } as never)],
  ])('refuses %s that is not valid', (_, create) => {
    expect(create).toThrow(ConfigError);
    expect(() => create()).toThrow(/download/);
  });

  it('refuses a download where the document has JSON', async () => {
    const asJson = operation(
      { method: 'GET', path: '/f', responses: { 200: response('A text', String) } },
      () => download('{"password":"x"}') as never,
    );
    await expect(run(asJson)).rejects.toThrow(/returned a download for JSON/);
  });

  it('has no ranges where the document has none', async () => {
    const post = operation(
      { method: 'POST', path: '/f', responses: { 200: response('A file', file()) } },
      () => download('text'),
    );
    const { status, headers } = await runnerOf(post)({ target: '/f', headers: { range: 'bytes=0-1' } });
    expect([status, headers['accept-ranges'], headers['content-length']]).toEqual([200, undefined, '4']);
  });

  it('refuses a Blob where the document has JSON', async () => {
    const open = operation(
      { method: 'GET', path: '/f', responses: { 200: response('Anything', schema('any')) } },
      () => new Blob(['four']),
    );
    await expect(run(open)).rejects.toThrow(/bytes cannot be read at once/);
  });

  it('documents a file under its media type, and the responses that it sends by itself', () => {
    const docs = new Docs({ info: { title: 'Files', version: '1' } });
    docs.addOperations([
      operation(
        { method: 'GET', path: '/f', responses: { 200: response('A file', file('image/png')) } },
        () => download('x'),
      ),
      operation({ method: 'HEAD', path: '/f', responses: { 200: response('A file', file()) } }, () =>
        download('x'),
      ),
      operation({ method: 'POST', path: '/f', responses: { 200: response('A file', file()) } }, () =>
        download('x'),
      ),
    ]);
    const { get, head, post } = docs.buildSpec().paths!['/f'] as Record<string, { responses: object }>;
    expect(get!.responses).toMatchObject({
      200: { content: { 'image/png': {} } },
      206: { content: { 'image/png': {} }, headers: { 'Content-Range': { required: true } } },
      304: { description: expect.any(String) as string },
      412: { content: { 'application/problem+json': {} } },
      416: { content: { 'application/problem+json': {} }, headers: { 'Content-Range': { required: true } } },
    });
    expect(Object.keys(head!.responses)).toEqual(['200']);
    expect(Object.keys(post!.responses)).toEqual(['200']);
  });
});
