import type { Constructor } from '../../../shared/types.js';
import { allMetadata } from './storage.js';

/** Puts what is said of one class's properties, and of the class, on another class: what mapped types do. */
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

/** `@Transform`s of a property are a list. */
function retarget(entry: unknown, target: Constructor): unknown {
  if (Array.isArray(entry)) return entry.map((transform: unknown) => retarget(transform, target));
  return { ...(entry as object), target };
}
