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
  [
    /(?<!there )\b(?:is|are|of) none\b/gi,
    'Define by what it is: "an unknown option", not "an option that is none".',
  ],
  [/(?<!each |any )\bof which\b/gi, 'Begin a new sentence.'],
  [/\bwhoever\b/gi, 'Write "you", or name the reader.'],
  [/\b(?:stands?|stood)\b/gi, 'Write "is" or "represents".'],
  [/\b(?:tells?|told)\b/gi, 'Write "names", "reports", "returns" or "shows".'],
  [/\b(?:says?|said)\b/gi, 'Write "describes", "declares" or "sets".'],
  [/\bto mend\b/gi, 'Write "to fix".'],
];

/** Beginnings of sentences without a main verb of their own. A question is a sentence. */
const OPENING = /(?<=^|[.!] )(?:Of|What|Whose|Whether) (?:[^.!?`]|`[^`]*`)+[.!]/gm;

/** A docstring, or the lines of one comment. */
const COMMENT = /^ *\/\*\*[^]*?\*\/|(?:^ *\/\/.*\n)+/gm;

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

/** Replaces code by empty lines, and keeps the text of comments. Tags of a docstring begin a paragraph. */
function commentsOf(source: string): string[] {
  let end = 0;
  const pieces: string[] = [];
  for (const { 0: comment, index } of source.matchAll(COMMENT)) {
    pieces.push(source.slice(end, index).replaceAll(/[^\n]/g, ''));
    pieces.push(comment.replaceAll(/^ *(?:\/\*\*|\*(?!\/)|\/\/) ?|\*\/$/gm, '').replaceAll(/^@/gm, '- @'));
    end = index + comment.length;
  }
  return pieces
    .join('')
    .replaceAll(/`[^`\n]*`/g, '``')
    .split('\n');
}

function findingsIn(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const lines = file.endsWith('.md') ? proseOf(text) : commentsOf(text);
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

/** The files of a folder and those below it, without packages and what is built. */
function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return ['dist', 'node_modules'].includes(entry.name) ? [] : sourcesIn(name);
    return name.endsWith('.ts') ? [name] : [];
  });
}

test('comments are in plain English', () => {
  const sources = [...sourcesIn('src'), ...sourcesIn('decorators')];
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(findingsIn)).toEqual([]);
});

describe('Markdown is in plain English', () => {
  test.each(FILES)('%s', (file) => {
    expect(findingsIn(file)).toEqual([]);
  });
});

/** Only falls: shorten a guide before you lengthen another one. Code and tables count, as for `wc -w`. */
const MOST_WORDS = 68_000;

test('the guides have fewer words together than their ceiling', () => {
  const texts = namesIn('docs').map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
  const words = texts.flatMap((text) => text.split(/\s+/)).filter((word) => word !== '').length;
  expect(words).toBeLessThan(MOST_WORDS);
  expect(words).toBeGreaterThan(MOST_WORDS / 2);
});
