import { isRecord } from '../../../shared/values.js';
import { translate30 } from '../../../documents/json-schema/dialect-3-0/translate.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import { mapSubschemas } from '../../../documents/json-schema/walk.js';
import type { OpenApiDocument } from '../../../documents/openapi/document.js';
import { mapHolders, type Holder } from '../../../documents/openapi/walk.js';
import { lookUp } from '../../../shared/json-pointer.js';
import { closed } from './close.js';

/** Which way a message goes: into the service, or out of it. */
export type Direction = 'request' | 'response';

/** The name of the document's schemas in one direction, which their references begin with. */
export const BASE = 'dtospec:';

/** Keywords whose schemas judge the same value. */
const IN_PLACE: ReadonlySet<string> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', '$defs'],
]);

/** What a validator would read otherwise than OpenAPI does, or not at all. */
const DROPPED: ReadonlySet<string> = new Set(['nullable', 'id', '$schema', 'example', 'examples', 'default']);

/** A copy of the document whose schemas are JSON Schema 2020-12, for the messages of one direction. */
export function translateDocument(
  document: OpenApiDocument,
  direction: Direction,
  isClosed: boolean,
): OpenApiDocument {
  const is30 = document.openapi.startsWith('3.0');
  const base = `${BASE}${direction}`;
  const translation = { document, direction, is30, base, isClosed };
  const top = (schema: unknown): unknown => translateValue(schema, translation);
  const change = (holder: Holder): Holder => ({
    ...holder,
    ...('schema' in holder && { schema: top(holder.schema) as Schema }),
    ...('itemSchema' in holder && { itemSchema: top(holder.itemSchema) as Schema }),
  });
  const mapped = mapHolders(document, 'document', '', change);
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
    name,
    translate(schema, translation, new Set()),
  ]);
  if (schemas.length === 0) return mapped;
  const components = { ...mapped.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> };
  return { ...mapped, components };
}

interface Translation {
  readonly document: OpenApiDocument;
  readonly direction: Direction;
  readonly is30: boolean;
  readonly base: string;
  readonly isClosed: boolean;
}

/** The schema of a whole value, which no other schema is beside. */
function translateValue(schema: unknown, translation: Translation): unknown {
  if (!isRecord(schema)) return schema;
  const translated = translate(schema, translation, new Set());
  const { isClosed, document } = translation;
  return isClosed ? closed(translated, schema, document) : translated;
}

function translate(raw: Schema, translation: Translation, hiddenAbove: ReadonlySet<string>): Schema {
  const { document, direction, is30, base } = translation;
  const hidden = new Set([...hiddenAbove, ...hiddenNames(raw, document, direction, [])]);
  const schema = mapSubschemas(is30 ? translate30(raw as Record<string, unknown>) : raw, (inner, keyword) =>
    IN_PLACE.has(keyword)
      ? translate(inner, translation, hidden)
      : (translateValue(inner, translation) as Schema),
  );
  const translated: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED.has(keyword)) continue;
    if (keyword === '$ref' && typeof value === 'string' && value.startsWith('#'))
      translated.$ref = base + value;
    // OpenAPI 3.0.3, readOnly: "If the property is marked as readOnly being true and is in the required list, the
    // required will take effect on the response only."
    else if (keyword === 'required' && Array.isArray(value))
      translated.required = value.filter((name: string) => !hidden.has(name));
    else translated[keyword] = value;
  }
  return translated;
}

const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;

/** Names of properties that this direction need not carry, of a schema and of those that judge the same object. */
function hiddenNames(
  schema: Schema,
  document: OpenApiDocument,
  direction: Direction,
  followed: readonly string[],
): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    isHidden(property, document, direction, []) ? [name] : [],
  );
  const behind = targetOf(schema, document, followed);
  const parts = [...(Array.isArray(schema.allOf) ? schema.allOf : []), ...(behind ? [behind] : [])];
  const inside = typeof schema.$ref === 'string' ? [...followed, schema.$ref] : followed;
  return [...own, ...parts.flatMap((part) => hiddenNames(part, document, direction, inside))];
}

function isHidden(
  given: unknown,
  document: OpenApiDocument,
  direction: Direction,
  followed: readonly string[],
): boolean {
  if (!isRecord(given)) return false;
  const schema = given as Schema;
  if (schema[FLAGS[direction]] === true) return true;
  const behind = targetOf(schema, document, followed);
  const parts = [...(Array.isArray(schema.allOf) ? schema.allOf : []), ...(behind ? [behind] : [])];
  const inside = typeof schema.$ref === 'string' ? [...followed, schema.$ref] : followed;
  return parts.some((part) => isHidden(part, document, direction, inside));
}

function targetOf(
  { $ref }: Schema,
  document: OpenApiDocument,
  followed: readonly string[],
): Schema | undefined {
  if (typeof $ref !== 'string' || followed.includes($ref)) return undefined;
  const target = lookUp(document, $ref);
  return isRecord(target) ? target : undefined;
}
