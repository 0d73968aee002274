import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../../..');
const COMPILED = path.join(ROOT, 'build/samples');

/** Compiles all samples with the built package, unless they are as they were. Takes seconds, hence for `beforeAll`. */
export function compileSamples(): void {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/prepare.mjs'), 'samples'], { stdio: 'pipe' });
}

/** A compiled sample, by its name without ending: `shop/main`, `frameworks/koa`. */
export function compiledSample(name: string): string {
  return path.join(COMPILED, `${name}.js`);
}

/** Runs a sample to its end, and gives the lines that it printed. */
export async function runSample(
  name: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  node = process.execPath,
): Promise<string[]> {
  const { stdout } = await promisify(execFile)(node, [compiledSample(name), ...args], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  return stdout.trim().split('\n');
}

/** Runs a program that serves, and hands its address and what it has printed to `use`. */
export async function serveProgram(
  program: string,
  use: (url: string, printed: readonly string[], warned: readonly string[]) => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const printed: string[] = [];
    const warned: string[] = [];
    createInterface(child.stderr).on('line', (line) => warned.push(line));
    const lines = createInterface(child.stdout);
    const url = await new Promise<string>((resolve, reject) => {
      lines.on('line', (line) => {
        printed.push(line);
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
        if (address !== undefined) resolve(address);
      });
      child.once('exit', (code) => {
        reject(new Error(`${program} ended with ${String(code)}: ${[...printed, ...warned].join(' ')}`));
      });
    });
    await use(url, printed, warned);
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
}
