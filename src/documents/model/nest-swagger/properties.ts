import type { Constructor } from '../../../shared/types.js';
import { omitUndefined } from '../../../shared/values.js';
import {
  extraModelsOf,
  hasPlugin,
  isLoose,
  isThunk,
  KEYS,
  type Loose,
  optionsIn,
  ownPluginMembers,
  pluginLevels,
  read,
  readProperty,
} from './metadata.js';

export interface SwaggerProperty {
  /** The options of decorators and of the compiler plugin. */
  readonly options: Loose;
  /** The options of decorators alone. */
  readonly written: Loose;
}

export function swaggerPropertiesOf(target: Constructor): ReadonlyMap<string, SwaggerProperty> {
  const prototype = target.prototype as object;
  const names = read('propertyNames', prototype);
  if (names === undefined && !hasPlugin(target)) return NONE;
  const levels = pluginLevels(target);
  const keys = [...(names ?? []).map((name) => name.slice(1)), ...levels.flatMap(Object.keys)];
  const properties = new Map<string, SwaggerProperty>();
  for (const key of new Set(keys)) {
    if (typeof Object.getOwnPropertyDescriptor(prototype, key)?.value === 'function') continue;
    const plugin = optionsIn(levels, key);
    const decorated = withoutPlugin(readProperty(prototype, key), plugin);
    const options = merge(plugin[0], decorated, designOf(prototype, key));
    // Without the plugin, a property is required unless a decorator sets `required`.
    const written = plugin.length > 0 ? (decorated ?? {}) : { required: true, ...decorated };
    properties.set(key, { options, written });
  }
  return properties;
}

const NONE: ReadonlyMap<string, SwaggerProperty> = new Map();

/**
 * Merges the plugin's options and the decorator's, which win except for a type equal to the compiler's,
 * unless it is that of the elements of a list. It omits the plugin's pattern, which lacks the flags of
 * `@Matches` and, before version 12, includes its slashes.
 */
function merge({ pattern: _, ...plugin }: Loose = {}, decorated: Loose | undefined, design: unknown): Loose {
  const { type, ...rest } = decorated ?? {};
  const isDesign = type === design && rest.isArray !== true;
  const own = type === undefined || isDesign ? rest : { ...rest, type };
  const ofPlugin = plugin.type === undefined ? {} : { type: plugin.type };
  return decorated === undefined ? plugin : { ...plugin, ...ofPlugin, ...omitUndefined<Loose>(own) };
}

/**
 * Removes the plugin's options: `SwaggerModule.createDocument` stores them on prototypes, base classes
 * included, as if a decorator had set them.
 */
function withoutPlugin(decorated: Loose | undefined, plugin: readonly Loose[]): Loose | undefined {
  if (decorated === undefined || plugin.length === 0) return decorated;
  const own = Object.entries(decorated).filter(
    ([name, value]) => !plugin.some((options) => name in options && isSameOption(value, options[name])),
  );
  return Object.fromEntries(own);
}

function isSameOption(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (isThunk(left) || isThunk(right))
    return isSameOption(isThunk(left) ? left() : left, isThunk(right) ? right() : right);
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => isSameOption(item, right[index]));
  if (!isLoose(left) || !isLoose(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && isSameOption(left[name], right[name]))
  );
}

function designOf(prototype: object, key: string): unknown {
  return Reflect.getMetadata('design:type', prototype, key);
}

export function copySwagger(
  from: Constructor,
  to: Constructor,
  keys: ReadonlySet<string>,
  change: (metadata: Loose) => Loose,
): void {
  const prototype = to.prototype as object;
  const copied = [...swaggerPropertiesOf(from)].filter(([key]) => keys.has(key));
  if (copied.length === 0) return;
  for (const [key, { options }] of copied)
    Reflect.defineMetadata(KEYS.properties, change(options), prototype, key);
  const names = [...(read('propertyNames', prototype) ?? []), ...copied.map(([key]) => `:${key}`)];
  Reflect.defineMetadata(KEYS.propertyNames, [...new Set(names)], prototype);
  Reflect.defineMetadata(KEYS.extraModels, extraModelsOf(from), to);
}

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

/**
 * Returns the fields with `@ApiHideProperty`. That decorator records nothing, but the compiler plugin lists
 * every other field of a class.
 */
export function hiddenKeysOf(target: Constructor, declared: readonly string[]): readonly string[] {
  if (Object.keys(ownPluginMembers(target) ?? {}).length === 0) return [];
  const prototype = target.prototype as object;
  const levels = pluginLevels(target);
  return declared.filter(
    (key) =>
      Object.getOwnPropertyDescriptor(prototype, key) === undefined &&
      readProperty(prototype, key) === undefined &&
      optionsIn(levels, key).length === 0,
  );
}

/**
 * The options of a property's decorators, with a function that replaces them temporarily to see their effect.
 */
export interface SwaggerOptions {
  readonly words: Loose;
  readonly replace: (words: Loose | undefined) => void;
}

export function swaggerOptionsOf(target: Constructor, key: string): SwaggerOptions | undefined {
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
