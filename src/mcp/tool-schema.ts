import type { Schema } from '../documents/json-schema/schema.js';
import { mapSubschemas } from '../documents/json-schema/walk.js';

/**
 * Moves each `format` of text into the description, and removes those of numbers. In dtospec a format is an annotation.
 * Clients of the protocol assert it, on results after the tool has run, so that a model would repeat the call.
 */
export function withoutFormats(schema: Schema): Schema {
  const { format, ...rest } = mapSubschemas(schema, withoutFormats);
  if (format === undefined) return rest;
  if (rest.type === 'integer' || rest.type === 'number') return rest;
  const hint = `Format: ${format}`;
  return { ...rest, description: rest.description === undefined ? hint : `${rest.description}\n${hint}` };
}
