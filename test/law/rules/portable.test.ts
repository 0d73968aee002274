import { jsonSchemaOf } from '../../../src/schema/json-schema.js';
import { classOf } from './compare.js';
import { samples } from './samples.js';

/** Patterns whose ranges go beyond U+FFFF and cannot be said otherwise: UTF-8's four-byte characters. */
const NEEDS_UNICODE = new Set(['IsByteLength']);

/** Every pattern somewhere in a schema. */
function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'pattern' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  );
}

describe('patterns compile with the u flag (JSON Schema) and without (tools for OpenAPI 3.0)', () => {
  it.each(samples.filter(({ decorator }) => !NEEDS_UNICODE.has(decorator)))('$decorator$use', (sample) => {
    for (const pattern of patternsIn(jsonSchemaOf(classOf(sample)))) {
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
      expect(() => new RegExp(pattern)).not.toThrow();
    }
  });
});
