import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

/** A folder in which `dtospec` is the package as npm would publish it, built from the sources of this moment. */
export const consumerFolder = path.join(root, 'build/consumer');

/** Builds, packs and unpacks what is not up to date. Takes seconds, hence for `beforeAll`. */
export function preparePackage(): void {
  // `npm test` has it before the tests begin, and a process for each file to see that costs two seconds in all.
  if (process.env.DTOSPEC_BUILT === 'true') return;
  execFileSync(process.execPath, [path.join(root, 'scripts/prepare.mjs'), 'package'], { stdio: 'pipe' });
}

/** The entry points by the names that users import: `dtospec`, `dtospec/webhook`, … */
export const entryPoints: readonly string[] = readEntryPoints();

function readEntryPoints(): string[] {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { exports: object };
  return Object.keys(manifest.exports)
    .filter((key) => !key.endsWith('.json'))
    .map((key) => key.replace('.', 'dtospec'));
}
