import { type Diagnostic, printable, type Severity, unescapeKey } from 'dtospec/internal';
import type { CommandContext } from './command.js';
import { helpOf } from './rule-help.js';

export interface CommandFinding {
  readonly severity: Severity;
  readonly code: string;
  /** One line. */
  readonly message: string;
  /** Further lines of the message. */
  readonly more?: readonly string[];
  readonly places: readonly string[];
  readonly details?: Diagnostic['details'];
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export const FINDING_FORMATS: Readonly<Record<string, (findings: readonly CommandFinding[]) => string>> = {
  text,
  json: (findings) => {
    const whole = findings.map((finding) => ({
      ...finding,
      message: messageOf(finding).join('\n'),
      more: undefined,
    }));
    return `${JSON.stringify(whole, null, 2)}\n`;
  },
  github,
  sarif,
  junit,
};

export function printFindings(
  findings: readonly CommandFinding[],
  format: string,
  { print, printRaw }: Pick<CommandContext, 'print' | 'printRaw'>,
): void {
  const written = FINDING_FORMATS[format]?.(findings) ?? '';
  // GitHub's format consists of commands.
  if (format === 'github') printRaw(written);
  else print(written);
}

export function countFindings(findings: readonly CommandFinding[]): string {
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const { length } = findings.filter((finding) => finding.severity === severity);
    return length === 0
      ? []
      : [`${length} ${severity === 'info' ? 'note' : severity}${length === 1 ? '' : 's'}`];
  });
  return counts.join(', ') || 'no problems found';
}

function messageOf({ message, more = [] }: CommandFinding): readonly string[] {
  return [message, ...more];
}

function text(findings: readonly CommandFinding[]): string {
  return findings
    .map(
      (finding) =>
        `${finding.severity} ${printable(`${finding.code}${fileOf(finding)}`)}\n${lines(finding)}\n`,
    )
    .join('');
}

function fileOf({ file, line, column }: CommandFinding): string {
  return file === undefined ? '' : ` ${[file, line, column].filter((part) => part !== undefined).join(':')}`;
}

const MAX_PLACES = 5;

function placesOf({ places, details }: CommandFinding): readonly string[] {
  return details?.flatMap((detail) => detail.places.map((place) => `${place}: ${detail.detail}`)) ?? places;
}

function lines(finding: CommandFinding): string {
  const places = placesOf(finding);
  const rest = places.length - MAX_PLACES;
  const shown = places.slice(0, MAX_PLACES).map((place) => `  at ${place}`);
  const all = [...messageOf(finding), ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])];
  return all.map((line) => `  ${printable(line)}`).join('\n');
}

const GITHUB: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

function github(findings: readonly CommandFinding[]): string {
  return findings
    .map((finding) => {
      const { severity, code, file, line, column } = finding;
      const lines = [...placesOf(finding).slice(0, MAX_PLACES), ...messageOf(finding)];
      const fields = Object.entries({ file, line, col: column, title: code })
        .filter(([, value]) => value !== undefined)
        .map(
          ([name, value]) =>
            `${name}=${escapeData(printable(String(value))).replace(/[:,]/g, encodeURIComponent)}`,
        );
      return `::${GITHUB[severity]} ${fields.join(',')}::${escapeData(lines.map(printable).join('\n'))}\n`;
    })
    .join('');
}

function escapeData(value: string): string {
  return value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

const SARIF: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

function sarif(findings: readonly CommandFinding[]): string {
  const codes = [...new Set(findings.map(({ code }) => code))];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'dtospec',
            rules: codes.map(ruleOf),
          },
        },
        results: findings.map(({ severity, code, message, more = [], places, file, line, column }) => ({
          ruleId: code,
          level: SARIF[severity],
          message: { text: [message, ...more].map(printable).join('\n') },
          locations: [
            {
              ...(file !== undefined && {
                physicalLocation: {
                  artifactLocation: { uri: file.replaceAll('\\', '/') },
                  ...(line !== undefined && {
                    region: { startLine: line, ...(column !== undefined && { startColumn: column }) },
                  }),
                },
              }),
              logicalLocations: places.map((fullyQualifiedName) => ({ fullyQualifiedName })),
            },
          ],
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(id: string): object {
  const { text: description, uri } = helpOf(id);
  const markdown = `${description} [The guide](${uri}) has the details. Each result names its remedy.`;
  return {
    id,
    shortDescription: { text: description },
    help: { text: `${description} Each result names its remedy. Details: ${uri}`, markdown },
    helpUri: uri,
  };
}

function junit(findings: readonly CommandFinding[]): string {
  const cases = findings.map((finding) => {
    const name = `name="${escapeXml([finding.code, ...finding.places].join(' '))}" classname="${escapeXml(finding.file ?? 'document')}"`;
    if (finding.severity === 'info') return `  <testcase ${name}/>`;
    const outcome = finding.severity === 'error' ? 'failure' : 'skipped';
    return `  <testcase ${name}><${outcome} message="${escapeXml(`${messageOf(finding).join(' ')}${fileOf(finding)}`)}"/></testcase>`;
  });
  const count = (severity: Severity): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const totals = `tests="${findings.length}" failures="${count('error')}" skipped="${count('warning')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="dtospec" ${totals}>\n${cases.join('\n')}\n</testsuite>\n`;
}

function escapeXml(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export type Locate = (pointer: string) => { readonly line?: number; readonly column?: number };

export async function createLocator(text: string): Promise<Locate> {
  const { isCollection, isMap, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const options = { lineCounter: lines, logLevel: 'silent', uniqueKeys: false, prettyErrors: false } as const;
  const { contents } = parseDocument(text, options);
  return (pointer) => {
    let node: unknown = contents;
    let offset = 0;
    for (const key of pointer.split('/').slice(1).map(unescapeKey)) {
      if (!isCollection(node)) break;
      const pair = isMap(node) ? node.items.find((item) => String(item.key) === key) : undefined;
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
