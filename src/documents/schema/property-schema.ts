import { accepts as schemaAccepts } from '../json-schema/checker/checker.js';
import { isFalse, isImpossible } from '../json-schema/impossible.js';
import { excludeNull, makeNullable } from '../json-schema/nullable.js';
import type { Schema, SchemaType } from '../json-schema/schema.js';
import { resolveLazyOrUnknown, TypeInputError } from '../model/type/type-input-error.js';
import type { Exemption, PropertyModel, Rule, TypeRef } from '../model/types.js';
import { accepts, type DeclaredRule } from '../model/class-validator/rules.js';
import { NO_ANNOTATIONS } from '../model/annotations.js';
import { plainJson } from '../../shared/values.js';
import { annotate } from './annotate.js';
import type { SchemaContext } from './context.js';
import { applyApiProperty } from './api-property.js';
import { schemaOfType } from './kinds.js';
import { applyRules, writesNull } from './rule-schema.js';

/**
 * Returns the schema of a property: its type, narrowed by each rule, with its annotations. Values of the
 * application (examples, overrides, extensions) are copied.
 */
export function schemaOfProperty(property: PropertyModel, context: SchemaContext): Schema {
  const { view, sharedSchemas } = context;
  const isShared = property.ofEveryView && view.exposure === undefined;
  const known = isShared ? sharedSchemas.get(property) : undefined;
  if (known !== undefined) return known;
  const created = createSchema(property, context);
  const schema = holdsObjects(property) ? plainJson(created) : created;
  if (isShared) sharedSchemas.set(property, schema);
  return schema;
}

/** Returns whether the schema may hold objects of the application, which it may change later or which are no JSON. */
function holdsObjects({ annotations, apiProperty, type }: PropertyModel): boolean {
  if (apiProperty !== undefined || !isOurs(type)) return true;
  return annotations !== NO_ANNOTATIONS && Object.keys(annotations).length > 0;
}

/** Returns whether dtospec writes the whole schema of a type. */
function isOurs(type: TypeRef): boolean {
  return type.kind === 'array' ? isOurs(type.items) : OURS.has(type.kind);
}

const OURS: ReadonlySet<TypeRef['kind']> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'bigint',
  'date',
  'enum',
  'object',
  'unknown',
  'class',
  'file',
]);

function createSchema(property: PropertyModel, context: SchemaContext): Schema {
  try {
    return annotate(typedSchema(property, context), property, context);
  } catch (error) {
    if (!(error instanceof TypeInputError)) throw error;
    const { report } = context.options;
    report({ code: 'invalid-type', place: context.place, message: error.message });
    return annotate({}, property, context);
  }
}

function typedSchema(property: PropertyModel, context: SchemaContext): Schema {
  const ruled = ruledSchema(property, context);
  if (isImpossible(ruled) || ('const' in ruled && refusesConstant(ruled, property)))
    reportContradiction(context);
  const { apiProperty, presence, conversion } = property;
  const annotated = apiProperty === undefined ? ruled : applyApiProperty(ruled, apiProperty, context);
  const isConverted = conversion.implicit && context.options.implicitConversion !== 'declared';
  const converted = isConverted ? implicitSchema(annotated) : annotated;
  if (converted !== annotated) noteConversion(context);
  const whole = property.exempt.length === 0 ? converted : addExempt(converted, property, context);
  const { required, nullable, acceptsNull } = presence;
  const isNullable = nullable || (context.options.nullableOptional && acceptsNull && !required);
  if (isNullable || (!acceptsNull && isWrittenAsNull(property, context))) return makeNullable(whole);
  return acceptsNull ? whole : excludeNull(whole);
}

/** Returns whether JSON has null for a value that the rules accept, such as NaN. */
function isWrittenAsNull({ rules }: PropertyModel, context: SchemaContext): boolean {
  for (const rule of rules)
    if (rule.entry?.writesNull !== undefined && !rule.each && writesOnly(rule, context)) return true;
  return false;
}

function addExempt(ruled: Schema, { exempt }: PropertyModel, context: SchemaContext): Schema {
  const types = exempt.filter(isWhole).map(({ type }) => type);
  const values = exempt
    .filter((exemption) => !isWhole(exemption))
    .map(({ value }) => value)
    .filter((value) => schemaAccepts(ruled, value, context.outlineOf) !== true);
  const listed = listValues(ruled, values);
  const branches = [
    ...(types.length === 0 ? [] : [typesSchema(types, ruled)]),
    ...(listed === undefined ? values.map(constSchema) : []),
  ];
  const added = branches.filter((branch) => branch !== undefined);
  if (added.length === 0) return listed ?? ruled;
  const [only] = added;
  if (isFalse(ruled)) return added.length === 1 && only !== undefined ? only : { anyOf: added };
  return { anyOf: [listed ?? ruled, ...added] };
}

function listValues(schema: Schema, values: readonly unknown[]): Schema | undefined {
  const { type, enum: known, ...rest } = schema;
  const isOfIt = (value: unknown): boolean => constSchema(value).type === type;
  if (known === undefined || Object.keys(rest).length > 0 || !values.every(isOfIt)) return undefined;
  return { ...schema, enum: [...known, ...values] };
}

function isWhole(exemption: Exemption): boolean {
  return !('value' in exemption);
}

function typesSchema(types: readonly SchemaType[], ruled: Schema): Schema | undefined {
  const isTaken = (type: SchemaType): boolean => Object.keys(ruled).length === 1 && ruled.type === type;
  const [first, ...others] = types.filter((type) => !isTaken(type));
  if (first === undefined) return undefined;
  return { type: others.length === 0 ? first : [first, ...others] };
}

function constSchema(value: unknown): Schema {
  return { type: Number.isInteger(value) ? 'integer' : (typeof value as SchemaType), const: value };
}

/** Returns whether a rule of class-validator rejects the only value that the others accept. */
function refusesConstant(schema: Schema, { rules }: PropertyModel): boolean {
  return rules.some(
    (rule) =>
      rule.entry !== undefined &&
      !rule.custom &&
      !rule.each &&
      rule.condition === undefined &&
      !accepts(rule as DeclaredRule, schema.const),
  );
}

/** Returns whether responses have null for a value of the rule, although requests do not. */
function writesOnly(rule: Rule, context: SchemaContext): boolean {
  return rule.entry?.writesNull?.(rule.constraints, 'input') !== true && writesNull(rule, context);
}

function reportContradiction({ options, place }: SchemaContext): void {
  options.report({
    code: 'contradictory-rules',
    place,
    message: 'The rules of this property contradict each other: no value passes. Remove one of them.',
  });
}

/**
 * Returns the schema of the values that the rules accept: of the declared type or, if the rules reject that, of another
 * shape.
 */
function ruledSchema(property: PropertyModel, context: SchemaContext): Schema {
  const ruled = applyRules(schemaOfType(property.type, context), property, context);
  if (ruled.not === undefined || !isFalse(ruled)) return ruled;
  // Rules of the value come first: without a known type, a rule with `each` makes the value an array.
  const rules = [...property.rules].sort((a, b) => Number(a.each) - Number(b.each));
  const quiet = { ...context, options: { ...context.options, report: () => undefined } };
  const declared = resolveLazyOrUnknown(property.type);
  for (const type of [declared, ...otherShapes(declared)]) {
    const other = applyRules(schemaOfType(type, quiet), { ...property, rules }, quiet);
    if (isFalse(other)) continue;
    if (type !== declared) reportShape(declared, other, context);
    return other;
  }
  return ruled;
}

function otherShapes(type: TypeRef): readonly TypeRef[] {
  if (type.kind === 'array') return [type.items];
  const list: TypeRef = { kind: 'array', items: UNKNOWN, unique: false };
  return type.kind === 'map' ? [type.values, list] : [{ ...list, items: type }];
}

const UNKNOWN: TypeRef = { kind: 'unknown' };

function reportShape({ kind }: TypeRef, { type }: Schema, { options, place }: SchemaContext): void {
  const message =
    kind === 'array'
      ? 'A rule accepts a single value only and rejects every array, so a single value is documented. For arrays, add { each: true } to it; for a single value, drop { each: true } from the others.'
      : `The rules accept ${type === 'array' ? 'arrays' : 'other values'} only, not the declared type, so that is documented. Correct the type or the rules.`;
  options.report({
    code: kind === 'array' ? 'rule-refuses-list' : 'contradictory-rules',
    place,
    message,
  });
}

const TO_NUMBER: readonly SchemaType[] = ['string', 'boolean'];

const CONVERTED_FROM: Readonly<Partial<Record<SchemaType, readonly SchemaType[]>>> = {
  string: ['number', 'boolean'],
  number: TO_NUMBER,
  integer: TO_NUMBER,
  boolean: ['string', 'number'],
};

/** Keywords that apply to one type only, so that another type can be added beside them. */
const OF_ONE_TYPE: ReadonlySet<string> = new Set([
  'type',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'contentEncoding',
  'contentMediaType',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]);

function noteConversion({ options, place }: SchemaContext): void {
  const detail = 'enableImplicitConversion';
  options.report({
    code: 'looser-rule',
    place,
    message: `${detail}: the schema is looser than the validator: it accepts every value that can be converted, and the rules check the result. With implicitConversion: 'declared', it accepts the declared type only.`,
    detail,
  });
}

function implicitSchema(schema: Schema): Schema {
  const { type, anyOf } = schema;
  if (anyOf !== undefined && Object.keys(schema).length === 1) {
    const toEach = convertedToEach(anyOf);
    return toEach === undefined ? schema : { anyOf: [...anyOf, { type: [...toEach] }] };
  }
  const others = typeof type === 'string' ? CONVERTED_FROM[type] : undefined;
  if (type === undefined || others === undefined) return schema;
  if (Object.keys(schema).every((keyword) => OF_ONE_TYPE.has(keyword)))
    // `number` also accepts fractions, so the integer type comes first, and `number` last.
    return { ...schema, type: [type as SchemaType, ...others] };
  return { anyOf: [schema, { type: [...others] }] };
}

/** Returns the types that are converted to the type of every branch. Rules that may be off make branches. */
function convertedToEach(branches: readonly Schema[]): readonly SchemaType[] | undefined {
  const [others, ...different] = new Set(
    branches.map(({ type }) => (typeof type === 'string' ? CONVERTED_FROM[type] : undefined)),
  );
  return different.length === 0 ? others : undefined;
}
