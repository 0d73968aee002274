import Module, { createRequire } from 'node:module';
import path from 'node:path';

/** Packages that must exist once in a process, since decorators and Nest record in them. */
const SHARED = /^(?:@nestjs\/(?:common|core)|class-validator|class-transformer|reflect-metadata)(?:\/|$)/;

type Resolve = (request: string, parent: unknown, ...rest: unknown[]) => string;

/** The resolver that Node.js calls for each `require`; loaders such as ts-node replace it too. */
interface Internals {
  _resolveFilename: Resolve;
  _nodeModulePaths(folder: string): string[];
}

/**
 * Lets the command use the packages of an application that has not installed dtospec, as with `npx
 * dtospec-tools`. npx installs copies of its own, which know nothing of the application's classes.
 */
export function useApplicationPackages(cwd: string): void {
  const manifest = path.join(cwd, 'package.json');
  if (isInstalled('dtospec', manifest)) return;
  const internals = Module as unknown as Internals;
  const resolve = internals._resolveFilename.bind(Module);
  const application = Object.assign(new Module(manifest), {
    filename: manifest,
    paths: internals._nodeModulePaths(cwd),
  });
  internals._resolveFilename = (request, parent, ...rest) => {
    if (!SHARED.test(request)) return resolve(request, parent, ...rest);
    try {
      return resolve(request, application, ...rest);
    } catch {
      return resolve(request, parent, ...rest);
    }
  };
}

function isInstalled(name: string, place: string): boolean {
  try {
    createRequire(place).resolve(name);
    return true;
  } catch {
    return false;
  }
}
