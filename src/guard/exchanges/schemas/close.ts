import { isRecord } from '../../../shared/values.js';
import type { Schema } from '../../../documents/json-schema/schema.js';
import type { OpenApiDocument } from '../../../documents/openapi/document.js';
import { lookUp } from '../../../shared/json-pointer.js';

const OPEN_OR_CLOSED = ['additionalProperties', 'unevaluatedProperties', 'patternProperties', '$dynamicRef'];

/** The schema without room for properties that it does not name; as it is where it names none, or says itself. */
export function closed(translated: Schema, schema: Schema, document: OpenApiDocument): Schema {
  const parts = partsOf(schema, document, []);
  if (!parts.some(({ properties }) => properties !== undefined)) return translated;
  if (parts.some((part) => OPEN_OR_CLOSED.some((keyword) => keyword in part))) return translated;
  return { allOf: [translated], unevaluatedProperties: false };
}

/** A schema and all that judge the same value with it. */
function partsOf(schema: Schema, document: OpenApiDocument, followed: readonly string[]): Schema[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], if: test, then, else: otherwise } = schema;
  const target =
    typeof $ref === 'string' && !followed.includes($ref)
      ? (lookUp(document, $ref) as Schema | undefined)
      : undefined;
  const inside = typeof $ref === 'string' ? [...followed, $ref] : followed;
  const inner = [target, ...allOf, ...anyOf, ...oneOf, test, then, otherwise].filter((one) => isRecord(one));
  return [schema, ...inner.flatMap((one) => partsOf(one as Schema, document, inside))];
}
