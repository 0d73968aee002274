type Field = number | string | readonly string[] | undefined;

/** Joins values of `Vary`, each field once (RFC 9110, 12.5.5). It returns an empty text if there are none. */
export function joinVary(...values: readonly Field[]): string {
  const fields = values.flat().flatMap((value) => String(value ?? '').split(','));
  const named = new Map(fields.map((field) => [field.trim().toLowerCase(), field.trim()]));
  named.delete('');
  return [...named.values()].join(', ');
}
