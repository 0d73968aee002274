import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandFile, consumerFolder } from '../../support/programs/packed-package.js';
import { readPrograms, readSetUps, readTests } from '../readme/snippets.js';

/** What the guide shows of coverage. */
const [, TABLE] = /^```\n(Users 1\.0\.0: [^]*?\n)```$/m.exec(
  readFileSync(path.resolve(__dirname, '../../../docs/testing.md'), 'utf8'),
)!;
export const modules = path.resolve(__dirname, '../../../node_modules');

/** A test runner, with the set-up of the guide, and what a project adds for its own files. */
export interface Runner {
  readonly types: readonly string[];
  readonly guide: string;
  readonly config: string;
  readonly args: readonly string[];
  /** @default the one that runs this test */
  readonly node?: string;
  /** A folder of packages that come before those of the repository. */
  readonly installed?: string;
  /** Further files of tests, each with one test. */
  readonly more?: Readonly<Record<string, string>>;
}

/** The guide's tests and those beside this file, with the programs that they import. */
function sources(): Map<string, string> {
  const programs = readPrograms();
  const own = readdirSync(path.join(__dirname, 'program')).map((name): [string, string] => [
    name.replace('.ts', '.test.ts'),
    readFileSync(path.join(__dirname, 'program', name), 'utf8'),
  ]);
  const imported = ['operations.ts', 'express-operations.ts'].map((name): [string, string] => [
    name,
    programs.get(name)!,
  ]);
  return new Map([...imported, ...readTests(), ...own]);
}

/**
 * Runs the guide's tests and those beside this file in a folder of the runner's name. They compile, pass what is documented
 * and report what is not.
 */
export function expectRuns(
  name: string,
  { types, guide, config, args, node = process.execPath, installed, more = {} }: Runner,
): void {
  const folder = path.join(consumerFolder, 'testing', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (installed !== undefined) symlinkSync(installed, path.join(folder, 'node_modules'));
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    types,
    strict: true,
    esModuleInterop: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const files = [
    ...sources(),
    [guide, readSetUps().get(guide)!],
    ['own.config.mjs', `import guide from './${guide}';\n${config}`],
    ...Object.entries(more),
    ['package.json', JSON.stringify({ type: 'module' })],
    ['tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] })],
  ] as const;
  for (const [file, text] of files) writeFileSync(path.join(folder, file), text);
  const compiled = spawnSync(process.execPath, [path.join(modules, 'typescript-7/bin/tsc'), '-p', folder]);
  expect(compiled.stdout.toString()).toBe('');
  const run = spawnSync(node, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
  const printed = run.stdout.toString() + run.stderr.toString();
  const [, passed] = /Tests:?\s+(\d+) passed/.exec(printed) ?? [printed, printed];
  expect(passed).toBe(String(13 + Object.keys(more).length));
  expect(run.status).toBe(0);

  // Two test files have something to report; together it is what the guide shows.
  expect(readdirSync(path.join(folder, 'api-coverage')).length).toBeGreaterThan(1);
  const command = [commandFile, 'coverage', 'api-coverage', '--min-operations', '70'];
  const told = spawnSync(process.execPath, command, { cwd: folder });
  expect(told.stdout.toString()).toBe(TABLE);
  expect(told.stderr.toString()).toBe('operations: 66.66 % (2 of 3), below the minimum of 70 %.\n');
  expect(told.status).toBe(1);
}
