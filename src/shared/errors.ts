/** Every error that this package throws or hands over; `instanceof` holds across copies of the package. */
export abstract class DtospecError extends Error {
  /** Stable: `ERR_CONFIG`, `ERR_WEBHOOK_TIMEOUT`, …; of one invalid place in a document its diagnostic's code. */
  abstract readonly code: string;
}

/** An option, an argument or a set-up that cannot work. Thrown before anything is done. */
export class ConfigError extends DtospecError {
  override readonly name: string = 'ConfigError';
  readonly code: string = 'ERR_CONFIG';
}

/** Errors that join others: `AggregateError`s, which cannot extend DtospecError as well. */
export abstract class DtospecErrors extends AggregateError implements DtospecError {
  abstract readonly code: string;
}

recogniseAcrossCopies({ DtospecError, ConfigError });
markAs('DtospecError', DtospecErrors);

type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Lets `instanceof` hold for the errors of another copy of this package. A process has two when one of its modules
 * imports the package and another requires it; a channel of one may then be registered with a notifier of the other.
 * Subclasses that are not in the table are told by their prototype, as ever.
 */
export function recogniseAcrossCopies(classes: Readonly<Record<string, ErrorClass>>): void {
  for (const [name, type] of Object.entries(classes)) {
    markAs(name, type);
    const mark = markOf(name);
    Object.defineProperty(type, Symbol.hasInstance, {
      value(this: ErrorClass, value: unknown) {
        if (this !== type) return Function.prototype[Symbol.hasInstance].call(this, value);
        return typeof value === 'object' && value !== null && mark in value;
      },
    });
  }
}

/** Makes the instances of a class count as those of another, which it cannot extend. */
function markAs(name: string, type: ErrorClass): void {
  Object.defineProperty(type.prototype, markOf(name), { value: true });
}

function markOf(name: string): symbol {
  return Symbol.for(`dtospec:${name}`);
}

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
