import { isAtLeast } from '../config/openapi-version.js';
import type { Finding } from '../../../shared/diagnostics.js';
import { show } from '../../../shared/values.js';
import { expectedValue } from '../../json-schema/keyword-values.js';
import { omit } from '../../json-schema/keywords.js';
import { type Schema, SCHEMA_TYPES } from '../../json-schema/schema.js';
import { mapSubschemas, type Resolve } from '../../json-schema/walk.js';
import type { Naming } from '../../schema/naming.js';
import { replaceRefs } from '../../schema/references.js';
import type { ExampleOfSchema } from './check-examples.js';
import { type FieldContext, reportUnsupported } from '../fields/check-fields.js';

export interface SchemaCheck extends FieldContext, Pick<Naming, 'refOf'> {
  readonly resolve: Resolve;
  readonly examples: ExampleOfSchema[];
}

/**
 * Returns the schema with named references. It omits and reports keywords that OpenAPI validators reject; only
 * hand-written schemas contain them.
 */
export function checkSchema(given: Schema, place: string, check: SchemaCheck): Schema {
  checkReference(given, place, check);
  let named: Record<string, unknown> | undefined;
  const wrong: string[] = [];
  for (const keyword of Object.keys(given)) {
    const value = (given as Readonly<Record<string, unknown>>)[keyword];
    // References are also in the mapping of a discriminator, and in extensions.
    if (keyword === '$ref' || keyword === 'discriminator' || keyword.startsWith('x-'))
      (named ??= { ...given })[keyword] = replaceRefs(value, check.refOf);
    const problem = keyword === 'type' ? typeProblem(value) : keywordProblem(keyword, value);
    if (problem === undefined) continue;
    check.report({ ...problem, message: `${problem.message} It is left out.`, place });
    wrong.push(keyword);
  }
  const schema: Schema = named ?? given;
  const kept = wrong.length === 0 ? schema : omit(schema, wrong);
  const checked = mapSubschemas(translateKeywords(kept, place, check), (inner, keyword, name) =>
    checkSchema(inner, keyword === 'properties' ? `${place}.${name ?? ''}` : place, check),
  );
  for (const value of checked.examples ?? []) check.examples.push({ value, schema: checked, place });
  return checked;
}

function checkReference({ $ref }: Schema, place: string, { resolve, report }: SchemaCheck): void {
  if (typeof ($ref as unknown) !== 'string' || !$ref?.startsWith('#') || resolve($ref) !== undefined) return;
  report({
    code: 'dangling-reference',
    message: `The reference ${JSON.stringify($ref)} leads nowhere. Refer to a component that the document has, or give the class instead.`,
    place,
  });
}

type Problem = Omit<Finding, 'place'>;

function typeProblem(type: unknown): Problem | undefined {
  if (SCHEMA_TYPES.has(type)) return undefined;
  const types: unknown[] = [type].flat();
  const wrong = types.find((one) => !SCHEMA_TYPES.has(one));
  if (wrong !== undefined)
    return {
      code: 'unknown-schema-type',
      message: `${JSON.stringify(wrong)} is no type of JSON Schema. Write one of ${[...SCHEMA_TYPES].join(', ')}.`,
    };
  if (types.length > 0 && new Set(types).size === types.length) return undefined;
  return { code: 'invalid-keyword', message: 'The keyword type needs one type or several, each once.' };
}

function keywordProblem(keyword: string, value: unknown): Problem | undefined {
  const what = expectedValue(keyword, value);
  if (what === undefined) return undefined;
  return { code: 'invalid-keyword', message: `The keyword ${keyword} needs ${what}, not ${show(value)}.` };
}

// Keywords that OpenAPI 3.2 adds to schemas, translated for earlier versions.

function translateKeywords(schema: Schema, place: string, context: FieldContext): Schema {
  const { discriminator, xml } = schema;
  if ((discriminator ?? xml) === undefined || isAtLeast(context.config.openapi, '3.2')) return schema;
  const result = { ...schema };
  if (discriminator?.defaultMapping !== undefined) {
    const { defaultMapping: _, ...rest } = discriminator;
    result.discriminator = rest;
    reportUnsupported('defaultMapping', '3.2', `${place} discriminator`, context);
  }
  if (xml?.nodeType !== undefined) result.xml = translateXml(schema, xml, place, context);
  return result;
}

/** Converts `nodeType` to `attribute` and `wrapped`, which express three of its five values (OpenAPI 3.2, 4.8.26.1). */
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
  reportUnsupported(`nodeType: '${String(nodeType)}'`, '3.2', `${place} xml`, context);
  return rest;
}
