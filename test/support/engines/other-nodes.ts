import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { HAS_BINARIES, unpacked } from '../../package/node-versions/nodes.js';

/** The registry's binary of a version of Node.js; undefined on a platform that the lock file has none for. */
export function prepareNode(name: string): string | undefined {
  if (!HAS_BINARIES) return undefined;
  execFileSync(process.execPath, [path.join(__dirname, '../../../scripts/prepare.mjs'), 'nodes']);
  return unpacked(name, 'bin/node');
}

/** Some tests of `test/io/engines`. */
export interface EngineRun {
  /** Files without their extension. */
  readonly files: readonly string[];
  /** Begins the titles of the tests. */
  readonly kinds: string;
  /** Further variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Tests under another version of Node.js. */
export interface OtherRun extends EngineRun {
  readonly node: string;
}

/** Runs tests in a process of their own. Returns its exit code. */
export function runEngineTests(program: string, { files, kinds, env }: EngineRun): number | null {
  const paths = files.map((name) => `test/io/engines/${name}.test.ts`);
  const args = ['node_modules/jest/bin/jest.js', '-w', '1', '-t', kinds, ...paths];
  const { status, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.stderr.write(String(error ?? stderr));
  return status;
}

/** Defines a test for each run. */
export function testOnOtherNodes(runs: readonly OtherRun[]): void {
  // Elsewhere only the Node.js that runs the tests is asked.
  (HAS_BINARIES ? test : test.skip).each(runs)(
    '$node: $files of $kinds',
    ({ node, ...run }) => {
      expect(runEngineTests(prepareNode(node)!, run)).toBe(0);
    },
    900_000,
  );
}
