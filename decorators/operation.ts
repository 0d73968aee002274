import 'reflect-metadata';
import { NON_EMPTY, type Checks } from '../src/shared/checks.js';
import { isClass, show } from '../src/shared/values.js';
import { DecoratorError, placeOf, requireKnownOptions } from './arguments.js';
import type { TypeInput } from './type-input.js';
import { refuseBareUse } from './wrong-use.js';

const RESPONSES = Symbol.for('dtospec:responses');

/** Options of `@Returns`. */
export interface ReturnsOptions {
  /** Markdown. @default the reason phrase of the status, such as `Not Found` */
  readonly description?: string;
  /** Media type. @default 'application/json', for a file 'application/octet-stream' */
  readonly contentType?: string;
}

/** A type, or a function that returns it if modules import each other; null for no body. */
export type ReturnedType = TypeInput | (() => TypeInput) | null;

export interface RecordedResponse extends ReturnsOptions {
  readonly status: number | undefined;
  readonly type: (() => TypeInput) | undefined;
}

/** Annotates a method, such as a handler of a controller. */
export type OperationAnnotation = (
  target: object,
  key: string | symbol,
  descriptor: PropertyDescriptor,
) => void;

const DECORATOR = '@Returns';
const OPTIONS: Checks = { description: NON_EMPTY, contentType: NON_EMPTY };

/**
 * Documents a response of a handler whose type does not exist at run time: the compiler records no class for
 * a promise, an array or an interface. You may repeat it, once for each status.
 *
 * For example `@Get(':id')` `@Returns(User)` `@Returns(404, Problem) async find(…) { … }`.
 *
 * @param status 100 to 599; @default the status that the handler responds with
 * @param type a class, `[User]`, `arrayOf(User)`, `PageOf(User)`, …; `null` or nothing for no body
 * @throws ConfigError for an invalid status or type, and for a status that another `@Returns` has
 */
export function Returns(type: ReturnedType, options?: ReturnsOptions): OperationAnnotation;
export function Returns(status: number, type?: ReturnedType, options?: ReturnsOptions): OperationAnnotation;
export function Returns(...args: readonly unknown[]): OperationAnnotation {
  refuseBareUse(DECORATOR, args);
  return (target: object, key: string | symbol | undefined, descriptor?: unknown) => {
    const place = placeOf(target, key);
    requireMethod(place, key, descriptor);
    const [status, type, options = {}] =
      typeof args[0] === 'number'
        ? [args[0], args[1], args[2]]
        : [undefined, requireGiven(place, args), args[1]];
    requireStatus(place, status);
    requireKnownOptions(DECORATOR, place, options, OPTIONS);
    record(
      target,
      key as string,
      { ...(options as ReturnsOptions), status, type: thunkOf(place, type) },
      place,
    );
  };
}

export function responsesOf(prototype: object, key: string): readonly RecordedResponse[] {
  return (Reflect.getMetadata(RESPONSES, prototype, key) ?? []) as RecordedResponse[];
}

function record(target: object, key: string, added: RecordedResponse, place: string): void {
  const own = (Reflect.getOwnMetadata(RESPONSES, target, key) ?? []) as RecordedResponse[];
  if (own.some(({ status }) => status === added.status))
    throw new DecoratorError(DECORATOR, place, 'gives one status a second time; keep one of them.');
  // Decorators run from the last to the first.
  Reflect.defineMetadata(RESPONSES, [added, ...own], target, key);
}

function requireMethod(place: string, key: unknown, descriptor: unknown): void {
  const method = (descriptor as PropertyDescriptor | undefined)?.value as unknown;
  if (typeof key !== 'string' || typeof method !== 'function')
    throw new DecoratorError(DECORATOR, place, 'decorates a method, as in @Returns(User) find() { … }.');
}

function requireStatus(place: string, status: unknown): void {
  if (status === undefined || (Number.isInteger(status) && Number(status) >= 100 && Number(status) < 600))
    return;
  throw new DecoratorError(DECORATOR, place, `needs a status from 100 to 599, not ${show(status)}.`);
}

/**
 * Throws for an undefined type, which a circular import
 * causes. Without the error, the response would have no body.
 */
function requireGiven(place: string, [type]: readonly unknown[]): unknown {
  if (type !== undefined) return type;
  throw new DecoratorError(
    DECORATOR,
    place,
    'was given no type. Write @Returns(User), @Returns(() => User) where modules import each other, or @Returns(null) for no body.',
  );
}

function thunkOf(place: string, type: unknown): (() => TypeInput) | undefined {
  if (type === undefined || type === null) return undefined;
  // Built-in functions such as String are types. Arrow functions have no prototype.
  if (typeof type === 'function' && !isClass(type) && !('prototype' in type)) return type;
  if (typeof type === 'function' || typeof type === 'object') return () => type as TypeInput;
  throw new DecoratorError(DECORATOR, place, `needs a type, as in @Returns(User), not ${show(type)}.`);
}
