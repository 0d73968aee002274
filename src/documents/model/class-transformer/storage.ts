import 'reflect-metadata';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import type { Constructor } from '../../../shared/types.js';
import type { Direction } from '../types.js';

// Only this folder reads class-transformer's metadata. The package root does not export the storage; Node
// loads it from this path, for CommonJS and ES modules.

/** The maps of a storage, in the order in which `usedMaps` decorates. */
const MAPS = ['_typeMetadatas', '_exposeMetadatas', '_excludeMetadatas', '_transformMetadatas'] as const;

export const storage = sharedStorage(defaultMetadataStorage as Storage);

export const allMetadata: readonly Map<unknown, Map<string | undefined, unknown>>[] = [
  storage._typeMetadatas,
  storage._exposeMetadatas,
  storage._excludeMetadatas,
  storage._transformMetadatas,
];

/**
 * Returns the storage that the application's decorators use. A bundler may
 * load the ES module build for the application, which has its own storage.
 * Both builds then get the same maps, with what each has recorded so far.
 */
function sharedStorage(candidate: Storage): Storage {
  class Probe {
    seen = true;
  }
  Expose()(Probe.prototype, 'seen');
  const isShared = candidate.findExposeMetadata(Probe, 'seen') !== undefined;
  candidate._exposeMetadatas.delete(Probe);
  if (isShared) return candidate;
  const used = usedMaps();
  for (const name of MAPS) {
    const own = candidate[name] as Map<unknown, Map<unknown, unknown>>;
    const map = used[name];
    if (map === undefined) continue;
    for (const [target, entries] of own) map.set(target, new Map([...(map.get(target) ?? []), ...entries]));
    Object.assign(candidate, { [name]: map });
  }
  return candidate;
}

/**
 * Returns the maps into which the decorators write. No build exports its storage under a name that every
 * runtime finds, so this class is decorated, and the maps that get it are kept.
 */
function usedMaps(): Partial<Record<(typeof MAPS)[number], Map<unknown, Map<unknown, unknown>>>> {
  class Probe {
    seen = true;
  }
  const storages: Map<unknown, Map<unknown, unknown>>[] = [];
  type SetEntry = (this: unknown, key: unknown, value: unknown) => unknown;
  const set = Reflect.get(Map.prototype, 'set') as SetEntry;
  const write = function (this: Map<unknown, Map<unknown, unknown>>, key: unknown, value: unknown): unknown {
    if (key === Probe) storages.push(this);
    return set.call(this, key, value);
  };
  Object.defineProperty(Map.prototype, 'set', { value: write });
  try {
    for (const decorate of [
      Type(() => Probe),
      Expose(),
      Exclude(),
      Transform(({ value }) => value as unknown),
    ])
      decorate(Probe.prototype, 'seen');
  } finally {
    Object.defineProperty(Map.prototype, 'set', { value: set });
  }
  for (const map of storages) map.delete(Probe);
  return Object.fromEntries(MAPS.map((name, index) => [name, storages[index]]));
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
  /** The name in the class. */
  readonly key: string;
  /** The object that has the value: of JSON in requests, the instance in responses. */
  readonly obj: object;
  /** The options of the call to class-transformer. */
  readonly options: object;
}

/**
 * Copies the metadata of a class and its base classes to another class, so that class-transformer does the
 * same with both. It combines the metadata of base classes when it reads them; here they become one entry.
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
