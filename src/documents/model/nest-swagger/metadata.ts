import 'reflect-metadata';
import type { Constructor } from '../../../shared/types.js';
import { isConstructor } from '../../../shared/values.js';

// Only this folder reads the metadata of @nestjs/swagger. Its Reflect keys are the same from version 7 to 12,
// so nothing is imported from it. Its compiler plugin writes a static method on the class.

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
  excludeController: 'swagger/apiExcludeController',
  defaultGetter: 'swagger/apiDefaultGetter',
  links: 'swagger/apiLink',
} as const satisfies Record<keyof Stored, string>;

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
  excludeController: readonly boolean[];
  defaultGetter: Loose;
  links: readonly Loose[];
}

const PLUGIN = '_OPENAPI_METADATA_FACTORY';

export function hasPlugin(target: object): boolean {
  return PLUGIN in target;
}

export function read<K extends keyof Stored>(key: K, target: object): Stored[K] | undefined {
  return Reflect.getMetadata(KEYS[key], target) as Stored[K] | undefined;
}

export function readProperty(prototype: object, key: string): Loose | undefined {
  return Reflect.getMetadata(KEYS.properties, prototype, key) as Loose | undefined;
}

export function pluginLevels(target: Constructor): readonly Readonly<Record<string, Loose>>[] {
  const levels: Readonly<Record<string, Loose>>[] = [];
  let ancestor: object | null = target;
  while (ancestor !== null && ancestor !== Function.prototype) {
    levels.push(ownPluginMembers(ancestor) ?? {});
    ancestor = Object.getPrototypeOf(ancestor) as object | null;
  }
  return levels;
}

export function optionsIn(levels: ReturnType<typeof pluginLevels>, member: string): readonly Loose[] {
  return levels.filter((members) => Object.hasOwn(members, member)).map((members) => members[member] ?? {});
}

export function ownPluginMembers(target: object): Readonly<Record<string, Loose>> | undefined {
  const factory: unknown = Object.getOwnPropertyDescriptor(target, PLUGIN)?.value;
  // nestjs-zod writes a static method that reads the schema from its class.
  return typeof factory === 'function'
    ? (factory as () => Readonly<Record<string, Loose>>).call(target)
    : undefined;
}

export type Loose = Readonly<Record<string, unknown>>;

export function isThunk(type: unknown): type is () => unknown {
  return typeof type === 'function' && (!isConstructor(type) || type.name === 'type');
}

export function isLoose(value: unknown): value is Loose {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function mapLoose<T>(object: Loose, change: (value: Loose) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value as Loose)]));
}

export function swaggerSchemaOf(
  target: Constructor,
): { readonly schema: Loose; readonly extensions: Loose } | undefined {
  const schemas = Reflect.getOwnMetadata(KEYS.schema, target) as readonly Loose[] | undefined;
  const extensions = Reflect.getOwnMetadata(KEYS.extension, target) as Loose | undefined;
  if (schemas === undefined && extensions === undefined) return undefined;
  return { schema: schemas?.at(-1) ?? {}, extensions: extensions ?? {} };
}

export function extraModelsOf(target: Constructor): readonly Constructor[] {
  return read('extraModels', target) ?? [];
}
