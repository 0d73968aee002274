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
export function markAs(name: string, type: ErrorClass): void {
  Object.defineProperty(type.prototype, markOf(name), { value: true });
}

const markOf = (name: string): symbol => Symbol.for(`dtospec:${name}`);
