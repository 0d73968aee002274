/** How many are kept for sure; at most twice as many are. */
const KEPT = 16;

/**
 * Remembers what was set or asked for lately. What is forgotten soon dies young, which costs a collector nothing; what is
 * kept until the end, it copies twice.
 */
export class Recent<K, V> {
  #now = new Map<K, V>();
  #before = new Map<K, V>();

  get(key: K): V | undefined {
    const known = this.#now.get(key);
    if (known !== undefined) return known;
    const earlier = this.#before.get(key);
    if (earlier !== undefined) this.set(key, earlier);
    return earlier;
  }

  set(key: K, value: V): void {
    if (this.#now.size >= KEPT) {
      this.#before = this.#now;
      this.#now = new Map();
    }
    this.#now.set(key, value);
  }
}
