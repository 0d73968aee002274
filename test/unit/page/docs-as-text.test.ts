import Fastify from 'fastify';
import { fastifyDocs } from '../../../src/adapters/fastify.js';
import { Docs, response, type Config, type DocsRequest } from '../../../src/index.js';
import type { DocsResponse } from '../../../src/page/docs-server.js';
import { ask } from './docs-request.js';

const FILES = ['/llms.txt', '/llms-full.txt'] as const;

function shop(config: Partial<Config> = {}): Docs {
  const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' }, ...config });
  return docs.addAll(
    { method: 'GET', path: '/orders', audience: ['partner'], responses: { 200: response('All', [String]) } },
    { method: 'GET', path: '/zebra', responses: { 200: response('Zebra', [String]) } },
  );
}

const textOf = ({ body }: DocsResponse): string => Buffer.from(body).toString();

async function get(docs: Docs, path: string, more: Partial<DocsRequest> = {}): Promise<DocsResponse> {
  return docs.server.respond(ask(path, more));
}

test('the document is served as text, in full and as an index', async () => {
  const docs = shop();
  const [index, full] = await Promise.all(FILES.map((file) => get(docs, file)));
  expect([index?.status, full?.status]).toEqual([200, 200]);
  expect(full?.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(full && textOf(full)).toBe(docs.markdown());
  expect(index && textOf(index)).toContain('- `GET /orders`: List orders\n');
  const links = [...textOf(index!).matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url ?? '');
  expect(links).toEqual(['llms-full.txt', 'openapi.json', 'openapi.yaml']);
  for (const url of links) expect((await get(docs, `/${url}`)).status).toBe(200);
});

test('the page links to the text, also without a script and where its address has no slash', async () => {
  const docs = shop();
  const html = textOf(await get(docs, '/'));
  const [, href = ''] = /<link rel="alternate" type="text\/plain" href="([^"]+)"/.exec(html) ?? [];
  expect(textOf(await get(docs, '', { query: href.slice(1) }))).toBe(docs.markdown());
  expect(html).toContain('"markdown":"./llms-full.txt"');
});

describe.each(FILES)('%s of protected docs', (file) => {
  const docsAuth = { enabled: true, apiKey: 'sesame' };

  test('needs the credential', async () => {
    const refused = await get(shop({ docsAuth }), file);
    expect(refused.status).toBe(401);
    expect(textOf(refused)).not.toContain('orders');
    expect((await get(shop({ docsAuth }), file, { query: 'key=sesame' })).status).toBe(200);
    expect((await get(shop({ docsAuth }), file, { query: 'key=sesame' })).headers['cache-control']).toBe(
      'private, no-cache',
    );
  });

  test('needs the permission of authorize', async () => {
    expect((await get(shop({ authorize: () => false }), file)).status).toBe(403);
  });

  test('by query needs the credential', async () => {
    expect((await get(shop({ docsAuth }), '', { query: 'openapi=markdown' })).status).toBe(401);
  });
});

describe('a view', () => {
  const withPartners = (): Docs => {
    const docs = shop();
    docs.view({
      name: 'partners',
      include: { audience: ['partner'] },
      docsAuth: { enabled: true, apiKey: 'p' },
    });
    return docs;
  };

  test.each(FILES)('has %s of its own operations, with its own protection', async (file) => {
    const docs = withPartners();
    expect((await get(docs, `/partners${file}`)).status).toBe(401);
    const text = textOf(await get(docs, `/partners${file}`, { query: 'key=p' }));
    expect(text).toContain('GET /orders');
    expect(text).not.toMatch(/zebra/i);
  });

  test.each(['llms.txt', 'llms-full.txt'])('cannot have the name %s', (name) => {
    expect(() => shop().view({ name, include: { audience: ['partner'] } })).toThrow(name);
  });
});

test.each(['', '/docs'])('Fastify serves the text below %j', async (prefix) => {
  const app = Fastify();
  await app.register(fastifyDocs, { docs: shop(), prefix });
  for (const file of FILES) expect((await app.inject(`${prefix}${file}`)).body).toContain('GET /orders');
  await app.close();
});
