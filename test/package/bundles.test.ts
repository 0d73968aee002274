import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { consumerFolder, preparePackage } from '../support/programs/packed-package.js';

const ROOT = path.resolve(__dirname, '../..');

/** Serves its docs, asks for everything that they have, and prints it. */
const PROGRAM = `
import 'reflect-metadata';
import { createServer } from 'node:http';
import { IsString } from 'class-validator';
import { Docs, response } from 'dtospec';
import { fetchDocs } from 'dtospec/fetch';
import { Message } from 'dtospec/webhook';

class User { name; }
IsString()(User.prototype, 'name');
const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' }, ui: { viewerSource: process.argv[2] } });
docs.add({ method: 'GET', path: '/users', responses: { 200: response('Users', [User]) } });

const server = createServer(docs.middleware('/docs')).listen(0, '127.0.0.1', async () => {
  const base = 'http://127.0.0.1:' + server.address().port + '/docs/';
  const page = await (await fetch(base)).text();
  const viewer = /\\.\\/viewer\\/[^"]+/.exec(page);
  console.log(JSON.stringify({
    page: page.includes('<title>Shop</title>'),
    json: (await (await fetch(base + 'openapi.json')).json()).components.schemas.User.properties,
    yaml: (await (await fetch(base + 'openapi.yaml')).text()).split('\\n')[0],
    viewer: viewer && (await (await fetch(new URL(viewer[0], base))).text()).includes('createApiReference'),
    fetch: (await fetchDocs(docs, '/docs')(new Request(base))).status,
    message: typeof new Message().setJSON({}),
  }));
  server.close();
  server.closeAllConnections();
});
`;

const EXPECTED = {
  page: true,
  json: { name: { type: 'string' } },
  yaml: 'openapi: 3.1.0',
  viewer: null,
  fetch: 200,
  message: 'object',
};

/** What people put before an ES module for the CommonJS packages in it; axios depends on some. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

test.each([
  ['dtospec/decorators', ['reflect-metadata'], 14, 5.5],
  ['dtospec/verify', [], 4, 2],
])('%s alone has few bytes and no validator', (entry, external, minified, gzipped) => {
  const { outputFiles, metafile } = buildSync({
    stdin: { contents: `export * from '${entry}';`, resolveDir: consumerFolder },
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    external: [...external],
    metafile: true,
    write: false,
  });
  const contents = outputFiles[0]!.contents;
  expect(Object.keys(metafile.inputs).filter((input) => input.includes('class-'))).toEqual([]);
  expect(contents.byteLength).toBeLessThanOrEqual(minified * 1_000);
  expect(gzipSync(contents).byteLength).toBeLessThanOrEqual(gzipped * 1_000);
});

test('the client has at most 3.5 KB, minified and gzipped, and imports nothing', () => {
  const { outputFiles } = buildSync({
    stdin: { contents: "export * from 'dtospec/client';", resolveDir: consumerFolder },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    minify: true,
    write: false,
  });
  const [file] = outputFiles;
  expect(file!.text).not.toMatch(/\bimport\b|\brequire\b/);
  expect(gzipSync(file!.contents).length).toBeLessThan(3.5 * 1024);
});

describe('a bundle of one file', () => {
  let folder = '';
  beforeAll(() => {
    preparePackage();
    folder = mkdtempSync(path.join(tmpdir(), 'dtospec-bundle-'));
  }, 300_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Bundles the program with everything that it needs, and runs it where nothing else is. */
  async function run(format: 'cjs' | 'esm', minify: boolean, argument = 'cdn'): Promise<unknown> {
    const outfile = path.join(folder, `${format}.${format === 'cjs' ? 'cjs' : 'mjs'}`);
    const { warnings } = buildSync({
      stdin: { contents: PROGRAM, resolveDir: consumerFolder },
      outfile,
      bundle: true,
      platform: 'node',
      format,
      minify,
      keepNames: true,
      logLevel: 'silent',
      ...(format === 'esm' && { banner: { js: REQUIRE } }),
    });
    expect(warnings).toEqual([]);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [outfile, argument], {
      cwd: folder,
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }

  // What is not minified the next test has, but for the CDN's viewer.
  const minifying = process.env.DTOSPEC_RUNS === undefined ? [true] : [false, true];
  test.each(minifying.flatMap((minify) => [['cjs', minify] as const, ['esm', minify] as const]))(
    'as %s, minified %s: serves page, JSON and YAML',
    async (format, minify) => {
      expect(await run(format, minify)).toEqual(EXPECTED);
    },
  );

  test('as an ES module without require, a delivery names the remedy', async () => {
    const outfile = path.join(folder, 'without-require.mjs');
    const contents = `
import { Message, Notifier, WebhookChannel } from 'dtospec/webhook';
const notifier = new Notifier().register(new WebhookChannel({ defaultURL: 'http://127.0.0.1:9/' }));
const { deliveries } = await notifier.send('ada', { via: () => ['webhook'], toWebhook: () => new Message().setJSON(1) });
console.log(deliveries[0].outcome, deliveries[0].attempts, deliveries[0].error.message);
`;
    const stdin = { contents, resolveDir: consumerFolder };
    buildSync({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' });
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], { cwd: folder });
    expect(stdout).toContain(
      'The bundle of this program is an ES module without require, which undici needs.',
    );
    expect(stdout).toContain(REQUIRE);
  });

  test.each(['cjs', 'esm'] as const)('as %s, finds an installed viewer beside it', async (format) => {
    mkdirSync(path.join(folder, 'node_modules/@scalar'), { recursive: true });
    symlinkSync(
      path.join(ROOT, 'node_modules/@scalar/api-reference'),
      path.join(folder, 'node_modules/@scalar/api-reference'),
    );
    writeFileSync(path.join(folder, 'package.json'), '{}');
    try {
      expect(await run(format, false, 'local')).toEqual({ ...EXPECTED, viewer: true });
    } finally {
      rmSync(path.join(folder, 'node_modules'), { recursive: true });
    }
  });
});
