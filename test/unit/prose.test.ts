import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const namesIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name));
const SAMPLES = readdirSync(path.join(ROOT, 'samples'))
  .filter((name) => !name.includes('.'))
  .flatMap((name) => namesIn(`samples/${name}`));
const FILES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...namesIn('docs'),
  ...namesIn('samples'),
  ...SAMPLES,
];

/** Words of a private idiom, with the plain words for them. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:is|are|of) none\b/gi, 'Define by what it is: "an unknown option", not "an option that is none".'],
  [/\bof which\b/gi, 'Begin a new sentence.'],
  [/\bwhoever\b/gi, 'Write "you", or name the reader.'],
  [/\b(?:stands?|stood)\b/gi, 'Write "is" or "represents".'],
  [/\b(?:tells?|told)\b/gi, 'Write "names", "reports", "returns" or "shows".'],
  [/\b(?:says?|said)\b/gi, 'Write "describes", "declares" or "sets".'],
  [/\bto mend\b/gi, 'Write "to fix".'],
];

/** Beginnings of sentences without a main verb of their own. A question is a sentence. */
const OPENING = /(?<=^|[.!] )(?:Of|What|Whose|Whether) (?:[^.!?`]|`[^`]*`)+[.!]/gm;

/** Removes front matter and code, whose words are not prose. Keeps the number of lines. */
function proseOf(markdown: string): string[] {
  const blank = (text: string): string => text.replaceAll(/[^\n]/g, '');
  return markdown
    .replace(/^---\n[^]*?\n---\n/, blank)
    .replaceAll(/^( *)```[^]*?^\1```$/gm, blank)
    .replaceAll(/`[^`\n]*`/g, '``')
    .split('\n');
}

/** Joins the lines of each paragraph and list item, so that sentences are whole. Leaves out headings and tables. */
function paragraphsOf(lines: readonly string[]): string[] {
  const text = lines.map((line) => (/^(?:#|\||\s*$)/.test(line) ? '' : line.trim())).join('\n');
  return text
    .split(/\n\n+|\n(?=[-*] |\d+\. )/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').replace(/^(?:[-*]|\d+\.) (?:\*\*[^*]+\*\* ?)?/, ''));
}

function findingsIn(file: string): string[] {
  const lines = proseOf(readFileSync(path.join(ROOT, file), 'utf8'));
  const words = lines.flatMap((line, index) =>
    WORDS.flatMap(([pattern, remedy]) =>
      [...line.matchAll(pattern)].map(([word]) => `${file}:${index + 1}: "${word}". ${remedy}`),
    ),
  );
  const openings = paragraphsOf(lines).flatMap((paragraph) =>
    [...paragraph.matchAll(OPENING)].map(
      ([found]) => `${file}: "${found.slice(0, 60)}…" Begin with the subject.`,
    ),
  );
  return [...words, ...openings];
}

describe('Markdown is in plain English', () => {
  test.each(FILES)('%s', (file) => {
    expect(findingsIn(file)).toEqual([]);
  });
});
