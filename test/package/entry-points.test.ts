import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { consumerFolder, entryPoints, preparePackage } from '../support/programs/packed-package.js';

type System = 'esm' | 'cjs';

/** Runs a program in the consumer's folder; resolves to the JSON that it prints. */
async function runConsumer(system: System, program: string, log?: string): Promise<unknown> {
  const type = system === 'esm' ? 'module' : 'commonjs';
  const hook = log === undefined ? [] : ['--import', path.join(__dirname, 'log-loads.mjs')];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...hook, `--input-type=${type}`, '--eval', program],
    { cwd: consumerFolder, env: { ...process.env, ...(log !== undefined && { LOADS: log }) } },
  );
  return JSON.parse(stdout);
}

/** What a process has loaded until then. */
interface Loaded {
  /** Packages of which a module was loaded. */
  readonly packages: ReadonlySet<string>;
  /** Files of this package that were, without what a build puts after their names. */
  readonly files: readonly string[];
}

function loadedBy(loads: string): Loaded {
  const packages = [...loads.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map((match) => match[1]!);
  const files = [...loads.matchAll(/\/dtospec\/dist\/([\w-]+?)(?:-[\w-]{8})?((?:\.node)?\.c?js)\n/g)];
  return {
    packages: new Set(packages),
    files: [...new Set(files.map(([, name, extension]) => `${name}${extension}`))].sort(),
  };
}

const sendBy = (options: string): string => `
  const { Notifier, NO_RETRY, WebhookChannel, Message } = await entry('dtospec/webhook');
  const notifier = new Notifier({ retry: NO_RETRY });
  notifier.register(new WebhookChannel({ defaultURL: 'http://127.0.0.1:9', ${options} }));
  const message = new Message().setRaw(Buffer.from('news'));
  await notifier.send({}, { via: () => ['webhook'], toWebhook: () => message });`;

/** What a process does, one after the other: a start costs more than an import. What loads less comes first. */
const STEPS = {
  import: `({ Docs, rules } = await entry('dtospec'));`,
  document: `const { IsArray, IsEmail, IsInt, IsOptional, Length, Max, Min, ValidateNested } = await entry('class-validator');
    const { Type } = await entry('class-transformer');
    const { body, Description, response } = await entry('dtospec');
    class Item {}
    rules(Item, { sku: [Length(1, 80)], count: [IsInt(), Min(1), Max(9), Description('How many')] });
    class Order {}
    rules(Order, { email: [IsOptional(), IsEmail()], items: [IsArray(), ValidateNested({ each: true }), Type(() => Item)] });
    const docs = new Docs({ info });
    docs.add({ method: 'POST', path: '/orders/:id', requestBody: body(Order), responses: { 200: response('The order', Order) } });
    if (docs.buildSpec().components.schemas.Order.properties.items.type !== 'array') throw new Error();`,
  request: `const { operation, nodeOperations } = await entry('dtospec');
    const { createServer } = await import('node:http');
    const ping = operation({ method: 'GET', path: '/ping', responses: { 200: { schema: { type: 'string' } } } }, () => 'pong');
    const server = createServer(nodeOperations(new Docs({ info, diagnostics: 'silent' }), [ping])).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = 'http://127.0.0.1:' + server.address().port + '/ping';
    if ((await (await fetch(url)).json()) !== 'pong') throw new Error();
    server.close();`,
  page: `new Docs({ info }).getUIConfig();`,
  YAML: `new Docs({ info }).specYAML();`,
  exchange: `const { checkExchange } = await entry('dtospec-tools/testing');
    await checkExchange(new Docs({ info }), { request: { method: 'GET', url: '/' }, response: { status: 200 } });`,
  entries: `for (const name of entryPoints) exported[name] = Object.keys(await entry(name));`,
  send: sendBy(''),
  byAgent: `const { Agent } = await import('node:http');${sendBy('httpAgent: new Agent(), blockPrivateNetworks: false')}`,
};
type Step = keyof typeof STEPS;

interface Walk {
  /** What was loaded when each step was done. */
  readonly after: Readonly<Record<Step, Loaded>>;
  /** What each entry point exports. */
  readonly exported: Readonly<Record<string, string[]>>;
}

async function walk(system: System): Promise<Walk> {
  const steps = Object.entries(STEPS).map(
    ([step, code]) => `{ ${code} }\n appendFileSync(process.env.LOADS, 'after ${step}\\n');`,
  );
  const program = `(async () => {
    const { appendFileSync } = await import('node:fs');
    const entry = async (name) => ${system === 'esm' ? 'import(name)' : 'require(name)'};
    const info = { title: 'a', version: '1' };
    const entryPoints = ${JSON.stringify(entryPoints)};
    const exported = {};
    let Docs, rules;
    ${steps.join('\n')}
    console.log(JSON.stringify(exported));
  })()`;
  const log = path.join(mkdtempSync(path.join(tmpdir(), 'loads-')), 'log');
  const exported = (await runConsumer(system, program, log)) as Record<string, string[]>;
  const loads = readFileSync(log, 'utf8');
  rmSync(path.dirname(log), { recursive: true });
  const after = Object.keys(STEPS).map((step) => [
    step,
    loadedBy(loads.slice(0, loads.indexOf(`after ${step}\n`))),
  ]);
  const names = Object.entries(exported).map(([entry, all]) => [
    entry,
    all.filter((name) => name !== 'module.exports').sort(),
  ]);
  return {
    after: Object.fromEntries(after) as Walk['after'],
    exported: Object.fromEntries(names) as Walk['exported'],
  };
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

/**
 * What each entry point exports as bundlers take it, and Node.js before 20.19; whether who imports and who requires it have
 * one copy; and a class that the CommonJS copy decorated, documented by the other.
 */
const COPIES = `
  import { createRequire } from 'node:module';
  const require = createRequire(process.cwd() + '/x.js');
  const names = ${JSON.stringify(entryPoints)};
  const same = await Promise.all(names.map(async (name) => {
    const required = require(name);
    return Object.entries(await import(name)).every(([key, value]) => value === required[key]);
  }));
  const bundledOf = (name) => {
    const [library, subpath = 'index'] = name.split('/');
    return import('./node_modules/' + library + '/dist/' + subpath + '.js');
  };
  const bundled = names.map(async (name) => [name, Object.keys(await bundledOf(name)).sort()]);
  const { Docs, response } = await bundledOf('dtospec');
  const { Description, TypeOf } = require('dtospec');
  class User {}
  TypeOf(() => String)(User.prototype, 'name');
  Description('Told by CommonJS')(User.prototype, 'name');
  const docs = new Docs({ info: { title: 'a', version: '1' } });
  docs.add({ method: 'GET', path: '/', responses: { 200: response('User', User) } });
  const documented = docs.buildSpec().components.schemas.User.properties;
  console.log(JSON.stringify({ same, bundled: Object.fromEntries(await Promise.all(bundled)), documented }));`;

describe('the package, as npm publishes it', () => {
  const walks: Partial<Record<System, Promise<Walk>>> = {};
  beforeAll(preparePackage, 300_000);

  describe.each(SYSTEMS)('as %s', (system) => {
    let after: Walk['after'];
    beforeAll(async () => {
      ({ after } = await (walks[system] ??= walk(system)));
    }, 60_000);

    test('importing dtospec evaluates only its exports; a document and the page load at first use', () => {
      const own = system === 'esm' ? ['index.node.js'] : [];
      expect(after.import.files).toEqual(['core.cjs', 'index.cjs', ...own, 'rolldown-runtime.cjs']);
      const used = ['document.cjs', 'model.cjs'];
      expect(after.document.files).toEqual([...after.import.files, ...used].sort());
      expect(after.request.files).not.toContain('server.cjs');
      expect(after.page.files).toEqual([...after.request.files, 'server.cjs'].sort());
    });

    test('importing dtospec loads only the core, and YAML needs no package', () => {
      expect(after.import.packages).toContain('dtospec');
      expect([...after.YAML.packages].filter((name) => !CORE.includes(name))).toEqual([]);
    });

    test('comparing exchanges loads only the formats of ajv', () => {
      expect(after.exchange.packages).toContain('ajv-formats');
      expect(after.exchange.packages).not.toContain('ajv');
    });

    test('no entry point loads an HTTP client', () => {
      expect(after.entries.packages).not.toContain('axios');
    });

    test('sending a webhook loads one only for an agent of the application', () => {
      expect(after.send.packages).not.toContain('axios');
      expect(after.byAgent.packages).toContain('axios');
    });
  });

  describe('its copies for import and require', () => {
    interface Copies {
      readonly bundled: Readonly<Record<string, string[]>>;
      readonly same: readonly boolean[];
      readonly documented: object;
    }
    let copies: Copies;
    let exported: Readonly<Record<System, Walk['exported']>>;

    beforeAll(async () => {
      copies = (await runConsumer('esm', COPIES)) as Copies;
      const [esm, cjs] = await Promise.all(SYSTEMS.map((system) => (walks[system] ??= walk(system))));
      exported = { esm: esm!.exported, cjs: cjs!.exported };
    }, 60_000);

    test.each(entryPoints)('%s has the same exports however it is loaded', (entry) => {
      const names = copies.bundled[entry]!;
      expect(exported.esm[entry]).toEqual(names);
      expect(exported.cjs[entry]).toEqual(names);
      expect(names).not.toEqual([]);
    });

    test('are one for modules that import it and modules that require it', () => {
      expect(copies.same).toEqual(entryPoints.map(() => true));
    });

    test('a class decorated through one copy is documented by the other', () => {
      expect(copies.documented).toEqual({ name: { type: 'string', description: 'Told by CommonJS' } });
    });
  });

  // Node.js 20.19 reads `module-sync`, but @vercel/nft 1.11 does not there, and a deployment lacks the file.
  test('its files have conditions that each version of Node.js and each tool reads alike', () => {
    const text = readFileSync(path.join(consumerFolder, 'node_modules/dtospec/package.json'), 'utf8');
    const { exports } = JSON.parse(text) as {
      exports: Readonly<Record<string, string | { import: object }>>;
    };
    const conditions = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : [Object.keys(entry.import).join()],
    );
    expect([...new Set(conditions)]).toEqual(['types,module,node,default']);
  });

  test('works whichever of its files is loaded first', async () => {
    const printed = await runConsumer(
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
});
