import type { TypeInput } from '../../decorators/type-input.js';
import type { Constructor } from '../shared/types.js';
import type { Config } from '../documents/openapi/config/config.js';
import type { Endpoint } from '../documents/openapi/types/endpoint.js';
import type { Parameter, Responses } from '../documents/openapi/types/parts.js';
import type { NestRoute } from './routes.js';
import { ofWrapper } from './enhancers.js';
import type { NestInside } from './nest-internals.js';
import {
  FUNCTION,
  isArrayOf,
  named,
  NUMBER,
  OBJECT,
  OBJECTS,
  type OptionChecks,
  requireKnownOptions,
  STRING,
  withDefaults,
} from '../shared/checks.js';
import { ConfigError } from '../shared/errors.js';
import { show } from '../shared/values.js';

/** Options of the routes of a Nest application. */
export interface NestRouteOptions {
  /** Returns whether to document a route. @default every route */
  readonly include?: (route: NestRoute) => boolean;
  /** Documents only routes of this version. @default all versions */
  readonly version?: string;
  /**
   * Returns the `operationId` of a route. `'nestjs-swagger'` uses the ids of `@nestjs/swagger`, such as
   * `UsersController_findOne`, so that generated clients keep their names.
   * @default `usersFindOne` of `UsersController.findOne`
   */
  readonly operationId?: 'nestjs-swagger' | ((route: NestRoute) => string);
  /** Returns the summary of a route. @default `Find one` of `UsersController.findOne` */
  readonly summary?: (route: NestRoute) => string;
  /** Returns the tags of a route. @default `['Users']` of `UsersController.findOne` */
  readonly tags?: (route: NestRoute) => readonly string[];
  /**
   * Documents the errors that pipes and guards send. If an exception filter or an `exceptionFactory` of your
   * application creates their body, pass its type; with `true`, the body is any JSON then.
   * @default true
   */
  readonly errors?: boolean | TypeInput;
  /**
   * Returns the statuses with which the guards of a route reject, or undefined for the default.
   * @default 429 for `ThrottlerGuard`; 401 for Passport's guards; 401 and 403 for guards that change their
   *   methods and for routes with security; 403 for others
   */
  readonly guardStatuses?: (
    guards: readonly Constructor[],
    route: NestRoute,
  ) => readonly number[] | undefined;
  /** Responses for every operation that lacks their status, like `addGlobalResponse`. @default none */
  readonly responses?: Responses;
  /** Parameters for every operation that lacks their name, like `addGlobalParameters`. @default none */
  readonly parameters?: readonly Parameter[];
  /**
   * Returns the type that your interceptor sends for a successful response: `(type) => Envelope(type)`, where
   * `Envelope` is a `generic` class. Return `type` for routes that the interceptor does not change;
   * `route.handler.callback` has the handler's metadata. It applies to JSON bodies, also those of `@Returns`
   * and `@ApiResponse`. @default the type that the handler returns
   */
  readonly wrap?: (type: TypeInput, route: NestRoute) => TypeInput;
  /** Changes an endpoint, or returns undefined to omit it. @default no change */
  readonly endpoint?: (endpoint: Endpoint, route: NestRoute) => Endpoint | undefined;
}

/** Options of `nestDocs(app, config)`. */
export interface NestDocsConfig extends Config {
  /** Options of the routes. */
  readonly routes?: NestRouteOptions;
}

const DEFAULTS = {
  include: () => true,
  errors: true,
  responses: {},
  parameters: [],
  endpoint: (endpoint: Endpoint) => endpoint,
} satisfies NestRouteOptions;

const CHECKS: OptionChecks<Required<NestRouteOptions>> = {
  include: FUNCTION,
  version: STRING,
  operationId: {
    what: "'nestjs-swagger' or a function",
    holds: (value) => value === 'nestjs-swagger' || FUNCTION.holds(value),
    isName: true,
  },
  summary: FUNCTION,
  tags: FUNCTION,
  errors: { what: 'a boolean or a type', holds: (value) => value !== null && !NUMBER.holds(value) },
  guardStatuses: named(FUNCTION, 'a function that returns statuses, as in () => [401]'),
  responses: OBJECT,
  parameters: OBJECTS,
  wrap: FUNCTION,
  endpoint: FUNCTION,
};

const SUBJECT = 'nestDocs(app, { routes })';

export type ResolvedRouteOptions = NestRouteOptions & Required<Pick<NestRouteOptions, keyof typeof DEFAULTS>>;

export function resolveRouteOptions(config: NestDocsConfig): ResolvedRouteOptions {
  const { routes: options = {} } = config;
  // Both have tags.
  const misplaced = Object.keys(CHECKS).find((name) => name in config && name !== 'tags');
  if (misplaced !== undefined)
    throw new ConfigError(
      `The option ${misplaced} of nestDocs(app, config) belongs in routes: ` +
        `nestDocs(app, { routes: { ${misplaced}: … } }).`,
    );
  requireKnownOptions(SUBJECT, options, CHECKS);
  return withDefaults(options, DEFAULTS);
}

/** A wrong option of all routes, so that no route is left out for it. */
export class InvalidGuardStatuses extends ConfigError {}

/** Returns the statuses of `guardStatuses`, or undefined for the default. */
export function guardStatusesOf(
  { guardStatuses }: Pick<NestRouteOptions, 'guardStatuses'>,
  guards: readonly Constructor[],
  route: NestRoute,
): readonly number[] | undefined {
  const statuses: unknown = guardStatuses?.(guards, route);
  if (statuses === undefined || areStatuses(statuses)) return statuses;
  const { controller, methodName } = route;
  throw new InvalidGuardStatuses(
    `The option guardStatuses of ${SUBJECT} returned ${show(statuses)} for ${controller.name}.${methodName}. Return HTTP statuses, as in [401, 403], or undefined for the default.`,
  );
}

const areStatuses = isArrayOf(
  (status) => Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599,
) as (value: unknown) => value is readonly number[];

export const MODULE_CONFIG = Symbol.for('dtospec:nest-config');

/** Options of `DtospecModule.forRoot`. */
export interface DtospecModuleConfig extends NestDocsConfig {
  /** The path of page and document. @default '/docs' */
  readonly path?: string;
}

export function configIn({ modules }: Pick<NestInside, 'modules'>): NestDocsConfig | undefined {
  for (const { providers } of modules.values()) {
    const wrapper = providers.get(MODULE_CONFIG);
    const moduleConfig = wrapper && (wrapper.instance ?? ofWrapper(wrapper).make());
    if (moduleConfig == null) continue;
    const { path: _, ...config } = moduleConfig as DtospecModuleConfig;
    return config;
  }
  return undefined;
}
