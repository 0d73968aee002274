#!/usr/bin/env node
import { createRequire } from 'node:module';
import { run } from './run.js';
import { outputOf } from './terminal.js';

const { version } = createRequire(__filename)('dtospec-tools/package.json') as { version: string };

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

// Commands print the problems of docs themselves.
const printers = process.listeners('warning');
process.removeAllListeners('warning');
process.on('warning', (warning: Error & { code?: string }) => {
  if (warning.code !== 'DTOSPEC_DIAGNOSTICS') for (const print of printers) print.call(process, warning);
});

void run(process.argv.slice(2), context, version).then((code) => {
  context.progress('');
  // A module of the user may keep the process alive, so the process exits as soon as its output is written.
  process.exitCode = code;
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
});
