import type { Schema } from '../documents/json-schema/schema.js';
import { mapSubschemas } from '../documents/json-schema/walk.js';

/** A schema with the keywords that only a raw one has. */
type RawSchema = Schema & { $id?: string; $schema?: string };

/**
 * Adapts a schema to clients of the protocol.
 *
 * - It moves each `format` of text into the description, and removes those of numbers. In dtospec a format is
 *   an annotation. Clients assert it, on results after the tool has run, so that a model would repeat the
 *   call.
 * - It removes `$id` and `$schema` of raw schemas. Registration allows no reference to an `$id`. The official
 *   client refuses dialects that it does not know, and mixes up tools whose schemas share an `$id`.
 */
export function toToolSchema(schema: Schema): Schema {
  const mapped: RawSchema = mapSubschemas(schema, toToolSchema);
  const { format, $id: _id, $schema: _dialect, ...rest } = mapped;
  if (format === undefined) return rest;
  if (rest.type === 'integer' || rest.type === 'number') return rest;
  const hint = `Format: ${format}`;
  return { ...rest, description: rest.description === undefined ? hint : `${rest.description}\n${hint}` };
}
