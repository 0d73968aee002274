import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { consumerFolder, preparePackage } from '../../support/programs/packed-package.js';
import { readJson, readTsconfig } from './snippets.js';

const root = path.resolve(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const TSC = path.join(root, 'node_modules/typescript-7/bin/tsc');

/** The paths of the README, each a row of its first table: one for each framework that a row lets choose. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  nest: ['nest', 'coming-from-nestjs-swagger'],
  express: ['express', 'operations', 'testing'],
  fastify: ['fastify', 'operations', 'testing'],
  hono: ['fetch', 'operations', 'testing'],
  webhooks: ['webhooks', 'customers', 'durable', 'verifying'],
};

/** Packages that an application of Nest has. */
const OF_NEST = ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', '@nestjs/swagger', 'rxjs'];

const tsconfig = readJson().find((value) => 'compilerOptions' in (value as object)) as {
  readonly compilerOptions: Readonly<Record<string, unknown>>;
};

/** Programs of a page by name, without tests, whose runners test/package/testing runs. */
function programsOf(text: string): [string, string][] {
  return [...text.matchAll(/^( *)```ts\n([^]*?)^ *```$/gm)]
    .map(([, indent, code]) => code!.replaceAll(new RegExp(`^${indent!}`, 'gm'), ''))
    .map((code): [string, string] => [/^\/\/ (\S+)/.exec(code)![1]!, code])
    .filter(([name]) => !/\.test\.ts$|-setup\.ts$/.test(name));
}

describe.each(Object.entries(PATHS))('the path %s', (name, pages) => {
  const texts = ['README.md', ...pages.map((page) => `docs/${page}.md`)].map(read);
  const programs = new Map(texts.flatMap(programsOf));

  test('README and site lead to its pages in this order', () => {
    for (const [file, place] of [
      ['README.md', 'docs/'],
      ['docs/index.md', ''],
    ] as const) {
      const rows = read(file)
        .split('\n')
        .filter((line) => line.startsWith('| '));
      const order = new RegExp(pages.map((page) => `\\(${place}${page}\\.md\\)`).join('.*'));
      expect(rows.filter((row) => order.test(row))).toHaveLength(1);
    }
  });

  test('its programs compile with nothing else, from the packed package', () => {
    preparePackage();
    const folder = path.join(consumerFolder, `path-${name}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    for (const [file, code] of programs) writeFileSync(path.join(folder, file), code);
    expect(spawnSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
  }, 120_000);

  test('its pages install what its programs import', () => {
    const installed = texts.flatMap((text) =>
      [...text.matchAll(/npm install (?:--save-dev )?([^\n#`]+)/g)].flatMap(([, names]) =>
        names!.trim().split(' '),
      ),
    );
    const imported = [...programs.values()].flatMap((code) =>
      [...code.matchAll(/from '([^'.][^']*)'/g)].map(([, from]) => /^(@[^/]+\/)?[^/]+/.exec(from!)![0]),
    );
    const known = new Set([...installed, ...(name === 'nest' ? OF_NEST : [])]);
    const missing = imported.filter((one) => !one.startsWith('node:') && !known.has(one));
    expect([...new Set(missing)]).toEqual([]);
  });
});

test('the tsconfig.json of the README is that of docs/from-zero.md, for files that are not in a folder', () => {
  const { rootDir: _rootDir, ...others } = readTsconfig().compilerOptions;
  expect(tsconfig.compilerOptions).toEqual(others);
});
