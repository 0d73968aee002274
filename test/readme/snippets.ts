import { readFileSync } from 'node:fs';
import path from 'node:path';

const readme = readFileSync(path.resolve(__dirname, '../../README.md'), 'utf8');

/** The README's programs by the file names in their first lines. */
export function readPrograms(): Map<string, string> {
  return new Map(
    blocksOf('ts').map((code) => {
      const name = /^\/\/ ([\w-]+\.ts)\n/.exec(code)?.[1];
      if (name === undefined)
        throw new Error(`a snippet begins with its file's name, as in "// user.ts":\n${code}`);
      return [name, code];
    }),
  );
}

/** The README's JSON blocks. */
export function readJson(): unknown[] {
  return blocksOf('json').map((text) => JSON.parse(text) as unknown);
}

function blocksOf(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    (match) => match[1]!,
  );
}

/** What the README calls a decorator. */
export function readDecorators(): Set<string> {
  return new Set([...readme.matchAll(/`@(\w+)`/g)].map((match) => match[1]!));
}

/** Files and folders of this repository that the README links to. */
export function readLinks(): string[] {
  return [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map((match) => match[1]!);
}
