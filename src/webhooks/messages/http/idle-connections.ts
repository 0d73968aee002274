interface Closable {
  close(): void;
}

/**
 * Idle connections of all origins, by a key. If there are too many, those of the least recently used key are closed.
 */
export class IdleConnections<C extends Closable> {
  readonly #lists = new Map<string, C[]>();
  #count = 0;

  constructor(readonly limit: number) {}

  take(key: string): C | undefined {
    return this.#remove(key, (list) => list.pop());
  }

  add(key: string, connection: C): void {
    const list = this.#lists.get(key) ?? [];
    list.push(connection);
    this.#lists.delete(key); // so that it moves to the end
    this.#lists.set(key, list);
    this.#count += 1;
    if (this.#count > this.limit) this.#closeOldest();
  }

  close(): void {
    while (this.#count > 0) this.#closeOldest();
  }

  #closeOldest(): void {
    for (const key of this.#lists.keys()) {
      this.#remove(key, (list) => list.shift())?.close();
      return;
    }
  }

  #remove(key: string, from: (list: C[]) => C | undefined): C | undefined {
    const list = this.#lists.get(key);
    if (!list) return undefined;
    const connection = from(list);
    this.#count -= 1;
    if (list.length === 0) this.#lists.delete(key);
    return connection;
  }
}
