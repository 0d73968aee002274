/**
 * Parts of a document that are what they will be: plain JSON, without symbolic references, examples or hand-written
 * schemas. Every later pass over the document takes them as they are, uncopied and unchecked.
 */
const settled = new WeakSet<object>();

export function settle<T extends object>(value: T): T {
  settled.add(value);
  return value;
}

export function isSettled(value: object): boolean {
  return settled.has(value);
}
