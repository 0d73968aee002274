import type { Constructor } from '../shared/types.js';
import { KEYS, metadata, type NestInside, type NestModule, type Wrapper } from './nest-internals.js';
import { isResponseWatch } from './response-watch.js';
import type { Handler } from './routes.js';

type EnhancerKind = 'pipe' | 'guard' | 'interceptor' | 'filter';

export interface Enhancer {
  /** Undefined until Nest has created it. */
  readonly instance: object | undefined;
  /** The class; undefined for a factory. */
  readonly type: Constructor | undefined;
  /** Returns an instance to read its options; undefined if none can be created. */
  readonly make: () => object | undefined;
}

const PLURALS = {
  pipe: 'Pipes',
  guard: 'Guards',
  interceptor: 'Interceptors',
  filter: 'Filters',
} as const satisfies Record<EnhancerKind, string>;

export function globalEnhancers(kind: EnhancerKind, { config, modules }: NestInside): Enhancer[] {
  const listed = config[`getGlobal${PLURALS[kind]}`]().filter((enhancer) => !isResponseWatch(enhancer));
  const enhancers = listed
    .filter((enhancer) => enhancer != null)
    .map((enhancer) => enhancerOf(enhancer, undefined));
  // In preview mode, no factory has run.
  const factories = listed.length === enhancers.length ? [] : factoriesOf(kind, modules);
  return [...enhancers, ...factories, ...config[`getGlobalRequest${PLURALS[kind]}`]().map(ofWrapper)];
}

export function ownEnhancers(kind: EnhancerKind, { controller, callback, module }: Handler): Enhancer[] {
  return [controller, callback].flatMap((target) => enhancersIn(metadata(KEYS[`${kind}s`], target), module));
}

export function enhancersIn(list: unknown, module: NestModule): Enhancer[] {
  return Array.isArray(list)
    ? list.filter((enhancer) => enhancer != null).map((enhancer) => enhancerOf(enhancer, module))
    : [];
}

function enhancerOf(listed: unknown, module: NestModule | undefined): Enhancer {
  if (typeof listed === 'function') {
    const wrapper = module?.injectables.get(listed);
    return wrapper ? ofWrapper(wrapper) : fromClass(listed as unknown as Constructor);
  }
  const instance = listed as object;
  return isPrototypeOnly(instance) ? fromClass(instance.constructor as Constructor) : fromInstance(instance);
}

export function ofWrapper({ instance, metatype, isNotMetatype, inject, host }: Wrapper): Enhancer {
  if (instance != null && !isPrototypeOnly(instance)) return fromInstance(instance);
  if (isNotMetatype !== true && typeof metatype === 'function') return fromClass(metatype as Constructor);
  return fromFactory(metatype, inject ?? [], host);
}

/**
 * Returns true for an object whose constructor has not run:
 * Nest uses such objects in preview mode and before a request.
 */
function isPrototypeOnly(instance: object): boolean {
  return (
    typeof instance === 'object' && Object.keys(instance).length === 0 && instance.constructor !== Object
  );
}

export function fromInstance(instance: object): Enhancer {
  return { instance, type: instance.constructor as Constructor, make: () => instance };
}

function fromClass(type: Constructor): Enhancer {
  const asksForNothing = (): boolean => {
    const wanted = metadata(KEYS.parameterTypes, type);
    const isOpen = type.length === 0 || (Array.isArray(wanted) && wanted.every((kind) => kind === Object));
    return isOpen && !Array.isArray(metadata(KEYS.dependencies, type));
  };
  return {
    instance: undefined,
    type,
    make: () => {
      if (!madeOnce.has(type))
        madeOnce.set(type, asksForNothing() ? attempt(() => new (type as new () => object)()) : undefined);
      return madeOnce.get(type);
    },
  };
}

const madeOnce = new WeakMap<Constructor, object | undefined>();

function fromFactory(factory: unknown, inject: readonly unknown[], host: NestModule | undefined): Enhancer {
  let once: { readonly made: object | undefined } | undefined;
  const make = (): object | undefined => {
    once ??= { made: attempt(() => callFactory(factory, inject, host)) as object | undefined };
    return typeof once.made === 'object' ? once.made : undefined;
  };
  return { instance: undefined, type: undefined, make };
}

/**
 * Calls a factory as Nest does. It throws if an argument is
 * a class, because preview mode creates no instances.
 */
function callFactory(factory: unknown, inject: readonly unknown[], host: NestModule | undefined): unknown {
  const product: unknown = (factory as (...args: unknown[]) => unknown)(
    ...inject.map((token) => valueOf(token, host)),
  );
  if (product instanceof Promise) throw new Error('A promise has no value yet.');
  return product ?? undefined;
}

function valueOf(dependency: unknown, host: NestModule | undefined): unknown {
  const { token = dependency, optional } = Object(dependency) as { token?: unknown; optional?: boolean };
  const modules = host === undefined ? [] : [host, ...host.imports];
  const provider = modules
    .map(({ providers }) => providers.get(token))
    .find((provided) => provided !== undefined);
  if (provider === undefined && optional === true) return undefined;
  if (provider === undefined) throw new Error('No provider has this token.');
  const { instance, metatype, isNotMetatype, inject } = provider;
  if (instance != null && !isPrototypeOnly(instance)) return instance;
  if (isNotMetatype !== true) throw new Error('An instance of a class is not known.');
  return callFactory(metatype, inject ?? [], provider.host);
}

function factoriesOf(kind: EnhancerKind, modules: NestInside['modules']): Enhancer[] {
  return [...modules.values()].flatMap(({ providers }) =>
    [...providers.values()]
      .filter(
        (enhancer) =>
          enhancer.subtype === kind && enhancer.instance == null && enhancer.isNotMetatype === true,
      )
      .map(ofWrapper),
  );
}

/** Returns undefined if the function throws. */
export function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Returns the source of a method, also of an object with a function, as factories make it. */
export function sourceOfMethod({ type, make }: Enhancer, name: string): string | undefined {
  const own = (type?.prototype as Readonly<Record<string, unknown>> | undefined)?.[name];
  const method = own ?? (make() as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof method === 'function' ? String(method) : undefined;
}

/**
 * Returns the name of the class, or undefined for a class of
 * Nest's `mixin`, whose name is 21 random characters.
 */
export function enhancerName({ type }: Enhancer): string | undefined {
  return type === undefined || /^[\da-f]{21}$/.test(type.name) ? undefined : type.name;
}

export function isA({ instance, type, make }: Enhancer, wanted: Constructor | undefined): boolean {
  if (wanted === undefined) return false;
  // The result of a factory is known only after it has run.
  if (type === undefined) return make() instanceof wanted;
  if (instance instanceof wanted || type === wanted) return true;
  return (type.prototype as object | undefined) instanceof wanted;
}
