import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { consumerFolder, entryPoints, preparePackage } from '../support/packed-package.js';

interface Loaded {
  /** What each entry point exports. */
  readonly names: ReadonlyMap<string, string[]>;
  /** Packages of which a module was loaded. */
  readonly packages: Set<string>;
  /** Files of this package that were, without what a build puts after their names. */
  readonly files: string[];
}

type System = 'esm' | 'cjs';

/** Runs a program in the consumer's folder; it prints JSON. */
async function runConsumer(system: System, program: string): Promise<{ printed: unknown; loads: string }> {
  const log = path.join(mkdtempSync(path.join(tmpdir(), 'loads-')), 'log');
  const type = system === 'esm' ? 'module' : 'commonjs';
  const hook = path.join(__dirname, 'log-loads.mjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', hook, `--input-type=${type}`, '--eval', program],
    { cwd: consumerFolder, env: { ...process.env, LOADS: log } },
  );
  const loads = readFileSync(log, 'utf8');
  rmSync(path.dirname(log), { recursive: true });
  return { printed: JSON.parse(stdout), loads };
}

/** One process imports one entry point after the other, and then uses the last one: a start costs more than an import. */
async function load(system: System, entries: readonly string[], use = ''): Promise<Loaded> {
  const program = `(async () => {
    const names = {};
    let entry;
    for (const name of ${JSON.stringify(entries)}) {
      entry = ${system === 'esm' ? 'await import(name)' : 'require(name)'};
      names[name] = Object.keys(entry);
    }
    ${use};
    console.log(JSON.stringify(names));
  })()`;
  const { printed, loads } = await runConsumer(system, program);
  const packages = [...loads.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map((match) => match[1]!);
  const files = [...loads.matchAll(/\/dtospec\/dist\/([\w-]+?)(?:-[\w-]{8})?((?:\.node)?\.c?js)\n/g)];
  const names = Object.entries(printed as Record<string, string[]>).map(
    ([entry, exported]): [string, string[]] => [
      entry,
      exported.filter((name) => name !== 'module.exports').sort(),
    ],
  );
  return {
    names: new Map(names),
    packages: new Set(packages),
    files: [...new Set(files.map(([, name, extension]) => `${name}${extension}`))].sort(),
  };
}

/** What each entry point exports as bundlers take it, and Node.js before 20.19. */
const bundled = once(async () => {
  const files = entryPoints.map((entry) => [entry, entry === 'dtospec' ? 'index' : path.basename(entry)]);
  const program = `
    const names = ${JSON.stringify(files)}.map(async ([entry, file]) =>
      [entry, Object.keys(await import('./node_modules/dtospec/dist/' + file + '.js')).sort()]);
    console.log(JSON.stringify(Object.fromEntries(await Promise.all(names))));`;
  return (await runConsumer('esm', program)).printed as Record<string, string[]>;
});

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const SYSTEMS = ['esm', 'cjs'] as const;
/** What the core may load: the peers whose decorators it reads. */
const CORE = [
  'class-transformer',
  'class-validator',
  'dtospec',
  'libphonenumber-js',
  'reflect-metadata',
  'validator',
];

describe('the package, as npm publishes it', () => {
  beforeAll(preparePackage, 300_000);

  describe('all entry points', () => {
    let loaded: Readonly<Record<System, Loaded>>;
    beforeAll(async () => {
      const [esm, cjs] = await Promise.all(SYSTEMS.map((system) => load(system, entryPoints)));
      loaded = { esm: esm!, cjs: cjs! };
    });

    test.each(entryPoints)('%s has the same exports however it is loaded', async (entry) => {
      const names = (await bundled())[entry]!;
      expect(loaded.esm.names.get(entry)).toEqual(names);
      expect(loaded.cjs.names.get(entry)).toEqual(names);
      expect(names).not.toEqual([]);
    });

    test.each(SYSTEMS)('as %s none loads an HTTP client', (system) => {
      expect(loaded[system].packages).not.toContain('axios');
    });
  });

  test.each([
    ['esm', ['index.node.js']],
    ['cjs', []],
  ] as const)(
    'importing dtospec as %s evaluates no more than what it exports; a document, its server and operations come with their first use',
    async (system, own) => {
      const { files } = await load(system, ['dtospec']);
      expect(files).toEqual(['core.cjs', 'decorate.cjs', 'index.cjs', ...own]);
      const use = `new entry.Docs({ info: { title: 'a', version: '1' } }).getUIConfig()`;
      const used = await load(system, ['dtospec'], use);
      expect(used.files).toEqual(expect.arrayContaining(['document.cjs', 'model.cjs', 'server.cjs']));
    },
  );

  test('whichever of its files is used first finds the others ready', async () => {
    const { printed } = await runConsumer(
      'cjs',
      `const path = require('node:path');
       const folder = path.dirname(require.resolve('dtospec'));
       const files = require('node:fs').readdirSync(folder).filter((file) => file.endsWith('.cjs'));
       const failed = files.flatMap((file) => {
         for (const key of Object.keys(require.cache)) if (key.startsWith(folder)) delete require.cache[key];
         try {
           require(path.join(folder, file));
           return [];
         } catch (error) {
           return [file + ': ' + error.message];
         }
       });
       console.log(JSON.stringify({ hasFiles: files.length > 10, failed }));`,
    );
    expect(printed).toEqual({ hasFiles: true, failed: [] });
  });

  test('modules that import it and modules that require it have one copy', async () => {
    const { printed } = await runConsumer(
      'esm',
      `import { createRequire } from 'node:module';
       const require = createRequire(process.cwd() + '/x.js');
       const names = ${JSON.stringify(entryPoints)};
       const same = await Promise.all(names.map(async (name) => {
         const required = require(name);
         return Object.entries(await import(name)).every(([key, value]) => value === required[key]);
       }));
       console.log(JSON.stringify(same));`,
    );
    expect(printed).toEqual(entryPoints.map(() => true));
  });

  test.each(SYSTEMS)('importing dtospec as %s loads the core and nothing else', async (system) => {
    const { packages } = await load(system, ['dtospec']);
    expect(packages).toContain('dtospec');
    expect([...packages].filter((name) => !CORE.includes(name))).toEqual([]);
  });

  test.each(SYSTEMS)(
    "sending a webhook loads one only for the environment's proxies, as %s",
    async (system) => {
      const sendBy = (options: string): string => `
        const notifier = new entry.Notifier({ retry: entry.NO_RETRY });
        notifier.register(new entry.WebhookChannel({ defaultURL: 'http://127.0.0.1:9', ${options} }));
        const message = new entry.Message().setRaw(Buffer.from('news'));
        await notifier.send({}, { via: () => ['webhook'], toWebhook: () => message })`;
      const [plain, proxied] = await Promise.all(
        ['', 'proxyFromEnvironment: true, blockPrivateNetworks: false'].map((options) =>
          load(system, ['dtospec/webhook'], sendBy(options)),
        ),
      );
      expect(plain!.packages).not.toContain('axios');
      expect(proxied!.packages).toContain('axios');
    },
  );

  test.each(SYSTEMS)('YAML takes no package, as %s', async (system) => {
    const use = `new entry.Docs({ info: { title: 'a', version: '1' } }).specYAML()`;
    const { packages } = await load(system, ['dtospec'], use);
    expect([...packages].filter((name) => !CORE.includes(name))).toEqual([]);
  });

  test.each(SYSTEMS)('the first exchange that is compared loads the validator, as %s', async (system) => {
    const use = `
      const docs = new entry.Docs({ info: { title: 'a', version: '1' } });
      const response = { status: 200 };
      await docs.checkExchange({ request: { method: 'GET', url: '/' }, response })`;
    expect((await load(system, ['dtospec'], use)).packages).toContain('ajv');
  });

  test('a class decorated through one copy is documented by the other', async () => {
    const { printed } = await runConsumer(
      'esm',
      `import { createRequire } from 'node:module';
       import { Docs, response } from './node_modules/dtospec/dist/index.js';
       const { Description, TypeOf } = createRequire(process.cwd() + '/x.js')('dtospec');
       class User {}
       TypeOf(() => String)(User.prototype, 'name');
       Description('Told by CommonJS')(User.prototype, 'name');
       const docs = new Docs({ info: { title: 'a', version: '1' } });
       docs.add({ method: 'GET', path: '/', responses: { 200: response('User', User) } });
       console.log(JSON.stringify(docs.buildSpec().components.schemas.User.properties));`,
    );
    expect(printed).toEqual({ name: { type: 'string', description: 'Told by CommonJS' } });
  });
});
