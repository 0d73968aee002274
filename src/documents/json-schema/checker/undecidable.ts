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

type Counts = (keyword: string) => boolean;

/**
 * Returns the first keyword in a schema, or behind its references, that a checker cannot decide.
 *
 * @param counts returns false for keywords to ignore; by default, all count
 * @param decided schemas of earlier searches that found nothing, which are not searched again
 */
export function findUndecidable(
  schema: Schema | boolean,
  within: Compilation,
  counts: Counts = () => true,
  decided = new Set<unknown>(),
): Undecidable | undefined {
  const context: Search = { within, counts, decided, pending: [{ schema, ref: '#' }] };
  // The list grows while it is walked: a chain of thousands of classes would exhaust the stack.
  for (const { schema: part, ref } of context.pending) {
    const reason = search(part, context);
    if (reason !== undefined)
      return { pointer: below(ref, ...reason.path), keyword: reason.keyword, reason: reason.reason };
  }
  return undefined;
}

interface Search {
  readonly within: Compilation;
  readonly counts: Counts;
  /** Schemas that were searched already. */
  readonly decided: Set<unknown>;
  /** The schema where the search began, and those behind references. */
  readonly pending: { readonly schema: Schema | boolean; readonly ref: string }[];
}

interface Found extends Omit<Undecidable, 'pointer'> {
  /** The way from the schema where the search began, or from the target of the last reference. */
  readonly path: readonly string[];
}

function search(schema: Schema | boolean, context: Search): Found | undefined {
  const { within, counts, decided, pending } = context;
  if (!isRecord(schema) || decided.has(schema)) return undefined;
  decided.add(schema);
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    const reason = value === undefined ? undefined : reasonAgainst(keyword, value, schema, within);
    if (reason !== undefined && counts(keyword)) return { keyword, reason, path: [keyword] };
    const inner = searchParts(keyword, value, context);
    if (inner !== undefined) return under(keyword, inner);
  }
  const target = typeof schema.$ref === 'string' ? within.resolve(schema.$ref) : undefined;
  if (target !== undefined) pending.push({ schema: target, ref: schema.$ref as string });
  return undefined;
}

function under(key: string, reason: Found): Found {
  return { ...reason, path: [key, ...reason.path] };
}

function reasonAgainst(
  keyword: string,
  argument: unknown,
  schema: Schema,
  within: Compilation,
): string | undefined {
  const compile = within.keywords.get(keyword);
  if (compile === undefined) return undefined;
  const assertion = compile(argument as never, schema, within);
  return assertion === undefined ? `the argument of ${keyword} has the wrong type` : assertion.undecidable;
}

function searchParts(keyword: string, value: unknown, context: Search): Found | undefined {
  const form = SUBSCHEMAS.get(keyword);
  // Definitions count where a reference needs them, and the text of a string is not checked.
  if (form === undefined || keyword === '$defs' || keyword === 'contentSchema') return undefined;
  if (form === 'one') return search(value as Schema, context);
  for (const [key, member] of Object.entries(value as Readonly<Record<string, Schema>>)) {
    const reason = search(member, context);
    if (reason !== undefined) return under(key, reason);
  }
  return undefined;
}
