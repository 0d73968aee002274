import type { Finding } from '../shared/diagnostics.js';
import type { Constructor } from '../shared/types.js';
import { isRecord } from '../shared/values.js';
import type { SecurityRequirement } from '../documents/openapi/types/objects.js';
import {
  type Enhancer,
  globalEnhancers,
  enhancerName,
  ofWrapper,
  ownEnhancers,
  sourceOfMethod,
} from './enhancers.js';
import { metadata, type NestInside } from './nest-internals.js';
import { guardStatusesOf, type NestRouteOptions } from './nest-options.js';
import type { Handler, NestRoute } from './routes.js';

/** Statuses of guards that require credentials: without them 401, and 403 if they do not suffice. */
const AUTHENTICATION = [401, 403];

/**
 * The status of a guard that `AuthGuard` of @nestjs/passport makes: it throws, and never returns false.
 * Nearly all classes that extend it and replace a method do the same: they let public routes through, or
 * throw another 401.
 */
const UNAUTHORIZED = [401];

/** The status that Nest sends if a guard returns false. */
const FORBIDDEN = [403];

export interface GuardReader {
  /** Returns the statuses with which the guards of a route reject. */
  readonly statusesOf: (route: NestRoute, security: readonly SecurityRequirement[]) => readonly number[];
  /** Reports the guards whose statuses are unknown. */
  readonly reportUnknown: () => void;
}

export function createGuardReader(
  inside: NestInside,
  options: Pick<NestRouteOptions, 'guardStatuses'>,
  report: (finding: Finding) => void,
): GuardReader {
  const everywhere = globalEnhancers('guard', inside);
  const throttlers = throttlersOf(inside);
  const unknown = new Set<string>();
  const statusesOf: GuardReader['statusesOf'] = (route, security) => {
    const running = [...everywhere, ...ownEnhancers('guard', route.handler)].filter(
      (guard) => !alwaysAllows(guard),
    );
    const statuses = guardStatusesOf(
      options,
      running.map((guard) => typeOf(guard) ?? Object),
      route,
    );
    if (statuses !== undefined) return statuses;
    const isSecured = security.some(
      (requirement) => typeof requirement === 'string' || Object.keys(requirement).length > 0,
    );
    return running.flatMap((guard) => {
      if (isThrottler(guard)) return skips(route.handler, throttlers) ? [] : [429];
      if (isPassport(guard)) return UNAUTHORIZED;
      if (isSecured) return AUTHENTICATION;
      unknown.add(enhancerName(guard) ?? 'a guard that a factory makes');
      return FORBIDDEN;
    });
  };
  const reportUnknown = (): void => {
    const names = [...unknown].sort();
    if (names.length === 0) return;
    report({
      code: 'unknown-guard',
      message: `The statuses of these guards are unknown, so 403 is documented for routes without security: ${names.join(', ')}. Security of a route, such as @ApiBearerAuth(), also documents 401, and routes.guardStatuses sets other statuses.`,
      place: names[0] ?? '',
    });
  };
  return { statusesOf, reportUnknown };
}

/**
 * Returns whether a guard is an object without a class that allows everything,
 * such as the one that nestjs-cls adds beside its middleware.
 */
function alwaysAllows(guard: Enhancer): boolean {
  if (typeOf(guard) !== Object) return false;
  const source = sourceOfMethod(guard, 'canActivate') ?? '';
  return /^(?:canActivate)?\([\w\s,]*\)\s*(?:=>\s*true|(?:=>\s*)?\{\s*return true;?\s*\})$/.test(source);
}

function typeOf({ type, make }: Enhancer): Constructor | undefined {
  return type ?? (make()?.constructor as Constructor | undefined);
}

/** Returns whether a guard is the `ThrottlerGuard` of @nestjs/throttler, or extends it. */
function isThrottler(guard: Enhancer): boolean {
  for (let type: unknown = typeOf(guard); typeof type === 'function'; type = Object.getPrototypeOf(type))
    if (type.name === 'ThrottlerGuard') return true;
  return false;
}

const PASSPORT = ['canActivate', 'handleRequest', 'logIn'] as const;

/**
 * Returns whether a guard is made by `AuthGuard` of
 * @nestjs/passport, whose classes have random names, or extends one.
 */
function isPassport(guard: Enhancer): boolean {
  const prototype = (typeOf(guard)?.prototype ?? {}) as Readonly<Record<string, unknown>>;
  return PASSPORT.every((name) => typeof prototype[name] === 'function');
}

const THROTTLER_OPTIONS = 'THROTTLER:MODULE_OPTIONS';
const THROTTLER_SKIP = 'THROTTLER:SKIP';

/** Returns the names of the limits that `ThrottlerModule` declares. */
function throttlersOf({ modules }: NestInside): readonly string[] {
  const wrappers = [...modules.values()].flatMap(({ providers }) => providers.get(THROTTLER_OPTIONS) ?? []);
  const options = wrappers.map((wrapper) => wrapper.instance ?? ofWrapper(wrapper).make());
  const limits = options.flatMap((option) => (isRecord(option) ? option.throttlers : option) ?? []);
  const names = limits.map((limit) =>
    isRecord(limit) && typeof limit.name === 'string' ? limit.name : 'default',
  );
  return names.length === 0 ? ['default'] : names;
}

/**
 * Returns whether `@SkipThrottle()` exempts a handler from
 * every limit. The handler's value replaces the controller's.
 */
function skips({ callback, controller }: Handler, throttlers: readonly string[]): boolean {
  return throttlers.every((name) => {
    const key = THROTTLER_SKIP + name;
    return (metadata(key, callback) ?? metadata(key, controller)) === true;
  });
}
