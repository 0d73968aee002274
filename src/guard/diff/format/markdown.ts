import type { Change, DiffReport } from '../types.js';
import { HEADINGS, openChanges, placeOf, summaryOf, VERDICTS, witnessOf } from './words.js';

/** The report as a comment on a pull request. */
export function formatMarkdown(report: DiffReport): string {
  const groups = VERDICTS.flatMap((verdict) => {
    const changes = openChanges(report, verdict);
    if (changes.length === 0) return [];
    const list = changes.map(describe).join('\n');
    // What breaks nothing is folded away.
    return verdict === 'compatible'
      ? [`<details><summary>${HEADINGS[verdict]} (${changes.length})</summary>\n\n${list}\n\n</details>`]
      : [`### ${HEADINGS[verdict]} (${changes.length})\n\n${list}`];
  });
  const stale = report.stale.map(
    ({ rule, place }) => `- accepted, but no longer there: \`${rule}\` at ${code(place)}`,
  );
  return `${[`## API changes`, summaryOf(report), ...groups, ...(stale.length === 0 ? [] : [stale.join('\n')])].join('\n\n')}\n`;
}

function describe(change: Change): string {
  const witness = witnessOf(change);
  return [
    `- **${escape(placeOf(change))}**: ${escape(change.message)} \`${change.rule}\``,
    ...(witness === undefined
      ? []
      : [`  - witness: ${code(witness)}  `, `    ${escape(change.witness?.reason ?? '')}`]),
    ...(change.reason === undefined ? [] : [`  - ${escape(change.reason)}`]),
  ].join('\n');
}

/** A changelog: what users of the API read, by what it asks of them. */
export function formatChangelog(report: DiffReport): string {
  const titles = { breaking: 'Breaking changes', unclear: 'To be checked', compatible: 'Changes' };
  const groups = VERDICTS.flatMap((verdict) => {
    const changes = report.changes.filter((change) => change.verdict === verdict && !isSilent(change));
    if (changes.length === 0) return [];
    const lines = changes.map((change) => `- ${escape(placeOf(change))}: ${escape(change.message)}`);
    return [`### ${titles[verdict]}\n\n${lines.join('\n')}`];
  });
  const version = report.version.new === '' ? 'Unreleased' : report.version.new;
  return `${[`## ${escape(version)}`, ...(groups.length === 0 ? ['No changes.'] : groups)].join('\n\n')}\n`;
}

/** What no user of the API needs to read. */
function isSilent({ semver, rule }: Change): boolean {
  return semver === 'patch' && rule !== 'operation-undeprecated' && rule !== 'schema-undeprecated';
}

/** Text that Markdown would read otherwise. */
function escape(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, '\\$&').replace(/\r?\n/g, ' ');
}

/** As code, in more backticks than it has itself. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
