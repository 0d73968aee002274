import { BOOLEAN, isArrayOf, NUMBER, oneOf, STRING, type Check } from '../../shared/checks.js';
import { isRecord, show } from '../../shared/values.js';
import { type Schema, SCHEMA_TYPES } from './schema.js';

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isRecord(value);
const isMapOf =
  (holds: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isRecord(value) && Object.values(value).every(holds);

function areNames(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (const name of value) if (typeof name !== 'string') return false;
  return new Set(value).size === value.length;
}

const SCHEMA: Check = { what: 'a schema', holds: isSchema };
const SCHEMAS: Check = {
  what: 'a non-empty array of schemas',
  holds: (value) => isArrayOf(isSchema)(value) && (value as unknown[]).length > 0,
};
const SCHEMAS_BY_NAME: Check = { what: 'schemas by name', holds: isMapOf(isSchema) };
const COUNT: Check = {
  what: 'an integer from 0 up',
  holds: (value) => Number.isInteger(value) && (value as number) >= 0,
};
const ARRAY: Check = { what: 'an array', holds: Array.isArray };
const LIMIT: Check = { what: NUMBER.what, holds: Number.isFinite };

/** The XML Object (OpenAPI 3.1, 4.8.26; `nodeType` since 3.2). */
const XML: ReadonlyMap<string, Check> = new Map([
  ...row(STRING, 'name', 'namespace', 'prefix'),
  ...row(oneOf('element', 'attribute', 'text', 'cdata', 'none'), 'nodeType'),
  ...row(BOOLEAN, 'attribute', 'wrapped'),
]);

function xmlFault(value: unknown): string | undefined {
  if (!isRecord(value)) return show(value);
  // "If nodeType is present, this field MUST NOT be present" (OpenAPI 3.2, 4.8.26).
  if (value.nodeType !== undefined && (value.attribute ?? value.wrapped) !== undefined)
    return 'nodeType beside attribute or wrapped';
  const wrong = Object.entries(value).find(
    ([name, field]) => !name.startsWith('x-') && XML.get(name)?.holds(field) !== true,
  );
  return wrong && `${wrong[0]}: ${show(wrong[1])}`;
}

function isDiscriminator(value: unknown): boolean {
  if (!isRecord(value) || typeof value.propertyName !== 'string') return false;
  const { mapping, defaultMapping } = value;
  if (mapping !== undefined && !isMapOf(STRING.holds)(mapping)) return false;
  return defaultMapping === undefined || STRING.holds(defaultMapping);
}

/**
 * Checks of keyword values: JSON Schema 2020-12 by its meta-schemas, and OpenAPI 3.1's own keywords (4.8.24).
 */
const VALUES: ReadonlyMap<string, Check> = new Map([
  ...row(STRING, 'title', 'description', 'format', 'contentEncoding', 'contentMediaType', '$ref', '$comment'),
  ...row(BOOLEAN, 'uniqueItems', 'deprecated', 'readOnly', 'writeOnly'),
  ...row(COUNT, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'),
  ...row(COUNT, 'minProperties', 'maxProperties'),
  ...row(LIMIT, 'minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'),
  ...row(
    { what: 'a number above 0', holds: (value) => LIMIT.holds(value) && (value as number) > 0 },
    'multipleOf',
  ),
  ...row({ what: 'a regular expression that ECMAScript reads with the flag u', holds: isPattern }, 'pattern'),
  ...row(ARRAY, 'enum', 'examples'),
  ...row({ what: 'an array of property names, each once', holds: areNames }, 'required'),
  ...row({ what: 'arrays of property names by name', holds: isMapOf(areNames) }, 'dependentRequired'),
  ...row(SCHEMA, 'items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'),
  ...row(SCHEMA, 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema'),
  ...row(SCHEMAS, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...row(SCHEMAS_BY_NAME, 'properties', 'patternProperties', 'dependentSchemas', '$defs'),
  ...row(
    {
      what: "an object with a propertyName, as in { propertyName: 'kind' }",
      holds: isDiscriminator,
    },
    'discriminator',
  ),
  ...row(
    { what: 'an object with a url', holds: (value) => isRecord(value) && typeof value.url === 'string' },
    'externalDocs',
  ),
  ...row(
    {
      what: `an object with ${[...XML.keys()].join(', ')}`,
      holds: (value) => xmlFault(value) === undefined,
      fault: xmlFault,
    },
    'xml',
  ),
]);

function row(check: Check, ...keywords: readonly string[]): [string, Check][] {
  return keywords.map((keyword) => [keyword, check]);
}

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}

interface KeywordProblem {
  readonly keyword: string;
  readonly code: 'invalid-keyword' | 'unknown-schema-type';
  readonly message: string;
}

export function findKeywordProblems(schema: Schema): readonly KeywordProblem[] {
  const problems: KeywordProblem[] = [];
  for (const keyword of Object.keys(schema)) {
    const value = (schema as Readonly<Record<string, unknown>>)[keyword];
    const problem = keyword === 'type' ? typeProblem(value) : keywordProblem(keyword, value);
    if (problem !== undefined) problems.push({ keyword, ...problem });
  }
  return problems;
}

export function isValidKeyword(keyword: string, value: unknown): boolean {
  if (keyword === 'type') return SCHEMA_TYPES.has(value) || typeProblem(value) === undefined;
  return value === undefined || VALUES.get(keyword)?.holds(value) !== false;
}

type Problem = Omit<KeywordProblem, 'keyword'>;

function typeProblem(type: unknown): Problem | undefined {
  if (SCHEMA_TYPES.has(type)) return undefined;
  const types: unknown[] = [type].flat();
  const wrong = types.find((type) => !SCHEMA_TYPES.has(type));
  if (wrong !== undefined)
    return {
      code: 'unknown-schema-type',
      message: `${JSON.stringify(wrong)} is not a type of JSON Schema. Write one of ${[...SCHEMA_TYPES].join(', ')}.`,
    };
  if (types.length > 0 && new Set(types).size === types.length) return undefined;
  return { code: 'invalid-keyword', message: 'The keyword type needs one type or several, each once.' };
}

function keywordProblem(keyword: string, value: unknown): Problem | undefined {
  const check = VALUES.get(keyword);
  if (check === undefined || value === undefined || check.holds(value)) return undefined;
  return {
    code: 'invalid-keyword',
    message: `The keyword ${keyword} needs ${check.what}, not ${check.fault?.(value) ?? show(value)}.`,
  };
}
