/** Work about one thing goes one after the other, in the order in which it was asked for; about others beside it. */
export class OneByOne<Key> {
  /** The last one for each key. */
  readonly #ends = new Map<Key, Promise<unknown>>();

  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const own = (this.#ends.get(key) ?? Promise.resolve()).then(work);
    const end = own.catch(() => undefined);
    this.#ends.set(key, end);
    try {
      return await own;
    } finally {
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    }
  }
}
