import {
  type Direction,
  hiddenProperties,
  type Holder,
  isRecord,
  lookUp,
  mapHolders,
  mapSubschemas,
  type OpenApiDocument,
  type Schema,
  schemaParts,
  translate30,
} from 'dtospec/internal';

const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  '$defs',
]);

const DROPPED: ReadonlySet<string> = new Set(['nullable', 'id', '$schema', 'example', 'examples', 'default']);

export function translateDocument(
  document: OpenApiDocument,
  direction: Direction,
  isClosed: boolean,
): OpenApiDocument {
  const is30 = document.openapi.startsWith('3.0');
  const translation = { document, direction, is30, isClosed };
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
  readonly isClosed: boolean;
}

function translateValue(schema: unknown, translation: Translation): unknown {
  if (!isRecord(schema)) return schema;
  const translated = translate(schema, translation, new Set());
  const { isClosed, document } = translation;
  return isClosed ? closed(translated, schema, document) : translated;
}

function translate(raw: Schema, translation: Translation, hiddenAbove: ReadonlySet<string>): Schema {
  const { document, direction, is30 } = translation;
  const hidden = new Set([...hiddenAbove, ...hiddenProperties(raw, document, direction)]);
  const schema = mapSubschemas(
    is30 ? translate30(raw as Record<string, unknown>) : raw,
    (subschema, keyword) =>
      IN_PLACE.has(keyword)
        ? translate(subschema, translation, hidden)
        : (translateValue(subschema, translation) as Schema),
  );
  const translated: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED.has(keyword)) continue;
    // OpenAPI 3.0.3, readOnly: "If the property is marked as readOnly being true and is in the required list,
    // the required will take effect on the response only."
    if (keyword === 'required' && Array.isArray(value))
      translated.required = value.filter((name: string) => !hidden.has(name));
    else translated[keyword] = value;
  }
  return translated;
}

const OPEN_OR_CLOSED = ['additionalProperties', 'unevaluatedProperties', 'patternProperties', '$dynamicRef'];

const INNER = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'] as const;

/** Forbids undocumented properties, unless the schema lists none or defines additional ones. */
function closed(translated: Schema, schema: Schema, document: OpenApiDocument): Schema {
  const parts = schemaParts(schema, (ref) => lookUp(document, ref) as Schema | undefined, INNER);
  if (!parts.some(({ properties }) => properties !== undefined)) return translated;
  if (parts.some((part) => OPEN_OR_CLOSED.some((keyword) => keyword in part))) return translated;
  return { allOf: [translated], unevaluatedProperties: false };
}
