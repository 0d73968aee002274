// Foreign text in a report: names and values of a document, a response or a delivery.

/**
 * Matches characters that terminals obey or do not show: controls, line separators, and format characters
 * such as bidi overrides. Joiners are part of words and emoji, so they are kept.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * Matches the start of a command that CI systems read from the output of a program: `::` of GitHub at the
 * start of a line, and `##[`, `##vso[` and `##teamcity[` of GitHub, Azure Pipelines and TeamCity anywhere.
 */
const CI_COMMAND = /:(?=:)(?<=^\s*:)|#(?=#(?:vso|teamcity)?\[)/gi;

/**
 * Returns text for one line of a report. It writes characters that are not printable as JSON does, so JSON
 * stays equal, and breaks up commands of CI systems.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escape).replace(CI_COMMAND, escape);
}

/** Returns text of several lines in the same way. It keeps line breaks and tabs. */
export function printableLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n');
}

/** Returns text for one line of Markdown, without markup of its own. */
export function printableMarkdown(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>|#~]/g, '\\$&');
}

/** Returns text as code in a line of Markdown. */
export function printableCode(text: string): string {
  const line = printable(text);
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escape(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
