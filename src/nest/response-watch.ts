import { createModeller, plainView } from '../documents/model/class-model.js';
import { describeClass } from '../documents/model/class-facts.js';
import { resolveLazyOrUnknown } from '../documents/model/type/type-input-error.js';
import { typeRefOf } from '../documents/model/type/type-ref.js';
import type { PropertyModel, TypeRef, View } from '../documents/model/types.js';
import { resolveValidation } from '../documents/model/validation-options.js';
import { viewOfBody } from '../documents/openapi/context.js';
import { isReference } from '../documents/openapi/create/references.js';
import type { Responses } from '../documents/openapi/types/parts.js';
import { emitWarning, isProduction } from '../shared/runtime.js';
import type { Constructor } from '../shared/types.js';
import type { NestInside } from './nest-internals.js';
import type { Handler } from './routes.js';

// ClassSerializerInterceptor converts instances. Only the response shows whether a handler returns an instance.

/** Items of a list that are examined. */
const EXAMINED = 20;

/** A member that is sent against the document, and the class that hides it. */
interface Leak {
  readonly path: string;
  readonly target: Constructor;
}

/** Returns the first member of a value that its documented class hides. */
type FindLeak = (value: unknown) => Leak | undefined;

interface WatchedHandler {
  readonly controller: unknown;
  readonly place: string;
  readonly find: FindLeak;
  hasWarned: boolean;
}

/** The part of rxjs's `Observable` that the interceptor uses. rxjs is a dependency of Nest, not of dtospec. */
interface Stream {
  subscribe(observer: Observer): unknown;
}
interface Observer {
  next(value: unknown): void;
  error(error: unknown): void;
  complete(): void;
}

/** Nest's `ExecutionContext`. */
interface Context {
  getHandler(): unknown;
  getClass(): unknown;
}

/**
 * Warns once for each handler, in development, if its response has a member that the documented class hides.
 * It runs outside of every other interceptor, so it sees what is sent.
 */
class ResponseWatch {
  readonly #handlers = new Map<unknown, WatchedHandler[]>();

  add({ controller, callback, place }: Handler, find: FindLeak): void {
    const known = this.#handlers.get(callback) ?? [];
    if (known.some((handler) => handler.controller === controller)) return;
    this.#handlers.set(callback, [...known, { controller, place, find, hasWarned: false }]);
  }

  intercept(context: Context, next: { handle(): Stream }): Stream {
    const sent = next.handle();
    const handlers = this.#handlers.get(context.getHandler());
    const watched = handlers?.find(({ controller }) => controller === context.getClass());
    if (watched === undefined || watched.hasWarned) return sent;
    return tapped(sent, (value) => {
      examine(value, watched);
    });
  }
}

function examine(value: unknown, watched: WatchedHandler): void {
  const leak = watched.hasWarned ? undefined : watched.find(value);
  if (leak === undefined) return;
  watched.hasWarned = true;
  warn(watched.place, leak);
}

/** Returns rxjs's `source.pipe(tap(see))`. */
function tapped(source: Stream, see: (value: unknown) => void): Stream {
  const Observable = source.constructor as new (subscribe: (observer: Observer) => unknown) => Stream;
  return new Observable((observer) =>
    source.subscribe({
      next: (value) => {
        see(value);
        observer.next(value);
      },
      error: (error) => {
        observer.error(error);
      },
      complete: () => {
        observer.complete();
      },
    }),
  );
}

function warn(place: string, { path, target: { name } }: Leak): void {
  emitWarning(
    `The response of ${place} contains ${path}, which ${name} hides: the handler returned a plain object, and ClassSerializerInterceptor converts instances only. Return plainToInstance(${name}, value), or add @SerializeOptions({ type: ${name} }).`,
    { type: 'DocsWarning', code: 'DTOSPEC_HIDDEN_MEMBER_SENT' },
  );
}

/** Returns a function that watches the responses of a handler, or undefined in production. */
export function responseWatch({
  config,
}: NestInside): ((handler: Handler, responses: Responses) => void) | undefined {
  if (isProduction()) return undefined;
  return (handler, responses) => {
    const find = findLeakIn(responses);
    if (find !== undefined) watchOf(config).add(handler, find);
  };
}

/** Returns the interceptor of an application. Nest uses the list itself when it registers the routes. */
function watchOf(config: NestInside['config']): ResponseWatch {
  const interceptors = config.getGlobalInterceptors() as unknown[];
  const known = interceptors.find(isResponseWatch);
  if (known !== undefined) return known;
  const watch = new ResponseWatch();
  interceptors.unshift(watch);
  return watch;
}

export function isResponseWatch(interceptor: unknown): interceptor is ResponseWatch {
  return interceptor instanceof ResponseWatch;
}

/** Returns undefined unless the only success is JSON with a schema. */
function findLeakIn(responses: Responses): FindLeak | undefined {
  const specs = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, spec]) => spec);
  const [spec, ...others] = specs;
  if (spec === undefined || isReference(spec) || others.length > 0) return undefined;
  const { schema, contentType } = spec;
  if (schema === undefined || contentType !== undefined) return undefined;
  const leaks = new Leaks(viewOfBody(plainView('output'), spec));
  return (value) => leaks.find(value, typeRefOf(schema), '');
}

/** Compares values with their documented types. */
class Leaks {
  readonly #modelOf = createModeller(resolveValidation(undefined), () => undefined);

  constructor(private readonly view: View) {}

  find(value: unknown, type: TypeRef, path: string): Leak | undefined {
    if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined;
    const resolved = resolveLazyOrUnknown(type);
    if (resolved.kind === 'class') return this.#inMembers(value, resolved.target, path);
    if (resolved.kind === 'array' && Array.isArray(value)) return this.#inItems(value, resolved.items, path);
    return undefined;
  }

  #inItems(values: readonly unknown[], type: TypeRef, path: string): Leak | undefined {
    for (const [index, value] of values.slice(0, EXAMINED).entries()) {
      const leak = this.find(value, type, `${path}[${index}]`);
      if (leak !== undefined) return leak;
    }
    return undefined;
  }

  #inMembers(value: object, target: Constructor, path: string): Leak | undefined {
    const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
    const members = value as Readonly<Record<string, unknown>>;
    const { properties } = this.#modelOf(target, this.view);
    const hidden = hiddenKeys(target, properties).find((key) => members[key] !== undefined);
    if (hidden !== undefined) return { path: at(hidden), target };
    for (const { name, type } of properties) {
      const leak = this.find(members[name], type, at(name));
      if (leak !== undefined) return leak;
    }
    return undefined;
  }
}

/** Returns the members that class-transformer leaves out. It does not know `@WriteOnly`. */
function hiddenKeys(target: Constructor, documented: readonly PropertyModel[]): readonly string[] {
  const names = new Set(documented.map(({ name }) => name));
  const { properties, transformation } = describeClass(target);
  const { output } = transformation.excluded;
  return [...properties.values()]
    .filter(({ key, annotations }) => output.has(key) || annotations.access !== 'writeOnly')
    .map(({ key }) => key)
    .filter((key) => !names.has(key));
}
