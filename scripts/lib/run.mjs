import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root: where every command runs. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a command and resolves to its exit code and what it printed.
 * `shown: true` lets it write to our own output instead.
 */
export function run(command, args, { shown = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // npm is a batch file on Windows, which only a shell starts.
      shell: process.platform === 'win32' && command === 'npm',
    });
    const printed = [];
    child.stdout?.on('data', (chunk) => printed.push(chunk));
    child.stderr?.on('data', (chunk) => printed.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(printed).toString() }));
  });
}

/** Runs a command that the rest depends on; its failure is the end. */
export async function must(title, command, args) {
  console.log(`${title} …`);
  const { code, output } = await run(command, args);
  if (code === 0) return;
  console.error(`${output}\n${title}: failed (exit code ${code})`);
  process.exit(1);
}

/** The file behind an installed package's command, so that it starts without npx. */
export function bin(packageName, command = packageName) {
  const manifest = path.join(root, 'node_modules', packageName, 'package.json');
  const { bin: commands } = createRequire(import.meta.url)(manifest);
  return path.join(path.dirname(manifest), typeof commands === 'string' ? commands : commands[command]);
}

/** Writes a file that is made, in the form that `npm run format` gives it. */
export async function writeFormatted(file, text) {
  await writeFile(file, text);
  await must('Formatting', process.execPath, [bin('oxfmt'), file]);
}
