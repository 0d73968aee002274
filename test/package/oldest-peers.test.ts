import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { compilers } from '../support/programs/compile-program.js';
import { send } from '../support/network/http.js';
import {
  consumerFolder,
  entryPoints,
  packageFolder,
  packageNames,
  preparePackage,
} from '../support/programs/packed-package.js';
import { compileSamples, serveProgram } from '../support/programs/samples.js';

const ROOT = path.resolve(__dirname, '../..');
/** Has the oldest end of each peer's range, and the packed package beside it. */
const OLDEST = path.join(ROOT, 'build/oldest');

beforeAll(() => {
  preparePackage();
  compileSamples();
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/prepare.mjs'), 'oldest'], { stdio: 'pipe' });
  for (const name of packageNames)
    cpSync(packageFolder(name), path.join(OLDEST, 'node_modules', name), { recursive: true });
  const samples = path.join(OLDEST, 'samples');
  mkdirSync(samples, { recursive: true });
  writeFileSync(path.join(samples, 'package.json'), JSON.stringify({ type: 'module' }));
  cpSync(path.join(ROOT, 'build/samples/frameworks'), path.join(samples, 'frameworks'), { recursive: true });
}, 300_000);

async function run(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: OLDEST });
  return stdout;
}

/** Compiles the classes that the compilers are compared by beside the packages of a folder. */
function compileFixture(folder: string): string {
  const from = path.join(__dirname, 'compilers/fixture');
  const to = path.join(folder, 'fixture');
  mkdirSync(to, { recursive: true });
  writeFileSync(path.join(to, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  for (const file of readdirSync(from))
    writeFileSync(
      path.join(to, file.replace('.ts', '.js')),
      compilers.swc(readFileSync(path.join(from, file), 'utf8')),
    );
  return path.join(to, 'print.js');
}

test('class-validator 0.14.0 and reflect-metadata 0.1.13: the same documents, to the byte', async () => {
  const [old, current] = await Promise.all(
    [OLDEST, consumerFolder].map((folder) => run(compileFixture(folder), [])),
  );
  const [before, now] = [old!, current!].map((text) => JSON.parse(text) as { told: Record<string, string> });
  for (const version of ['3.0', '3.1', '3.2'])
    expect(JSON.parse(before!.told[version]!)).toEqual(JSON.parse(now!.told[version]!));
  expect(old).toBe(current);
});

test('every entry point loads, as CommonJS and as ES modules for bundlers', async () => {
  const names = entryPoints.filter((name) => name !== 'dtospec/nest');
  const modules = names.map((name) => {
    const [library, subpath = 'index'] = name.split('/');
    return `./node_modules/${library!}/dist/${subpath}.js`;
  });
  const file = path.join(OLDEST, 'load.mjs');
  writeFileSync(
    file,
    `for (const name of ${JSON.stringify([...modules, ...names])}) await import(name);
    console.log('loaded');`,
  );
  expect(await run(file, [])).toBe('loaded\n');
});

test('fastify 5.0.0 serves docs and operations, and dtospec fuzz with fast-check 4.0.0 tests them', async () => {
  await serveProgram(path.join(OLDEST, 'samples/frameworks/fastify.js'), async (url) => {
    expect((await send(url, { path: '/docs/' })).body.toString()).toContain('<title>Greetings API</title>');
    const greeting = await send(url, { path: '/greetings/Ada' });
    expect(JSON.parse(greeting.body.toString())).toEqual({ text: 'Hello, Ada', count: 1 });
    expect((await send(url, { path: `/greetings/${'x'.repeat(41)}` })).status).toBe(400);

    const cli = path.join(OLDEST, 'node_modules/dtospec-tools/dist/cli.cjs');
    const args = [cli, 'fuzz', url, '--runs', '20'];
    const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: OLDEST });
    expect(stderr).toMatch(/\d\d requests to 1 operation, seed 1: /);
  });
});

test("@redocly/openapi-core 2.0.0: dtospec validate has its rules' findings", async () => {
  writeFileSync(path.join(OLDEST, 'wrong.yaml'), 'openapi: 3.1.0\ninfo:\n  title: Cats\npaths: {}\n');
  const command = run(path.join(OLDEST, 'node_modules/dtospec-tools/dist/cli.cjs'), [
    'validate',
    'wrong.yaml',
  ]);
  await expect(command).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('version') });
});
