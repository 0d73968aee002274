import { InputError } from './errors.js';
import { importFor, loadModule, type Exports } from './load-module.js';

/** As much of Nest's application as commands need. */
export interface LoadedApplication {
  readonly app: { getHttpAdapter(): object };
  /** Everything that the module exports. */
  readonly exports: Exports;
}

/** What applications are made with: they make no providers, open no port and connect to nothing. */
const PREVIEW = { preview: true, logger: false, abortOnError: false } as const;

/** Looked for in this order, where no name is given. */
export const NEST_EXPORTS = ['createApp', 'app', 'AppModule', 'default'];

/**
 * The Nest application that a module of the user's exports: an application, a function that makes one of the options
 * that it is given, or the root module's class.
 *
 * @param name of the export; the first of `createApp`, `app`, `AppModule` and `default` without one
 * @throws InputError where it exports none
 */
export async function loadNestApplication(
  file: string,
  name: string | undefined,
  cwd: string,
): Promise<LoadedApplication> {
  const exports = await loadModule(file, cwd);
  const wanted = name === undefined ? NEST_EXPORTS : [name];
  const found = wanted.find((one) => exports[one] !== undefined);
  if (found === undefined) throw new InputError(nothingIn(file, name, exports));
  try {
    const app = await applicationOf(exports[found], file, cwd);
    if (isApplication(app)) return { app, exports };
  } catch (error) {
    throw new InputError(
      `${found} of ${file} threw: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
  throw new InputError(
    `${found} of ${file} is neither an application of Nest's, nor a function that makes one, nor a module's class.`,
  );
}

/** What an export makes: a root module's class an application, a function what it returns. */
export async function applicationOf(exported: unknown, file: string, cwd: string): Promise<unknown> {
  if (typeof exported !== 'function') return exported;
  if (!isModule(exported)) return (exported as (options: typeof PREVIEW) => unknown)(PREVIEW);
  const nest = (await importFor(file, '@nestjs/core', cwd)) ?? {};
  const { NestFactory } = nest as { NestFactory?: { create(module: unknown, options: object): unknown } };
  return NestFactory?.create(exported, PREVIEW);
}

/** A class: `@Module({})` records nothing to tell it by. */
function isModule(exported: object): boolean {
  return Object.getOwnPropertyDescriptor(exported, 'prototype')?.writable === false;
}

export function isApplication(value: unknown): value is LoadedApplication['app'] {
  return typeof (value as { getHttpAdapter?: unknown } | undefined)?.getHttpAdapter === 'function';
}

function nothingIn(file: string, name: string | undefined, exports: Exports): string {
  const names = Object.keys(exports).filter((one) => one !== '__esModule' && one !== 'module.exports');
  const all = names.length === 0 ? 'nothing' : names.join(', ');
  return name === undefined
    ? `${file} exports ${all}, and no application. Export a function that makes it and does not listen, for what it settles (prefix, versions, pipes) is documented:\n  export async function createApp(options) {\n    const app = await NestFactory.create(AppModule, options);\n    app.useGlobalPipes(new ValidationPipe());\n    return app;\n  }\nor name another export: --export <name>.`
    : `${file} has no export ${name}; it exports ${all}.`;
}
