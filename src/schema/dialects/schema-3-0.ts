import type { Schema } from '../../json-schema/schema.js';
import { convertKeywords } from './schema-3-0-keywords.js';
import { rewriteKeywords } from './schema-3-0-rewrite.js';
import { isSchema, mapSubschemas, mapValues } from '../subschemas.js';

/** A Schema Object of OpenAPI 3.0: keywords by name, for it is no JSON Schema. */
export type Schema30 = Record<string, unknown>;

/** Takes a keyword that OpenAPI 3.0 cannot say; what is left accepts more than the schema did. */
export type Lose = (keyword: string, place: string) => void;

interface Walk {
  readonly place: string;
  readonly lose: Lose;
}

/**
 * Says a schema in OpenAPI 3.0's dialect. Whatever cannot be said is left out so that the result accepts
 * at least what the schema accepts, never less.
 */
export function downgradeSchema(schema: Schema, place: string, lose: Lose): Schema30 {
  return downgrade(schema, { place, lose });
}

function downgrade(schema: Schema, walk: Walk): Schema30 {
  const rewritten = rewriteKeywords(expandBooleans(schema), (keyword) => {
    walk.lose(keyword, walk.place);
  });
  const inner = mapSubschemas(widenWhereInexact(rewritten, walk), (child, keyword, name) =>
    downgrade(child, keyword === 'properties' ? { ...walk, place: `${walk.place}.${name ?? ''}` } : walk),
  );
  return convertKeywords(inner, (keyword) => {
    walk.lose(keyword, walk.place);
  });
}

/**
 * A wider schema under `not` would accept less, and a wider branch of `oneOf` may match beside another:
 * there the keyword itself gives way.
 */
function widenWhereInexact(schema: Schema, walk: Walk): Schema {
  const { not, oneOf, ...rest } = schema;
  const result: Schema = { ...rest };
  if (isSchema(not)) {
    if (isExact(not)) result.not = not;
    else walk.lose('not', walk.place);
  }
  if (oneOf !== undefined) {
    if (oneOf.every(isExact)) result.oneOf = oneOf;
    else if (result.anyOf === undefined) result.anyOf = oneOf;
    else result.allOf = [...(result.allOf ?? []), { anyOf: oneOf }];
  }
  return result;
}

function isExact(schema: Schema): boolean {
  let exact = true;
  downgradeSchema(schema, '', () => {
    exact = false;
  });
  return exact;
}

/** OpenAPI 3.0 knows `true` and `false` as schemas in `additionalProperties` only. */
function expandBooleans(schema: Schema): Schema {
  const expand = (value: unknown): unknown =>
    typeof value === 'boolean' ? (value ? {} : { not: {} }) : value;
  return mapValues(schema as Record<string, unknown>, (value, keyword) => {
    if (BOOLEAN_LISTS.has(keyword) && Array.isArray(value)) return value.map(expand);
    if (BOOLEAN_MAPS.has(keyword) && isSchema(value))
      return mapValues(value as Record<string, unknown>, expand);
    return BOOLEAN_SCHEMAS.has(keyword) ? expand(value) : value;
  });
}

const BOOLEAN_SCHEMAS: ReadonlySet<string> = new Set(['not', 'contains', 'if', 'then', 'else']);
const BOOLEAN_LISTS: ReadonlySet<string> = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf']);
const BOOLEAN_MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);
