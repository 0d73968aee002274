import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

/** A folder in which both packages are installed as npm would publish them, built from the sources of this moment. */
export const consumerFolder = path.join(root, 'build/consumer');

/** The runtime, and the package with the command. */
export const packageNames = ['dtospec', 'dtospec-tools'] as const;
export type PackageName = (typeof packageNames)[number];

/** Returns the folder of an installed package. */
export const packageFolder = (name: PackageName): string => path.join(consumerFolder, 'node_modules', name);

/** The command of dtospec-tools. */
export const commandFile = path.join(packageFolder('dtospec-tools'), 'dist/cli.cjs');

/** Builds, packs and unpacks what is not up to date. Takes seconds, hence for `beforeAll`. */
export function preparePackage(): void {
  // `npm test` has it before the tests begin, and a process for each file to see that costs two seconds in all.
  if (process.env.DTOSPEC_BUILT === 'true') return;
  execFileSync(process.execPath, [path.join(root, 'scripts/prepare.mjs'), 'package'], { stdio: 'pipe' });
}

/** The public entry points by the names that users import: `dtospec`, `dtospec/webhook`, … */
export const entryPoints: readonly string[] = entryPointsOf('dtospec', '.').concat(
  entryPointsOf('dtospec-tools', 'src/tools'),
);

function entryPointsOf(name: PackageName, folder: string): string[] {
  const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as {
    exports: object;
  };
  return Object.keys(manifest.exports)
    .filter((key) => !key.endsWith('.json') && !key.startsWith('./internal'))
    .map((key) => key.replace('.', name));
}
