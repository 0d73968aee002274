import { nodeModule } from '../../../shared/node-modules.js';
import type { Constructor } from '../../../shared/types.js';
import { isClass, isConstructor } from '../../../shared/values.js';

interface LoadedModule {
  /** The path of the file; absent for modules that were not loaded from one. */
  readonly filename?: string | null;
  readonly exports?: unknown;
}

/** A class that a loaded CommonJS module exports. */
export interface ExportedClass {
  readonly target: Constructor;
  /** The path of the compiled file. */
  readonly file: string;
}

/**
 * Returns the exported classes of the application's CommonJS modules by name. It reads the modules that Node
 * has loaded, and executes none. Node has no such list of ES modules.
 */
export function exportedClasses(): ReadonlyMap<string, readonly ExportedClass[]> {
  const classes = new Map<string, ExportedClass[]>();
  for (const { filename, exports } of loadedModules()) {
    if (typeof filename !== 'string' || /[\\/]node_modules[\\/]/.test(filename)) continue;
    for (const target of classesIn(exports)) {
      const known = classes.get(target.name) ?? [];
      classes.set(target.name, [...known, { target, file: filename.replaceAll('\\', '/') }]);
    }
  }
  return classes;
}

function loadedModules(): readonly LoadedModule[] {
  const module = nodeModule('module') as
    | { readonly _cache?: Readonly<Record<string, LoadedModule | undefined>> }
    | undefined;
  return Object.values(module?._cache ?? {}).filter((module) => module !== undefined);
}

function classesIn(exports: unknown): Constructor[] {
  if (typeof exports !== 'object' || exports === null)
    return isClass(exports) && isConstructor(exports) ? [exports] : [];
  return Object.keys(exports).flatMap((name) => {
    try {
      const value = (exports as Readonly<Record<string, unknown>>)[name];
      return isClass(value) && isConstructor(value) ? [value] : [];
    } catch {
      // A module in a circle of imports is not complete.
      return [];
    }
  });
}
