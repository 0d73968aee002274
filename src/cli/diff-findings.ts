import type { DiffReport, Verdict } from '../guard/diff/index.js';
import { isUrl, originOf } from './load/bundle.js';
import { createLocator, type Locate, type CommandFinding } from './findings.js';
import { isDocument, readSource } from './load/read-document.js';

const SEVERITY: Readonly<Record<Verdict, CommandFinding['severity']>> = {
  breaking: 'error',
  unclear: 'warning',
  compatible: 'info',
};

export async function findingsOf(
  { changes }: DiffReport,
  [old, current]: readonly [string, string],
  cwd: string,
): Promise<CommandFinding[]> {
  const findings: CommandFinding[] = [];
  const locators = new Map<string, Promise<Locate>>();
  for (const change of changes) {
    if (change.accepted !== undefined) continue;
    const { rule, verdict, message, operation, where, pointer, witness, reason } = change;
    const place = operation === undefined ? where : `${operation}, ${where}`;
    const more = witness === undefined ? (reason ?? '') : `${witness.reason} ${showWitness(witness.value)}`;
    const told = { severity: SEVERITY[verdict], code: rule, places: [place, pointer] };
    findings.push({ ...told, message: `${message} ${more}`.trim(), ...(await fileOf(rule, pointer)) });
  }
  return findings;

  async function fileOf(rule: string, pointer: string): Promise<Partial<CommandFinding>> {
    const origin = originOf(pointer, rule.endsWith('-removed') ? old : current);
    if (!isDocument(origin.source)) return {};
    const locate = locators.get(origin.source) ?? locatorOf(origin.source);
    locators.set(origin.source, locate);
    const file = origin.source.replace(/^[^:]{2,}:(?!\/\/)/, '');
    return { file, ...(await locate)(origin.pointer) };
  }

  async function locatorOf(source: string): Promise<Locate> {
    return isUrl(source) ? () => ({}) : createLocator(await readSource(source, cwd));
  }
}

function showWitness(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
