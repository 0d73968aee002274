import { unsupportedRuntime } from './supported-runtime.js';

// Before any other module of the package fails with an error that does not name the reason.
const unsupported = unsupportedRuntime();
if (unsupported !== undefined) throw new Error(unsupported);

/** Base class of all errors of this package; `instanceof` works across copies of the package. */
export abstract class DtospecError extends Error {
  /**
   * Stable code, such as `ERR_CONFIG` or `ERR_WEBHOOK_TIMEOUT`.
   * An error of a document has the code of its diagnostic.
   */
  abstract readonly code: string;
}

interface ConfigErrors {
  /** An invalid option, argument or operation. */
  ERR_CONFIG: never;
  /** `authorize` returned an invalid answer. */
  ERR_AUTHORIZE: never;
  /** Invalid base path of the docs. */
  ERR_BASE_PATH: never;
  /** Middleware read the request's body but did not store it in `request.body`. */
  ERR_BODY_CONSUMED: never;
  /** An invalid `ui.contentSecurityPolicy`. */
  ERR_CONTENT_SECURITY_POLICY: never;
  /** An invalid use of a decorator. */
  ERR_DECORATOR: never;
  /** Facts that cannot be read or, under `strict`, are out of date. */
  ERR_FACTS: never;
  /** A value that an HTTP header cannot contain. */
  ERR_HEADER_VALUE: never;
  /** Neither the message nor the channel has a URL. `send` rejects and sends nothing. */
  ERR_MISSING_URL: never;
  /** `nestDocs` received a value that is not a Nest application. */
  ERR_NEST_APPLICATION: never;
  /** The given application or caller cannot serve the docs. */
  ERR_SERVING: never;
  /** `transformDocument` returned something other than a document. */
  ERR_TRANSFORM_DOCUMENT: never;
  /** An invalid type. */
  ERR_TYPE_INPUT: never;
  /** `via` returned the name of a channel that is not registered. `send` rejects and sends nothing. */
  ERR_UNKNOWN_CHANNEL: never;
  /** The package of a locally served viewer is not installed. */
  ERR_VIEWER_NOT_INSTALLED: never;
}

/** A mistake in your code: an invalid option, argument or set-up. The `code` names the kind. */
export class ConfigError extends DtospecError {
  override readonly name: string = 'ConfigError';

  readonly code: keyof ConfigErrors;

  constructor(
    message: string,
    {
      code = 'ERR_CONFIG',
      ...options
    }: { readonly cause?: unknown; readonly code?: keyof ConfigErrors } = {},
  ) {
    super(message, options);
    this.code = code;
  }
}

/**
 * `AggregateError`. The declarations of ES2020 and earlier
 * lack it, and those of this package compile with them.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as AggregateError declares it
const ListOfErrors: new (errors: Iterable<unknown>, message?: string) => Error & { errors: any[] } =
  AggregateError;

/**
 * Base class of errors that contain several errors: an `AggregateError` cannot extend DtospecError as well.
 */
export abstract class DtospecErrors extends ListOfErrors implements DtospecError {
  abstract readonly code: string;
}

recogniseAcrossCopies({ DtospecError, ConfigError });
markAs('DtospecError', DtospecErrors);

type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Makes `instanceof` work for errors of another copy of this package. A process has two copies if one module
 * imports the package and another requires it. Subclasses that are not listed are recognised by their
 * prototype, as usual.
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
 * Returns the message of a thrown value. It accepts any value, even an object that throws when it is
 * converted to text.
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
    // The error's message cannot be read.
  }
  return new Error(messageOf(thrown));
}

/**
 * Returns a thrown object as it is, and an error for any other value: frameworks read `undefined` as success,
 * and Express reads `'route'` as an order to go on to the next route.
 */
export function toThrowable(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null ? thrown : toError(thrown);
}

/**
 * Handles the rejection of a promise that was passed by
 * mistake. An unhandled rejection would end the process.
 */
export function leavePromise<T>(value: T): T {
  if (value instanceof Promise) value.catch(() => undefined);
  return value;
}
