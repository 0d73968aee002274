// Writes the table of what compilers record as `design:type` into docs/compilers.md. With --check, it compares the page
// with what it sees. It installs the compilers into build/compilers, of which only test:all has all.
//   node scripts/report-compilers.mjs [--check]
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installNodes } from './lib/unpack.mjs';
import { must, root, run, writeFormatted } from './lib/run.mjs';

/** Exact versions: a registry may lack packages of a platform, without which `npm ci` takes no lock file. */
const PACKAGES = {
  '@babel/core': '7.29.13',
  '@babel/plugin-proposal-decorators': '7.29.7',
  '@babel/plugin-transform-class-properties': '7.28.6',
  '@babel/preset-typescript': '7.29.7',
  'babel-plugin-transform-typescript-metadata': '0.4.0',
  '@swc/core': '1.16.22',
  '@oxc-project/runtime': '0.158.0',
  'oxc-transform': '0.158.0',
  'reflect-metadata': '0.2.2',
  rolldown: '1.3.3',
  'typescript-5': 'npm:typescript@5.9.3',
  'typescript-6': 'npm:typescript@6.0.3',
  'typescript-7': 'npm:typescript@7.0.2',
  vite: '8.4.0',
};
const FIXTURE = path.join(root, 'test/package/compilers/recorded');
const PAGE = path.join(root, 'docs/compilers.md');
const INTO = path.join(root, 'build/compilers');
const OPTIONS = { experimentalDecorators: true, emitDecoratorMetadata: true };
const require = createRequire(path.join(INTO, 'package.json'));

/** Compiles each module of the fixture by itself. */
function eachFile(transpile) {
  return async (folder) => {
    for (const file of readdirSync(FIXTURE))
      writeFileSync(path.join(folder, file.replace('.ts', '.js')), await transpile(file, sourceOf(file)));
  };
}

const sourceOf = (file) => readFileSync(path.join(FIXTURE, file), 'utf8');
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);

function tsc(name, strict) {
  return async (folder) => {
    copyFixture(folder);
    const options = {
      ...OPTIONS,
      strict,
      module: 'nodenext',
      target: 'es2022',
      types: [],
      skipLibCheck: true,
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    const { bin } = require(`${name}/package.json`);
    const program = path.join(INTO, 'node_modules', name, bin.tsc);
    // It reports the missing types of Node.js, and compiles.
    await run(process.execPath, [program, '-p', folder]);
  };
}

function copyFixture(folder) {
  cpSync(FIXTURE, folder, { recursive: true });
  const files = {
    'tsconfig.json': { compilerOptions: OPTIONS },
    'deno.json': { compilerOptions: OPTIONS, nodeModulesDir: 'manual' },
    'package.json': { type: 'module', dependencies: { 'reflect-metadata': '*' } },
  };
  for (const [file, content] of Object.entries(files))
    writeFileSync(path.join(folder, file), JSON.stringify(content));
}

async function bundle(folder, build) {
  copyFixture(folder);
  await build(path.join(folder, 'print.ts'), path.join(folder, 'print.js'));
}

/** The columns of the table. Each compiles the fixture into a folder. */
const COMPILERS = {
  'tsc 5.9, 6.0, 7.0': tsc('typescript-5', true),
  'tsc without `strict`': tsc('typescript-5', false),
  'swc 1.16': eachFile(async (_, source) => {
    const { transformSync } = await load('@swc/core');
    const transform = { legacyDecorator: true, decoratorMetadata: true };
    const parser = { syntax: 'typescript', decorators: true };
    return transformSync(source, {
      swcrc: false,
      module: { type: 'es6' },
      jsc: { target: 'es2022', parser, transform },
    }).code;
  }),
  'oxc 0.158': eachFile(async (file, source) => {
    const { transformSync } = await load('oxc-transform');
    return transformSync(file, source, {
      lang: 'ts',
      decorator: { legacy: true, emitDecoratorMetadata: true },
    }).code;
  }),
  'Babel 7.29': eachFile(async (filename, source) => {
    const { default: babel } = await load('@babel/core');
    const plugins = [
      require.resolve('babel-plugin-transform-typescript-metadata'),
      [require.resolve('@babel/plugin-proposal-decorators'), { version: 'legacy' }],
      require.resolve('@babel/plugin-transform-class-properties'),
    ];
    const presets = [require.resolve('@babel/preset-typescript')];
    return babel.transformSync(source, { filename, babelrc: false, configFile: false, plugins, presets })
      .code;
  }),
  'Vite 8.4, Rolldown 1.3': async (folder) =>
    bundle(folder, async (input, file) => {
      const { rolldown } = await load('rolldown');
      const tsconfig = path.join(folder, 'tsconfig.json');
      const built = await rolldown({ input, tsconfig, external: ['reflect-metadata'], platform: 'node' });
      await built.write({ file });
    }),
  'Bun 1.4': async (folder) => copyFixture(folder),
  'Deno 2.9': async (folder) => copyFixture(folder),
};
/** Columns whose compiler is a runtime: its binary and arguments. */
const RUNTIMES = {
  'Bun 1.4': ['bun', 'bin/bun', []],
  'Deno 2.9': [
    'deno',
    'deno',
    ['run', '--allow-all', '--no-check', '--no-code-cache', '--sloppy-imports', '--quiet'],
  ],
};
/** Compilers that have to record the same as a column. */
const SAME = {
  'tsc 5.9, 6.0, 7.0': {
    'typescript 6': tsc('typescript-6', true),
    'typescript 7': tsc('typescript-7', true),
  },
  'Vite 8.4, Rolldown 1.3': {
    vite: async (folder) =>
      bundle(folder, async (input) => {
        const { build } = await import(
          pathToFileURL(path.join(INTO, 'node_modules/vite/dist/node/index.js')).href
        );
        const output = { entryFileNames: 'print.js' };
        const options = { ssr: input, outDir: folder, emptyOutDir: false, rollupOptions: { output } };
        await build({ root: folder, logLevel: 'silent', configFile: false, build: options });
      }),
  },
};

await installCompilers();
const recorded = {};
for (const [name, compile] of Object.entries(COMPILERS)) {
  recorded[name] = await recordedBy(name, compile);
  for (const [other, compileToo] of Object.entries(SAME[name] ?? {}))
    if (JSON.stringify(await recordedBy(other, compileToo)) !== JSON.stringify(recorded[name]))
      throw new Error(`${other} records other types than ${name}: give it a column of its own.`);
}
await writePage();

async function installCompilers() {
  await installNodes();
  mkdirSync(INTO, { recursive: true });
  const listed = JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES });
  const list = path.join(INTO, 'package.json');
  if (existsSync(path.join(INTO, 'node_modules')) && readFileSync(list, 'utf8') === listed) return;
  writeFileSync(list, listed);
  const options = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  await must('Installing compilers', 'npm', ['install', `--prefix=${INTO}`, ...options]);
}

/** Returns what a compiler records for each property. */
async function recordedBy(name, compile) {
  const folder = path.join(INTO, 'out', name.replaceAll(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  await compile(folder);
  const [runtime, file, args] = RUNTIMES[name] ?? [];
  const { output } =
    runtime === undefined
      ? await run(process.execPath, [path.join(folder, 'print.js')])
      : await run(binaryOf(runtime, file), [...args, path.join(folder, 'print.ts')]);
  const line = output.split('\n').find((text) => text.startsWith('{'));
  if (line === undefined) throw new Error(`${name}: ${output}`);
  return JSON.parse(line);
}

function binaryOf(runtime, file) {
  const nodes = path.join(root, 'build/node-versions');
  const folder = readdirSync(nodes).find((name) => name.startsWith(`${runtime}-`));
  return path.join(nodes, folder, file);
}

/** Returns the rows of the table: a property's type as written, and what each compiler records, where they differ. */
function rowsOf() {
  const declared = [
    ...sourceOf('kinds.ts').matchAll(/@Recorded (?:get )?(\w+)(?:!|\(\)): (.*?)(?:;| \{)$/gm),
  ];
  const isAlike = (key) => new Set(Object.values(recorded).map((names) => names[key])).size === 1;
  const different = declared.filter(([, key]) => !isAlike(key));
  return different.map(([, key, type]) => {
    const label = key === 'accessor' ? `getter, \`${type}\`` : `\`${type.replaceAll('|', '\\|')}\``;
    const note =
      {
        typeImport: ', of `import type`',
        local: ', an enum of the file',
        shared: ', an imported enum',
        itself: ', the class itself',
        shape: ', an interface',
      }[key] ?? '';
    const cells = Object.values(recorded).map((names) =>
      names[key] === 'nothing' ? 'nothing' : `\`${names[key]}\``,
    );
    return `| ${[label + note, ...cells].join(' | ')} |`;
  });
}

async function writePage() {
  const before = readFileSync(PAGE, 'utf8');
  const names = Object.keys(recorded);
  const head = `| type | ${names.join(' | ')} |\n|${' --- |'.repeat(names.length + 1)}`;
  const table = [head, ...rowsOf()].join('\n');
  const after = before.replace(/^\| type [^]*?\n\n/m, `${table}\n\n`);
  await writeFormatted(PAGE, after);
  if (!process.argv.includes('--check') || readFileSync(PAGE, 'utf8') === before) return;
  writeFileSync(PAGE, before);
  console.error('Compilers record other types than docs/compilers.md lists: npm run report:compilers');
  process.exitCode = 1;
}
