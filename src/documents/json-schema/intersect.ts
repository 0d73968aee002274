import { combine } from './combine.js';
import type { Schema, SchemaType } from './schema.js';
import { accepts } from './checker/checker.js';
import { keepValues, VALUE_KEYWORDS, listValues, onlyValuesOf, valuesOf } from './values.js';
import { ANNOTATION_KEYWORDS, hasAny, isOnly, omit, ordered, pick } from './keywords.js';
import { FALSE_SCHEMA, isFalse } from './impossible.js';
import { haveCommonType, isOfType, typesOf, writeTypes } from './types.js';

/**
 * Returns the intersection of two schemas, with as few keywords as possible.
 * The order of the arguments affects only the order of `properties`. The
 * result may share parts with the given schemas, which are not changed.
 */
export function intersect(a: Schema, b: Schema): Schema {
  return simplify(combine(a, b, intersect));
}

const REDUCIBLE: ReadonlySet<string> = new Set([
  'not',
  'anyOf',
  'oneOf',
  'allOf',
  'enum',
  'const',
  'exclusiveMinimum',
  'exclusiveMaximum',
]);

/**
 * Rewrites a schema with fewer and simpler keywords.
 *
 * @returns the schema itself if nothing changes
 */
export function simplify(schema: Schema): Schema {
  if (!hasAny(schema, REDUCIBLE)) return schema;
  if (isFalse(schema)) return FALSE_SCHEMA;
  // Adjacent keywords change which properties and items these keywords reject.
  if ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema) return schema;
  const simple = STEPS.reduce((result, step) => step(result), schema);
  if (simple === schema) return schema;
  return isFalse(simple) ? FALSE_SCHEMA : ordered(simple);
}

const STEPS: readonly ((schema: Schema) => Schema)[] = [
  removeForbiddenTypes,
  removeForbiddenNull,
  removeForbiddenValues,
  (schema) => removeAlternatives(schema, 'anyOf'),
  (schema) => (schema.discriminator === undefined ? removeAlternatives(schema, 'oneOf') : schema),
  (schema) => (isRedundant(schema, schema) ? omit(schema, ['not']) : schema),
  removeImpossibleValues,
  joinParts,
  dropWiderBounds,
  decideValues,
];

function removeForbiddenTypes(schema: Schema): Schema {
  const types = typesOf(schema);
  const forbidden = forbiddenTypes(schema);
  if (types === undefined || forbidden === undefined) return schema;
  const left = types.filter((type) => !forbidden.includes(type));
  if (left.length === types.length) return schema;
  return left.length === 0 ? FALSE_SCHEMA : { ...schema, type: writeTypes(left) };
}

function removeForbiddenNull(schema: Schema): Schema {
  const types = typesOf(schema) ?? [];
  const forbidsNull = schema.not && onlyValuesOf(schema.not)?.includes(null);
  if (forbidsNull !== true || !types.includes('null')) return schema;
  const left = types.filter((type) => type !== 'null');
  return left.length === 0 ? FALSE_SCHEMA : { ...schema, type: writeTypes(left) };
}

function removeForbiddenValues(schema: Schema): Schema {
  const { not, type, minLength = 0 } = schema;
  const forbidden = not && onlyValuesOf(not);
  if (forbidden === undefined || type === undefined) return schema;
  const hasLength = forbidden.includes('') && isOfType('', type);
  const left = forbidden.filter((value) => isOfType(value, type) && value !== '');
  if (left.length === forbidden.length) return schema;
  const rest = omit(schema, ['not']);
  if (hasLength) rest.minLength = Math.max(1, minLength);
  if (left.length > 0) rest.not = listValues(left);
  return rest;
}

function removeAlternatives(schema: Schema, keyword: 'anyOf' | 'oneOf'): Schema {
  const alternatives = schema[keyword];
  if (alternatives === undefined) return schema;
  const forbidden = forbiddenTypes(schema);
  const isForbidden = (alternative: Schema): boolean =>
    typesOf(alternative)?.every((type) => forbidden?.includes(type)) === true;
  const possible = alternatives.filter(
    (alternative) => canBe(alternative, schema.type) && !isForbidden(alternative),
  );
  const [first] = possible;
  if (first === undefined) return FALSE_SCHEMA;
  if (possible.length === 1) return intersect(omit(schema, [keyword]), first);
  return possible.length === alternatives.length ? schema : { ...schema, [keyword]: possible };
}

function forbiddenTypes({ not }: Schema): readonly SchemaType[] | undefined {
  const types = not && isOnly(not, 'type') ? typesOf(not) : undefined;
  return types?.includes('number') === true ? [...types, 'integer'] : types;
}

function isRedundant({ not }: Schema, schema: Schema): boolean {
  const types = not && possibleTypes(schema);
  return types !== undefined && not !== undefined && !canBe(not, [...types]);
}

function removeImpossibleValues(schema: Schema): Schema {
  const forbidden = schema.not && onlyValuesOf(schema.not);
  const types = forbidden && possibleTypes(schema);
  if (forbidden === undefined || types === undefined) return schema;
  const left = forbidden.filter((value) => isOfType(value, [...types]));
  return left.length === forbidden.length || left.length === 0
    ? schema
    : { ...schema, not: listValues(left) };
}

function possibleTypes(schema: Schema): readonly SchemaType[] | undefined {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (schema.type !== undefined || alternatives === undefined) return typesOf(schema);
  const rooms = alternatives.map(typesOf);
  return rooms.every((types) => types !== undefined) ? rooms.flat() : undefined;
}

/** Merges the parts of `allOf` that become simpler with the schema's type. */
function joinParts(schema: Schema): Schema {
  const { allOf, type } = schema;
  if (allOf === undefined) return schema;
  if (allOf.some(isFalse)) return FALSE_SCHEMA;
  const simplifyPart = (part: Schema): Schema | undefined => {
    const known = part.type === undefined && type !== undefined ? { ...part, type } : part;
    const simple = simplify(known);
    return simple !== known || isAlone(part, schema) ? simple : undefined;
  };
  const whole: Schema[] = [];
  const simpler: Schema[] = [];
  for (const part of allOf) {
    if (isOnly(part, 'not') && isRedundant(part, schema)) continue;
    const simple = simplifyPart(part);
    if (simple === undefined) whole.push(part);
    else simpler.push(simple);
  }
  if (whole.length === allOf.length) return schema;
  const rest = omit(schema, ['allOf']);
  return simpler.reduce(intersect, whole.length === 0 ? rest : { ...rest, allOf: whole });
}

function isAlone(part: Schema, { not, anyOf, oneOf }: Schema): boolean {
  if (not === undefined && isOnly(part, 'not')) return true;
  return (anyOf ?? oneOf) === undefined && (isOnly(part, 'anyOf') || isOnly(part, 'oneOf'));
}

function dropWiderBounds(schema: Schema): Schema {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity } = schema;
  const { maximum = Infinity, exclusiveMaximum = Infinity } = schema;
  const wider = [
    exclusiveMinimum >= minimum ? 'minimum' : 'exclusiveMinimum',
    exclusiveMaximum <= maximum ? 'maximum' : 'exclusiveMaximum',
  ].filter((keyword) => keyword in schema);
  return wider.length === 0 ? schema : omit(schema, wider);
}

const BESIDE_VALUES: ReadonlySet<string> = new Set(['type', 'format', ...ANNOTATION_KEYWORDS]);

function decideValues(schema: Schema): Schema {
  const values = valuesOf(schema);
  if (values === undefined) return schema;
  const rest = omit(schema, VALUE_KEYWORDS);
  const verdicts = new Map(values.map((value) => [value, accepts(rest, value)]));
  const listing = keepValues(schema, (value) => verdicts.get(value) !== false);
  if (listing === undefined) return FALSE_SCHEMA;
  const left = valuesOf(listing) ?? [];
  const isDecided = left.every((value) => verdicts.get(value) === true);
  const kept = isDecided
    ? Object.keys(rest).filter((keyword) => BESIDE_VALUES.has(keyword) || keyword.startsWith('x-'))
    : Object.keys(rest);
  const types = typesOf(schema)?.filter((type) => left.some((value) => isOfType(value, type)));
  const isSame =
    left.length === values.length &&
    kept.length === Object.keys(rest).length &&
    types?.length === typesOf(schema)?.length;
  if (isSame) return schema;
  return { ...pick(rest, kept), ...(types === undefined ? {} : { type: writeTypes(types) }), ...listing };
}

function canBe(schema: Schema, type: Schema['type']): boolean {
  if (isFalse(schema) || !haveCommonType(schema.type, type)) return false;
  if (type !== undefined && valuesOf(schema)?.some((value) => isOfType(value, type)) === false) return false;
  return schema.anyOf === undefined || schema.anyOf.some((branch) => canBe(branch, type));
}
