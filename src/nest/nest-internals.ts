import * as common from '@nestjs/common';
import { RoutePathFactory } from '@nestjs/core/router/route-path-factory.js';
import { ConfigError } from '../shared/errors.js';
import type { Constructor } from '../shared/types.js';

// Nest's internal metadata and objects that versions 10, 11 and 12 have in common. Only this file of the
// folder uses private names of Nest.

export function nestClass(name: string): Constructor | undefined {
  const exported = (common as Readonly<Record<string, unknown>>)[name];
  return typeof exported === 'function' ? (exported as Constructor) : undefined;
}

export const KEYS = {
  path: 'path',
  method: 'method',
  host: 'host',
  version: '__version__',
  arguments: '__routeArguments__',
  customArgument: '__customRouteArgs__',
  pipes: '__pipes__',
  guards: '__guards__',
  interceptors: '__interceptors__',
  filters: '__exceptionFilters__',
  catches: '__filterCatchExceptions__',
  httpCode: '__httpCode__',
  headers: '__headers__',
  redirect: '__redirect__',
  render: '__renderTemplate__',
  sse: '__sse__',
  passthrough: '__responsePassthrough__',
  modulePath: '__module_path__',
  serialize: 'class_serializer:options',
  dependencies: 'self:paramtypes',
  parameterTypes: 'design:paramtypes',
  returnType: 'design:returntype',
} as const;

export function metadata(key: string, target: object, property?: string): unknown {
  return property === undefined
    ? (Reflect.getMetadata(key, target) as unknown)
    : (Reflect.getMetadata(key, target, property) as unknown);
}

export function isRecorded(key: string, target: object, property: string): boolean {
  return Reflect.hasMetadata(key, target, property);
}

/** Nest's `RequestMethod`, by number. */
export const METHODS: readonly string[] = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'ALL',
  'OPTIONS',
  'HEAD',
  'SEARCH',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'QUERY',
];

/** Nest's `RouteParamtypes`. */
export const ARGUMENTS: Readonly<Record<string, ArgumentKind>> = {
  1: 'response',
  2: 'response',
  3: 'body',
  4: 'query',
  5: 'path',
  6: 'header',
  8: 'file',
  9: 'files',
  12: 'rawBody',
  14: 'cookie',
  15: 'cookie',
};

/** The source of a handler's argument. With `response`, the handler may send the response itself. */
export type ArgumentKind =
  | 'response'
  | 'body'
  | 'query'
  | 'path'
  | 'header'
  | 'file'
  | 'files'
  | 'rawBody'
  | 'cookie'
  | 'custom';

/** Nest's `InstanceWrapper`. */
export interface Wrapper {
  /** The class, or the function of a factory. */
  readonly metatype: Constructor | ((...args: never[]) => unknown) | null;
  /** Undefined or a bare prototype until Nest has created it. */
  readonly instance: unknown;
  /** The kind of enhancer: `guard`, `interceptor`, `pipe` or `filter`. */
  readonly subtype?: string;
  /** Tokens of the arguments of a factory. */
  readonly inject?: readonly unknown[] | null;
  /** True for a factory or a value. */
  readonly isNotMetatype?: boolean;
  /** The module that has the provider. */
  readonly host?: NestModule | undefined;
}

export interface NestModule {
  readonly metatype: Constructor;
  readonly controllers: ReadonlyMap<unknown, Wrapper>;
  readonly providers: ReadonlyMap<unknown, Wrapper>;
  /** Guards, interceptors, pipes and filters of controllers. */
  readonly injectables: ReadonlyMap<unknown, Wrapper>;
  readonly imports: ReadonlySet<NestModule>;
}

/** Nest's `VersioningOptions`; `type` is its `VersioningType`. */
export interface Versioning {
  readonly type: number;
  /** The header with the version, of `VersioningType.HEADER`. */
  readonly header?: string;
  /** The text before the version, of `VersioningType.MEDIA_TYPE`. */
  readonly key?: string;
  /** The text before the version in paths. @default v */
  readonly prefix?: string | false;
  readonly defaultVersion?: VersionValue;
}

/** A version or several; `VERSION_NEUTRAL` is a symbol. */
export type VersionValue = string | symbol | readonly (string | symbol)[];

export const VERSIONING_TYPES: readonly ('uri' | 'header' | 'mediaType' | 'custom')[] = [
  'uri',
  'header',
  'mediaType',
  'custom',
];

/** Nest's `ApplicationConfig`. */
interface NestConfig
  extends
    Readonly<Record<`getGlobal${Enhancers}`, () => readonly unknown[]>>,
    Readonly<Record<`getGlobalRequest${Enhancers}`, () => readonly Wrapper[]>> {
  getGlobalPrefix(): string;
  /** Each excluded route as `setGlobalPrefix` has read it. */
  getGlobalPrefixOptions(): {
    readonly exclude?: readonly { readonly path: string; readonly requestMethod: number }[];
  };
  getVersioning(): Versioning | undefined;
}

type Enhancers = 'Pipes' | 'Guards' | 'Interceptors' | 'Filters';

/** The platform under Nest. */
export interface Platform {
  /** `express` or `fastify`, as the adapter calls itself. */
  readonly platform: string;
  /** True if the platform responds with 414 to a long path parameter, which Fastify does since 5.9. */
  readonly limitsParameters: boolean;
  /** True if the query parser creates an object from `price[min]=1`. */
  readonly nestsQueries: boolean;
  /** True if the parser of forms creates an object from `address[city]=x`. */
  readonly nestsForms: boolean;
}

export interface NestInside extends Platform {
  readonly modules: ReadonlyMap<string, NestModule> & { readonly applicationId?: string };
  readonly config: NestConfig;
  /** Undefined until the application is initialized. */
  readonly registered: RegisteredRoutes | undefined;
}

/** Returns whether the router of the platform has a route for a path without parameters. */
export type RegisteredRoutes = (method: string, path: string) => boolean;

/** An application of `NestFactory.create`, also one in preview mode. */
export interface NestApplicationLike {
  getHttpAdapter(): object;
}

/** Nest's `AbstractHttpAdapter`. */
export interface HttpAdapter {
  getType?(): string;
  getInstance?(): unknown;
  /** The media types of Fastify's parsers that the application has added; private. */
  readonly registeredContentTypes?: ReadonlySet<string>;
}

/** Private fields of Nest, which have the same names in all of its versions. */
interface Private {
  readonly container?: { getModules?(): NestInside['modules'] };
  readonly config?: NestConfig;
  readonly isInitialized?: boolean;
  getHttpAdapter?(): HttpAdapter;
}

export function insideOf(app: NestApplicationLike): NestInside {
  const { container, config, isInitialized } = app as Private;
  const modules = container?.getModules?.();
  if (modules === undefined || config === undefined)
    throw new ConfigError(
      'nestDocs(app, config) needs the application that NestFactory.create made, as in nestDocs(await NestFactory.create(AppModule), config).',
      { code: 'ERR_NEST_APPLICATION' },
    );
  const adapter = (app as Private).getHttpAdapter?.();
  const registered = isInitialized === true ? registeredIn(adapter) : undefined;
  return { modules, config, registered, ...platformOf(adapter) };
}

/** Returns undefined for a router that it cannot read. */
function registeredIn(adapter: HttpAdapter | undefined): RegisteredRoutes | undefined {
  const instance = (adapter?.getInstance?.() ?? {}) as PlatformInstance;
  if (adapter?.getType?.() === 'fastify')
    return instance.hasRoute && ((method, url) => instance.hasRoute?.({ method, url }) === true);
  // Express 4 throws if `router` is read.
  const { stack } = instance._router ?? instance.router ?? {};
  const paths = stack && new Set(stack.map(({ route }) => route?.path));
  return paths && ((_, path) => paths.has(path));
}

export function platformOf(adapter: HttpAdapter | undefined): Platform {
  const platform = adapter?.getType?.() ?? 'express';
  const instance = (adapter?.getInstance?.() ?? {}) as PlatformInstance;
  if (platform !== 'fastify')
    return {
      platform,
      limitsParameters: false,
      nestsQueries: platform !== 'express' || !readsFlatQueries(instance),
      nestsForms: true,
    };
  const [major = 0, minor = 0] = (instance.version ?? '').split('.').map(Number);
  return {
    platform,
    limitsParameters: major > 5 || (major === 5 && minor >= 9),
    nestsQueries: hasOwnQueryParser(instance),
    nestsForms: hasOwnFormParser(adapter, instance),
  };
}

/** The application of Express or Fastify. */
interface PlatformInstance {
  /** Fastify's version. */
  readonly version?: string;
  /** Fastify's options; only `routerOptions` contains functions. */
  readonly initialConfig?: { readonly routerOptions?: { readonly querystringParser?: unknown } };
  /** Returns whether Fastify has a parser of a media type. */
  hasContentTypeParser?(contentType: string): boolean;
  /** Returns whether Fastify has a route. */
  hasRoute?(route: { readonly method: string; readonly url: string }): boolean;
  /** The router of Express 5. */
  readonly router?: ExpressRouter;
  /** The router of Express 4. */
  readonly _router?: ExpressRouter;
  /** Returns a setting of Express. */
  get?(setting: string): unknown;
}

interface ExpressRouter {
  readonly stack?: readonly { readonly route?: { readonly path: unknown } }[];
}

/** Express 5 starts with `simple`, Express 4 with `extended`. A function is a parser of the application. */
function readsFlatQueries(express: PlatformInstance): boolean {
  return ['simple', true].includes(express.get?.('query parser') as string | boolean);
}

function hasOwnQueryParser(fastify: PlatformInstance): boolean {
  if (fastify.initialConfig?.routerOptions?.querystringParser !== undefined) return true;
  const symbol = Object.getOwnPropertySymbols(fastify).find((key) => key.description === 'fastify.options');
  const options = symbol && (fastify as Readonly<Record<symbol, object | undefined>>)[symbol];
  // Fastify warns if the option itself is read.
  return options !== undefined && Object.hasOwn(options, 'querystringParser');
}

const FORM = 'application/x-www-form-urlencoded';

/**
 * Nest 12 records the parsers of the application. Others of
 * its versions add their own when the application starts.
 */
function hasOwnFormParser(adapter: HttpAdapter | undefined, fastify: PlatformInstance): boolean {
  return adapter?.registeredContentTypes?.has(FORM) ?? fastify.hasContentTypeParser?.(FORM) ?? true;
}

interface PathParts {
  readonly ctrlPath: string;
  readonly methodPath: string;
  readonly modulePath: string | undefined;
  readonly globalPrefix: string;
  readonly controllerVersion: VersionValue | undefined;
  readonly methodVersion: VersionValue | undefined;
  readonly versioningOptions: Versioning | undefined;
}

export function createPathMaker(config: NestConfig): (parts: PathParts, method: number) => readonly string[] {
  const factory = new RoutePathFactory(config as never);
  const create = factory.create.bind(factory) as unknown as (parts: PathParts, method: number) => string[];
  return (parts, method) => create(parts, method);
}
