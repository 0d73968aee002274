import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readPrograms, readSetUps } from './snippets.js';

const ROOT = path.resolve(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const listed = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'));
const guides = listed('docs').filter((name) => path.dirname(name) === 'docs');
const files = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...guides, ...listed('samples')];

interface Block {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

const blocks = files.flatMap((file) => {
  const text = read(file);
  return [...text.matchAll(/^ *```([^\n]*)\n([^]*?)^ *```$/gm)].map(
    ({ 1: language, 2: code, index }): Block => ({
      file,
      line: text.slice(0, index).split('\n').length,
      language: language!,
      code: code!,
    }),
  );
});
const placeOf = ({ file, line }: Block): string => `${file}:${line}`;

/** Where snippets of a language are compiled or run, each of them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'test/package/readme/readme.test.ts',
  // With standard decorators.
  typescript: 'test/package/compilers/compilers.test.ts',
  js: 'test/package/testing/runners.test.ts',
  python: 'test/io/webhooks/receiving/verifying.test.ts',
  go: 'test/io/webhooks/receiving/verifying.test.ts',
  php: 'test/io/webhooks/receiving/verifying.test.ts',
  ruby: 'test/io/webhooks/receiving/verifying.test.ts',
  bash: 'test/io/webhooks/receiving/verifying.test.ts',
  sh: 'test/package/readme/every-snippet.test.ts',
};

/** What is printed, and JSON: the test that compares those of a page with the real thing. */
const SHOWN: Readonly<Record<string, string>> = {
  'README.md': 'test/package/readme/snippets.ts',
  'docs/ci.md': 'test/unit/tools/cli/guides.test.ts',
  'docs/cli.md': 'test/unit/tools/cli/config.test.ts',
  'docs/custom-validators.md': 'test/package/readme/readme.test.ts',
  'docs/from-zero.md': 'test/package/readme/snippets.ts',
  'docs/diff.md': 'test/unit/tools/cli/diff.test.ts',
  'docs/fuzz.md': 'test/io/fuzz/command.test.ts',
  'docs/production.md': 'test/unit/tools/cli/guides.test.ts',
  'docs/serving.md': 'test/unit/documents/openapi/text/markdown.test.ts',
  'docs/testing.md': 'test/package/testing/run-in.ts',
  'docs/types.md': 'test/unit/tools/cli/guides.test.ts',
};

describe('every snippet is tested', () => {
  test.each(Object.entries(LANGUAGES))('%s, by %s', (language, test) => {
    expect(blocks.filter((block) => block.language === language).length).toBeGreaterThan(0);
    expect(read(test).length).toBeGreaterThan(0);
  });

  // The test runners are run with theirs; Next costs half a minute, so test:all builds its sample.
  test("set-ups are the test runners', and that of the Next sample", () => {
    const { 'next.config.mjs': next, ...others } = Object.fromEntries(readSetUps());
    const clients = ['nest.users.mjs', 'postman.mjs', 'users.spec.mjs']; // test/package/testing/clients.test.ts
    const runners = ['jest.config.mjs', 'vitest.config.mjs'];
    expect(Object.keys(others).sort()).toEqual([...clients, ...runners].sort());
    const settings = (text: string): string | undefined => /^export default [^]*?;$/m.exec(text)?.[0];
    expect(settings(next!)).toBe(settings(read('samples/next/next.config.mjs')));
  });

  test('each is of these languages, or is shown by a page of the other table', () => {
    const untested = blocks.filter(({ language, file }) => !(language in LANGUAGES) && !(file in SHOWN));
    expect(untested.map(placeOf)).toEqual([]);
    for (const [file, test] of Object.entries(SHOWN)) expect(read(test)).toContain(path.basename(file));
  });

  test('programs are in guides and in the README: those of samples are files', () => {
    const hidden = blocks.filter(
      ({ language, file }) => !/^(sh|json)?$/.test(language) && !/^(README|docs\/[\w-]+)\.md$/.test(file),
    );
    expect(hidden.map(placeOf)).toEqual([]);
  });
});

const manifest = JSON.parse(read('package.json')) as Record<string, Readonly<Record<string, string>>>;
const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap((block) => block.code.split('\n').map((line) => [placeOf(block), line.trim()] as const))
  .filter(([, line]) => line !== '');

/** What lines of shell begin with, and what has to be there for each; the calls of dtospec are test/unit/tools/cli/guides'. */
const COMMANDS: readonly (readonly [RegExp, (word: string) => boolean])[] = [
  [/^npx (dtospec) /, () => true],
  // test/unit/tools/cli/init.test.ts writes the server, with the script `dev`.
  [/^npx (dtospec-tools) init\b/, () => true],
  // test/package/npx.test.ts runs it on an application without dtospec.
  [/^npx (dtospec-tools) migrate nest\b/, () => true],
  [/^npm run (dev)\b/, () => true],
  [/^npm run ([\w:]+)/, (script) => script in manifest.scripts!],
  [/^npx jest ([\w/.-]+)/, (file) => read(file) !== ''],
  [/^npx (openapi-typescript|openapi-ts|orval) /, (program) => program in GENERATORS],
  [/^npm (test)\b/, (script) => script in manifest.scripts!],
  [/^npm install (?:--save-dev )?(.*?)(?: +#.*)?$/, (names) => names.split(' ').every(isInstallable)],
  [/^node (bench\/[\w-]+\.mjs)/, (file) => read(file) !== ''],
  [/^(?:NODE_ENV=development )?node dist\/([\w-]+)\.js/, (name) => readPrograms().has(`${name}.ts`)],
  [/^curl -X POST localhost:3000(\/\w+)/, (route) => read('docs/from-zero.md').includes(`path: '${route}'`)],
  [
    /^curl -i (?:-X DELETE )?localhost:3000(\/\w+)/,
    (route) =>
      ['authentication', 'csrf'].some((guide) => read(`docs/${guide}.md`).includes(`path: '${route}'`)),
  ],
  [/^(?:git clone|mkdir|npm init|npm pkg set|npx tsc$|export )(.*)/, () => true],
];

/** Generators that test/package/clients runs. */
const GENERATORS: Readonly<Record<string, string>> = {
  ...manifest.devDependencies,
  ...(JSON.parse(read('test/tools/package.json')) as typeof manifest).dependencies,
  'openapi-ts': '@hey-api/openapi-ts',
};

/** The tests have it, or it is one of the packages. */
function isInstallable(name: string): boolean {
  const { dependencies, devDependencies, peerDependencies } = manifest;
  return (
    ['dtospec', 'dtospec-tools'].includes(name) ||
    [dependencies, devDependencies, peerDependencies].some((listed) => name in listed!)
  );
}

test.each(commands)('%s: %s', (_place, line) => {
  const [found] = COMMANDS.flatMap(([pattern, isThere]) => {
    const match = pattern.exec(line);
    return match === null ? [] : [isThere(match[1]!)];
  });
  expect(found).toBe(true);
});

/** What an application has that adds ours. */
const THERE: Readonly<Record<string, readonly string[]>> = {
  'docs/nest.md': ['@nestjs/common', '@nestjs/core', 'reflect-metadata'],
};

describe('the install commands of a guide contain all packages that its programs import', () => {
  const asked = guides.filter(
    (file) => file !== 'docs/installing.md' && /^npm install (?!--)/m.test(read(file)),
  );

  test.each(asked)('%s', (file) => {
    const text = read(file);
    const lines = [...text.matchAll(/npm install ([^\n#`]+)/g)].flatMap(([, line]) =>
      line!.trim().split(' '),
    );
    const names = [...lines, ...(THERE[file] ?? [])];
    const imported = [...text.matchAll(/^(?:import|\} from|import .* from) '([^'.][^']*)'/gm)]
      .map(([, name]) => /^(@[^/]+\/)?[^/]+/.exec(name!)![0])
      .filter((name) => !name.startsWith('node:'));
    expect([...new Set(imported)].filter((name) => !names.includes(name))).toEqual([]);
  });
});
