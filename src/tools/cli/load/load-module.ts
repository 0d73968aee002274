import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../command.js';

export type Exports = Readonly<Record<string, unknown>>;

export async function loadModule(file: string, cwd: string): Promise<Exports> {
  const target = path.resolve(cwd, file);
  if (!existsSync(target)) throw new InputError(`The file ${file} does not exist in ${cwd}.`);
  if (file.endsWith('.json'))
    throw new InputError(`${file} is not a module. Name the JavaScript of your build that exports the docs.`);
  try {
    return await importFile(target);
  } catch (error) {
    throw new InputError(`${file} could not be imported: ${reasonOf(error)}${remedyOf(file)}`, {
      cause: error,
    });
  }
}

/**
 * Returns the exports of a compiled file, which are those that
 * the application imports; none if it cannot be imported.
 */
export async function loadCompiled(file: string): Promise<Exports> {
  try {
    return await importFile(file);
  } catch {
    return {};
  }
}

async function importFile(file: string): Promise<Exports> {
  const loaded = (await import(pathToFileURL(file).href)) as Exports;
  const { default: whole, ...named } = loaded;
  if (typeof whole !== 'object' || whole === null) return loaded;
  // In a CommonJS module, `default` is the object of all
  // exports, and Node does not always detect their names.
  return '__esModule' in whole ? { ...named, ...whole } : { ...whole, ...loaded };
}

function remedyOf(file: string): string {
  return /\.[cm]?ts$/.test(file)
    ? '\nNode does not compile decorators. Pass the JavaScript of your build, or set a loader: NODE_OPTIONS="--import @swc-node/register/esm-register".'
    : '';
}

/**
 * Returns the message, with the first line of the stack that is in the user's code,
 * or in a package where no line is: dtospec and frameworks refuse a wrong call below that line.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at .*(?:file:|\()\/?/.test(line) && !/node:|<anonymous>\)/.test(line));
  const place = lines.find((line) => !/[\\/]node_modules[\\/]/.test(line)) ?? lines[0];
  return `${error.message}${place === undefined ? '' : `\n${place}`}`;
}

/**
 * Requires a CommonJS package as a module would, or returns undefined. An import of typescript (9 MB) takes a
 * second longer, because Node searches it for names of exports.
 */
export function requireFor(file: string, name: string, cwd: string): Exports | undefined {
  try {
    return createRequire(path.resolve(cwd, file))(name) as Exports;
  } catch (error) {
    throwUnlessAbsent(error, name);
    return undefined;
  }
}

export async function importFor(file: string, name: string, cwd: string): Promise<Exports | undefined> {
  try {
    return await importFile(createRequire(path.resolve(cwd, file)).resolve(name));
  } catch (error) {
    throwUnlessAbsent(error, name);
    return undefined;
  }
}

function throwUnlessAbsent(error: unknown, name: string): void {
  if ((error as { code?: unknown }).code === 'MODULE_NOT_FOUND') return;
  throw new InputError(`${name} could not be imported: ${reasonOf(error)}`, { cause: error });
}

interface LoadedExport {
  readonly name: string;
  readonly value: unknown;
  readonly exports: Exports;
}

export async function loadExport(
  file: string,
  name: string | undefined,
  usual: readonly string[],
  remedy: string,
  cwd: string,
): Promise<LoadedExport> {
  const exports = await loadModule(file, cwd);
  const exportName = (name === undefined ? usual : [name]).find(
    (exported) => exports[exported] !== undefined,
  );
  if (exportName !== undefined) return { name: exportName, value: exports[exportName], exports };
  const names = Object.keys(exports).filter(
    (exported) => exported !== '__esModule' && exported !== 'module.exports',
  );
  const all = names.length === 0 ? 'nothing' : names.join(', ');
  throw new InputError(
    name === undefined
      ? `${file} exports ${all}, and ${remedy}`
      : `${file} has no export ${name}. It exports ${all}.`,
  );
}

export interface LoadedApplication {
  readonly app: { getHttpAdapter(): object };
  readonly exports: Exports;
}

/**
 * Options of Nest's preview mode, in which it creates no providers, opens no port and connects to nothing.
 */
const PREVIEW = { preview: true, logger: false, abortOnError: false } as const;

export const NEST_EXPORTS = ['createApp', 'app', 'AppModule', 'default'];

export async function loadNestApplication(
  file: string,
  name: string | undefined,
  cwd: string,
): Promise<LoadedApplication> {
  const exported = await loadExport(file, name, NEST_EXPORTS, REMEDY, cwd);
  const app = await make(exported, file, cwd);
  if (isApplication(app)) return { app, exports: exported.exports };
  throw new InputError(
    `${exported.name} of ${file} must be a Nest application, a function that creates one, or the class of a module.`,
  );
}

const REMEDY = `no application. Export a function that creates it without listening. The document follows its prefix, versions and pipes:
  export async function createApp(options) {
    const app = await NestFactory.create(AppModule, options);
    app.useGlobalPipes(new ValidationPipe());
    return app;
  }
or name another export: --export <name>.`;

/** @param options options of a Nest application @default those of the preview mode */
export async function make(
  { name, value }: LoadedExport,
  file: string,
  cwd: string,
  options: object = PREVIEW,
): Promise<unknown> {
  try {
    return await applicationOf(value, file, cwd, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`${name} of ${file} threw: ${reason}`, { cause: error });
  }
}

async function applicationOf(
  exported: unknown,
  file: string,
  cwd: string,
  options: object,
): Promise<unknown> {
  if (typeof exported !== 'function') return exported;
  if (!isModule(exported)) return (exported as (options: object) => unknown)(options);
  const nest = (await importFor(file, '@nestjs/core', cwd)) ?? {};
  const { NestFactory } = nest as { NestFactory?: { create(module: unknown, options: object): unknown } };
  return NestFactory?.create(exported, options);
}

function isModule(exported: object): boolean {
  return Object.getOwnPropertyDescriptor(exported, 'prototype')?.writable === false;
}

export function isApplication(value: unknown): value is LoadedApplication['app'] {
  return typeof (value as { getHttpAdapter?: unknown } | undefined)?.getHttpAdapter === 'function';
}
