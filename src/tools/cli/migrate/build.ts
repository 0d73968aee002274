import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

export interface BuildCommand {
  readonly command: string | undefined;
  readonly documentArguments: readonly string[];
  readonly cwd: string;
}

export type Built = { readonly document: object } | { readonly failure: string };

interface Build {
  (what: string): Promise<Built>;
  /** Calls a function if SIGINT or SIGTERM ends the process; undefined for none. */
  restoreOnSignal(restore: (() => void) | undefined): void;
}

/** Milliseconds until a build counts as failed. */
const TIMEOUT = 20 * 60_000;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Returns a function that builds the application and reads its document, and prints its progress to stderr.
 */
export function createBuild(
  command: string,
  { documentArguments, cwd }: Omit<BuildCommand, 'command'>,
): Build {
  let running: ChildProcess | undefined;
  let count = 0;
  const run = async (program: string, args: readonly string[], shell: boolean): Promise<Ran> => {
    const child = spawn(program, args, { cwd, shell, timeout: TIMEOUT, stdio: ['ignore', 'pipe', 'pipe'] });
    running = child;
    const ended = new Promise<number | null>((resolve) => {
      child.once('error', () => {
        resolve(null);
      });
      child.once('close', resolve);
    });
    const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    running = undefined;
    return { stdout, stderr, status };
  };
  const build = async (what: string): Promise<Built> => {
    count += 1;
    process.stderr.write(`Build ${count}, ${what}: ${command}\n`);
    const folder = mkdtempSync(path.join(tmpdir(), 'dtospec-migrate-'));
    const output = path.join(folder, 'openapi.json');
    try {
      const built = await run(command, [], true);
      if (built.status !== 0) return { failure: `${built.stdout}\n${built.stderr}` };
      const self = [...process.execArgv, process.argv[1] ?? ''];
      const code = await run(process.execPath, [...self, ...documentArguments, output], false);
      if (!existsSync(output)) return { failure: code.stderr };
      return { document: JSON.parse(readFileSync(output, 'utf8')) as object };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  let stop: ((signal: (typeof SIGNALS)[number]) => void) | undefined;
  const restoreOnSignal: Build['restoreOnSignal'] = (restore) => {
    for (const signal of SIGNALS) if (stop !== undefined) process.off(signal, stop);
    stop =
      restore &&
      ((signal) => {
        running?.kill(signal);
        restore();
        process.stderr.write(`${signal}: the sources are as they were before. Build them again.\n`);
        process.exit(128 + constants.signals[signal]);
      });
    for (const signal of SIGNALS) if (stop !== undefined) process.on(signal, stop);
  };
  return Object.assign(build, { restoreOnSignal });
}

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}
