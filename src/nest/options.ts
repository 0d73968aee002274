import type { TypeInput } from '../../decorators/type-input.js';
import type { Constructor } from '../shared/types.js';
import type { Config } from '../documents/openapi/config/config.js';
import type { Endpoint, Parameter, Responses } from '../documents/openapi/types/endpoint.js';
import type { NestRoute } from './routes.js';
import { ofWrapper } from './enhancers.js';
import type { NestInside } from './nest.js';

/** How the routes of a Nest application are documented. */
export interface NestRouteOptions {
  /** Leaves routes out. @default every route is documented */
  readonly include?: (route: NestRoute) => boolean;
  /** Documents what answers this version only, for one document each. @default all versions */
  readonly version?: string;
  /**
   * The `operationId` of a route. `'nestjs-swagger'` keeps the ids that Nest's Swagger module makes,
   * `UsersController_findOne`, so that generated clients stay as they are.
   * @default `usersFindOne` of `UsersController.findOne`
   */
  readonly operationId?: 'nestjs-swagger' | ((route: NestRoute) => string);
  /** The summary of a route. @default `Find one` of `UsersController.findOne` */
  readonly summary?: (route: NestRoute) => string;
  /** The tags of a route. @default `['Users']` of `UsersController.findOne` */
  readonly tags?: (route: NestRoute) => readonly string[];
  /**
   * Documents the refusals that Nest makes by itself: of its pipes, and of guards. A type is their body, for
   * applications with a filter of their own; where a filter runs and none is given, the body is left open.
   * @default true
   */
  readonly errors?: boolean | TypeInput;
  /** The statuses that the guards of a route refuse with. @default `[401, 403]` for any guard */
  readonly guardStatuses?: (guards: readonly Constructor[], route: NestRoute) => readonly number[];
  /** Responses of every operation that says nothing of their statuses: what `addGlobalResponse` was given. @default none */
  readonly responses?: Responses;
  /** Parameters of every operation that has none of their names: what `addGlobalParameters` was given. @default none */
  readonly parameters?: readonly Parameter[];
  /**
   * Returns the type of a success as an interceptor of the application sends it: `(type) => Envelope(type)`, where
   * `Envelope` is a `generic` class. Return `type` itself for routes that the interceptor leaves alone; metadata of a
   * handler is on `route.handler.callback`. Applies to JSON bodies, those of `@Returns` and `@ApiResponse` included.
   * @default responses are what handlers return
   */
  readonly wrap?: (type: TypeInput, route: NestRoute) => TypeInput;
  /** The last word on each operation; undefined leaves it out. @default as it is */
  readonly endpoint?: (endpoint: Endpoint, route: NestRoute) => Endpoint | undefined;
}

/** Argument of `nestDocs(app, config)`. */
export interface NestDocsConfig extends Config {
  /** How routes become operations. */
  readonly routes?: NestRouteOptions;
}

/** Complete. */
export interface ResolvedRouteOptions extends Required<
  Omit<NestRouteOptions, 'version' | 'operationId' | 'summary' | 'tags' | 'wrap'>
> {
  readonly version: string | undefined;
  readonly operationId: NestRouteOptions['operationId'];
  readonly summary: NestRouteOptions['summary'];
  readonly wrap: NestRouteOptions['wrap'];
  readonly tags: NestRouteOptions['tags'];
}

export function resolveRouteOptions(options: NestRouteOptions = {}): ResolvedRouteOptions {
  return {
    include: options.include ?? (() => true),
    version: options.version,
    operationId: options.operationId,
    summary: options.summary,
    wrap: options.wrap,
    tags: options.tags,
    errors: options.errors ?? true,
    guardStatuses: options.guardStatuses ?? ((guards) => (guards.length === 0 ? [] : [401, 403])),
    responses: options.responses ?? {},
    parameters: options.parameters ?? [],
    endpoint: options.endpoint ?? ((endpoint) => endpoint),
  };
}

/** The token of the module's configuration. */
export const MODULE_CONFIG = Symbol.for('dtospec:nest-config');

/** Argument of `DtospecModule.forRoot`. */
export interface DtospecModuleConfig extends NestDocsConfig {
  /** Where page and document are served. @default '/docs' */
  readonly path?: string;
}

/** What the document of the application's DtospecModule is made by, if it has one; Nest holds values in preview mode too. */
export function configIn({ modules }: Pick<NestInside, 'modules'>): NestDocsConfig | undefined {
  for (const { providers } of modules.values()) {
    const wrapper = providers.get(MODULE_CONFIG);
    const found = wrapper && (wrapper.instance ?? ofWrapper(wrapper).make());
    if (found == null) continue;
    const { path: _, ...config } = found as DtospecModuleConfig;
    return config;
  }
  return undefined;
}
