import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { consumerFolder, entryPoints, preparePackage } from '../support/programs/packed-package.js';

const ROOT = path.resolve(__dirname, '../..');

const COMPILERS = ['typescript-5.5', 'typescript', 'typescript-7'];
const TARGETS = ['es2017', 'es2018', 'es2019', 'es2020', 'es2021', 'es2022', 'es2023'];

/** How programs find their packages, with the kinds of files that it distinguishes. */
const RESOLUTIONS: Readonly<
  Record<string, { readonly module: string; readonly moduleResolution: string; readonly files: string[] }>
> = {
  node16: { module: 'node16', moduleResolution: 'node16', files: ['mts', 'cts'] },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext', files: ['mts', 'cts'] },
  bundler: { module: 'esnext', moduleResolution: 'bundler', files: ['ts'] },
};

/** The earliest target, whose library has the least, in each resolution; with DTOSPEC_RUNS all with all. */
const CASES: readonly (readonly [compiler: string, target: string, resolution: string])[] =
  process.env.DTOSPEC_RUNS === undefined
    ? [
        ['typescript-5.5', 'es2017', 'node16'],
        ['typescript-7', 'es2017', 'nodenext'],
        ['typescript-7', 'es2022', 'bundler'],
      ]
    : COMPILERS.flatMap((compiler) =>
        TARGETS.flatMap((target) =>
          Object.keys(RESOLUTIONS).map((resolution) => [compiler, target, resolution] as const),
        ),
      );

/** Imports each entry point, and gives what it exports a type of its own. */
const PROGRAM = entryPoints
  .map(
    (name, index) =>
      `import * as entry${index} from '${name}';\nexport const used${index} = entry${index};\n`,
  )
  .join('');

/** Compiles a program with the compiler's own library of the target; returns the errors in declarations of dtospec. */
function errorsIn(compiler: string, target: string, resolution: string): string[] {
  const { files, ...options } = RESOLUTIONS[resolution]!;
  const folder = path.join(consumerFolder, 'declarations', `${compiler}-${target}-${resolution}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{}');
  for (const file of files) writeFileSync(path.join(folder, `index.${file}`), PROGRAM);
  const compilerOptions = { ...options, target, noEmit: true, strict: true, types: ['node'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const module = path.join(ROOT, 'node_modules', compiler);
  const command =
    compiler === 'typescript-7'
      ? [path.join(module, 'bin/tsc'), '-p', folder]
      : [path.join(__dirname, 'check-types.mjs'), module, folder];
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder });
  const lines = `${stdout.toString()}${stderr.toString()}`.split('\n');
  // Declarations of Node.js and of other packages may need a later target.
  return lines.filter(
    (line) => line !== '' && !/^(?:\s|\S*node_modules\/(?!dtospec(?:-tools)?\/))/.test(line),
  );
}

beforeAll(preparePackage, 300_000);

test.each(CASES)(
  '%s, %s, %s: the declarations of every entry point compile without skipLibCheck',
  (compiler, target, resolution) => {
    expect(errorsIn(compiler, target, resolution)).toEqual([]);
  },
  120_000,
);
