/** Returns what Prisma and Drizzle return: no promise of JavaScript, but an object with `then`. */
export function query<T>(result: T): Promise<T> {
  const promise = Promise.resolve(result);
  return { then: promise.then.bind(promise) } as Promise<T>;
}
