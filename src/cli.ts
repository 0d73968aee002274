#!/usr/bin/env node
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// Both packages have the command: npm links either of them, and this one runs the other if it is installed.
void runTools([path.join(process.cwd(), 'package.json'), __filename]);

/** Runs the command of dtospec-tools, which is looked for from each of these files. */
async function runTools(places: readonly string[]): Promise<void> {
  for (const place of places) {
    const manifest = resolveFrom(place, 'dtospec-tools/package.json');
    if (manifest === undefined) continue;
    await import(pathToFileURL(path.join(path.dirname(manifest), 'dist/cli.cjs')).href);
    return;
  }
  process.stderr.write('The command is in a package of its own: npm install --save-dev dtospec-tools\n');
  process.exitCode = 2;
}

function resolveFrom(place: string, name: string): string | undefined {
  try {
    return createRequire(place).resolve(name);
  } catch {
    return undefined;
  }
}
