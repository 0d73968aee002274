import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { buildSync } from 'esbuild';

const ROOT = join(__dirname, '../..');

/** Compiles a program beside this file, for a process of its own; `variant` keeps parallel ones apart. */
export function bundle(name: string, variant = ''): string {
  const outfile = join(ROOT, 'build/test', `${name}-${variant}${process.pid}.mjs`);
  buildSync({
    entryPoints: [join(__dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    define: { __filename: 'import.meta.filename' },
    logLevel: 'silent',
  });
  return outfile;
}

/** Starts a program that `bundle` made; it is removed when it first says something. */
export function run(
  program: string,
  args: readonly string[],
  flags: readonly string[] = [],
): ChildProcessByStdio<Writable, Readable, null> {
  const child = spawn(process.execPath, [...flags, program, ...args], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Whoever has said something has read its program.
  child.stdout.once('data', () => {
    rmSync(program, { force: true });
  });
  return child;
}
