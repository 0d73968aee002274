import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  consumerFolder,
  entryPoints,
  packageFolder,
  packageNames,
  preparePackage,
} from '../support/programs/packed-package.js';

const ROOT = path.resolve(__dirname, '../..');
const page = readFileSync(path.join(ROOT, 'docs/compatibility.md'), 'utf8');

/** The cells of a table's rows, by the title of its first column. */
function tableOf(title: string): string[][] {
  const [, rows = ''] = new RegExp(`^\\| ${title} .*\\n\\|[ |-]+\\n((?:\\|.*\\n)+)`, 'm').exec(page) ?? [];
  return rows
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', ''))
        .slice(1, -1),
    );
}

interface Locked {
  readonly name?: string;
  readonly version?: string;
}

/** Every version of a package that a lock file of the tests has, aliases included. */
function lockedVersions(): Map<string, Set<string>> {
  const versions = new Map<string, Set<string>>();
  const tools = readdirSync(path.join(ROOT, 'test/tools')).map((name) => `test/tools/${name}`);
  for (const folder of ['.', 'test/package/node-versions', 'test/tools', ...tools]) {
    const file = path.join(ROOT, folder, 'package-lock.json');
    if (!existsSync(file)) continue;
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };
    for (const [place, { name, version }] of Object.entries(packages)) {
      const alias = place.replace(/^node_modules\//, '');
      if (place === '' || alias.includes('node_modules/')) continue;
      for (const known of [alias, name ?? alias])
        versions.set(known, (versions.get(known) ?? new Set()).add(version!));
    }
  }
  // Unpacked alone, by test/support/page/viewers.ts.
  const viewers = readFileSync(path.join(ROOT, 'test/support/page/viewers.ts'), 'utf8');
  for (const [, version] of viewers.matchAll(/^ {2}'(\d[\d.]+)': 'sha512/gm))
    versions.get('@scalar/api-reference')!.add(version!);
  return versions;
}

interface Manifest {
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
const { engines, peerDependencies } = manifestIn('.');
const allPeers = { ...peerDependencies, ...manifestIn('src/tools').peerDependencies };

describe('the table of versions', () => {
  const rows = tableOf('what');
  const locked = lockedVersions();

  test.each(rows.filter(([name]) => name !== 'Node.js'))(
    'lists versions of %s that the tests install: %s',
    (name, versions) => {
      const known = [...(locked.get(name!) ?? [])];
      for (const version of versions!.split(', '))
        expect(known).toContainEqual(
          expect.stringMatching(new RegExp(`^${version.replaceAll('.', '\\.')}(\\.|$)`)),
        );
    },
  );

  test('lists the versions of Node.js that the tests run, from the oldest that npm installs', () => {
    const [, versions] = rows.find(([name]) => name === 'Node.js')!;
    const binaries = [...locked.keys()].flatMap((name) => /^node(\d+)$/.exec(name)?.[1] ?? []);
    expect(versions!.split(', ')).toEqual(binaries.sort());
    expect(engines.node).toMatch(new RegExp(`^>=${binaries[0]!}(\\.|$)`));
  });

  test.each(Object.entries(allPeers).filter(([name]) => name !== '@nestjs/common'))(
    'lists both ends of the peer range %s %s',
    (name, range) => {
      const [, versions = ''] = rows.find(([known]) => known === name) ?? [];
      const [first = '', last = first] = [versions.split(', ')[0], versions.split(', ').at(-1)];
      const ranges = range.split(' || ').map((one) => one.replace('^', ''));
      // The oldest, whole; and the newest of the last range.
      expect(first).toBe(ranges[0]);
      expect(last.split('.')[0]).toBe(ranges.at(-1)!.split('.')[0]);
    },
  );

  test('each row names its test', () => {
    for (const [name, , , place] of rows)
      expect([name, existsSync(path.join(ROOT, place!))]).toEqual([name, true]);
  });
});

describe('the table of sizes', () => {
  let read: Record<string, string[]>;
  beforeAll(() => {
    preparePackage();
    // Each anew, in one process.
    const program = `
      const { realpathSync } = require('node:fs');
      const folders = ${JSON.stringify(packageNames.map(packageFolder))}.map((folder) => realpathSync(folder));
      ['reflect-metadata', 'class-validator', 'class-transformer'].forEach((name) => require(name));
      const own = () => Object.keys(require.cache).filter((file) => folders.some((folder) => file.startsWith(folder + '/')));
      const read = {};
      for (const entry of ${JSON.stringify(entryPoints)}) {
        for (const file of own()) delete require.cache[file];
        require(entry);
        read[entry] = own();
      }
      console.log(JSON.stringify(read));`;
    const printed = execFileSync(process.execPath, ['--eval', program], {
      cwd: consumerFolder,
      encoding: 'utf8',
    });
    read = JSON.parse(printed) as Record<string, string[]>;
  }, 300_000);

  const sizeOf = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + statSync(file).size, 0) / 1_000;

  /** All that a bundler finds from a module on. */
  function bundled(file: string, found = new Set<string>()): Set<string> {
    if (found.has(file)) return found;
    found.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, name] of source.matchAll(/(?:from|import)\s*\(?["']\.\/([\w.-]+)["']/g))
      bundled(path.join(path.dirname(file), name!), found);
    // A bundler takes what the tools use of the runtime; here it counts whole.
    for (const [, name] of source.matchAll(/(?:from|import)\s*\(?["']dtospec\/(internal)["']/g))
      bundled(path.join(packageFolder('dtospec'), `dist/${name!}.js`), found);
    return found;
  }

  const kilobytes = (cell: string): number => Number(cell.replace(' KB', '').replace(',', ''));

  test('lists each entry point', () => {
    expect(
      tableOf('entry point')
        .map(([name]) => name)
        .sort(),
    ).toEqual([...entryPoints].sort());
  });

  test.each(tableOf('entry point'))('lists the sizes of %s: %s, %s', (entry, atImport, inBundle) => {
    const [library, subpath = 'index'] = entry!.split('/');
    const file = path.join(packageFolder(library as 'dtospec'), `dist/${subpath}.js`);
    for (const [size, bound] of [
      [sizeOf(read[entry!]!), kilobytes(atImport!)],
      [sizeOf(bundled(file)), kilobytes(inBundle!)],
    ] as const) {
      expect(size).toBeLessThan(bound);
      // What has become much less is to be said, too.
      expect(size).toBeGreaterThan(bound / 2);
    }
  });

  test.each(packageNames)('lists the size of the package %s itself', (name) => {
    const [, bound = ''] = new RegExp(`\`${name}\` is at most ([\\d,]+ KB) to download`).exec(page) ?? [];
    const folder = path.join(ROOT, 'build/pack', name);
    const [tarball = ''] = readdirSync(folder);
    expect(statSync(path.join(folder, tarball)).size / 1_000).toBeLessThan(kilobytes(bound));
  });
});
