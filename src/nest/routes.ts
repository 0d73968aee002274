import type { Finding } from '../shared/diagnostics.js';
import type { Constructor } from '../shared/types.js';
import {
  createPathMaker,
  insideOf,
  KEYS,
  metadata,
  METHODS,
  type NestApplicationLike,
  type NestInside,
  type NestModule,
  type Versioning,
  VERSIONING_TYPES,
  type VersionValue,
} from './nest-internals.js';

/** A method of a controller that handles requests. */
export interface Handler {
  readonly controller: Constructor;
  /** @internal */
  readonly prototype: Readonly<Record<string, unknown>>;
  readonly methodName: string;
  /** The method itself, which has the metadata of its decorators. */
  readonly callback: object;
  /** @internal */
  readonly module: NestModule;
  /**
   * Controller and method, for messages.
   * @internal
   */
  readonly place: string;
}

/** A route of the application, for one path. */
export interface NestRoute {
  /** The class of the controller. */
  readonly controller: Constructor;
  /** The method's name, such as `findOne`. */
  readonly methodName: string;
  /** The HTTP method in upper case, such as `GET`, or `ALL`. */
  readonly method: string;
  /** The registered path with prefixes and version, such as `/api/v1/users/:id`. */
  readonly path: string;
  /** The versions of the route; empty for any version. */
  readonly versions: readonly string[];
  /**
   * True if it also responds to requests without a version.
   * @internal
   */
  readonly neutral: boolean;
  /**
   * How requests choose the version; undefined for a route without versions.
   * @internal
   */
  readonly versioning: 'uri' | 'header' | 'mediaType' | 'custom' | undefined;
  /** The hosts of the route; empty for any host. */
  readonly hosts: readonly string[];
  /** The handler. */
  readonly handler: Handler;
}

/**
 * Returns every route in Nest's order of registration. It
 * skips a controller that it cannot read, and reports it.
 */
export function findRoutes(inside: NestInside, report: (finding: Finding) => void): NestRoute[] {
  const pathsOf = createPathMaker(inside.config);
  return [...inside.modules.values()].flatMap((module) =>
    [...module.controllers.values()].flatMap(({ metatype }) => {
      const controller = metatype as Constructor;
      try {
        return handlersOf(controller, module).flatMap((handler) => routesOf(handler, inside, pathsOf));
      } catch (error) {
        report({
          code: 'broken-controller',
          message: `Its routes could not be read and are left out: ${String(error)}`,
          place: controller.name,
        });
        return [];
      }
    }),
  );
}

/** Returns the handlers in Nest's order: the controller's own methods first, then inherited ones. */
function handlersOf(controller: Constructor, module: NestModule): Handler[] {
  const prototype = controller.prototype as Readonly<Record<string, unknown>>;
  const names = new Set<string>();
  for (let level: object | null = prototype; level && level !== Object.prototype; level = parentOf(level))
    for (const name of Object.getOwnPropertyNames(level)) {
      const value = Object.getOwnPropertyDescriptor(level, name)?.value as unknown;
      if (name !== 'constructor' && typeof value === 'function') names.add(name);
    }
  return [...names].flatMap((methodName): Handler[] => {
    const callback = prototype[methodName];
    if (typeof callback !== 'function' || metadata(KEYS.path, callback) === undefined) return [];
    return [
      { controller, prototype, methodName, callback, module, place: `${controller.name}.${methodName}` },
    ];
  });
}

function parentOf(level: object): object | null {
  return Object.getPrototypeOf(level) as object | null;
}

function routesOf(
  handler: Handler,
  { modules, config }: NestInside,
  pathsOf: ReturnType<typeof createPathMaker>,
): NestRoute[] {
  const { controller, callback, module } = handler;
  const method = Number(metadata(KEYS.method, callback) ?? 0);
  const versioningOptions = config.getVersioning();
  const version = versioningOptions && versionOf(handler, versioningOptions);
  const versioning =
    versioningOptions && version !== undefined ? VERSIONING_TYPES[versioningOptions.type] : undefined;
  // With versions in the URI each version has its own path; otherwise one path serves all versions.
  const versionSets =
    versioning === 'uri' ? [version ?? []].flat().map((version) => [version]) : [[version ?? []].flat()];
  return versionSets.flatMap((versions) =>
    listOf(metadata(KEYS.path, controller)).flatMap((ctrlPath) =>
      listOf(metadata(KEYS.path, callback)).flatMap((methodPath) =>
        pathsOf(
          {
            ctrlPath: rooted(ctrlPath),
            methodPath: rooted(methodPath),
            modulePath: modulePathOf(module, modules),
            globalPrefix: prefixOf(config.getGlobalPrefix()),
            controllerVersion: undefined,
            methodVersion: versions.length === 0 ? undefined : versions,
            versioningOptions,
          },
          method,
        ).map((path): NestRoute => ({
          controller,
          methodName: handler.methodName,
          method: METHODS[method] ?? 'GET',
          path,
          versions: versioning === undefined ? [] : versions.filter((version) => typeof version === 'string'),
          neutral: versions.some((version) => typeof version === 'symbol'),
          versioning,
          hosts: [metadata(KEYS.host, controller) ?? []].flat().map(hostText),
          handler,
        })),
      ),
    ),
  );
}

function versionOf({ controller, callback }: Handler, options: Versioning): VersionValue | undefined {
  const own = metadata(KEYS.version, callback) as VersionValue | undefined;
  if (own !== undefined && own !== '') return own;
  const version = (metadata(KEYS.version, controller) as VersionValue | undefined) ?? options.defaultVersion;
  return version === '' ? undefined : version;
}

function hostText(host: unknown): string {
  return typeof host === 'string' ? host : '';
}

function modulePathOf({ metatype }: NestModule, modules: NestInside['modules']): string | undefined {
  const path =
    metadata(KEYS.modulePath + (modules.applicationId ?? ''), metatype) ??
    metadata(KEYS.modulePath, metatype) ??
    routedPathOf(metatype, modules);
  return path as string | undefined;
}

const listOf = (paths: unknown): string[] => [paths ?? ''].flat() as string[];
const rooted = (path: string): string => (/^(?:\/|\{\/)/.test(path) ? path : `/${path}`);

function prefixOf(prefix: string): string {
  return prefix === '' ? '' : rooted(prefix);
}

interface RouteTree {
  readonly path?: string;
  readonly module?: Constructor;
  readonly children?: readonly (RouteTree | Constructor)[];
}

/** Description of a symbol that Nest does not export; RouterModule stores its routes under it. */
const TOKEN = 'ROUTES';

/**
 * Returns the path that RouterModule sets for a module. In preview mode the module's metadata lack the path.
 */
function routedPathOf(module: Constructor, modules: NestInside['modules']): string | undefined {
  for (const { providers } of modules.values())
    for (const [token, { instance }] of providers) {
      if (typeof token !== 'symbol' || token.description !== TOKEN || !Array.isArray(instance)) continue;
      const path = findIn(instance as RouteTree[], '', module);
      if (path !== undefined) return path;
    }
  return undefined;
}

/**
 * Sets the paths of RouterModule for `@nestjs/swagger`. RouterModule sets them when it is created, which
 * preview mode omits.
 */
export function setRouterPaths(app: NestApplicationLike): void {
  const { modules } = insideOf(app);
  for (const { metatype } of modules.values()) {
    const path = routedPathOf(metatype, modules);
    if (path !== undefined)
      Reflect.defineMetadata(KEYS.modulePath + (modules.applicationId ?? ''), path, metatype);
  }
}

function findIn(
  trees: readonly (RouteTree | Constructor)[],
  parent: string,
  module: Constructor,
): string | undefined {
  for (const tree of trees) {
    if (tree === module) return parent;
    if (typeof tree === 'function') continue;
    const path = join(parent, tree.path ?? '');
    if (tree.module === module) return path;
    const child = findIn(tree.children ?? [], path, module);
    if (child !== undefined) return child;
  }
  return undefined;
}

function join(parent: string, path: string): string {
  const text = `${parent}/${path}`.replace(/\/+/g, '/').replace(/\/$/, '');
  return text === '' ? '/' : text;
}
