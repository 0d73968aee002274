import type { Schema } from '../../../documents/json-schema/schema.js';

/**
 * Returns true only for a value that the schema accepts. If it returns false, the compiled schema decides.
 */
export type QuickTest = (value: unknown) => boolean;

const KNOWN: ReadonlySet<string> = new Set([...['type', 'minLength', 'maxLength', 'minimum', 'maximum']]);

/** Returns a test for the schemas that most members have: a scalar with bounds. */
export function quickTestOf(schema: Schema): QuickTest | undefined {
  if (!Object.keys(schema).every((keyword) => KNOWN.has(keyword))) return undefined;
  const { type, minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = schema;
  switch (type) {
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'integer':
      return (value) =>
        Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
    case 'number':
      return (value) =>
        Number.isFinite(value) && (value as number) >= minimum && (value as number) <= maximum;
    case 'string': {
      // A character has one or two UTF-16 units.
      const least = minLength * 2;
      return (value) => typeof value === 'string' && value.length >= least && value.length <= maxLength;
    }
    default:
      return undefined;
  }
}
