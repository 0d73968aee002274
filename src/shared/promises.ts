/** Work that needs doing once: whoever asks meanwhile waits for the same, and whoever asks after a failure has it tried again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    }));
}

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
