import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

/** What is bundled for each row of the second table in docs/compatibility.md. */
const BUNDLED: Readonly<Record<string, string>> = {
  'dtospec/decorators': "export * from 'dtospec/decorators';",
  'dtospec/verify': "export * from 'dtospec/verify';",
  'dtospec/schema': "export * from 'dtospec/schema';",
  'dtospec/client': "export * from 'dtospec/client';",
  'operations and docs over fetch': `
    import 'reflect-metadata';
    import { IsString } from 'class-validator';
    export { IsString };
    export { Docs, operation, response } from 'dtospec';
    export { fetchDocs, fetchOperations } from 'dtospec/fetch';`,
};

/** Kilobytes, minified and gzipped, by the name of the bundle. */
function documentedSizes(): Map<string, readonly [number, number]> {
  const page = readFileSync(path.join(ROOT, 'docs/compatibility.md'), 'utf8');
  const [, rows = ''] = /^\| bundle .*\n\|[ |:-]+\n((?:\|.*\n)+)/m.exec(page) ?? [];
  return new Map(
    rows
      .trim()
      .split('\n')
      .map((row) => {
        const [name, minified, gzipped] = row.split('|').slice(1, -1);
        const kilobytes = (cell: string): number => Number(cell.replace(' KB', '').replaceAll(',', ''));
        return [name!.trim().replaceAll('`', ''), [kilobytes(minified!), kilobytes(gzipped!)]];
      }),
  );
}

const PEERS = [
  'reflect-metadata',
  'class-validator',
  'class-transformer',
  'class-transformer/cjs/storage.js',
];

describe('bundles for browsers have the documented sizes', () => {
  beforeAll(preparePackage, 300_000);

  /** Bundles with each bundler, without warnings, and returns the minified text. */
  const BUNDLERS = {
    esbuild: (contents: string, external: readonly string[]): string => {
      const { outputFiles, warnings } = buildSync({
        stdin: { contents, resolveDir: consumerFolder },
        bundle: true,
        platform: 'browser',
        format: 'esm',
        minify: true,
        external: [...external],
        write: false,
      });
      expect(warnings).toEqual([]);
      return outputFiles[0]!.text;
    },
    rolldown: (contents: string, external: readonly string[]): string => {
      const entry = path.join(consumerFolder, 'bundled-entry.mjs');
      const folder = path.join(consumerFolder, 'bundled');
      rmSync(folder, { recursive: true, force: true });
      writeFileSync(entry, contents);
      const options = ['--platform=browser', '--format=esm', '--minify', `--dir=${folder}`];
      const others = external.map((name) => `--external=${name}`);
      const cli = path.join(ROOT, 'node_modules/rolldown/bin/cli.mjs');
      execFileSync(process.execPath, [cli, entry, ...options, ...others], {
        stdio: 'pipe',
        cwd: consumerFolder,
      });
      const files = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
      return files.join('');
    },
  };

  test.each(
    Object.keys(BUNDLED).flatMap((name) =>
      (['esbuild', 'rolldown'] as const).map((by) => [name, by] as const),
    ),
  )('%s by %s', (name, by) => {
    const isWhole = !name.startsWith('dtospec/');
    const text = BUNDLERS[by](BUNDLED[name]!, isWhole ? [] : PEERS);
    const [minified, gzipped] = documentedSizes().get(name)!;
    const sizes = [text.length, gzipSync(text).byteLength].map((bytes) => bytes / 1_000);
    expect({ name, sizes, isWithin: sizes[0]! <= minified && sizes[1]! <= gzipped }).toMatchObject({
      isWithin: true,
    });
    if (by === 'esbuild') expect(sizes[0]).toBeGreaterThan(minified * 0.85);
    // No rule of this program needs the library for phone numbers.
    expect(text).not.toMatch(/from ?"node:|require\("node:|parsePhoneNumber/);
    if (/verify|client|decorators/.test(name)) expect(text).not.toContain('class-validator"');
  });
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

  test('minified, keeps the names of its own components', async () => {
    const outfile = path.join(folder, 'components.cjs');
    const contents = `
import 'reflect-metadata';
import { Docs, ProblemDetails } from 'dtospec';
import { WebhookPing } from 'dtospec/webhook';
const docs = new Docs({ info: { title: 'Shop', version: '1' }, models: [ProblemDetails, WebhookPing] });
console.log(Object.keys(docs.buildSpec().components.schemas).join());
`;
    const stdin = { contents, resolveDir: consumerFolder };
    buildSync({ stdin, outfile, bundle: true, minify: true, platform: 'node', logLevel: 'silent' });
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], { cwd: folder });
    expect(stdout.trim()).toBe('ProblemDetails,ProblemFault,WebhookPing');
  });

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
