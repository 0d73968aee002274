import type { WriteStream } from 'node:tty';
import type { CommandTerminal } from './command.js';

type Stream = Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

const CLEAR = '\r\u001b[2K';

/**
 * Returns the output of a process. The progress line is shown on a terminal only, unless `CI` is set or
 * `TERM=dumb`.
 */
export function outputOf(
  out: Stream,
  err: Stream,
  { CI, TERM }: Readonly<Partial<Record<string, string>>>,
): Required<Pick<CommandTerminal, 'print' | 'note' | 'progress'>> {
  const isShown = err.isTTY === true && (CI ?? '') === '' && TERM !== 'dumb';
  let hasLine = false;
  const clear = (): void => {
    if (hasLine) err.write(CLEAR);
    hasLine = false;
  };
  return {
    print: (text) => {
      clear();
      out.write(text);
    },
    note: (text) => {
      clear();
      err.write(text);
    },
    progress: (line) => {
      if (!isShown) return;
      clear();
      // A line that wraps could not be overwritten. A terminal of unknown size reports 0 columns.
      const { columns = 0 } = err;
      err.write(line.slice(0, (columns === 0 ? 80 : columns) - 1));
      hasLine = line !== '';
    },
  };
}

type Listener = (warning: Error & { readonly code?: string }) => void;

/** The part of `process` that reports warnings. */
interface WarningSource {
  listeners(event: 'warning'): unknown[];
  removeAllListeners(event: 'warning'): unknown;
  on(event: 'warning', listener: Listener): unknown;
}

/**
 * Clears the progress line before a warning of the process is printed. Problems of docs are not printed,
 * because commands print them themselves.
 */
export function printWarnings(source: WarningSource, progress: (line: string) => void): void {
  const printers = source.listeners('warning') as Listener[];
  source.removeAllListeners('warning');
  source.on('warning', (warning) => {
    if (warning.code === 'DTOSPEC_DIAGNOSTICS') return;
    progress('');
    for (const print of printers) print.call(source, warning);
  });
}
