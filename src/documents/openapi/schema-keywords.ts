import type { Schema } from '../json-schema/schema.js';
import { reportLacking, type FieldContext } from './fields/sound.js';

// What OpenAPI 3.2 adds to the keywords of schemas, for the versions before.

/** The schema as the document's version of OpenAPI can say it. */
export function translateKeywords(schema: Schema, place: string, context: FieldContext): Schema {
  const { discriminator, xml } = schema;
  if (context.config.openapi === '3.2' || (discriminator ?? xml) === undefined) return schema;
  const result = { ...schema };
  if (discriminator?.defaultMapping !== undefined) {
    const { defaultMapping: _, ...rest } = discriminator;
    result.discriminator = rest;
    reportLacking('defaultMapping', '3.2', `${place} discriminator`, context);
  }
  if (xml?.nodeType !== undefined) result.xml = translateXml(schema, xml, place, context);
  return result;
}

/** `attribute` and `wrapped` say three of the five types of nodes (OpenAPI 3.2, 4.8.26.1). */
function translateXml(
  { type, $ref }: Schema,
  { nodeType, ...rest }: NonNullable<Schema['xml']>,
  place: string,
  context: FieldContext,
): NonNullable<Schema['xml']> {
  const isArray = type === 'array';
  if (nodeType === 'attribute') return { ...rest, attribute: true };
  if (nodeType === 'element') return isArray ? { ...rest, wrapped: true } : rest;
  if (nodeType === 'none' && (isArray || $ref !== undefined)) return rest;
  reportLacking(`nodeType: '${String(nodeType)}'`, '3.2', `${place} xml`, context);
  return rest;
}
