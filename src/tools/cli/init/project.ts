import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError, type CommandContext } from '../command.js';
import { projectFiles } from './project-files.js';
import type { Framework } from './templates.js';

const MANIFEST = 'package.json';

/** Files with which a folder still counts as empty: those of a new repository. */
const IGNORED: ReadonlySet<string> = new Set([
  '.git',
  '.gitattributes',
  '.gitignore',
  '.gitkeep',
  '.DS_Store',
  '.idea',
  '.vscode',
  'LICENSE',
  'README.md',
]);

/** Also true after `npm init`: the folder then has a package.json without dependencies, and no source. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => !IGNORED.has(name));
  return names.length === 0 || (names.join() === MANIFEST && (await isFromNpmInit(folder)));
}

async function isFromNpmInit(folder: string): Promise<boolean> {
  const manifest = await readManifest(folder);
  return typeof manifest?.name === 'string' && Object.keys(manifest).every((key) => OF_NPM_INIT.has(key));
}

/** The fields that `npm init` writes. Any other field belongs to an application. */
const OF_NPM_INIT: ReadonlySet<string> = new Set([
  'name',
  'version',
  'description',
  'main',
  'scripts',
  'keywords',
  'author',
  'license',
  'type',
  'private',
  'packageManager',
  'devEngines',
  'repository',
  'bugs',
  'homepage',
]);

async function readManifest(folder: string): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/**
 * Writes a running server into an empty folder, and installs its packages.
 * @throws InputError if a file cannot be written, or npm fails
 */
export async function writeProject(
  framework: Framework,
  installs: boolean,
  { cwd, note, print }: CommandContext,
): Promise<void> {
  const present = await readdir(cwd);
  const all = Object.entries(projectFiles(framework, packageName(cwd)));
  const files = all.filter(([file]) => file === MANIFEST || !present.includes(file));
  for (const [file, text] of files) {
    const target = path.join(cwd, file);
    await mkdir(path.dirname(target), { recursive: true });
    if (present.includes(file)) await writeFile(target, await extended(text, cwd));
    else await writeFile(target, text, { flag: 'wx' });
  }
  note(`Wrote ${files.map(([file]) => file).join(', ')}.\n`);
  if (installs) {
    note('npm install\n');
    await runNpm('install', cwd);
  }
  print(`${installs ? '' : 'npm install\n'}npm run dev     # the page: http://localhost:3000/docs/
npm test

Send "Create task" on the page: the webhook is printed here. src/main.ts is the server.
`);
}

/** Returns our package.json with name, version and author of the one that `npm init` wrote. */
async function extended(text: string, folder: string): Promise<string> {
  const ours = JSON.parse(text) as Record<string, unknown>;
  const { main: _main, scripts: _scripts, type: _type, ...theirs } = { ...(await readManifest(folder)) };
  return `${JSON.stringify({ ...ours, ...theirs }, null, 2)}\n`;
}

/** Returns the folder's name, as npm allows it. */
function packageName(cwd: string): string {
  const name = path
    .basename(cwd)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-');
  return name.replace(/^-+|-+$/g, '') || 'tasks';
}

function runNpm(command: string, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32';
    const child = spawn('npm', [command, '--no-fund', '--no-audit'], {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: isWindows,
    });
    child.once('error', (cause) => {
      reject(new InputError(`npm could not be started. Run npm ${command} yourself.`, { cause }));
    });
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new InputError(`npm failed with ${String(code)}. Mend it, and run npm ${command} again.`));
    });
  });
}
