import type { Report } from '../../../shared/diagnostics.js';
import { ConfigError } from '../../../shared/errors.js';
import { nodeModule } from '../../../shared/node-modules.js';
import type { Constructor } from '../../../shared/types.js';
import { storage } from './storage.js';

/** The storage of a copy of class-transformer that this process has loaded as CommonJS. */
interface LoadedStorage {
  readonly file: string;
  readonly maps: readonly ReadonlyMap<unknown, unknown>[];
}

export interface LoadedStorages {
  /** The file of the copy that dtospec uses; undefined if the runtime does not list it. */
  readonly own: string | undefined;
  readonly others: readonly LoadedStorage[];
}

/** Also finds a copy under another name, as `npm install name@npm:class-transformer` makes it. */
const STORAGE_FILE = /[\\/]cjs[\\/]storage\.js$/;

const MAPS = ['_typeMetadatas', '_exposeMetadatas', '_excludeMetadatas', '_transformMetadatas'] as const;

type Maps = Partial<Record<(typeof MAPS)[number], ReadonlyMap<unknown, unknown>>>;

/** Returns the storages in Node's cache of CommonJS modules. A copy inside a bundle is not listed. */
export function findStorages(): LoadedStorages {
  let own: string | undefined;
  const others: LoadedStorage[] = [];
  for (const [file, module] of Object.entries(loadedModules())) {
    const maps = STORAGE_FILE.test(file) ? mapsOf(module?.exports) : undefined;
    if (maps?._exposeMetadatas === undefined) continue;
    if (maps._exposeMetadatas === storage._exposeMetadatas) own = file;
    else others.push({ file, maps: MAPS.flatMap((name) => maps[name] ?? []) });
  }
  return { own, others };
}

function loadedModules(): NodeJS.Dict<NodeJS.Module> {
  try {
    return nodeModule('module')?.createRequire('/').cache ?? {};
  } catch {
    // Some runtimes have the module, but not the function.
    return {};
  }
}

function mapsOf(exports: unknown): Maps | undefined {
  return (exports as { readonly defaultMetadataStorage?: Maps } | undefined)?.defaultMetadataStorage;
}

/**
 * Reports a class whose decorators another copy of class-transformer recorded: dtospec would ignore its
 * `@Exclude`.
 */
export function checkCopies(target: unknown, name: string, storages: LoadedStorages, report: Report): void {
  const message = findOtherCopy(target, storages);
  if (message !== undefined) report({ code: 'two-copies', place: name, message });
}

/**
 * Refuses to write instances of a class, because they may contain what the other copy excludes.
 * @throws ConfigError
 */
export function refuseOtherCopy(target: Constructor, storages: LoadedStorages): void {
  const message = findOtherCopy(target, storages);
  if (message !== undefined) throw new ConfigError(`${target.name}: ${message} (two-copies)`);
}

function findOtherCopy(target: unknown, storages: LoadedStorages): string | undefined {
  const copy = storages.others.find(({ maps }) => maps.some((map) => knows(map, target)));
  if (copy === undefined) return undefined;
  const used = storages.own === undefined ? '' : ` (dtospec uses ${storages.own})`;
  return `Another copy of class-transformer recorded decorators of this class: ${copy.file}${used}. Its @Exclude, @Expose, @Type and @Transform would have no effect. npm ls class-transformer lists the copies; keep one, with npm dedupe or with overrides in package.json.`;
}

/** Returns whether a map has a class or one of its base classes. */
function knows(map: ReadonlyMap<unknown, unknown>, target: unknown): boolean {
  for (let owner = target; typeof owner === 'function'; owner = Object.getPrototypeOf(owner) as unknown)
    if (map.has(owner)) return true;
  return false;
}
