import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { alone } from './prepare.mjs';
import { must, root, run } from './run.mjs';

/** Installs the repository's own dependencies, unless they are there as the lock file lists them. */
export async function install() {
  if (!isInstalled(root)) await must('Installing the dependencies', 'npm', ['ci', '--include=dev']);
}

/**
 * Installs what the lock file of a folder of the tests lists, unless it is there: packages that are too heavy for,
 * or at odds with, the repository's own.
 *
 * @param title what they are, for whoever watches
 * @param listed the folder of package.json and package-lock.json, from the root
 * @param into where node_modules comes, from the root; by default the same folder
 */
export async function installListed(title, listed, into = listed) {
  const from = path.join(root, listed);
  const to = path.join(root, into);
  await alone(async () => {
    if (isInstalled(from, to)) return;
    mkdirSync(to, { recursive: true });
    // The repository's own .npmrc holds for its own folder only.
    if (to !== from)
      for (const file of ['package.json', 'package-lock.json', '.npmrc'])
        if (existsSync(path.join(from, file))) cpSync(path.join(from, file), path.join(to, file));
    const args = ['ci', `--prefix=${to}`, '--ignore-scripts', '--no-audit', '--no-fund'];
    await must(`Installing ${title}`, 'npm', args);
  }, into);
}

/** What the tests install when they first need it, one after the other; what fails they try again, and say. */
const INSTALLERS = ['tools', 'nest', 'oldest', 'libraries', 'nodes'];

/** Installs it beside other work: a worker that waits for the registry tests nothing. */
export async function installForTests(isAll) {
  for (const name of [
    ...INSTALLERS,
    ...(isAll ? ['bench', 'generators', 'readers', 'agents', 'vitest', 'next', 'postgres', 'prisma'] : []),
  ])
    await run(process.execPath, ['scripts/prepare.mjs', name]);
}

/** Returns whether a folder has the packages of its lock file, or of that of another folder. */
export function isInstalled(from, to = from) {
  if (!existsSync(path.join(to, 'node_modules/.package-lock.json'))) return false;
  const listed = packagesOf(from, 'package-lock.json');
  const installed = new Map(packagesOf(to, 'node_modules/.package-lock.json'));
  // Optional packages of other platforms, and peers that .npmrc turns off, are in the lock file only.
  return listed.every(([place, { version, optional, peer }]) => {
    const found = installed.get(place)?.version;
    return found === undefined ? optional === true || peer === true : found === version;
  });
}

function packagesOf(...file) {
  const { packages } = JSON.parse(readFileSync(path.join(...file), 'utf8'));
  // Without the packages of this repository, which are links.
  return Object.entries(packages).filter(([place, { link }]) => place.startsWith('node_modules/') && !link);
}
