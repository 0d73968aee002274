import type { DiffReport, Verdict } from '../guard/diff/index.js';
import { unescapeKey } from '../shared/json-pointer.js';
import { isUrl, originOf } from './load/bundle.js';
import type { ToldFinding } from './findings.js';
import { isDocument, readSource } from './load/read-document.js';

const SEVERITY: Readonly<Record<Verdict, ToldFinding['severity']>> = {
  breaking: 'error',
  unclear: 'warning',
  compatible: 'info',
};

export async function findingsOf(
  { changes }: DiffReport,
  [old, current]: readonly [string, string],
  cwd: string,
): Promise<ToldFinding[]> {
  const findings: ToldFinding[] = [];
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

  async function fileOf(rule: string, pointer: string): Promise<Partial<ToldFinding>> {
    const origin = originOf(pointer, rule.endsWith('-removed') ? old : current);
    if (!isDocument(origin.source)) return {};
    const locate = locators.get(origin.source) ?? locatorOf(origin.source, cwd);
    locators.set(origin.source, locate);
    const file = origin.source.replace(/^[^:]{2,}:(?!\/\/)/, '');
    return { file, ...(await locate)(origin.pointer) };
  }
}

function showWitness(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Returns the line of the deepest place that a pointer and the file share. */
type Locate = (pointer: string) => { readonly line?: number; readonly column?: number };

async function locatorOf(source: string, cwd: string): Promise<Locate> {
  if (isUrl(source)) return () => ({});
  const { isCollection, isMap, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const { contents } = parseDocument(await readSource(source, cwd), {
    lineCounter: lines,
    logLevel: 'silent',
  });
  return (pointer) => {
    let node: unknown = contents;
    let offset = 0;
    for (const key of pointer.split('/').slice(1).map(unescapeKey)) {
      if (!isCollection(node)) break;
      const pair = isMap(node) ? node.items.find((one) => String(one.key) === key) : undefined;
      const next: unknown = isMap(node) ? pair?.value : node.get(Number(key), true);
      const start = (pair?.key ?? next) as { range?: readonly number[] | null } | undefined;
      if (start === undefined) break;
      offset = start.range?.[0] ?? offset;
      node = next;
    }
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}
