import type { Constructor } from '../../base/types.js';
import { extraModelsOf } from './classes.js';
import { defined, type Loose } from './loose.js';
import { hasPlugin, KEYS, ownPluginMembers, pluginChain, read, readProperty } from './metadata.js';

/** What `@ApiProperty` and the compiler plugin say of each property, inherited ones too; empty without them. */
export function swaggerPropertiesOf(target: Constructor): ReadonlyMap<string, Loose> {
  const prototype = target.prototype as object;
  const names = read('propertyNames', prototype);
  if (names === undefined && !hasPlugin(target)) return NONE;
  const plugin = pluginChain(target);
  const keys = [...(names ?? []).map((name) => name.slice(1)), ...Object.keys(plugin)];
  const found = new Map<string, Loose>();
  for (const key of new Set(keys)) {
    if (typeof Object.getOwnPropertyDescriptor(prototype, key)?.value === 'function') continue;
    found.set(key, merge(plugin[key], readProperty(prototype, key), designOf(prototype, key)));
  }
  return found;
}

const NONE: ReadonlyMap<string, Loose> = new Map();

/** The decorator's word counts before the plugin's, but for a type that is only what the compiler recorded. */
function merge(plugin: Loose | undefined, decorated: Loose | undefined, design: unknown): Loose {
  const { type, ...rest } = decorated ?? {};
  const own = type === undefined || type === design ? rest : { ...rest, type };
  const ofPlugin = plugin?.type === undefined ? {} : { type: plugin.type };
  return decorated === undefined ? { ...plugin } : { ...plugin, ...ofPlugin, ...defined(own) };
}

function designOf(prototype: object, key: string): unknown {
  return Reflect.getMetadata('design:type', prototype, key);
}

/** Puts what is said of one class's properties on another: what mapped types do. */
export function copySwagger(
  from: Constructor,
  to: Constructor,
  keys: ReadonlySet<string>,
  change: (metadata: Loose) => Loose,
): void {
  const prototype = to.prototype as object;
  const copied = [...swaggerPropertiesOf(from)].filter(([key]) => keys.has(key));
  if (copied.length === 0) return;
  for (const [key, metadata] of copied)
    Reflect.defineMetadata(KEYS.properties, change(metadata), prototype, key);
  const names = [...(read('propertyNames', prototype) ?? []), ...copied.map(([key]) => `:${key}`)];
  Reflect.defineMetadata(KEYS.propertyNames, [...new Set(names)], prototype);
  Reflect.defineMetadata(KEYS.extraModels, extraModelsOf(from), to);
}

/** The properties that decorators and plugin give `target` itself, in declaration order. */
export function ownSwaggerKeys(target: Constructor): string[] {
  const prototype = target.prototype as object;
  const decorated = Reflect.getOwnMetadata(KEYS.propertyNames, prototype) as string[] | undefined;
  const listed = Object.keys(ownPluginMembers(target) ?? {});
  if (decorated === undefined && listed.length === 0) return [];
  const isOwn = (key: string): boolean =>
    Reflect.getOwnMetadata(KEYS.properties, prototype, key) !== undefined || listed.includes(key);
  const keys = new Set([...listed, ...(decorated ?? []).map((name) => name.slice(1))]);
  return [...keys].filter(
    (key) => isOwn(key) && typeof Object.getOwnPropertyDescriptor(prototype, key)?.value !== 'function',
  );
}

/** What a decorator on this very property said, and a way to have it say something else: for who asks what it is good for. */
export interface OwnWords {
  readonly words: Loose;
  /** Puts other words in place, undefined none; the next call counts from the first state. */
  readonly replace: (words: Loose | undefined) => void;
}

/** The decorator's own words on a property of `target` itself; undefined where it has none. */
export function ownWordsOf(target: Constructor, key: string): OwnWords | undefined {
  const prototype = target.prototype as object;
  const words = Reflect.getOwnMetadata(KEYS.properties, prototype, key) as Loose | undefined;
  const names = Reflect.getOwnMetadata(KEYS.propertyNames, prototype) as readonly string[] | undefined;
  if (words === undefined || names === undefined) return undefined;
  const replace = (other: Loose | undefined): void => {
    const listed = other === undefined ? names.filter((name) => name !== `:${key}`) : names;
    Reflect.defineMetadata(KEYS.propertyNames, listed, prototype);
    if (other === undefined) Reflect.deleteMetadata(KEYS.properties, prototype, key);
    else Reflect.defineMetadata(KEYS.properties, other, prototype, key);
  };
  return { words, replace };
}
