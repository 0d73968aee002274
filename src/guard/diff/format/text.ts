import { styleText } from 'node:util';
import type { Change, DiffReport, Verdict } from '../types.js';
import { HEADINGS, openChanges, placeOf, summaryOf, VERDICTS, witnessOf } from './words.js';

type Paint = (color: Parameters<typeof styleText>[0], text: string) => string;

const COLORS: Readonly<Record<Verdict, 'red' | 'yellow' | 'green'>> = {
  breaking: 'red',
  unclear: 'yellow',
  compatible: 'green',
};

/** The report for a terminal. @param isColored whether to write ANSI colours */
export function formatText(report: DiffReport, isColored = false): string {
  const paint: Paint = isColored
    ? (color, text) => styleText(color, text, { validateStream: false })
    : (_, text) => text;
  const groups = VERDICTS.map((verdict) => {
    const changes = openChanges(report, verdict);
    if (changes.length === 0) return '';
    const heading = paint(COLORS[verdict], `${HEADINGS[verdict]} (${changes.length})`);
    return `${heading}\n${changes.map((change) => describe(change, paint)).join('')}\n`;
  });
  const stale = report.stale.map(
    ({ rule, place }) => `Accepted, but no such change is there any more: ${rule} at ${place}\n`,
  );
  return `${groups.join('')}${stale.join('')}${summaryOf(report)}\n`;
}

function describe(change: Change, paint: Paint): string {
  const witness = witnessOf(change);
  const lines = [
    `  ${change.message} ${paint('dim', `[${change.rule}]`)}`,
    `    ${placeOf(change)}`,
    `    ${paint('dim', change.pointer)}`,
    ...(witness === undefined
      ? []
      : [`    ${paint('bold', 'witness')} ${witness}`, `    ${change.witness?.reason ?? ''}`]),
    ...(change.reason === undefined ? [] : [`    ${change.reason}`]),
  ];
  return `${lines.join('\n')}\n`;
}
