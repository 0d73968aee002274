import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

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
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
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

describe('the table of dependencies', () => {
  const rows = tableOf('dependency');

  test.each([
    ['dtospec', '.'],
    ['dtospec-tools', 'src/tools'],
  ])('lists those of %s', (name, folder) => {
    const listed = rows.filter(([, owner]) => owner === name).flatMap(([names]) => names!.split(', '));
    const { dependencies } = manifestIn(folder);
    expect([...listed, ...(name === 'dtospec' ? [] : ['dtospec'])].sort()).toEqual(
      Object.keys(dependencies).sort(),
    );
  });

  test('the runtime has at most five', () => {
    expect(Object.keys(manifestIn('.').dependencies).length).toBeLessThanOrEqual(5);
  });
});

describe('the table of promises', () => {
  const listed = tableOf('promise').flatMap(([, entries]) => entries!.match(/dtospec[-/a-z]*/g)!);

  test.each(['.', 'src/tools'])('lists each entry point of the package in %s once', (folder) => {
    const { name, exports } = manifestIn(folder);
    const offered = Object.keys(exports)
      .filter((entry) => !/package\.json|internal/.test(entry))
      .map((entry) => entry.replace('.', name));
    expect(listed.filter((entry) => entry.split('/')[0] === name).sort()).toEqual(offered.sort());
  });
});
