export function once<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}
