import { isRecord } from '../../../shared/values.js';
import { below } from '../../../shared/json-pointer.js';
import type { Schema } from '../schema.js';
import { SUBSCHEMAS } from '../walk.js';
import type { Compilation } from './assertion.js';

/** A keyword that no check can decide. */
export interface Undecidable {
  /** JSON Pointer to the keyword, from the schema where the search began. */
  readonly pointer: string;
  readonly keyword: string;
  readonly reason: string;
}

type Counts = (found: Undecidable) => boolean;

/**
 * Returns the first keyword in a schema, or behind its references, that a checker cannot decide.
 *
 * @param counts returns false for keywords to ignore; by default, all count
 */
export function findUndecidable(
  schema: Schema | boolean,
  within: Compilation,
  counts: Counts = () => true,
): Undecidable | undefined {
  return search(schema, '#', { within, counts, seen: new Set() });
}

interface Search {
  readonly within: Compilation;
  readonly counts: Counts;
  readonly seen: Set<unknown>;
}

function search(schema: Schema | boolean, pointer: string, context: Search): Undecidable | undefined {
  const { within, counts, seen } = context;
  if (!isRecord(schema) || seen.has(schema)) return undefined;
  seen.add(schema);
  for (const [keyword, compile] of within.keywords) {
    const argument = schema[keyword];
    if (argument === undefined) continue;
    const assertion = compile(argument as never, schema, within);
    const reason =
      assertion === undefined ? `the argument of ${keyword} has the wrong type` : assertion.undecidable;
    const found = reason === undefined ? undefined : { pointer: below(pointer, keyword), keyword, reason };
    if (found !== undefined && counts(found)) return found;
  }
  for (const [inner, place] of innerSchemas(schema, pointer)) {
    const found = search(inner, place, context);
    if (found !== undefined) return found;
  }
  const target = typeof schema.$ref === 'string' ? within.resolve(schema.$ref) : undefined;
  return target === undefined ? undefined : search(target, schema.$ref as string, context);
}

function innerSchemas(schema: Readonly<Record<string, unknown>>, pointer: string): [Schema, string][] {
  return Object.entries(schema).flatMap(([keyword, value]): [Schema, string][] => {
    // Definitions count where a reference needs them, and the text of a string is not checked.
    if (keyword === '$defs' || keyword === 'contentSchema') return [];
    const place = below(pointer, keyword);
    switch (SUBSCHEMAS.get(keyword)) {
      case 'one':
        return [[value as Schema, place]];
      case 'list':
      case 'map':
        return Object.entries(value as object).map(([key, inner]) => [inner as Schema, below(place, key)]);
      case undefined:
        return [];
    }
  });
}
