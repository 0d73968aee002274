/** A tree of values in which equal ways lead to one place: faster than to write them as text. */
export class Branch<T> {
  /** Where a value leads. Whoever takes many steps looks here first, and calls `at` for a step that is new. */
  next: Map<unknown, Branch<T>> | undefined;
  /** What is kept of the ways that end here. */
  end: T | undefined;

  at(value: unknown): Branch<T> {
    this.next ??= new Map();
    let branch = this.next.get(value);
    if (branch === undefined) this.next.set(value, (branch = new Branch()));
    return branch;
  }

  /** Along arguments: a list is what is in it, a regular expression what it says, any other object only itself. */
  along(values: readonly unknown[], depth = 0): Branch<T> {
    let branch = this.next?.get(values.length) ?? this.at(values.length);
    for (let index = values.length - 1; index >= 0; index -= 1) {
      const value = values[index];
      branch =
        typeof value === 'object' && value !== null
          ? branch.#alongObject(value, depth)
          : (branch.next?.get(value) ?? branch.at(value));
    }
    return branch;
  }

  #alongObject(value: object, depth: number): Branch<T> {
    if (Array.isArray(value) && depth === 0) return this.at(LIST).along(value, 1);
    if (value instanceof RegExp) return this.at(PATTERN).at(String(value));
    return this.at(isEmpty(value) ? NO_OPTIONS : value);
  }
}

const LIST = Symbol('list');
const PATTERN = Symbol('pattern');
const NO_OPTIONS = Symbol('no options');

function isEmpty(value: object): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const _ in value) return false;
  return true;
}
