import { createHash } from 'node:crypto';
import { Docs } from '../../../../src/index.js';
import type {
  DocsTexts,
  HeadElement,
  UIConfig,
} from '../../../../src/documents/openapi/config/page-options.js';
import type { DocsResponse } from '../../../../src/page/docs-server.js';
import { docsFixture } from '../../../support/page/docs-fixture.js';
import { ask } from '../docs-request.js';

const pageOf = async (ui: UIConfig, more = {}): Promise<DocsResponse> =>
  docsFixture({ ui, ...more }).server.respond(ask('/'));
const textOf = ({ body }: DocsResponse): string => Buffer.from(body).toString();
const directive = ({ headers }: DocsResponse, name: string): string[] =>
  (headers['content-security-policy'] ?? '')
    .split('; ')
    .find((each) => each.startsWith(`${name} `))
    ?.split(' ') ?? [];
const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('more of the head', () => {
  test.each<[string, HeadElement, string, string, string]>([
    [
      'a script by its hash',
      { tag: 'script', text: 'a < b' },
      '<script>a < b</script>',
      'script-src',
      sha256('a < b'),
    ],
    [
      'a script in lines of Windows',
      { tag: 'script', text: 'a;\r\nb;\rc' },
      '<script>a;\nb;\nc</script>',
      'script-src',
      sha256('a;\nb;\nc'),
    ],
    [
      'a script by its address, without what no source can have',
      { tag: 'script', attributes: { src: 'https://x.example/a;b.js?v=1#c', async: true } },
      '<script src="https://x.example/a;b.js?v=1#c" async></script>',
      'script-src',
      'https://x.example/a%3Bb.js',
    ],
    [
      'a script of this origin by its integrity',
      { tag: 'script', attributes: { src: '/a.js', integrity: 'sha384-abc+/=' } },
      '<script src="/a.js" integrity="sha384-abc+/="></script>',
      'script-src',
      "'sha384-abc+/='",
    ],
    [
      'a stylesheet',
      { tag: 'link', attributes: { rel: 'preload stylesheet', href: 'https://x.example/a.css' } },
      '<link rel="preload stylesheet" href="https://x.example/a.css">',
      'style-src',
      'https://x.example/a.css',
    ],
  ])('%s', async (_, element, html, name, source) => {
    const page = await pageOf({ head: [element] });
    expect(textOf(page)).toContain(html);
    expect(directive(page, name)).toContain(source);
    expect(directive(page, name)).toHaveLength(directive(await pageOf({}), name).length + 1);
  });

  test('adds no source for elements without URLs, and escapes attributes', async () => {
    const attributes = { name: 'x', content: '"><script>alert(1)</script>' };
    const page = await pageOf({ head: [{ tag: 'meta', attributes }] });
    expect(textOf(page)).not.toContain('<script>alert');
    expect(page.headers['content-security-policy']).toBe(
      (await pageOf({})).headers['content-security-policy'],
    );
  });

  test.each<[unknown]>([
    [{ tag: 'base' }],
    [{ tag: 'script', attributes: { src: '/uploads/a.js' } }],
    [{ tag: 'script', attributes: { src: '//x.example/a.js' } }],
    [{ tag: 'script', attributes: { src: '/a.js', integrity: "sha384-x' 'unsafe-inline" } }],
    [{ tag: 'script', text: 'a</SCRIPT>b' }],
    [{ tag: 'script', text: '<!-- x' }],
    [{ tag: 'meta', attributes: { onload: 'x' } }],
    [{ tag: 'meta', attributes: { 'a b': 'x' } }],
    [{ tag: 'meta', attributes: { a: 1 } }],
    [{ tag: 'style', text: 5 }],
    ['<meta>'],
  ])('rejects %j', (element) => {
    const make = (): unknown =>
      new Docs({ info: { title: 'x', version: '1' }, ui: { head: [element as HeadElement] } }).server;
    expect(make).toThrow(/^config\.ui\.head/);
  });
});

describe('appearance', () => {
  test('replaces texts and language everywhere, escapes them, and keeps links', async () => {
    const texts: Partial<DocsTexts> = {
      failed: '<Fehler>',
      needsScript: 'Ohne Skript: {json}, {yaml} <b>',
      asJSON: 'J<S>ON',
    };
    const page = textOf(await pageOf({ texts, language: 'de-AT' }));
    expect(page).toContain('<html lang="de-AT">');
    expect(page).toContain('&lt;Fehler&gt;');
    expect(page).toContain('Ohne Skript: <a data-raw="json" href="?openapi=json">J&lt;S&gt;ON</a>, <a');
    const docsAuth = { enabled: true, apiKey: 'k' };
    const { server } = docsFixture({ docsAuth, ui: { language: 'de', texts: { signIn: 'Anmelden' } } });
    const form = textOf(await server.respond(ask('/', { headers: { accept: 'text/html' } })));
    expect(form).toContain('<html lang="de">');
    expect(form).toContain('<button>Anmelden</button>');
  });

  test('an icon or a logo by http is admitted, where https is anyway', async () => {
    const logo = { src: 'http://pictures.example/logo.svg', alt: 'x' };
    expect(directive(await pageOf({ logo }), 'img-src')).toContain('http://pictures.example');
    expect(await pageOf({ favicon: 'https://pictures.example/x.ico' })).toMatchObject({
      headers: { 'content-security-policy': (await pageOf({})).headers['content-security-policy'] },
    });
  });

  test.each<[keyof UIConfig, unknown]>([
    ['title', 5],
    ['logo', 'logo.svg'],
    ['head', '<meta>'],
    ['language', 'de"><script>'],
    ['texts', { signIn: 5 }],
    ['viewer', 'rapidoc'],
    ['viewerScript', () => undefined],
  ])('rejects ui.%s %j at once', (option, value) => {
    expect(() => new Docs({ info: { title: 'x', version: '1' }, ui: { [option]: value } })).toThrow(
      `config.ui.${option} needs`,
    );
  });

  test.each<[UIConfig, RegExp]>([
    [{ texts: { signin: 'x' } as Partial<DocsTexts> }, /config\.ui\.texts\.signin is not a text/],
    [{ viewerScript: 'x = "</script>"' }, /config\.ui\.viewerScript has/],
    [{ viewer: 'redoc', viewerSource: 'cdn' }, /redoc is served only from its installed package/],
  ])('rejects %j with the docs server', (ui, message) => {
    expect(() => docsFixture({ ui })).toThrow(message);
  });

  test.each(['swagger-ui', 'redoc'] as const)(
    'rejects %s if it is not installed, with the remedy',
    (viewer) => {
      expect(() => docsFixture({ ui: { viewer }, viewerFile: null })).toThrow(
        /run `npm install (swagger-ui-dist|redoc@2)`/,
      );
    },
  );

  test('styles of a viewer are at a place of their content, below the page and by its query', async () => {
    const viewerFile = require.resolve('swagger-ui-dist/swagger-ui-bundle.js');
    const { server } = docsFixture({ ui: { viewer: 'swagger-ui' }, viewerFile });
    const page = textOf(await server.respond(ask('/')));
    const path = /"style":"\.(\/viewer\/([0-9a-f]{16})\/style\.css)"/.exec(page);
    for (const request of [ask(path?.[1] ?? ''), ask('/', { query: `viewer-style=${path?.[2] ?? ''}` })]) {
      const style = await server.respond(request);
      expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
      expect(style.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(textOf(style)).toContain('.swagger-ui');
    }
    expect((await server.respond(ask('/viewer/0000000000000000/style.css'))).status).toBe(404);
  });
});
