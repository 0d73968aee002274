import { accepts } from '../json-schema/checker/checker.js';
import { isFalse, isImpossible } from '../json-schema/impossible.js';
import { excludeNull, makeNullable } from '../json-schema/nullable.js';
import { CONTENT_KEYWORDS, SCALAR_KEYWORDS } from '../json-schema/keywords.js';
import type { Schema, SchemaType } from '../json-schema/schema.js';
import { listConstant } from '../json-schema/values.js';
import { TypeInputError } from '../model/type/type-input-error.js';
import type { Exemption, PropertyModel, Rule } from '../model/types.js';
import { ruleAccepts } from '../model/class-validator/rule-calls.js';
import type { DeclaredRule } from '../model/class-validator/rules.js';
import { NO_ANNOTATIONS } from '../model/annotations.js';
import { kindOf, plainJson } from '../../shared/values.js';
import { annotate } from './annotate.js';
import type { SchemaContext } from './context.js';
import { applyApiProperty } from './api-property.js';
import { possibleSchema, ruledSchema } from './rule-schema.js';

/**
 * Returns the schema of a property: its type, narrowed by each rule, with its annotations. Values of the
 * application (examples, overrides, extensions) are copied.
 */
export function schemaOfProperty(property: PropertyModel, context: SchemaContext): Schema {
  const typed = typedSchemaOrOpen(property, context);
  const hasAnnotations = property.annotations !== NO_ANNOTATIONS;
  const isAnnotated = hasAnnotations || property.initial !== undefined || typed.format === 'password';
  const schema = isAnnotated ? annotate(typed, property, context) : typed;
  return hasAnnotations || property.apiProperty !== undefined ? plainJson(schema) : schema;
}

/** Leaves a type open that cannot be read, with a diagnostic. */
function typedSchemaOrOpen(property: PropertyModel, context: SchemaContext): Schema {
  try {
    return typedSchema(property, context);
  } catch (error) {
    if (!(error instanceof TypeInputError)) throw error;
    context.options.report({ code: 'invalid-type', place: context.place, message: error.message });
    return {};
  }
}

function typedSchema(property: PropertyModel, context: SchemaContext): Schema {
  const { options } = context;
  let schema = schemaOfRules(property, context);
  if (options.openapi && 'const' in schema) schema = listConstant(schema);
  if (property.apiProperty !== undefined) schema = applyApiProperty(schema, property.apiProperty, context);
  if (property.conversion.implicit && options.implicitConversion !== 'declared')
    schema = implicitSchema(schema, context);
  if (property.exempt.length > 0) schema = addExempt(schema, property, context);
  return withNull(schema, property, context);
}

/** Returns the schema of the type and the rules. Reports rules that no value satisfies. */
function schemaOfRules(property: PropertyModel, context: SchemaContext): Schema {
  const ruled = ruledSchema(property.type, property, context);
  const isContradictory = ruled.not !== undefined && isFalse(ruled);
  const schema = isContradictory ? (possibleSchema(property, context) ?? ruled) : ruled;
  if (isImpossible(schema) || ('const' in schema && refusesConstant(schema, property)))
    reportContradiction(property, context);
  return schema;
}

/** Adds null to the schema, or takes it away, as the presence of the property decides. */
function withNull(schema: Schema, property: PropertyModel, context: SchemaContext): Schema {
  const { required, nullable, acceptsNull } = property.presence;
  if (nullable) return makeNullable(schema);
  if (acceptsNull) return context.options.nullableOptional && !required ? makeNullable(schema) : schema;
  const isResponse = context.view.direction === 'output';
  if (isResponse && isWrittenAsNull(property)) return makeNullable(schema);
  return typeof schema.type === 'string' && schema.type !== 'null' ? schema : excludeNull(schema);
}

/**
 * Returns whether responses have null for a value that a rule accepts, such as NaN, although requests do not.
 */
function isWrittenAsNull({ rules }: PropertyModel): boolean {
  for (const { entry, constraints, each } of rules)
    if (!each && entry?.writesNull?.(constraints) === 'responses') return true;
  return false;
}

function addExempt(ruled: Schema, { exempt }: PropertyModel, context: SchemaContext): Schema {
  const types = exempt.filter(isWhole).map(({ type }) => type);
  const values = exempt
    .filter((exemption) => !isWhole(exemption))
    .map(({ value }) => value)
    .filter((value) => accepts(ruled, value, context.outlineOf) !== true);
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
  const decides = ({ entry, custom, each, condition }: Rule): boolean =>
    entry !== undefined && !custom && !each && condition === undefined;
  return rules.some((rule) => decides(rule) && !ruleAccepts(rule as DeclaredRule, schema.const));
}

function reportContradiction({ rules }: PropertyModel, { options, place }: SchemaContext): void {
  // A constraint of @IsIn that is no list, such as an enum's object, lists no value.
  const isIn = rules.find(({ name, constraints }) => name === 'isIn' && !Array.isArray(constraints[0]));
  options.report({
    code: 'contradictory-rules',
    place,
    message: isIn
      ? `@IsIn() takes a list of values, not ${kindOf(isIn.constraints[0])}: no value passes. For an enum, write @IsEnum(Enum); for a list, @IsIn(['a', 'b']).`
      : 'The rules of this property contradict each other: no value passes. Remove one of them.',
  });
}

const TO_NUMBER: readonly SchemaType[] = ['string', 'boolean'];

const CONVERTED_FROM: Readonly<Partial<Record<SchemaType, readonly SchemaType[]>>> = {
  string: ['number', 'boolean'],
  number: TO_NUMBER,
  integer: TO_NUMBER,
  boolean: ['string', 'number'],
};

/** Another type can be added beside them. */
const OF_ONE_TYPE: ReadonlySet<string> = new Set([...SCALAR_KEYWORDS, ...CONTENT_KEYWORDS]);

function noteConversion({ options, place }: SchemaContext): void {
  const detail = 'enableImplicitConversion';
  options.report({
    code: 'looser-rule',
    place,
    message: `${detail}: the schema is looser than the validator: it accepts every value that can be converted, and the rules check the result. With implicitConversion: 'declared', it accepts the declared type only.`,
    detail,
  });
}

/** Adds the types that class-transformer converts to the type of the schema, and notes that. */
function implicitSchema(schema: Schema, context: SchemaContext): Schema {
  const converted = withConvertedTypes(schema);
  if (converted !== schema) noteConversion(context);
  return converted;
}

function withConvertedTypes(schema: Schema): Schema {
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
