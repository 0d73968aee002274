import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { choiceOf, type Command, EXIT, InputError } from '../command.js';
import { FIRST_API, type Framework, FRAMEWORKS } from './templates.js';

const NAMES = Object.keys(FRAMEWORKS) as Framework[];

export const init: Command = {
  usage: '[options]',
  help: `Writes a first operation to src/api.ts, unless the file exists, and lists the lines to add to your application. The framework
is read from package.json. No existing file is changed.`,
  options: {
    framework: {
      type: 'string',
      value: NAMES.join('|'),
      description: 'The framework of the application [from package.json]',
    },
  },
  examples: ['', '--framework fastify'],
  positionals: [0, 0],
  run: async (_positionals, options, { cwd, print, note }) => {
    const manifest = await readManifest(cwd);
    const installed = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
    const name = choiceOf(options, 'framework', NAMES) ?? frameworkOf(installed);
    const steps = [...missingPackages(installed), ...(await compilerSteps(cwd))];
    const framework = FRAMEWORKS[name];
    const file = (await hasSources(cwd)) ? 'src/api.ts' : 'api.ts';
    if (framework.hasRoutes !== true) {
      await writeNew(path.join(cwd, file), FIRST_API(manifest), file);
      note(`Wrote ${file}.\n`);
    }
    print(format([...steps, ...framework.steps(file)]));
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
      `${cwd} has no readable package.json. Run npm init, or change to the folder of the application.`,
      { cause: error },
    );
  }
}

function frameworkOf(installed: ReadonlySet<string>): Framework {
  const found = Object.entries(FRAMEWORKS).find(
    ([, { package: name }]) => name !== '' && installed.has(name),
  );
  return (found?.[0] ?? 'node') as Framework;
}

const NEEDED = ['dtospec', 'class-validator', 'class-transformer', 'reflect-metadata'];

function missingPackages(installed: ReadonlySet<string>): string[] {
  const missing = NEEDED.filter((name) => !installed.has(name));
  return missing.length === 0 ? [] : [`Install the missing packages:\n  npm install ${missing.join(' ')}`];
}

async function compilerSteps(cwd: string): Promise<string[]> {
  const text = await readFile(path.join(cwd, 'tsconfig.json'), 'utf8').catch(() => undefined);
  const missing = ['experimentalDecorators', 'emitDecoratorMetadata'].filter(
    (option) => !new RegExp(`"${option}"\\s*:\\s*true`).test(text ?? ''),
  );
  if (missing.length === 0) return [];
  return [
    `Set these compilerOptions in tsconfig.json:\n${missing.map((one) => `  "${one}": true`).join(',\n')}`,
  ];
}

function format(steps: readonly string[]): string {
  return steps.map((step, index) => `${index + 1}. ${step}\n`).join('\n');
}

async function hasSources(cwd: string): Promise<boolean> {
  if (await exists(path.join(cwd, 'src'))) return true;
  const text = await readFile(path.join(cwd, 'tsconfig.json'), 'utf8').catch(() => '');
  return /"(?:\.\/)?src(?:\/[^"]*)?"/.test(text);
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
      throw new InputError(`The file ${file} already exists, so it was not written.`, { cause: error });
    throw new InputError(`${file} could not be written: ${(error as Error).message}`, { cause: error });
  }
}
