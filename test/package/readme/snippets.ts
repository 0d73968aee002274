import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const guides = readdirSync(path.join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => path.join('docs', file));

/** The programs of the README and the guides, or of the guides alone, by the file names in their first lines. */
export function readPrograms(of: 'all' | 'guides' = 'all'): Map<string, string> {
  return new Map([...readSnippets(of === 'all' ? [readme] : [])].filter(([name]) => !isTest(name)));
}

/** Snippets for a test runner, likewise. */
export function readTests(): Map<string, string> {
  return new Map([...readSnippets()].filter(([name]) => isTest(name)));
}

const isTest = (name: string): boolean => /(?:\.test|-setup)\.ts$/.test(name);

function readSnippets(others: readonly string[] = [readme]): Map<string, string> {
  return new Map(
    [...others, ...guides.map((file) => readFileSync(path.join(root, file), 'utf8'))]
      .flatMap((text) => blocksOf(text, 'ts'))
      .map((code) => {
        const name = /^\/\/ ([\w-]+(?:\.test)?\.ts)\n/.exec(code)?.[1];
        if (name === undefined)
          throw new Error(`a snippet begins with its file's name, as in "// user.ts":\n${code}`);
        return [name, code];
      }),
  );
}

/** The guides' set-ups of test runners and frameworks, by the file names in their first lines. */
export function readSetUps(): Map<string, string> {
  const blocks = guides.flatMap((file) => blocksOf(readFileSync(path.join(root, file), 'utf8'), 'js'));
  return new Map(
    blocks.map((code) => {
      const name = /^\/\/ ([\w.]+\.mjs)\n/.exec(code)?.[1];
      if (name === undefined)
        throw new Error(`a set-up begins with its file's name, as in "// jest.config.mjs":\n${code}`);
      return [name, code];
    }),
  );
}

/** JSON blocks of the README or of a guide. */
export function readJson(file = 'README.md'): unknown[] {
  return blocksOf(readFileSync(path.join(root, file), 'utf8'), 'json').map(
    (text) => JSON.parse(text) as unknown,
  );
}

/** The tsconfig.json that begins from zero. */
export function readTsconfig(): { readonly compilerOptions: Readonly<Record<string, unknown>> } {
  return readJson('docs/from-zero.md')[0] as ReturnType<typeof readTsconfig>;
}

/** Blocks of a language, also those in lists, which are indented. */
function blocksOf(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([^]*?)^ *\`\`\`$`, 'gm'))].map(
    ([, indent, code]) => code!.replaceAll(new RegExp(`^${indent!}`, 'gm'), ''),
  );
}

/** Names in the first column of docs/decorators.md, without those of other entry points. */
export function readDecorators(): Set<string> {
  const rows = readFileSync(path.join(root, 'docs/decorators.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `@') && !line.includes('dtospec/'));
  return new Set(
    rows.flatMap((row) => [...row.split(' | ', 1)[0]!.matchAll(/@(\w+)/g)].map(([, name]) => name!)),
  );
}

/** Files and folders of this repository that the README and the guides link to, from its root. */
export function readLinks(): string[] {
  return ['README.md', ...guides].flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1]!);
    return targets.map((target) => path.join(path.dirname(file), target));
  });
}
