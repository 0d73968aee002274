/** A map with a maximum size: it deletes the entry that was set longest ago. */
export class BoundedMap<K, V> extends Map<K, V> {
  constructor(readonly most: number) {
    super();
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.most) this.delete(this.keys().next().value as K);
    return this;
  }
}
