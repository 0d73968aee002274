import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { consumerFolder, entryPoints, preparePackage } from '../support/packed-package.js';

interface Loaded {
  readonly names: string[];
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

const loads = new Map<string, Promise<Loaded>>();

/** Each program runs once, for whoever asks. */
function loadEntry(system: System, entry: string, use = ''): Promise<Loaded> {
  const key = [system, entry, use].join();
  const load = loads.get(key) ?? startEntry(system, entry, use);
  loads.set(key, load);
  return load;
}

async function startEntry(system: System, entry: string, use: string): Promise<Loaded> {
  const get = system === 'esm' ? `await import('${entry}')` : `require('${entry}')`;
  const program = `(async () => {
    const entry = ${get};
    ${use};
    console.log(JSON.stringify(Object.keys(entry)));
  })()`;
  const { printed, loads } = await runConsumer(system, program);
  const packages = [...loads.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map((match) => match[1]!);
  const files = [...loads.matchAll(/\/dtospec\/dist\/([\w-]+?)(?:-[\w-]{8})?((?:\.node)?\.c?js)\n/g)];
  return {
    names: (printed as string[]).filter((name) => name !== 'module.exports').sort(),
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

describe('design 2: the package, as npm publishes it', () => {
  beforeAll(preparePackage, 300_000);

  test.each(entryPoints)('%s has the same exports however it is loaded', async (entry) => {
    const [esm, cjs] = await Promise.all(SYSTEMS.map((system) => loadEntry(system, entry)));
    const names = (await bundled())[entry]!;
    expect(esm!.names).toEqual(names);
    expect(cjs!.names).toEqual(names);
    expect(names.length).toBeGreaterThan(0);
  });

  test.each([
    ['esm', ['index.node.js']],
    ['cjs', []],
  ] as const)(
    'importing dtospec as %s evaluates no more than what it exports; a document, its server and operations come with their first use',
    async (system, own) => {
      const { files } = await loadEntry(system, 'dtospec');
      expect(files).toEqual(['core.cjs', 'decorate.cjs', 'index.cjs', ...own]);
      const use = `new entry.Docs({ info: { title: 'a', version: '1' } }).getUIConfig()`;
      const used = await loadEntry(system, 'dtospec', use);
      expect(used.files).toEqual(expect.arrayContaining(['document.cjs', 'model.cjs', 'server.cjs']));
    },
  );

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
    const { packages } = await loadEntry(system, 'dtospec');
    expect(packages).toContain('dtospec');
    expect([...packages].filter((name) => !CORE.includes(name))).toEqual([]);
  });

  test.each(entryPoints)('importing %s loads no HTTP client', async (entry) => {
    for (const system of SYSTEMS) expect((await loadEntry(system, entry)).packages).not.toContain('axios');
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
          loadEntry(system, 'dtospec/webhook', sendBy(options)),
        ),
      );
      expect(plain!.packages).not.toContain('axios');
      expect(proxied!.packages).toContain('axios');
    },
  );

  test.each(SYSTEMS)('YAML takes no package, as %s', async (system) => {
    const use = `new entry.Docs({ info: { title: 'a', version: '1' } }).specYAML()`;
    const { packages } = await loadEntry(system, 'dtospec', use);
    expect([...packages].filter((name) => !CORE.includes(name))).toEqual([]);
  });

  test.each(SYSTEMS)('the first exchange that is compared loads the validator, as %s', async (system) => {
    const use = `
      const docs = new entry.Docs({ info: { title: 'a', version: '1' } });
      const response = { status: 200 };
      await docs.checkExchange({ request: { method: 'GET', url: '/' }, response })`;
    expect((await loadEntry(system, 'dtospec', use)).packages).toContain('ajv');
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
