import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { alone } from './prepare.mjs';
import { must, root } from './run.mjs';

const LISTED = path.join(root, 'test/package/node-versions');
const INSTALLED = path.join(root, 'build/node-versions');

/** Installs the binaries that test/package/node-versions lists, unless they are there. */
export async function installNodes() {
  await alone(async () => {
    if (isInstalled()) return;
    mkdirSync(INSTALLED, { recursive: true });
    // The repository's own .npmrc holds for its own folder only.
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(path.join(LISTED, file), path.join(INSTALLED, file));
    await must('Installing the versions of Node.js', 'npm', [
      'ci',
      `--prefix=${INSTALLED}`,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ]);
  });
}

function isInstalled() {
  if (!existsSync(path.join(INSTALLED, 'node_modules/.package-lock.json'))) return false;
  return versions(LISTED, 'package-lock.json') === versions(INSTALLED, 'node_modules/.package-lock.json');
}

function versions(...file) {
  const { packages } = JSON.parse(readFileSync(path.join(...file), 'utf8'));
  const named = Object.entries(packages).filter(([place]) => place !== '');
  return JSON.stringify(named.map(([place, { version }]) => [place, version]));
}
