import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

export interface ProgramResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What runs Node, e.g. `unshare`, with its arguments. */
  readonly command?: readonly string[];
  /** Milliseconds after which it is killed. @default 60000 */
  readonly timeout?: number;
}

const ROOT = join(__dirname, '../../..');

/**
 * Compiles a TypeScript program (its imports are relative to `test/support`) and runs it in a process of its own,
 * where a handle that stays open, a warning or the memory can be seen.
 */
export async function runProgram(source: string, options: ProgramOptions = {}): Promise<ProgramResult> {
  await mkdir(join(ROOT, 'build'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'build', 'program-'));
  try {
    const file = join(folder, 'program.cjs');
    await writeFile(file, await compile(source));
    return await runNode([...(options.nodeArgs ?? []), file, ...(options.args ?? [])], options);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** By source: many tests run one program with other arguments. */
const compiled = new Map<string, Promise<Uint8Array>>();

function compile(source: string): Promise<Uint8Array> {
  const known = compiled.get(source) ?? compileAnew(source);
  compiled.set(source, known);
  return known;
}

async function compileAnew(source: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: join(ROOT, 'test/support'), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
  });
  return outputFiles[0]!.contents;
}

function runNode(
  args: readonly string[],
  { env = {}, command = [], timeout = 60_000 }: ProgramOptions,
): Promise<ProgramResult> {
  const [program = process.execPath, ...rest] = [...command, process.execPath, ...args];
  const child = spawn(program, rest, {
    // Warnings for the development are tested by their own tests.
    env: { ...process.env, NODE_ENV: 'production', ...env },
    timeout,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ code, signal, stdout, stderr });
    });
  });
}
