import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { buildSync } from 'esbuild';

const ROOT = join(__dirname, '../../..');

/** A program for a process of its own, compiled from a file beside this one; `variant` keeps parallel ones apart. */
export function bundle(name: string, variant = ''): string {
  const file = join(ROOT, 'build/test', `${name}-${variant}${process.pid}.mjs`);
  const code = compiled.get(name) ?? (WITH_PACKAGES.includes(name) ? keptCode(name) : compile(name));
  compiled.set(name, code);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  return file;
}

const compiled = new Map<string, string>();

/** Started dozens of times: with its packages in one file a process starts in half the processor time. */
const WITH_PACKAGES = ['engine-process'];
const WHOLE = {
  // Binaries, and what packages look for and do without.
  external: ['@photostructure/sqlite', '@nestjs/*', 'pg-native', 'msgpackr-extract'],
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module';const require = makeRequire(import.meta.url);",
  },
};

const EXTERNAL = { packages: 'external' } as const;

/** What is compiled for a second, with its packages, is kept for the other test files, as long as no source is another. */
function keptCode(name: string): string {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'tsconfig.json']) hash.update(readFileSync(join(ROOT, file)));
  for (const folder of ['src', 'decorators', 'test/support'])
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.ts')) hash.update(file).update(readFileSync(join(ROOT, folder, file)));
  const folder = join(ROOT, 'build/test');
  const kept = join(folder, `${name}-${hash.digest('hex').slice(0, 16)}.kept.mjs`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const code = compile(name);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder))
    if (file.startsWith(name) && file.endsWith('.kept.mjs')) rmSync(join(folder, file), { force: true });
  // Others may be about to read it.
  writeFileSync(`${kept}.${process.pid}`, code);
  renameSync(`${kept}.${process.pid}`, kept);
  return code;
}

function compile(name: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, `${name}.ts`)],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    ...(WITH_PACKAGES.includes(name) ? WHOLE : EXTERNAL),
    define: { __filename: 'import.meta.filename' },
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
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
