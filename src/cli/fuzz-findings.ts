import type { FuzzFinding, FuzzReport } from '../guard/testing.js';
import { countFindings, type CommandFinding } from './findings.js';

export function describeFinding(finding: FuzzFinding): CommandFinding {
  const { code, operation, place, pointer, message, curl, isConfirmed, status } = finding;
  const again = isConfirmed ? '' : '\nIt was not seen again when the request was repeated.';
  const answered = status === undefined ? '' : ` (${status})`;
  return {
    severity: isConfirmed ? 'error' : 'warning',
    code,
    message: `${message}${again}\n${curl}`,
    places: [`${operation}${answered}: ${place}${pointer === '#' ? '' : ` ${pointer}`}`],
  };
}

export function describeNotes({ operations }: FuzzReport): CommandFinding[] {
  return operations.flatMap(({ operation, notes, isReached }) =>
    notes.map((message) => ({
      severity: 'warning' as const,
      code: isReached ? 'partly-tested' : 'not-reached',
      message,
      places: [operation],
    })),
  );
}

const ENDED: Readonly<Record<FuzzReport['ended'], string>> = {
  done: '',
  time: ' The time was over: --time gives more.',
  unreachable: ' The service stopped responding; check that it still runs.',
  stopped: ' It was interrupted.',
};

export function summaryOf(report: FuzzReport, findings: readonly CommandFinding[]): string {
  const { requests, operations, seed, ended } = report;
  return `${countOf(requests, 'request')} to ${countOf(operations.length, 'operation')}, seed ${seed}: ${countFindings(findings)}.${ENDED[ended]}\n`;
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
