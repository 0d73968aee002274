/** Results about the parts of a value, by the schema or the keyword that was asked. */
export type Memory<K, V> = Map<K, Map<unknown, V>>;

/** Returns what is known about the parts of a value. A function that finds more adds it. */
export function resultsOf<K, V>(memory: Memory<K, V>, key: K): Map<unknown, V> {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const results = new Map<unknown, V>();
  memory.set(key, results);
  return results;
}
