import { printable, printableMarkdown } from 'dtospec/internal';
import { totalFor } from './merge.js';
import { MEASURES, type CoveragePoint, type CoverageReport } from './types.js';

const HEADS: Readonly<Record<keyof typeof MEASURES, string>> = {
  operations: 'Operations',
  statuses: 'Statuses',
  contentTypes: 'Content types',
  parameters: 'Parameters',
  branches: 'Branches',
};

const measures = Object.keys(MEASURES) as (keyof typeof MEASURES)[];

const NAMED = 3;

/** Options of `describeCoverage` and `coverageMarkdown`. */
export interface CoverageTextOptions {
  /** True to list each point that was not exercised. @default false */
  readonly missing?: boolean;
}

/**
 * Returns a report as a table for a terminal, with a row for
 * each operation and for each component with branches.
 */
export function describeCoverage(
  report: CoverageReport,
  { missing = false }: CoverageTextOptions = {},
): string {
  const rows = rowsOf(report).map((row) => row.map(printable));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const table = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === row.length - 1
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const rule = '-'.repeat(Math.max(...table.map((line) => line.length)));
  const [head = '', ...lines] = table;
  const all = lines.pop() ?? '';
  return [
    printable(titleOf(report)),
    '',
    head,
    rule,
    ...lines,
    rule,
    all,
    ...(missing ? listMissing(report, (text) => `  ${printable(text)}`) : []),
  ].join('\n');
}

/** Returns a report as Markdown, for a pull request or a job summary. */
export function coverageMarkdown(
  report: CoverageReport,
  { missing = false }: CoverageTextOptions = {},
): string {
  const [head = [], ...rows] = rowsOf(report).map((row) => row.map(printableMarkdown));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const all = rows.pop() ?? [];
  const rule = head.map((_, column) => (column === 0 || column === head.length - 1 ? '---' : '--:'));
  const bold = all.map((cell) => (cell === '' ? '' : `**${cell}**`));
  const list = missing ? listMissing(report, (text) => `- ${printableMarkdown(text)}`) : [];
  return [
    `### ${printableMarkdown(titleOf(report))}`,
    '',
    line(head),
    line(rule),
    ...[...rows, bold].map(line),
    ...list,
  ].join('\n');
}

function titleOf({ title, version, exchanges }: CoverageReport): string {
  return `${title} ${version}: ${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}`;
}

function rowsOf(report: CoverageReport): string[][] {
  const groups = new Map<string, CoveragePoint[]>();
  for (const point of report.points) {
    const group = groups.get(point.of);
    if (group === undefined) groups.set(point.of, [point]);
    else group.push(point);
  }
  const isOperation = ([, points]: [string, CoveragePoint[]]): boolean =>
    points.some(({ kind }) => kind === 'operation');
  const ordered = [...groups].sort((a, b) => Number(isOperation(b)) - Number(isOperation(a)));
  const rows = ordered.map(([of, points]) => [
    of,
    ...measures.map((name) => {
      const { covered, total } = totalFor(points.filter(({ kind }) => kind === MEASURES[name]));
      return total === 0 ? '' : `${covered}/${total}`;
    }),
    missingIn(points),
  ]);
  const all = ['All', ...measures.map((name) => `${report[name].percent}%`), ''];
  return [['', ...measures.map((name) => HEADS[name]), 'Not exercised'], ...rows, all];
}

function missingIn(points: readonly CoveragePoint[]): string {
  const missing = points.filter(({ count }) => count === 0);
  if (missing.some(({ kind }) => kind === 'operation')) return 'never called';
  // If a response is missing, its media types are missing, too.
  const statuses = new Set(missing.flatMap(({ kind, what }) => (kind === 'status' ? [what] : [])));
  const isReportedBy = ({ kind, what }: CoveragePoint): boolean =>
    kind === 'contentType' && statuses.has(what.split(' ', 1)[0] ?? '');
  const reported = missing.filter((point) => !isReportedBy(point));
  const named = reported.slice(0, NAMED).map(({ what }) => what);
  const more = reported.length - named.length;
  return [...named, ...(more > 0 ? [`+${more}`] : [])].join(', ');
}

function listMissing({ points }: CoverageReport, item: (text: string) => string): string[] {
  const missing = points.filter(({ count }) => count === 0);
  if (missing.length === 0) return [];
  return [
    '',
    'Not exercised:',
    ...missing.map(({ of, what, at }) => item(`${what === '' ? of : `${of}: ${what}`} (${at})`)),
  ];
}
