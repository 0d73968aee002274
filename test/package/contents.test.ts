import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { packageFolder, packageNames, preparePackage } from '../support/programs/packed-package.js';

const ROOT = path.resolve(__dirname, '../..');

/** What only we can look up. */
const HISTORY =
  /\bseed's\b|\bseed (?:part \d|\d\.\d)|\b(?:issue|design) #?\d|\bthe (?:design|issue)\b|\bTODO\b|\bGo originals?\b/i;

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly typesVersions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

beforeAll(preparePackage, 300_000);

/** Every text in a value: the files of nested conditions. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe.each(packageNames)('the packed package %s', (packageName) => {
  const folder = packageFolder(packageName);
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const isWhole = packageName === 'dtospec';
  let manifest: Manifest;
  let files: string[];

  beforeAll(() => {
    manifest = JSON.parse(read('package.json')) as Manifest;
    files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  });

  test('contains every file that package.json names', () => {
    const named = textsIn([manifest.exports, manifest.typesVersions, manifest.bin]);
    expect(named.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(isWhole ? 40 : 10);
  });

  test('contains no build output that no entry point uses', () => {
    const reached = new Set(textsIn([manifest.exports, manifest.bin]).map((file) => path.normalize(file)));
    for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
    const built = files.filter((file) => file.startsWith('dist/') && !/^dist\/cli\.d\.c?ts$/.test(file));
    expect(built.filter((file) => !reached.has(file))).toEqual([]);
  });

  test('contains the files that its texts link to', () => {
    const broken = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => linksIn(read(file)).map((link) => [file, link] as const))
      // Pictures of guides are on the site and in the repository only, because of their size.
      .filter(([, link]) => !link.startsWith('pictures/'))
      .filter(([file, link]) => !existsSync(path.join(folder, path.dirname(file), link)));
    expect(broken).toEqual([]);
  });

  test("contains the README's pictures", () => {
    const heavy = files.filter((file) => /\.(png|svg)$/.test(file)).sort();
    expect(heavy).toEqual(isWhole ? ['docs/idea.svg', 'docs/page.png'] : []);
  });

  test('contains no comment about its history', () => {
    const comments = files
      .filter((file) => /^dist\/.*\.(js|cjs|ts|cts)$/.test(file))
      .flatMap((file) => commentsIn(read(file)).map((comment) => `${file}: ${comment}`));
    expect(comments.length).toBeGreaterThan(isWhole ? 1_000 : 100);
    expect(comments.filter((comment) => HISTORY.test(comment))).toEqual([]);
  });

  /** What a built module imports of the others, and its declarations with it. A text may have imports of other files. */
  function importsOf(file: string): string[] {
    const declared = /\.(d\.)?(cts|ts)$/.test(file);
    const named = [...read(file).matchAll(/(?:from|import|require)\s*\(?["'](\.\/[\w.-]+)["']/g)].map(
      ([, name]) =>
        path.join('dist', declared ? name!.replace(/\.(c?)js$/, (_, c: string) => `.d.${c}ts`) : name!),
    );
    return named.filter((one) => files.includes(one));
  }
});

test('test names contain no internal reference', () => {
  const tests = ['fixtures', 'io', 'law', 'support', 'unit'].flatMap((folder) =>
    readdirSync(path.join(ROOT, 'test', folder), { recursive: true, encoding: 'utf8' })
      // Another test makes scratch files, and removes them at any time.
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.scratch.ts'))
      .map((file) => path.join('test', folder, file)),
  );
  expect(tests.length).toBeGreaterThan(350);
  expect(tests.filter((file) => HISTORY.test(readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
});

test('CONTRIBUTING.md names existing files only', () => {
  const page = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const places = [...page.matchAll(/`((?:src|test|decorators|docs|scripts|\.changeset)\/[\w./-]+)`/g)].map(
    (match) => match[1]!,
  );
  expect(places.length).toBeGreaterThan(20);
  expect(places.filter((place) => !existsSync(path.join(ROOT, place)))).toEqual([]);
});

/** Relative links of a page, without their fragment. */
function linksIn(markdown: string): string[] {
  return [...markdown.matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)[^)]*\)/g)].map((match) => match[1]!);
}

function commentsIn(source: string): string[] {
  return [...source.matchAll(/^\s*(?:\*|\/\*\*|\/\/(?!#(?:end)?region))(.*)$/gm)].map((match) =>
    match[1]!.trim(),
  );
}

/** Licences that ask of whoever ships the code for no more than to keep the notice. */
const PERMISSIVE = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'PSF-2.0',
  'Unlicense',
];

interface Locked {
  readonly license?: string;
  /** True for a package of this repository. */
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe('licences', () => {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };

  /** All that comes with a package, by its place in the lock file. */
  function withDependencies(names: readonly string[], from = '', found = new Set<string>()): Set<string> {
    for (const name of names) {
      const place = placeOf(name, from);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      const { dependencies, optionalDependencies } = lock.packages[place]!;
      withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), place, found);
    }
    return found;
  }

  /** As Node.js looks for it: beside the package that asks, then further out. */
  function placeOf(name: string, from: string): string | undefined {
    for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
      const place = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
      if (lock.packages[place] !== undefined) return place;
      if (folder === '') return undefined;
    }
  }

  test.each(['dependencies', 'peerDependencies'] as const)(
    '%s and its dependencies have permissive licences',
    (kind) => {
      const names = packageNames.flatMap((name) => {
        const manifest = JSON.parse(
          readFileSync(path.join(packageFolder(name), 'package.json'), 'utf8'),
        ) as Manifest;
        return Object.keys(manifest[kind]).filter((one) => placeOf(one, '') !== undefined);
      });
      const places = [...withDependencies(names)].filter((place) => lock.packages[place]!.link !== true);
      const others = places
        .map((place) => [place, lock.packages[place]!.license ?? 'none'] as const)
        .filter(
          ([, license]) =>
            !license
              .replace(/^\((.*)\)$/, '$1')
              .split(' OR ')
              .some((name) => PERMISSIVE.includes(name)),
        );
      expect(places.length).toBeGreaterThan(names.length - 2);
      expect(others).toEqual([]);
    },
  );
});
