import type { DiffReport } from '../types.js';
import { formatChangelog, formatMarkdown } from './markdown.js';
import { formatText } from './text.js';

/** How a report is written: for a terminal, for programs, for a pull request, for users of the API. */
export type DiffFormat = 'text' | 'json' | 'markdown' | 'changelog';

const FORMATS: Readonly<Record<DiffFormat, (report: DiffReport, isColored: boolean) => string>> = {
  text: formatText,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: formatMarkdown,
  changelog: formatChangelog,
};

/**
 * Writes a report.
 *
 * @param options.color whether text has ANSI colours. @default false
 */
export function formatDiff(
  report: DiffReport,
  format: DiffFormat,
  { color = false }: { readonly color?: boolean } = {},
): string {
  return FORMATS[format](report, color);
}
