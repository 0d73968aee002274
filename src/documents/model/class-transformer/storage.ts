import { Expose } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import type { Constructor } from '../../../shared/types.js';
import type { Direction } from '../types.js';

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
  findExposeMetadataByCustomName(target: unknown, name: string): Entry | undefined;
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
  transformFn: TransformFunction;
}

export type TransformFunction = (call: TransformCall & { readonly type: number }) => unknown;

export interface TransformCall {
  readonly value: unknown;
  readonly key: string;
  readonly obj: object;
  readonly options: object;
}

/**
 * Copies the metadata of a class and its base classes to another class, so that class-transformer does the same with
 * both. It combines the metadata of base classes when it reads them; here they become one entry.
 *
 * @param from the classes, a base class before the classes that extend it
 */
export function copyTransformation(
  from: readonly Constructor[],
  to: Constructor,
  keys: ReadonlySet<string>,
): void {
  for (const map of allMetadata) {
    const own = new Map(map.get(to));
    const ofClass = map.get(from.at(-1))?.get(undefined);
    if (ofClass !== undefined) own.set(undefined, retarget(ofClass, to));
    for (const key of keys) {
      const entries = from.map((owner) => map.get(owner)?.get(key)).filter((entry) => entry !== undefined);
      if (entries.length > 0) own.set(key, retarget(combined(map, entries), to));
    }
    if (own.size > 0) map.set(to, own);
  }
}

/** Combines the entries of a property, that of a base class before those of the classes that extend it. */
function combined(map: unknown, entries: readonly unknown[]): unknown {
  // class-transformer runs the functions of a list from the last one to the first.
  if (map === storage._transformMetadatas) return entries.toReversed().flat();
  const last = entries.at(-1) as Entry;
  if (map === storage._typeMetadatas || entries.length === 1) return last;
  const directions = (entries as readonly Entry[]).map(directionsOf);
  const input = directions.some((direction) => direction.input);
  const output = directions.some((direction) => direction.output);
  return { ...last, options: { ...last.options, toClassOnly: !output, toPlainOnly: !input } };
}

/** Returns the directions in which `@Expose` or `@Exclude` applies. With both options it applies in both. */
function directionsOf({ options: { toClassOnly, toPlainOnly } = {} }: Entry): Record<Direction, boolean> {
  return {
    input: toPlainOnly !== true || toClassOnly === true,
    output: toClassOnly !== true || toPlainOnly === true,
  };
}

function retarget(entry: unknown, target: Constructor): unknown {
  if (Array.isArray(entry)) return entry.map((transform: unknown) => retarget(transform, target));
  return { ...(entry as object), target };
}
