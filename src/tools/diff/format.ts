import type { Change, DiffReport } from './types.js';
import type { Verdict } from './rule.js';
import { printable, printableCode, printableMarkdown } from 'dtospec/internal';
import { styleText } from 'node:util';

/** The format of a report: for a terminal, for programs, for a pull request, or for API users. */
export type DiffFormat = 'text' | 'json' | 'markdown' | 'changelog';

const FORMATS: Readonly<Record<DiffFormat, (report: DiffReport, isColored: boolean) => string>> = {
  text: formatText,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: formatMarkdown,
  changelog: formatChangelog,
};

/**
 * Formats a report.
 *
 * @param options.color true for ANSI colors. @default false
 */
export function formatDiff(
  report: DiffReport,
  format: DiffFormat,
  { color = false }: { readonly color?: boolean } = {},
): string {
  return FORMATS[format](report, color);
}

type Paint = (color: Parameters<typeof styleText>[0], text: string) => string;

const COLORS: Readonly<Record<Verdict, 'red' | 'yellow' | 'green'>> = {
  breaking: 'red',
  unclear: 'yellow',
  compatible: 'green',
};

function formatText(report: DiffReport, isColored = false): string {
  const paint: Paint = isColored
    ? (color, text) => styleText(color, text, { validateStream: false })
    : (_, text) => text;
  const groups = VERDICTS.map((verdict) => {
    const changes = openChanges(report, verdict);
    if (changes.length === 0) return '';
    const heading = paint(COLORS[verdict], `${HEADINGS[verdict]} (${changes.length})`);
    return `${heading}\n${changes.map((change) => describeChange(change, paint)).join('')}\n`;
  });
  const stale = report.stale.map(
    ({ rule, place }) =>
      `Accepted, but the change no longer occurs: ${printable(rule)} at ${printable(place)}\n`,
  );
  return `${groups.join('')}${stale.join('')}${summaryOf(report)}\n`;
}

function describeChange(change: Change, paint: Paint): string {
  const witness = witnessOf(change);
  const lines = [
    `  ${printable(change.message)} ${paint('dim', `[${change.rule}]`)}`,
    `    ${printable(placeOf(change))}`,
    `    ${paint('dim', printable(change.pointer))}`,
    ...(witness === undefined
      ? []
      : [
          `    ${paint('bold', 'witness')} ${printable(witness)}`,
          `    ${printable(change.witness?.reason ?? '')}`,
        ]),
    ...(change.reason === undefined ? [] : [`    ${printable(change.reason)}`]),
    ...trafficText(change).map((text) => `    ${paint('bold', 'traffic')} ${text}`),
  ];
  return `${lines.join('\n')}\n`;
}

function formatMarkdown(report: DiffReport): string {
  const groups = VERDICTS.flatMap((verdict) => {
    const changes = openChanges(report, verdict);
    if (changes.length === 0) return [];
    const list = changes.map(listItem).join('\n');
    // Compatible changes are folded.
    return verdict === 'compatible'
      ? [`<details><summary>${HEADINGS[verdict]} (${changes.length})</summary>\n\n${list}\n\n</details>`]
      : [`### ${HEADINGS[verdict]} (${changes.length})\n\n${list}`];
  });
  const stale = report.stale.map(
    ({ rule, place }) => `- accepted, but no longer there: ${printableCode(rule)} at ${printableCode(place)}`,
  );
  return `${[`## API changes`, summaryOf(report), ...groups, ...(stale.length === 0 ? [] : [stale.join('\n')])].join('\n\n')}\n`;
}

function listItem(change: Change): string {
  const witness = witnessOf(change);
  return [
    `- **${printableMarkdown(placeOf(change))}**: ${printableMarkdown(change.message)} \`${change.rule}\`${sourceOf(change)}`,
    ...(witness === undefined
      ? []
      : [
          `  - witness: ${printableCode(witness)}  `,
          `    ${printableMarkdown(change.witness?.reason ?? '')}`,
        ]),
    ...(change.reason === undefined ? [] : [`  - ${printableMarkdown(change.reason)}`]),
    ...trafficText(change).map((text) => `  - traffic: ${text}`),
  ].join('\n');
}

function formatChangelog(report: DiffReport): string {
  const titles = { breaking: 'Breaking changes', unclear: 'To be checked', compatible: 'Changes' };
  const groups = VERDICTS.flatMap((verdict) => {
    const changes = report.changes.filter((change) => change.verdict === verdict && !isSilent(change));
    if (changes.length === 0) return [];
    const lines = changes.map(
      (change) =>
        `- ${[`${printableMarkdown(placeOf(change))}: ${printableMarkdown(change.message)}`, ...trafficText(change)].join(' Traffic: ')}`,
    );
    return [`### ${titles[verdict]}\n\n${lines.join('\n')}`];
  });
  const version = report.version.new === '' ? 'Unreleased' : report.version.new;
  return `${[`## ${printableMarkdown(version)}`, ...(groups.length === 0 ? ['No changes.'] : groups)].join('\n\n')}\n`;
}

function isSilent({ semver, rule }: Change): boolean {
  return semver === 'patch' && rule !== 'operation-undeprecated' && rule !== 'schema-undeprecated';
}

const VERDICTS: readonly Verdict[] = ['breaking', 'unclear', 'compatible'];

const HEADINGS: Readonly<Record<Verdict, string>> = {
  breaking: 'Breaking',
  unclear: 'Unclear',
  compatible: 'Compatible',
};

function openChanges({ changes }: DiffReport, verdict: Verdict): readonly Change[] {
  return changes.filter((change) => change.verdict === verdict && change.accepted === undefined);
}

function placeOf({ operation, alsoIn = [], where }: Change): string {
  const others = alsoIn.length === 0 ? '' : ` and ${alsoIn.length} more`;
  return operation === undefined ? where : `${operation}${others}, ${where}`;
}

/**
 * Returns how much of recorded traffic a change concerns: `refuses 2.5 % of 1,000 requests, 3 of 40 clients`.
 */
export function trafficText({ traffic }: Change): string[] {
  if (traffic === undefined) return [];
  const { effect, requests, clients, ofRequests, ofClients, isAtLeast } = traffic;
  const percent = ofRequests === 0 ? 0 : Number(((requests / ofRequests) * 100).toFixed(2));
  const least = isAtLeast === true ? 'at least ' : '';
  const of = effect === 'refused' ? 'refuses' : 'the operation has';
  const ofClient = ofClients === 0 ? '' : `, of ${clients} of ${ofClients} clients`;
  return [`${of} ${least}${requests} of ${ofRequests} requests (${percent} %)${ofClient}`];
}

function sourceOf({ source }: Change): string {
  return source === undefined
    ? ''
    : ` in ${printableCode([source.file, source.line ?? []].flat().join(':'))}`;
}

const MAX_LENGTH = 400;

function witnessOf({ witness }: Change): string | undefined {
  if (witness === undefined) return undefined;
  const place = witness.in === undefined ? witness.message : `${witness.message}, ${witness.in}`;
  if (!('value' in witness) || witness.value === undefined) return place;
  const text = JSON.stringify(witness.value);
  return `${place}: ${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}`;
}

function summaryOf({ counts, semver }: DiffReport): string {
  if (semver === undefined && counts.accepted === 0) return 'No changes.';
  const accepted = counts.accepted === 0 ? '' : `, ${counts.accepted} accepted`;
  const release = semver === undefined ? '' : `; it requires a ${semver} release`;
  return `${counts.breaking} breaking, ${counts.unclear} unclear, ${counts.compatible} compatible${accepted}${release}.`;
}
