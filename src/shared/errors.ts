/** Base class of all errors of this package; `instanceof` works across copies of the package. */
export abstract class DtospecError extends Error {
  /**
   * Stable code: `ERR_CONFIG`, `ERR_WEBHOOK_TIMEOUT`, …; for one invalid place in a document, the diagnostic's code.
   */
  abstract readonly code: string;
}

/** An invalid option, argument or set-up. It is thrown before anything is done. */
export class ConfigError extends DtospecError {
  override readonly name: string = 'ConfigError';
  readonly code: string = 'ERR_CONFIG';
}

/** Base class of errors that join others: an `AggregateError` cannot extend DtospecError as well. */
export abstract class DtospecErrors extends AggregateError implements DtospecError {
  abstract readonly code: string;
}

recogniseAcrossCopies({ DtospecError, ConfigError });
markAs('DtospecError', DtospecErrors);

type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Makes `instanceof` work for errors of another copy of this package. A process has two copies if one module imports
 * the package and another requires it; a channel of one may then be registered with a notifier of the other. Subclasses
 * without an entry are recognised by their prototype, as usual.
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

function markAs(name: string, type: ErrorClass): void {
  Object.defineProperty(type.prototype, markOf(name), { value: true });
}

function markOf(name: string): symbol {
  return Symbol.for(`dtospec:${name}`);
}

/**
 * Returns the message of a thrown value, which may be anything, also an object that throws when it is converted to
 * text.
 */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return 'something that has no text';
  }
}

export function toError(thrown: unknown): Error {
  try {
    if (thrown instanceof Error && typeof (thrown.message as unknown) === 'string') return thrown;
  } catch {
    // Its message cannot be read.
  }
  return new Error(messageOf(thrown));
}

/** Handles the rejection of a promise that was refused as a value: unhandled, it would end the process. */
export function leavePromise<T>(value: T): T {
  if (value instanceof Promise) value.catch(() => undefined);
  return value;
}
