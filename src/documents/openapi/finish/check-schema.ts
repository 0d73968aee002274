import { isAtLeast } from '../config/config.js';
import type { ResolvedConfig } from '../config/resolve-config.js';
import { findKeywordProblems } from '../../json-schema/keyword-values.js';
import { isSlowPattern } from '../../json-schema/pattern/slow-pattern.js';
import { omit } from '../../json-schema/keywords.js';
import type { Schema } from '../../json-schema/schema.js';
import { mapSubschemas, type Resolve } from '../../json-schema/walk.js';
import { inspectSchema } from '../../schema/inspect-schema.js';
import type { ExampleOfSchema } from './check-examples.js';
import { type FieldContext, reportUnsupported } from '../fields/check-fields.js';

export interface SchemaCheck extends Omit<FieldContext, 'place' | 'config'> {
  readonly config: Pick<ResolvedConfig, 'openapi' | 'transformDocument'>;
  readonly resolve: Resolve;
  readonly examples: ExampleOfSchema[];
}

/**
 * Returns a schema without keywords that OpenAPI validators
 * reject, and reports them. Hand-written schemas have them.
 */
export function checkSchema(source: Schema, place: string, check: SchemaCheck): Schema {
  if (inspectSchema(source, [])) return source;
  let named = withoutDanglingReference(source, place, check);
  checkPatterns(source, place, check);
  checkMapping(source, place, check);
  for (const { keyword, code, message } of findKeywordProblems(source)) {
    check.report({ code, message: `${message} It is left out.`, place });
    named = omit(named, [keyword]);
  }
  const checked = mapSubschemas(translateKeywords(named, place, check), (subschema, keyword, name) =>
    checkSchema(subschema, keyword === 'properties' ? `${place}.${name ?? ''}` : place, check),
  );
  for (const value of checked.examples ?? []) check.examples.push({ value, schema: checked, place });
  return checked;
}

/** Leaves out a reference without a target, since tools refuse a whole document for it. */
function withoutDanglingReference(schema: Schema, place: string, check: SchemaCheck): Schema {
  const { $ref } = schema;
  if (typeof ($ref as unknown) !== 'string' || !$ref?.startsWith('#')) return schema;
  if (check.resolve($ref) !== undefined) return schema;
  // `transformDocument` may add the target.
  const isKept = check.config.transformDocument !== undefined;
  check.report({
    code: 'dangling-reference',
    message: `The reference ${JSON.stringify($ref)} has no target${isKept ? '' : ' and is left out, so any value is allowed'}. Pass the class instead, or add it to "models" of the configuration.`,
    place,
  });
  return isKept ? schema : omit(schema, ['$ref']);
}

/** Reports a discriminator that leads to no schema. It names schemas, or has URIs (OpenAPI 3.2, 4.8.25). */
function checkMapping({ discriminator }: Schema, place: string, { resolve, report }: SchemaCheck): void {
  const { mapping = {}, defaultMapping } = discriminator ?? {};
  for (const target of [...Object.values(mapping), defaultMapping]) {
    // A name with a dot may be the file of another document.
    if (typeof target !== 'string' || !/^(?:#|[\w-]+$)/.test(target)) continue;
    if (resolve(target.startsWith('#') ? target : `#/components/schemas/${target}`) !== undefined) continue;
    report({
      code: 'dangling-reference',
      message:
        `The discriminator leads to ${JSON.stringify(target)}, which is no schema of the document. ` +
        'Name one of components.schemas, or write its reference.',
      place,
    });
  }
}

const LONGEST_SHOWN = 60;

function checkPatterns({ pattern, patternProperties }: Schema, place: string, { report }: SchemaCheck): void {
  for (const text of [pattern, ...Object.keys(patternProperties ?? {})]) {
    if (typeof text !== 'string' || isSlowPattern(text) !== true) continue;
    const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
    report({
      code: 'slow-pattern',
      message: `The pattern ${shown} may take exponential time for a text of a few dozen characters: a repeated group matches the same text in several ways. Separate the repetitions with a character that they do not match, as in ^[a-z]+(-[a-z]+)*$. A length limit such as @MaxLength does not help, because every rule runs.`,
      place,
    });
  }
}

function translateKeywords(schema: Schema, place: string, check: SchemaCheck): Schema {
  const { discriminator, xml } = schema;
  if ((discriminator ?? xml) === undefined || isAtLeast(check.config.openapi, '3.2')) return schema;
  const result = { ...schema };
  if (discriminator?.defaultMapping !== undefined) {
    const { defaultMapping: _, ...rest } = discriminator;
    result.discriminator = rest;
    reportUnsupported('defaultMapping', '3.2', { ...check, place: `${place} discriminator` });
  }
  if (xml?.nodeType !== undefined)
    result.xml = translateXml(schema, xml, { ...check, place: `${place} xml` });
  return result;
}

/**
 * Converts `nodeType` to `attribute` and `wrapped`, which
 * express three of its five values (OpenAPI 3.2, 4.8.26.1).
 */
function translateXml(
  { type, $ref }: Schema,
  { nodeType, ...rest }: NonNullable<Schema['xml']>,
  context: FieldContext,
): NonNullable<Schema['xml']> {
  const isArray = type === 'array';
  if (nodeType === 'attribute') return { ...rest, attribute: true };
  if (nodeType === 'element') return isArray ? { ...rest, wrapped: true } : rest;
  if (nodeType === 'none' && (isArray || $ref !== undefined)) return rest;
  reportUnsupported(`nodeType: '${String(nodeType)}'`, '3.2', context);
  return rest;
}
