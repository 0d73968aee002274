import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { consumerFolder, preparePackage } from '../../support/programs/packed-package.js';

const ROOT = path.resolve(__dirname, '../../..');

/** The major versions that the package supports, the oldest first. */
const NODE_VERSIONS = [20, 22, 24, 26] as const;
export type NodeVersion = (typeof NODE_VERSIONS)[number];

/** The registry's binaries are for this platform; elsewhere only the Node that runs the tests is asked. */
export const HAS_BINARIES = process.platform === 'linux' && process.arch === 'x64';
const OWN = Number(process.versions.node.split('.')[0]);

export interface NodeProgram {
  /** Source of an ES module. `dtospec` is the package as npm would publish it. */
  readonly program: string;
  readonly args?: readonly string[];
  /** Milliseconds. @default 60000 */
  readonly timeout?: number;
}

/** Runs a program under one version of Node.js and resolves to what it prints; a failure has its stderr. */
export type RunOnNode = (given: NodeProgram) => Promise<string>;

/** A describe block for each supported version of Node.js. */
export function describeOnEachNode(name: string, body: (run: RunOnNode, version: NodeVersion) => void): void {
  beforeAll(() => {
    preparePackage();
    if (HAS_BINARIES) execFileSync(process.execPath, [path.join(ROOT, 'scripts/prepare.mjs'), 'nodes']);
  }, 300_000);
  describe.each([...NODE_VERSIONS])(`${name}, Node.js %i`, (version) => {
    if (!HAS_BINARIES && version !== OWN) {
      process.stderr.write(`skipped, no binary of Node.js ${version} for this platform: ${name}\n`);
      test.skip('no binary for this platform', () => undefined);
      return;
    }
    body((given) => runOnNode(version, given), version);
  });
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

async function runOnNode(
  version: NodeVersion,
  { program, args = [], timeout = 60_000 }: NodeProgram,
): Promise<string> {
  const flags = ['--input-type=module', '--eval', program, '--', ...args];
  const { stdout } = await promisify(execFile)(binary(version), flags, { cwd: consumerFolder, timeout });
  return stdout;
}

function binary(version: NodeVersion): string {
  return !HAS_BINARIES || version === OWN ? process.execPath : unpacked(`node${version}`, 'bin/node');
}

/** A binary that `scripts/prepare.mjs nodes` has unpacked. */
export function unpacked(name: string, file: string): string {
  const { packages } = JSON.parse(readFileSync(path.join(__dirname, 'package-lock.json'), 'utf8')) as Lock;
  const exact = packages[`node_modules/${name}`]?.version ?? '';
  return path.join(ROOT, `build/node-versions/${name}-${exact}/${file}`);
}
