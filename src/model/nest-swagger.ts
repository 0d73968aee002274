// The only file that knows how @nestjs/swagger keeps its metadata: under Reflect keys of its own, which are the same
// from version 7 to 12, so nothing of it is imported. Its compiler plugin writes a static method on the class.
import 'reflect-metadata';
import type { Constructor } from '../base/types.js';

const KEYS = {
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

const PLUGIN = '_OPENAPI_METADATA_FACTORY';

/** An object of which nothing is sure: decorators of a foreign library take what they are given. */
export type Loose = Readonly<Record<string, unknown>>;

/** What is stored under each key, where the decorators were used as they should be. */
interface Stored {
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

/** What the decorators of one operation, and those of its controller, say: as they were written. */
export interface SwaggerOperation {
  readonly excluded: boolean;
  readonly included: boolean;
  /** `@ApiOperation`. */
  readonly operation: Loose;
  /** `@ApiParam`, `@ApiQuery`, `@ApiBody` and `@ApiHeader`; the controller's headers come first. */
  readonly parameters: readonly Loose[];
  /** By status; the method's before the controller's. Undefined as a status: that of success. */
  readonly responses: ReadonlyMap<string | undefined, Loose>;
  readonly tags: readonly string[];
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly security: readonly Loose[] | undefined;
  readonly extensions: Loose;
  readonly callbacks: readonly Loose[];
  /** `@ApiWebhook`: its name, or true for the method's. */
  readonly webhook: string | true | undefined;
  readonly extraModels: readonly Constructor[];
}

/** The metadata of a method, merged with its controller's as @nestjs/swagger merges them. */
export function swaggerOperationOf(controller: Constructor, method: string): SwaggerOperation {
  const handler = (controller.prototype as Record<string, unknown>)[method] as object;
  if (!isDecorated(controller) && !isDecorated(handler)) return SILENT;
  const responses = read('responses', handler);
  const { summary, description, tags, deprecated, ...response } = pluginChain(controller)[method] ?? {};
  const fromPlugin = defined({ summary, description, tags, deprecated });
  const security = both('security', controller, handler);
  return {
    excluded:
      read('excludeController', controller)?.[0] === true ||
      read('excludeEndpoint', handler)?.disable === true,
    included: read('includeEndpoint', handler)?.disable === true,
    operation: read('operation', handler) ?? fromPlugin,
    parameters: [...(read('headers', controller) ?? []), ...(read('parameters', handler) ?? [])],
    responses: new Map([
      ...Object.entries(read('responses', controller) ?? {}),
      ...(responses === undefined ? pluginResponse(response) : Object.entries(responses)),
    ]),
    tags: [...new Set(both('tags', controller, handler))],
    consumes: [...new Set(both('consumes', controller, handler))],
    produces: [...new Set(both('produces', controller, handler))],
    security: security.length > 0 ? security : undefined,
    extensions: { ...read('extension', controller), ...read('extension', handler) },
    callbacks: read('callbacks', handler) ?? [],
    webhook: read('webhook', handler),
    extraModels: both('extraModels', controller, handler),
  };
}

/** Most handlers of an application without @nestjs/swagger are asked for twenty keys otherwise. */
function isDecorated(target: object): boolean {
  if (PLUGIN in target) return true;
  return (Reflect.getMetadataKeys(target) as unknown[]).some(
    (key) => typeof key === 'string' && key.startsWith('swagger/'),
  );
}

/** Of a method of which nothing is said. */
const SILENT: SwaggerOperation = {
  excluded: false,
  included: false,
  operation: {},
  parameters: [],
  responses: new Map(),
  tags: [],
  consumes: [],
  produces: [],
  security: undefined,
  extensions: {},
  callbacks: [],
  webhook: undefined,
  extraModels: [],
};

type ListKey = 'tags' | 'consumes' | 'produces' | 'security' | 'extraModels';

/** Lists add up, the controller's first. */
function both<K extends ListKey>(key: K, controller: object, handler: object): Stored[K][number][] {
  return [...(read(key, controller) ?? []), ...(read(key, handler) ?? [])] as Stored[K][number][];
}

function pluginResponse(response: Loose): [string | undefined, Loose][] {
  const { status, ...rest } = response;
  if (Object.keys(response).length === 0) return [];
  return [[status === undefined ? undefined : `${status as number}`, rest]];
}

/** What `@ApiProperty` and the compiler plugin say of each property, inherited ones too; empty without them. */
export function swaggerPropertiesOf(target: Constructor): ReadonlyMap<string, Loose> {
  const prototype = target.prototype as object;
  const names = read('propertyNames', prototype);
  if (names === undefined && !(PLUGIN in target)) return NONE;
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

/** The properties that the compiler plugin lists: all that the class declares, but those with `@ApiHideProperty`. */
export function pluginKeysOf(target: Constructor): readonly string[] {
  return Object.keys(ownPluginMembers(target) ?? {});
}

/** `@ApiSchema` of the class itself, and `@ApiExtension`. */
export function swaggerSchemaOf(
  target: Constructor,
): { readonly schema: Loose; readonly extensions: Loose } | undefined {
  const schemas = Reflect.getOwnMetadata(KEYS.schema, target) as readonly Loose[] | undefined;
  const extensions = Reflect.getOwnMetadata(KEYS.extension, target) as Loose | undefined;
  if (schemas === undefined && extensions === undefined) return undefined;
  return { schema: schemas?.at(-1) ?? {}, extensions: extensions ?? {} };
}

/** The classes that `@ApiExtraModels` on a class adds to the document. */
export function extraModelsOf(target: Constructor): readonly Constructor[] {
  return read('extraModels', target) ?? [];
}

/** What the compiler plugin wrote of a class and the classes that it extends, by member. */
function pluginChain(target: Constructor): Readonly<Record<string, Loose | undefined>> {
  let members: Record<string, Loose | undefined> = {};
  let one: object | null = target;
  while (one !== null && one !== Function.prototype) {
    members = { ...ownPluginMembers(one), ...members };
    one = Object.getPrototypeOf(one) as object | null;
  }
  return members;
}

function ownPluginMembers(target: object): Readonly<Record<string, Loose>> | undefined {
  const factory: unknown = Object.getOwnPropertyDescriptor(target, PLUGIN)?.value;
  return typeof factory === 'function' ? (factory as () => Readonly<Record<string, Loose>>)() : undefined;
}

function read<K extends keyof Stored>(key: K, target: object): Stored[K] | undefined {
  return Reflect.getMetadata(KEYS[key], target) as Stored[K] | undefined;
}

function defined(object: Loose): Loose {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** The operations that `@ApiLink` on them, and `@ApiDefaultGetter` on those of linked types, offer for what a class says. */
export function linksFrom(target: Constructor): readonly SwaggerLink[] {
  const prototype = target.prototype as object;
  const ofProperties = (read('propertyNames', prototype) ?? []).flatMap((name) => {
    const key = name.slice(1);
    const { link } = readProperty(prototype, key) ?? {};
    const linked: unknown = typeof link === 'function' ? (link as () => unknown)() : undefined;
    const getter =
      typeof linked === 'function' ? read('defaultGetter', linked.prototype as object) : undefined;
    return getter === undefined ? [] : [linkOf(getter, getter.getter, key)];
  });
  const direct = read('links', prototype) ?? [];
  return [...ofProperties, ...direct.map((one) => linkOf(one, one.method, one.field as string))];
}

/** A value of a response that is a parameter of another operation. */
export interface SwaggerLink {
  readonly controller: Constructor;
  /** The name of the operation's handler. */
  readonly method: string;
  readonly parameter: string;
  /** The property of the response that holds the value. */
  readonly field: string;
}

function linkOf({ prototype, parameter }: Loose, handler: unknown, field: string): SwaggerLink {
  return {
    controller: (prototype as object).constructor as unknown as Constructor,
    method: (handler as { readonly name: string }).name,
    parameter: parameter as string,
    field,
  };
}

function readProperty(prototype: object, key: string): Loose | undefined {
  return Reflect.getMetadata(KEYS.properties, prototype, key) as Loose | undefined;
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
