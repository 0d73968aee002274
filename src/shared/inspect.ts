/** The function that `util.inspect` passes to a method with this name: itself. */
export type Inspect = (value: unknown) => string;

/** Name of the method by which an object describes itself to `util.inspect` and `console.log`. */
export const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom') as never;
