import { isRecord } from '../../shared/values.js';
import type { Schema } from './schema.js';
import type { Resolve } from './walk.js';

/** Keywords whose subschemas apply to the value of the schema itself. */
type InPlace = 'allOf' | 'anyOf' | 'oneOf' | 'if' | 'then' | 'else' | 'dependentSchemas';

const COMBINED: readonly InPlace[] = ['allOf', 'anyOf', 'oneOf'];

/**
 * Returns a schema with the subschemas that may apply to the same value, each once: the target of its
 * reference, then those of the given keywords. A value that is not an object has no parts.
 */
export function schemaParts(
  schema: unknown,
  resolve: Resolve,
  keywords: readonly InPlace[] = COMBINED,
): Schema[] {
  const parts = new Set<Schema>();
  // A list instead of recursion: a long chain of references may exhaust the stack.
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const part = open.pop();
    if (!isRecord(part) || parts.has(part)) continue;
    parts.add(part);
    const target = typeof part.$ref === 'string' ? resolve(part.$ref) : undefined;
    const subschemas = keywords.flatMap((keyword) => subschemasAt(keyword, part[keyword]));
    open.push(...[target, ...subschemas].reverse());
  }
  return [...parts];
}

function subschemasAt(keyword: InPlace, value: unknown): readonly unknown[] {
  if (keyword === 'dependentSchemas') return isRecord(value) ? Object.values(value) : [];
  return [value].flat();
}
