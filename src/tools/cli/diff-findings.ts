import { trafficText } from '../diff/format.js';
import type { Change, DiffReport } from '../diff/index.js';
import { isUrl, originOf } from './load/bundle.js';
import { createLocator, type Locate, type CommandFinding } from './findings.js';
import { isDocument } from './load/read-document.js';
import { readSource } from './load/read-source.js';
import type { Verdict } from '../diff/rule.js';

const SEVERITY: Readonly<Record<Verdict, CommandFinding['severity']>> = {
  breaking: 'error',
  unclear: 'warning',
  compatible: 'info',
};

export async function locateChanges(
  report: DiffReport,
  [old, current]: readonly [string, string],
  cwd: string,
): Promise<DiffReport> {
  const locators = new Map<string, Promise<Locate>>();
  const locatorOf = async (source: string): Promise<Locate> =>
    isUrl(source) ? () => ({}) : createLocator(await readSource(source, cwd));
  const locate = async ({ rule, pointer }: Change): Promise<Pick<Change, 'source'>> => {
    const origin = originOf(pointer, rule.endsWith('-removed') ? old : current);
    if (!isDocument(origin.source)) return {};
    const locator = locators.get(origin.source) ?? locatorOf(origin.source);
    locators.set(origin.source, locator);
    const file = origin.source.replace(/^[^:]{2,}:(?!\/\/)/, '');
    return { source: { file, ...(await locator)(origin.pointer) } };
  };
  const changes: Change[] = [];
  for (const change of report.changes) changes.push({ ...change, ...(await locate(change)) });
  return { ...report, changes };
}

export function findingsOf({ changes }: DiffReport): CommandFinding[] {
  return changes
    .filter(({ accepted }) => accepted === undefined)
    .map((change) => {
      const { rule, verdict, message, operation, where, pointer, witness, reason, source } = change;
      const place = operation === undefined ? where : `${operation}, ${where}`;
      const more = witness === undefined ? (reason ?? '') : `${witness.reason} ${showWitness(witness.value)}`;
      const finding = { severity: SEVERITY[verdict], code: rule, places: [place, pointer] };
      const traffic = trafficText(change).map((text) => `traffic: ${text}`);
      return { ...finding, message: `${message} ${more}`.trim(), more: traffic, ...source };
    });
}

function showWitness(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
