// This folder is the only place that knows how @nestjs/swagger keeps its metadata: under Reflect keys of its own, which
// are the same from version 7 to 12, so nothing of it is imported. Its compiler plugin writes a static method on the class.
import 'reflect-metadata';
import type { Constructor } from '../../../shared/types.js';
import type { Loose } from './loose.js';

export const KEYS = {
  properties: 'swagger/apiModelProperties',
  propertyNames: 'swagger/apiModelPropertiesArray',
  schema: 'swagger/apiSchema',
  extension: 'swagger/apiExtension',
  extraModels: 'swagger/apiExtraModels',
  operation: 'swagger/apiOperation',
  responses: 'swagger/apiResponse',
  parameters: 'swagger/apiParameters',
  headers: 'swagger/apiHeaders',
  produces: 'swagger/apiProduces',
  consumes: 'swagger/apiConsumes',
  tags: 'swagger/apiUseTags',
  security: 'swagger/apiSecurity',
  callbacks: 'swagger/apiCallbacks',
  webhook: 'swagger/apiWebhook',
  excludeEndpoint: 'swagger/apiExcludeEndpoint',
  includeEndpoint: 'swagger/apiIncludeEndpoint',
  excludeController: 'swagger/apiExcludeController',
  defaultGetter: 'swagger/apiDefaultGetter',
  links: 'swagger/apiLink',
} as const satisfies Record<keyof Stored, string>;

/** What is stored under each key, where the decorators were used as they should be. */
export interface Stored {
  properties: Loose;
  propertyNames: readonly string[];
  schema: readonly Loose[];
  extension: Loose;
  extraModels: readonly Constructor[];
  operation: Loose;
  responses: Readonly<Record<string, Loose>>;
  parameters: readonly Loose[];
  headers: readonly Loose[];
  produces: readonly string[];
  consumes: readonly string[];
  tags: readonly string[];
  security: readonly Loose[];
  callbacks: readonly Loose[];
  webhook: string | true;
  excludeEndpoint: Loose;
  includeEndpoint: Loose;
  excludeController: readonly boolean[];
  defaultGetter: Loose;
  links: readonly Loose[];
}

export const PLUGIN = '_OPENAPI_METADATA_FACTORY';

/** Whether the compiler plugin wrote something of a class, or of one that it extends. */
export function hasPlugin(target: object): boolean {
  return PLUGIN in target;
}

export function read<K extends keyof Stored>(key: K, target: object): Stored[K] | undefined {
  return Reflect.getMetadata(KEYS[key], target) as Stored[K] | undefined;
}

export function readProperty(prototype: object, key: string): Loose | undefined {
  return Reflect.getMetadata(KEYS.properties, prototype, key) as Loose | undefined;
}

/** Returns the members that the compiler plugin lists for a class, then those for each class that it extends. */
export function pluginLevels(target: Constructor): readonly Readonly<Record<string, Loose>>[] {
  const levels: Readonly<Record<string, Loose>>[] = [];
  let ancestor: object | null = target;
  while (ancestor !== null && ancestor !== Function.prototype) {
    levels.push(ownPluginMembers(ancestor) ?? {});
    ancestor = Object.getPrototypeOf(ancestor) as object | null;
  }
  return levels;
}

/** Returns the options of one member at each level that lists it. */
export function optionsIn(levels: ReturnType<typeof pluginLevels>, member: string): readonly Loose[] {
  return levels.filter((members) => Object.hasOwn(members, member)).map((members) => members[member] ?? {});
}

export function ownPluginMembers(target: object): Readonly<Record<string, Loose>> | undefined {
  const factory: unknown = Object.getOwnPropertyDescriptor(target, PLUGIN)?.value;
  // nestjs-zod writes one that reads the schema off its class.
  return typeof factory === 'function'
    ? (factory as () => Readonly<Record<string, Loose>>).call(target)
    : undefined;
}

/** Most handlers of an application without @nestjs/swagger are asked for twenty keys otherwise. */
export function isDecorated(target: object): boolean {
  if (hasPlugin(target)) return true;
  return (Reflect.getMetadataKeys(target) as unknown[]).some(
    (key) => typeof key === 'string' && key.startsWith('swagger/'),
  );
}
