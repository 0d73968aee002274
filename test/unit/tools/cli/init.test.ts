import { type AddressInfo, Server } from 'node:net';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callCommand, type Called } from '../../../support/programs/call-command.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'init-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const call = async (...args: string[]): Promise<Called> => callCommand(folder, args);

test.each([
  ['express', 'expressOperations(app, docs, operations);'],
  ['fastify', 'app.register(fastifyOperations, { docs, operations });'],
  ['koa', 'koaOperations(router, docs, operations);'],
  ['hono', 'honoOperations(app, docs, operations);'],
  ['left-pad', "import { createServer } from 'node:http';"],
])(
  'prints the lines for an application with %s, and writes a first operation that can be documented',
  async (name, line) => {
    write(
      'package.json',
      JSON.stringify({ name: "ann's-cats", version: '2.1.0', dependencies: { [name]: '1' } }),
    );
    write('tsconfig.json', '{ "include": ["src"] }');
    const { code, printed, noted } = await call('init');
    expect({ code, noted }).toEqual({ code: 0, noted: 'Wrote src/api.ts.\n' });
    expect(printed).toContain('npm install dtospec class-validator class-transformer reflect-metadata');
    expect(printed).toContain('"experimentalDecorators": true');
    expect(printed).toContain("import { docs, operations } from './api.js';");
    expect(printed).toContain(line);

    // As the tests compile it: `dtospec` is the sources.
    const source = readFileSync(path.join(folder, 'src/api.ts'), 'utf8');
    const scratch = path.join(__dirname, `init-${name}.scratch.ts`);
    writeFileSync(scratch, source);
    try {
      // oxlint-disable-next-line typescript/no-require-imports -- written by this test
      const { makeDocs } = require(scratch) as {
        makeDocs: () => { buildSpec: () => unknown; diagnostics: (options: { notes: true }) => unknown[] };
      };
      expect(makeDocs().buildSpec()).toMatchObject({
        info: { title: "ann's-cats", version: '2.1.0' },
        paths: { '/greeting': {} },
      });
      expect(makeDocs().diagnostics({ notes: true })).toEqual([]);
      // The first command after it needs no option.
      const built = await callCommand(__dirname, ['build', path.basename(scratch)]);
      expect(built).toMatchObject({ code: 0, noted: '' });
      expect(JSON.parse(built.printed)).toMatchObject({ paths: { '/greeting': {} } });
    } finally {
      rmSync(scratch);
    }
  },
);

test('omits completed steps, and overwrites no file', async () => {
  const dependencies = Object.fromEntries(
    ['dtospec', 'dtospec-tools', 'class-validator', 'class-transformer', 'reflect-metadata'].map((name) => [
      name,
      '1',
    ]),
  );
  write('package.json', JSON.stringify({ dependencies }));
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } } // ok',
  );
  const { printed } = await call('init', '--framework', 'koa');
  expect(printed).toMatch(/^1\. Add to your application, where its routes are/);
  write('api.ts', 'mine');
  expect(await call('init')).toMatchObject({
    code: 3,
    noted: 'api.ts already exists, so it was not written. Rename it, and run the command again.\n',
  });
  expect(readFileSync(path.join(folder, 'api.ts'), 'utf8')).toBe('mine');
});

test('prints the steps for an application of Nest, and writes no file', async () => {
  write('package.json', JSON.stringify({ dependencies: { '@nestjs/core': '12', express: '5' } }));
  const { printed, noted } = await call('init');
  expect(printed).toContain(".mount(app, '/docs');");
  expect(printed).toContain('export async function makeDocs() {');
  expect(printed).toContain('npx dtospec build dist/make-docs.js -o openapi.yaml');
  expect(noted).toBe('');
});

test.each(['express', 'fastify', 'koa', 'hono', 'node', 'nest'])(
  'writes a server for %s into an empty folder, and prints the command that installs its packages',
  async (framework) => {
    mkdirSync(path.join(folder, '.git'));
    write('README.md', '# Tasks\n');
    write('.gitignore', '*.log\n');
    const { code, printed, noted } = await call('init', '--framework', framework, '--no-install');
    expect({ code, noted }).toMatchObject({
      code: 0,
      noted: expect.stringMatching(/^Wrote package\.json, tsconfig\.json, .*src\/main\.ts/) as string,
    });
    expect(printed).toMatch(/^npm install\nnpm run dev/);
    expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('*.log\n');
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      scripts: object;
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(manifest).toMatchObject({
      dependencies: {
        dtospec: `^${version}`,
        'class-validator': expect.stringMatching(/^\^0\.15/) as string,
      },
      devDependencies: { 'dtospec-tools': `^${version}` },
    });
    expect(Object.keys(manifest.scripts)).toEqual(['build', 'dev', 'start', 'test']);
  },
);

test('an empty folder gets Express, unless another framework is named', async () => {
  await call('init', '--no-install');
  expect(readFileSync(path.join(folder, 'src/main.ts'), 'utf8')).toContain("} from 'express';");
});

test('a folder with the package.json of npm init counts as empty, and keeps its name', async () => {
  const scripts = { test: 'echo "Error: no test specified" && exit 1' };
  const written = {
    name: 'shop',
    version: '2.0.0',
    description: '',
    main: 'index.js',
    scripts,
    license: 'MIT',
  };
  write('package.json', JSON.stringify(written));
  const { noted } = await call('init', '--no-install');
  expect(noted).toMatch(/^Wrote package\.json, tsconfig\.json, .*src\/main\.ts/);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ name: 'shop', version: '2.0.0', license: 'MIT', type: 'module' });
  expect(manifest).toMatchObject({ scripts: { test: 'tsc && node --test dist/main.test.js' } });
  expect(manifest).not.toHaveProperty('main');
});

test.each([{ dependencies: {} }, { bin: 'x.js' }])(
  'a package.json with %j is an application',
  async (more) => {
    write('package.json', JSON.stringify({ name: 'shop', version: '1.0.0', ...more }));
    expect((await call('init', '--no-install')).noted).toBe('Wrote src/api.ts and tsconfig.json.\n');
  },
);

test('rejects a folder without package.json, and an unknown framework', async () => {
  write('notes.txt', '');
  expect(await call('init')).toMatchObject({
    code: 3,
    noted: expect.stringMatching(/has no readable package\.json/) as string,
  });
  write('package.json', '{}');
  expect(await call('init', '--framework', 'rails')).toMatchObject({ code: 2 });
});

test('a new application gets a compiler configuration that its first build follows', async () => {
  write('package.json', '{}');
  const { printed, noted } = await call('init');
  expect(noted).toBe('Wrote src/api.ts and tsconfig.json.\n');
  expect(JSON.parse(readFileSync(path.join(folder, 'tsconfig.json'), 'utf8'))).toMatchObject({
    compilerOptions: {
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      outDir: 'dist',
      rootDir: 'src',
    },
    include: ['src'],
  });
  expect(printed).toContain('npm install --save-dev typescript @types/node');
  expect(printed).not.toContain('Set these compilerOptions');
  expect(printed).toContain('npx dtospec build dist/api.js');
});

test.each([
  ['{ "compilerOptions": { "outDir": "./build/" }, "include": ["src"] }', 'build/api.js'],
  ['{ "compilerOptions": { "outDir": "build" } }', 'build/api.js'],
  ['{\n  // "outDir": "dist",\n  "include": ["src/**/*"]\n}', 'src/api.js'],
])('names the file that the compiler writes in the commands: %s', async (config, compiled) => {
  write('package.json', '{}');
  write('tsconfig.json', config);
  expect((await call('init')).printed).toContain(`npx dtospec build ${compiled} -o openapi.yaml`);
});

test('writes the file where the compiler looks, even before the folder exists', async () => {
  write('package.json', JSON.stringify({ dependencies: { express: '5' } }));
  write('tsconfig.json', '{ "compilerOptions": { "rootDir": "src" }, "include": ["src"] }');
  expect((await call('init')).noted).toBe('Wrote src/api.ts.\n');
});

test('the server of Express responds with problem details to an error of a handler', async () => {
  const scratch = mkdtempSync(path.join(__dirname, 'init-errors.scratch-'));
  await callCommand(scratch, ['init', '--framework', 'express', '--no-install']);
  const tasks = path.join(scratch, 'src/tasks.ts');
  writeFileSync(tasks, readFileSync(tasks, 'utf8').replace('return tasks;', "throw new Error('Disk full');"));
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production'; // without the receiver
  process.env.PORT = '0';
  const listen = jest.spyOn(Server.prototype, 'listen');
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    // oxlint-disable-next-line typescript/no-require-imports -- written by this test
    require(path.join(scratch, 'src/main.ts'));
    const server = listen.mock.contexts[0] as Server;
    await new Promise((resolve) => (server.listening ? resolve(0) : server.once('listening', resolve)));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/tasks`);
    expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
      500,
      expect.stringMatching(/^application\/problem\+json/),
      { title: 'Internal Server Error', status: 500 },
    ]);
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ message: 'Disk full' }));
    await new Promise((resolve) => server.close(resolve));
  } finally {
    process.env.NODE_ENV = environment;
    delete process.env.PORT;
    jest.restoreAllMocks();
    rmSync(scratch, { recursive: true });
  }
});
