import type { ExampleEntry } from '../../decorators/record.js';
import { plainJson } from '../base/plain-json.js';
import { serialize } from '../serialize/serialize.js';
import { compact, text } from './compact.js';
import type { ExampleObject, SchemaHolder } from './document.js';

/** The value as plain JSON: instances by their model. @throws where it contains itself */
export function toJson(value: unknown): unknown {
  return plainJson(typeof value === 'bigint' ? value : serialize(value));
}

/**
 * The examples of a parameter: one without a name as `example`, several or named ones as `examples`.
 * `values` are the entries' values, coerced.
 */
export function createExamples(
  entries: readonly ExampleEntry[],
  values: readonly unknown[],
): Pick<SchemaHolder, 'example' | 'examples'> {
  if (entries.length === 0) return {};
  const isPlain = entries.length === 1 && entries[0]?.name === undefined && entries[0]?.summary === undefined;
  if (isPlain) return { example: values[0] };
  const examples = entries.map((entry, index): [string, ExampleObject] => [
    entry.name ?? `example${index + 1}`,
    compact<ExampleObject>({ summary: text(entry.summary), value: values[index] }),
  ]);
  return { examples: Object.fromEntries(examples) };
}
