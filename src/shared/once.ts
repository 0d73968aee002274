export function once<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}

/** Creates a function that calls another once for each key. */
export function onceFor<K, T>(create: (key: K) => T): (key: K) => T {
  const created = new Map<K, T>();
  return (key) => {
    const known = created.get(key);
    if (known !== undefined || created.has(key)) return known as T;
    const value = create(key);
    created.set(key, value);
    return value;
  };
}
