import type { FuzzFinding, FuzzReport } from '../testing.js';
import { countFindings, type CommandFinding } from './findings.js';

export function describeFinding(finding: FuzzFinding): CommandFinding {
  const { code, operation, also, place, pointer, message, curl, isConfirmed, status } = finding;
  const again = isConfirmed ? [] : ['The same request did not show it again.'];
  const answered = status === undefined ? '' : ` (${status})`;
  return {
    severity: isConfirmed ? 'error' : 'warning',
    code,
    message,
    more: [...again, curl],
    places: [operation, ...also].map(
      (name) => `${name}${answered}: ${place}${pointer === '#' ? '' : ` ${pointer}`}`,
    ),
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
  time: '',
  unreachable: ' The service stopped responding; check that it still runs.',
  stopped: ' It was interrupted.',
};

export function summaryOf(report: FuzzReport, findings: readonly CommandFinding[]): string {
  const { requests, operations, seed, ended } = report;
  const open = operations.filter(({ isComplete }) => !isComplete).length;
  const more =
    ended === 'time' && open > 0
      ? ` Some planned requests to ${countOf(open, 'operation')} were not sent. Raise --time.`
      : '';
  return `${countOf(requests, 'request')} to ${countOf(operations.length, 'operation')}, seed ${seed}: ${countFindings(findings)}.${ENDED[ended]}${more}\n`;
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
