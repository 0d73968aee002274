import { sameJson } from '../json-schema/canonical.js';
import { intersect } from '../json-schema/intersect.js';
import { FALSE_SCHEMA, isFalse } from '../json-schema/never.js';
import type { Schema } from '../json-schema/schema.js';
import type { SchemaContext } from './context.js';

/** Who knows what symbolic references stand for. */
export type References = Pick<SchemaContext, 'outlineOf'>;

/** For schemas that refer to nothing. */
export const NO_REFERENCES: References = { outlineOf: () => undefined };

/** What a schema says with its reference written out, as far as that is known. */
export function dereferenced(schema: Schema, { outlineOf }: References): Schema {
  const outline = schema.$ref === undefined ? undefined : outlineOf(schema.$ref);
  if (outline === undefined) return schema;
  const { $ref: _, ...rest } = schema;
  return intersect(outline, rest);
}

/** What both say, without repeating beside a reference what the reference says already. */
export function narrow(schema: Schema, added: Schema, references: References): Schema {
  if (schema.$ref === undefined && added.$ref === undefined) return intersect(schema, added);
  const whole = dereferenced(schema, references);
  const ruled = dereferenced(added, references);
  const both = intersect(whole, ruled);
  if (isFalse(both)) return FALSE_SCHEMA;
  if (sameJson(both, whole)) return schema;
  if (sameJson(both, ruled) && isWhole(schema, both)) return added;
  return intersect(schema, added);
}

/** Of a class no more is known yet than that it is an object, so its reference stays; what is listed is known. */
function isWhole({ $ref }: Schema, both: Schema): boolean {
  return $ref === undefined || both.enum !== undefined || both.const !== undefined;
}
