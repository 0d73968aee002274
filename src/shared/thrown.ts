/** What was thrown, as a message tells it: anything can be, also what has no text and what throws when it is asked for one. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return 'something that has no text';
  }
}

/** What was thrown if that is an error that can be read, or else an error of its text. */
export function toError(thrown: unknown): Error {
  try {
    if (thrown instanceof Error && typeof (thrown.message as unknown) === 'string') return thrown;
  } catch {
    // It has no text.
  }
  return new Error(messageOf(thrown));
}

/** What was to be given at once and is a promise is refused, so nobody waits for it: its rejection would end the process. */
export function leavePromise<T>(value: T): T {
  if (value instanceof Promise) value.catch(() => undefined);
  return value;
}
