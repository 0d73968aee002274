import { InputError } from '../command.js';
import { type Exports, importFor, type LoadedExport, loadExport } from './load-module.js';

export interface LoadedApplication {
  readonly app: { getHttpAdapter(): object };
  readonly exports: Exports;
}

/** Options of Nest's preview mode, in which it creates no providers, opens no port and connects to nothing. */
const PREVIEW = { preview: true, logger: false, abortOnError: false } as const;

export const NEST_EXPORTS = ['createApp', 'app', 'AppModule', 'default'];

export async function loadNestApplication(
  file: string,
  name: string | undefined,
  cwd: string,
): Promise<LoadedApplication> {
  const found = await loadExport(file, name, NEST_EXPORTS, REMEDY, cwd);
  const app = await make(found, file, cwd);
  if (isApplication(app)) return { app, exports: found.exports };
  throw new InputError(
    `${found.name} of ${file} must be a Nest application, a function that creates one, or the class of a module.`,
  );
}

const REMEDY = `no application. Export a function that creates it without listening. The document follows its prefix, versions and pipes:
  export async function createApp(options) {
    const app = await NestFactory.create(AppModule, options);
    app.useGlobalPipes(new ValidationPipe());
    return app;
  }
or name another export: --export <name>.`;

export async function make({ name, value }: LoadedExport, file: string, cwd: string): Promise<unknown> {
  try {
    return await applicationOf(value, file, cwd);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`${name} of ${file} threw: ${reason}`, { cause: error });
  }
}

async function applicationOf(exported: unknown, file: string, cwd: string): Promise<unknown> {
  if (typeof exported !== 'function') return exported;
  if (!isModule(exported)) return (exported as (options: typeof PREVIEW) => unknown)(PREVIEW);
  const nest = (await importFor(file, '@nestjs/core', cwd)) ?? {};
  const { NestFactory } = nest as { NestFactory?: { create(module: unknown, options: object): unknown } };
  return NestFactory?.create(exported, PREVIEW);
}

/** Returns whether an export is a class, which may be a module: `@Module({})` records no metadata. */
function isModule(exported: object): boolean {
  return Object.getOwnPropertyDescriptor(exported, 'prototype')?.writable === false;
}

export function isApplication(value: unknown): value is LoadedApplication['app'] {
  return typeof (value as { getHttpAdapter?: unknown } | undefined)?.getHttpAdapter === 'function';
}
