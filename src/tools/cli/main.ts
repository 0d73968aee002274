#!/usr/bin/env node
import { useApplicationPackages } from './application-packages.js';
import { outputOf, printWarnings } from './terminal.js';
import { toolsVersion } from './tools-version.js';

const interrupted = new AbortController();
const context = {
  cwd: process.cwd(),
  ...outputOf(process.stdout, process.stderr, process.env),
  // A command that reads this signal ends in an orderly way; other commands end at once, as processes do.
  get stop(): AbortSignal {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        interrupted.abort();
      });
    return interrupted.signal;
  },
};

printWarnings(process, context.progress);

/** Runs the command. Its modules are loaded late, because an old Node.js cannot load them. */
async function start(): Promise<void> {
  useApplicationPackages(context.cwd);
  const { run } = await import('./run.js');
  const code = await run(process.argv.slice(2), context, toolsVersion());
  context.progress('');
  // A module of the user may keep the process alive, so the process exits as soon as its output is written.
  process.exitCode = code;
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

if ((globalThis as { File?: unknown }).File === undefined) {
  context.note(`dtospec needs Node.js 20.18.1 or later, not ${process.version}.\n`);
  process.exitCode = 2;
} else void start();
