import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../../src/tools/cli/run.js';

/** What a command ended with and said. */
export interface Called {
  readonly code: number;
  readonly printed: string;
  readonly noted: string;
}

/** Runs `dtospec` with these arguments in a folder. A module that was changed since the last call is imported anew. */
export async function callCommand(
  folder: string,
  args: readonly string[],
  stop = AbortSignal.abort(),
  onPrint: (text: string) => void = () => undefined,
): Promise<Called> {
  importChangedModules(folder);
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

/** Time of the last change of each module that a command could import. */
const importedModules = new Map<string, bigint>();

/** Forgets all modules if one of the folder's has changed: then the library loads again, which takes longer than most commands. */
function importChangedModules(folder: string): void {
  const modules = modulesIn(folder);
  if (modules.some(([file, changed]) => (importedModules.get(file) ?? changed) !== changed))
    jest.resetModules();
  for (const [file, changed] of modules) importedModules.set(file, changed);
}

function modulesIn(folder: string): [file: string, changed: bigint][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, bigint][] => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : modulesIn(file);
    return /\.[cm]?[jt]s$/.test(entry.name) ? [[file, statSync(file, { bigint: true }).mtimeNs]] : [];
  });
}
