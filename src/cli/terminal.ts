import type { WriteStream } from 'node:tty';
import type { CommandContext } from './command.js';

/** What terminals have of a stream. */
type Stream = Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

const CLEAR = '\r\u001b[2K';

/**
 * The output of a process. What is under way is one line of standard error, written over by the next: only on a terminal,
 * and not where `CI` is set or the terminal cannot do it (`TERM=dumb`).
 */
export function outputOf(
  out: Stream,
  err: Stream,
  { CI, TERM }: Readonly<Partial<Record<string, string>>>,
): Required<Pick<CommandContext, 'print' | 'note' | 'progress'>> {
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
      // A line that wraps could not be written over.
      // One without a size says 0.
      const { columns = 0 } = err;
      err.write(line.slice(0, (columns === 0 ? 80 : columns) - 1));
      hasLine = line !== '';
    },
  };
}
