/**
 * Creates an object whose keys are statuses. V8 keeps such keys in an array with a place for each smaller
 * number, 7 KB for an operation with a 415, unless a key was far above. Such arrays were a fifth of what a
 * registration allocated.
 */
export function byStatus<T>(entries: Iterable<readonly [status: string, value: T]> = []): Record<string, T> {
  const object: Record<string, T | undefined> = { 10_000: undefined };
  delete object[10_000];
  for (const [status, value] of entries) object[status] = value;
  return object as Record<string, T>;
}
