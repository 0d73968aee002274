import { run } from '../../../src/tools/cli/run.js';

/** What a command ended with and said. */
export interface Called {
  readonly code: number;
  readonly printed: string;
  readonly noted: string;
}

/** Runs `dtospec` with these arguments in a folder; modules of the user's are imported anew each time, as a process would. */
export async function callCommand(
  folder: string,
  args: readonly string[],
  stop = AbortSignal.abort(),
  onPrint: (text: string) => void = () => undefined,
): Promise<Called> {
  jest.resetModules();
  let [printed, noted] = ['', ''];
  const context = {
    cwd: folder,
    print: (text: string) => {
      printed += text;
      onPrint(text);
    },
    note: (text: string) => (noted += text),
    stop,
  };
  const code = await run(args, context, '1.2.3');
  return { code, printed, noted };
}
