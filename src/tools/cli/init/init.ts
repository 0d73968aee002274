import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { choiceOf, type Command, EXIT, InputError } from '../command.js';
import { isEmptyFolder, writeProject } from './project.js';
import { FIRST_API, type Framework, FRAMEWORKS, TSCONFIG } from './templates.js';

const NAMES = Object.keys(FRAMEWORKS) as Framework[];

export const init: Command = {
  usage: '[options]',
  help: `In an empty folder: writes a running server with operations, a webhook and a test, and installs its packages.
In an application: writes a first operation to src/api.ts, and tsconfig.json if it is missing, and lists the lines to add.
The framework is then read from package.json. No existing file is changed.`,
  options: {
    [`--framework <${NAMES.join('|')}>`]: 'The framework [from package.json; express in an empty folder]',
    '--no-install': 'In an empty folder: print the command that installs the packages',
  },
  examples: ['', '--framework fastify'],
  positionals: [0, 0],
  run: async (_positionals, options, context) => {
    const { cwd, print, note } = context;
    if (await isEmptyFolder(cwd)) {
      const framework = choiceOf(options, 'framework', NAMES) ?? 'express';
      await writeProject(framework, options['no-install'] !== true, context);
      return EXIT.done;
    }
    const manifest = await readManifest(cwd);
    const installed = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
    const name = choiceOf(options, 'framework', NAMES) ?? frameworkOf(installed);
    const framework = FRAMEWORKS[name];
    const existing = await readFile(path.join(cwd, 'tsconfig.json'), 'utf8').catch(() => undefined);
    const needsConfig = existing === undefined && framework.hasRoutes !== true;
    const config = withoutComments(needsConfig ? TSCONFIG : (existing ?? ''));
    const file = (await hasSources(cwd, config)) ? 'src/api.ts' : 'api.ts';
    const written: string[] = [];
    if (framework.hasRoutes !== true) {
      await writeNew(path.join(cwd, file), FIRST_API(manifest), file);
      written.push(file);
      if (needsConfig) {
        await writeNew(path.join(cwd, 'tsconfig.json'), TSCONFIG, 'tsconfig.json');
        written.push('tsconfig.json');
      }
      note(`Wrote ${written.join(' and ')}.\n`);
    }
    const steps = [...missingPackages(installed, needsConfig), ...compilerSteps(config)];
    print(format([...steps, ...framework.steps(file, compiledFile(file, config))]));
    return EXIT.done;
  },
};

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

async function readManifest(cwd: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(path.join(cwd, 'package.json'), 'utf8')) as Manifest;
  } catch (error) {
    throw new InputError(
      `${cwd} has no readable package.json. Run the command in an empty folder, or in the folder of an application.`,
      { cause: error },
    );
  }
}

function frameworkOf(installed: ReadonlySet<string>): Framework {
  const entry = Object.entries(FRAMEWORKS).find(
    ([, { package: name }]) => name !== '' && installed.has(name),
  );
  return (entry?.[0] ?? 'node') as Framework;
}

const NEEDED = ['dtospec', 'class-validator', 'class-transformer', 'reflect-metadata'];

function missingPackages(installed: ReadonlySet<string>, needsCompiler: boolean): string[] {
  const missing = NEEDED.filter((name) => !installed.has(name));
  const needed = [...(needsCompiler ? ['typescript', '@types/node'] : []), 'dtospec-tools'];
  const tools = needed.filter((name) => !installed.has(name));
  const commands = [
    ...(missing.length === 0 ? [] : [`  npm install ${missing.join(' ')}`]),
    ...(tools.length === 0 ? [] : [`  npm install --save-dev ${tools.join(' ')}`]),
  ];
  return commands.length === 0 ? [] : [['Install the missing packages:', ...commands].join('\n')];
}

function withoutComments(config: string): string {
  return config.replaceAll(/^\s*\/\/.*$/gm, '');
}

function compilerSteps(config: string): string[] {
  const missing = ['experimentalDecorators', 'emitDecoratorMetadata'].filter(
    (option) => !new RegExp(`"${option}"\\s*:\\s*true`).test(config),
  );
  if (missing.length === 0) return [];
  return [
    `Set these compilerOptions in tsconfig.json:\n${missing.map((option) => `  "${option}": true`).join(',\n')}`,
  ];
}

/** Returns the compiled file of a source file. Without `outDir`, it is beside the source. */
function compiledFile(file: string, config: string): string {
  const outDir = /"outDir"\s*:\s*"(?:\.\/)?([^"]+?)\/?"/.exec(config)?.[1];
  const source = file.replace(/\.ts$/, '.js');
  return outDir === undefined ? source : `${outDir}/${source.replace(/^src\//, '')}`;
}

function format(steps: readonly string[]): string {
  return steps.map((step, index) => `${index + 1}. ${step}\n`).join('\n');
}

async function hasSources(cwd: string, config: string): Promise<boolean> {
  return (await exists(path.join(cwd, 'src'))) || /"(?:\.\/)?src(?:\/[^"]*)?"/.test(config);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function writeNew(target: string, text: string, file: string): Promise<void> {
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text, { flag: 'wx' });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EEXIST')
      throw new InputError(
        `${file} already exists, so it was not written. Rename it, and run the command again.`,
        {
          cause: error,
        },
      );
    throw new InputError(`${file} could not be written: ${(error as Error).message}`, { cause: error });
  }
}
