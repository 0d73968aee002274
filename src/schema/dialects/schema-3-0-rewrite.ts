import type { Schema } from '../../json-schema/schema.js';
import { isSchema } from '../subschemas.js';

/** A keyword of JSON Schema, that of OpenAPI 3.0 does not know, said by others that it knows. */
type Rewrite = (schema: Schema, lose: (keyword: string) => void) => Schema;

/** Says with the keywords of OpenAPI 3.0 what needs others; the inner schemas are as they were. */
export function rewriteKeywords(schema: Schema, lose: (keyword: string) => void): Schema {
  return REWRITES.reduce((result, rewrite) => rewrite(result, lose), schema);
}

const REWRITES: readonly Rewrite[] = [
  rewriteConditional,
  rewriteContains,
  rewriteDependents,
  rewriteTuple,
  rewritePatternProperties,
];

/** "If I then T else E" is "not I or T" and "I or E". */
function rewriteConditional(schema: Schema): Schema {
  const { if: condition, then, else: otherwise, ...rest } = schema;
  if (condition === undefined) return rest;
  return both(rest, [
    ...(then === undefined ? [] : [{ anyOf: [{ not: condition }, then] }]),
    ...(otherwise === undefined ? [] : [{ anyOf: [condition, otherwise] }]),
  ]);
}

/** "Some item is S" is "not: an array of which every item is not S". */
function rewriteContains(schema: Schema, lose: (keyword: string) => void): Schema {
  const { contains, minContains = 1, maxContains, ...rest } = schema;
  if (contains === undefined) return rest;
  if (maxContains !== undefined) lose('maxContains');
  if (minContains === 0) return rest;
  if (minContains > 1) lose('minContains');
  const some: Schema = { not: { type: 'array', items: { not: contains } } };
  return rest.not === undefined ? { ...rest, ...some } : both(rest, [some]);
}

/** "If a is there, so is b" is "a is not there, or b is". */
function rewriteDependents(schema: Schema): Schema {
  const { dependentRequired, dependentSchemas, ...rest } = schema as Schema & {
    dependentRequired?: Record<string, string[]>;
    dependentSchemas?: Record<string, Schema>;
  };
  const implied: [string, Schema][] = [
    ...Object.entries(dependentRequired ?? {}).map(([name, required]): [string, Schema] => [
      name,
      { required },
    ]),
    ...Object.entries(dependentSchemas ?? {}),
  ];
  return both(
    rest,
    implied.map(([name, then]) => ({
      anyOf: [{ not: { type: 'object', required: [name] } }, then],
    })),
  );
}

/** A list whose places differ becomes a list of any of them, of the same length. */
function rewriteTuple(schema: Schema, lose: (keyword: string) => void): Schema {
  const { prefixItems, items, ...rest } = schema;
  const others = isSchema(items) ? [items] : [];
  if (prefixItems === undefined) {
    if (items === false) return { ...rest, items: {}, maxItems: 0 };
    return others[0] === undefined ? rest : { ...rest, items: others[0] };
  }
  lose('prefixItems');
  if (items !== false)
    return {
      ...rest,
      items: oneOfThese(items === undefined || items === true ? [{}] : [...prefixItems, ...others]),
    };
  const maxItems = Math.min(rest.maxItems ?? prefixItems.length, prefixItems.length);
  return { ...rest, items: oneOfThese(prefixItems), maxItems };
}

/** Without patterns, what they admitted must pass as an additional property. */
function rewritePatternProperties(schema: Schema, lose: (keyword: string) => void): Schema {
  const { patternProperties, additionalProperties, ...rest } = schema;
  const known = additionalProperties === undefined ? rest : { ...rest, additionalProperties };
  if (patternProperties === undefined) return known;
  lose('patternProperties');
  if (additionalProperties === undefined || additionalProperties === true) return rest;
  const others = additionalProperties === false ? [] : [additionalProperties];
  return { ...rest, additionalProperties: oneOfThese([...Object.values(patternProperties), ...others]) };
}

function oneOfThese(schemas: readonly Schema[]): Schema {
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only] = unique;
  return unique.length === 1 && only !== undefined ? only : { anyOf: unique };
}

function both(schema: Schema, further: readonly Schema[]): Schema {
  return further.length === 0 ? schema : { ...schema, allOf: [...(schema.allOf ?? []), ...further] };
}
