import { printable, printableMarkdown } from '../../../shared/printable.js';

/**
 * Returns a text of the document as one line of printable
 * characters; an empty line for a value of another type.
 */
export function oneLine(text: unknown): string {
  return typeof text === 'string' ? printable(text.replace(/\s+/g, ' ').trim()) : '';
}

/**
 * Returns a text of the document as one line of Markdown.
 * Markup in it, also of lists at its start, is escaped.
 */
export function prose(text: unknown): string {
  return printableMarkdown(oneLine(text))
    .replace(/^(?=[-+=])/, '\\')
    .replace(/^(\d+)(?=[.)])/, '$1\\');
}

/** Returns lines as a block of code, with a fence that no line contains. */
export function codeBlock(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
