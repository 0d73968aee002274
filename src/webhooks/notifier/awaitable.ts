/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Continues with a value at once, or when its promise is
 * resolved. Each awaited promise costs a turn and its memory.
 */
export function whenReady<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

export function isPromise<T>(value: Awaitable<T>): value is Promise<T> {
  return value instanceof Promise || isThenable(value);
}

/**
 * Returns a promise of what a function of the application returned; undefined if that is no promise. The
 * queries of Prisma, Drizzle and other libraries are no promises of JavaScript, and have a method `then`.
 */
export function promiseOf<T>(returned: T): Promise<Awaited<T>> | undefined {
  return isThenable(returned) ? Promise.resolve(returned as Awaited<T>) : undefined;
}

function isThenable(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  );
}
