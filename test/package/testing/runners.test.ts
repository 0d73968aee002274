import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandFile, consumerFolder, preparePackage } from '../../support/programs/packed-package.js';
import { readPrograms, readSetUps, readTests } from '../readme/snippets.js';

/** What the guide shows of coverage. */
const [, TABLE] = /^```\n(Users 1\.0\.0: [^]*?\n)```$/m.exec(
  readFileSync(path.resolve(__dirname, '../../../docs/testing.md'), 'utf8'),
)!;
const modules = path.resolve(__dirname, '../../../node_modules');

/** vitest starts a process for each file of tests, which is most of its time; a process for all shows the same. */
const TOGETHER = process.env.DTOSPEC_RUNS === undefined ? ['--poolOptions.forks.singleFork'] : [];

/** Test runners, each with the set-up of the guide, and what a project adds for its own files. */
const RUNNERS = {
  jest: {
    types: ['node', 'jest'],
    guide: 'jest.config.mjs',
    config: "export default { ...guide, setupFilesAfterEnv: ['<rootDir>/spec-setup.ts'] };",
    args: [path.join(modules, 'jest/bin/jest.js'), '--ci', '-w', '1', '--config', 'own.config.mjs'],
  },
  vitest: {
    types: ['node', 'vitest/globals'],
    guide: 'vitest.config.mjs',
    config: `import { mergeConfig } from 'vitest/config';
      export default mergeConfig(guide, { test: { globals: true, setupFiles: ['./spec-setup.ts'] } });`,
    args: [
      path.join(modules, 'vitest/vitest.mjs'),
      'run',
      '--config',
      'own.config.mjs',
      '--no-color',
      ...TOGETHER,
    ],
  },
} as const;

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

describe('the matcher in the runners that it is for', () => {
  beforeAll(preparePackage, 300_000);

  test.each(Object.entries(RUNNERS))(
    '%s, set up as the guide says: it compiles, passes what is documented and tells what is not',
    (name, { types, guide, config, args }) => {
      const folder = path.join(consumerFolder, 'testing', name);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
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
        ['package.json', JSON.stringify({ type: 'module' })],
        ['tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] })],
      ] as const;
      for (const [file, text] of files) writeFileSync(path.join(folder, file), text);
      const compiled = spawnSync(process.execPath, [
        path.join(modules, 'typescript-7/bin/tsc'),
        '-p',
        folder,
      ]);
      expect(compiled.stdout.toString()).toBe('');
      const run = spawnSync(process.execPath, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
      const printed = run.stdout.toString() + run.stderr.toString();
      expect(printed).toMatch(/Tests:?\s+9 passed/);
      expect(run.status).toBe(0);

      // Two test files have something to report; together it is what the guide shows.
      expect(readdirSync(path.join(folder, 'api-coverage')).length).toBeGreaterThan(1);
      const command = [commandFile, 'coverage', 'api-coverage', '--min-operations', '70'];
      const told = spawnSync(process.execPath, command, { cwd: folder });
      expect(told.stdout.toString()).toBe(TABLE);
      expect(told.stderr.toString()).toBe('operations: 66.66 % (2 of 3), below the minimum of 70 %.\n');
      expect(told.status).toBe(1);
    },
    180_000,
  );
});

test('checkExchange in node:test', () => {
  preparePackage();
  const file = path.join(consumerFolder, 'node-test.mjs');
  copyFileSync(path.join(__dirname, 'node-test.mjs'), file);
  const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file]);
  expect(run.stdout.toString()).toMatch(/# pass 2\n# fail 0/);
}, 120_000);
