import { Expose } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import type { Constructor } from '../../../shared/types.js';

// Only this folder reads class-transformer's metadata. The package root does not export the storage; Node
// loads it from this path, for CommonJS and ES modules.

export const storage = sharedStorage(defaultMetadataStorage as Storage);

export const allMetadata: readonly Map<unknown, Map<string | undefined, unknown>>[] = [
  storage._typeMetadatas,
  storage._exposeMetadatas,
  storage._excludeMetadatas,
  storage._transformMetadatas,
];

/**
 * Returns the storage that the application's decorators use. A bundler may load the ES module build for the
 * application, which has its own storage.
 */
function sharedStorage(candidate: Storage): Storage {
  class Probe {
    seen = true;
  }
  Expose()(Probe.prototype, 'seen');
  const isShared = candidate.findExposeMetadata(Probe, 'seen') !== undefined;
  candidate._exposeMetadatas.delete(Probe);
  if (isShared) return candidate;
  throw new Error(
    'dtospec: two builds of class-transformer are loaded, so its decorators cannot be read. Let the bundler use its "main" build (resolve.mainFields: ["main"]), or keep class-transformer external.',
  );
}

interface Storage {
  _typeMetadatas: Map<unknown, Map<string | undefined, TypeEntry>>;
  _exposeMetadatas: Map<unknown, Map<string | undefined, Entry>>;
  _excludeMetadatas: Map<unknown, Map<string | undefined, Entry>>;
  _transformMetadatas: Map<unknown, Map<string | undefined, TransformEntry[]>>;
  findTypeMetadata(target: unknown, key: string): TypeEntry | undefined;
  findExposeMetadata(target: unknown, key: string): Entry | undefined;
  findTransformMetadatas(target: unknown, key: string, type: number): TransformEntry[];
  getExposedProperties(target: unknown, type: number): (string | undefined)[];
  getExcludedProperties(target: unknown, type: number): (string | undefined)[];
  getAncestors(target: unknown): Constructor[];
  getStrategy(target: unknown): 'none' | 'excludeAll' | 'exposeAll';
}

interface Entry {
  propertyName: string | undefined;
  options?: Record<string, unknown>;
}

export interface TypeEntry extends Entry {
  reflectedType: unknown;
  typeFunction?: (help: { newObject: object; object: object; property: string }) => unknown;
}

interface TransformEntry extends Entry {
  transformFn: (call: TransformCall & { type: number }) => unknown;
}

export interface TransformCall {
  readonly value: unknown;
  readonly key: string;
  readonly obj: object;
  readonly options: object;
}

export function copyTransformation(
  from: readonly Constructor[],
  to: Constructor,
  keys: ReadonlySet<string>,
): void {
  for (const map of allMetadata)
    for (const owner of from)
      for (const [key, entry] of map.get(owner) ?? [])
        if (key === undefined ? owner === from.at(-1) : keys.has(key)) put(map, to, key, retarget(entry, to));
}

function put(
  map: Map<unknown, Map<string | undefined, unknown>>,
  target: Constructor,
  key: string | undefined,
  entry: unknown,
): void {
  const entries = map.get(target) ?? new Map<string | undefined, unknown>();
  map.set(target, entries.set(key, entry));
}

function retarget(entry: unknown, target: Constructor): unknown {
  if (Array.isArray(entry)) return entry.map((transform: unknown) => retarget(transform, target));
  return { ...(entry as object), target };
}
